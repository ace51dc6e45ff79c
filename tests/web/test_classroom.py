"""Laws of a class: exercises, answers, quotas, and who may do what."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest

import upstar
from upstar.errors import ParameterError
from upstar.web.app import make_app
from upstar.web.classroom import Classroom, QuotaError
from upstar.web.classroom_pages import make_classroom
from upstar.web.guard import Guard
from upstar.web.job_queue import JobQueue
from web.browser import CHROMIUM, WAIT, chromium

FORK = ("mnk", "xx./oo./...:3")
PAGE = {"accept": "text/html"}
KEY = "the-key-of-the-teacher"


def room_with(exercise=FORK, attempts=2):
    room = Classroom(Path(":memory:"))
    made = room.add("A fork", upstar.position(*exercise), attempts=attempts)
    room.solved(made.id, "win", ["c3"])
    room.join("ada", "Ada")
    return room, made.id


def test_attempts_are_limited_and_a_right_answer_ends_them():
    room, id = room_with()
    assert room.answer(id, "ada", "c1") is False
    assert room.answer(id, "ada", "c2") is False
    with pytest.raises(QuotaError):
        room.answer(id, "ada", "c3")
    room.join("bob", "Bob")
    assert room.answer(id, "bob", "c3") is True
    with pytest.raises(QuotaError):
        room.answer(id, "bob", "c3")
    assert [answer.move for answer in room.answers(id, "ada")] == ["c1", "c2"]


def test_a_class_survives_a_restart(tmp_path):
    path = tmp_path / "class.sqlite"
    room = Classroom(path)
    done = room.add("Done", upstar.position(*FORK))
    room.solved(done.id, "win", ["c3"])
    begun = room.add("Begun", upstar.position(*FORK))
    room.join("ada", "Ada")
    room.answer(done.id, "ada", "c3")
    room.close()
    again = Classroom(path)
    assert again.answers(done.id, "ada")[0].is_right
    assert again.exercise(done.id).state == "open"
    assert "stopped" in again.exercise(begun.id).state
    path.write_bytes(b"damaged" * 999)
    with pytest.raises(ParameterError, match="not the file of a class"):
        Classroom(path)


@pytest.mark.parametrize(
    ("title", "position", "attempts", "words"),
    [
        ("", FORK, 3, "title"),
        ("x", FORK, 0, "attempts"),
        ("x", ("domineering", "1x1"), 3, "over"),
    ],
)
def test_wrong_exercises_are_rejected(title, position, attempts, words):
    room = Classroom(Path(":memory:"))
    with pytest.raises(ParameterError, match=words):
        room.add(title, upstar.position(*position), attempts=attempts)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_wrong_names_are_rejected(name):
    with pytest.raises(ParameterError, match="name"):
        Classroom(Path(":memory:")).join("ada", name)


def school(scene):
    """Run a scene with a teacher and two students."""

    async def run():
        queue = JobQueue()
        room = Classroom(Path(":memory:"))
        pages = make_classroom(room, queue, key=KEY, link="http://school:1/class")
        transport = httpx.ASGITransport(app=Guard(make_app(queue, classroom=pages)))
        clients = [
            httpx.AsyncClient(
                transport=transport, base_url="http://localhost", follow_redirects=True,
                headers=PAGE,
            )
            for _ in range(3)
        ]  # fmt: skip
        try:
            return await scene(room, *clients)
        finally:
            for client in clients:
                await client.aclose()
            await queue.close()

    return asyncio.run(run())


async def until_solved(room):
    for _ in range(600):
        if all(exercise.state != "solving" for exercise in room.exercises()):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the exercise was not solved")


EXERCISE = {"title": "A fork", "game": "mnk", "position": "xx./oo./...:3", "attempts": "2"}


def test_a_lesson():
    async def scene(room, teacher, ada, bob):
        assert (await teacher.get(f"/class/teacher?key={KEY}")).status_code == 200
        page = await teacher.post("/class/teacher", data=EXERCISE)
        assert "http://school:1/class" in page.text
        assert "<svg" in page.text, "a QR code"
        await until_solved(room)
        for client, name in ((ada, "Ada"), (bob, "<b>Bob</b>")):
            assert "Your name" in (await client.get("/class")).text
            assert "A fork" in (await client.post("/class", data={"name": name})).text
        exercise = "/class/exercise/1"
        question = (await ada.get(exercise)).text
        assert "find a move that wins" in question
        assert "c3 is" not in question
        right = (await ada.post(exercise, data={"move": "c3"})).text
        wrong = (await bob.post(exercise, data={"move": "c1"})).text
        illegal = await bob.post(exercise, data={"move": "z9"})
        last = (await bob.post(exercise, data={"move": "a1"})).text
        report = (await teacher.get("/class/teacher")).text
        table = (await teacher.get("/class/teacher/answers.csv")).text
        return right, wrong, illegal, last, report, table

    right, wrong, illegal, last, report, table = school(scene)
    assert "c3 is right" in right
    assert "c1 is not right" in wrong
    assert "1 of 2 attempts left" in wrong
    assert "Right moves" not in wrong
    assert illegal.status_code == 400
    assert "z9" in illegal.text
    assert "1 of 2 attempts left" in illegal.text
    assert "Right moves: c3" in last
    assert "c3 ✓" in report
    assert "c1 ✗, a1 ✗" in report
    assert "&lt;b&gt;Bob&lt;/b&gt;" in report
    assert "<b>Bob" not in report
    assert "Ada,A fork,1,c3,True" in table


def test_an_exercise_can_be_a_link_of_the_workbench():
    async def scene(room, teacher, ada, bob):
        await teacher.get(f"/class/teacher?key={KEY}")
        link = "http://school:1/?game=clobber&position=xo/ox&moves=a2b2&view=value"
        await teacher.post("/class/teacher", data={**EXERCISE, "position": link, "task": "look"})
        return room.exercises()

    (made,) = school(scene)
    assert (made.game, made.position, made.to_move) == ("clobber", ".x/ox", "white")
    assert (made.state, made.is_question) == ("open", False)


def test_only_the_teacher_sees_answers_and_sets_exercises():
    async def scene(room, teacher, ada, bob):
        found = [
            await ada.get("/class/teacher"),
            await ada.get("/class/teacher?key=guess"),
            await ada.get("/class/teacher/answers.csv"),
            await ada.post("/class/teacher", data=EXERCISE),
            await ada.post("/class/teacher/delete/1"),
        ]
        return [answer.status_code for answer in found], room.exercises()

    assert school(scene) == ([403] * 5, [])


def test_a_position_that_cannot_be_asked_says_why():
    async def scene(room, teacher, ada, bob):
        await teacher.get(f"/class/teacher?key={KEY}")
        wrong = await teacher.post("/class/teacher", data={**EXERCISE, "position": "9y9"})
        lost = {"title": "Lost", "game": "nim", "position": "2,2"}
        await teacher.post("/class/teacher", data=lost)
        await until_solved(room)
        return wrong, [exercise.state for exercise in room.exercises()]

    wrong, states = school(scene)
    assert wrong.status_code == 400
    assert "9y9" in wrong.text
    assert 'value="A fork"' in wrong.text, "the form keeps what was typed"
    assert len(states) == 1
    assert "every move loses" in states[0]


def test_serve_prints_the_links_of_the_class(start, tmp_path):
    server = start("--classroom", "--store", str(tmp_path / "results.sqlite"))
    lines = [server.process.stdout.readline() for _ in range(2)]
    student, teacher = (re.search(r"http://\S+", line)[0] for line in lines)
    assert httpx.get(student, headers=PAGE, timeout=60).status_code == 200
    answer = httpx.get(teacher, headers=PAGE, follow_redirects=True, timeout=60)
    assert answer.status_code == 200
    assert student in answer.text
    assert (tmp_path / "classroom.sqlite").exists()


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_student_answers_by_a_click_on_the_board(start, tmp_path):
    server = start("--classroom", "--store", str(tmp_path / "results.sqlite"))
    lines = [server.process.stdout.readline() for _ in range(2)]
    student, teacher = (re.search(r"http://\S+", line)[0] for line in lines)
    with chromium() as browser:
        overview = browser.new_page()
        overview.set_default_timeout(WAIT)
        overview.goto(teacher)
        for label in ("title", "position"):
            overview.locator(f"[name={label}]").fill(EXERCISE[label])
        overview.locator("[name=game]").select_option("mnk")
        overview.get_by_role("button", name="Add").click()
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        page.set_default_timeout(WAIT)
        page.goto(student)
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Join").click()
        page.get_by_role("link", name="A fork").click()  # it appears when it is solved
        page.get_by_role("gridcell", name=re.compile("c3")).first.click()
        page.get_by_text("c3 is right").wait_for()
        overview.get_by_text("c3 ✓").wait_for()


@pytest.mark.parametrize("number", ["0", "-1", "abc", "9" * 30])
def test_a_wrong_number_of_an_exercise_is_no_failure_of_the_server(number):
    async def scene(room, teacher, ada, _):
        await teacher.get(f"/class/teacher?key={KEY}")
        await ada.post("/class", data={"name": "Ada"})
        address = f"/class/exercise/{number}"
        return [
            (await ada.get(address)).status_code,
            (await ada.post(address, data={"move": "a1"})).status_code,
            (await teacher.post(f"/class/teacher/delete/{number}")).status_code,
        ]

    assert school(scene) == [422, 422, 422]
