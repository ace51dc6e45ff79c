"""The pages of a class: ``/class`` for students, ``/class/teacher`` for the teacher.

The teacher has a key, which the server prints. Everything stays on this machine: the pages load
nothing from elsewhere, and the QR code is drawn here.
"""

import asyncio
import csv
import io
import json
import secrets
from collections.abc import Mapping
from html import escape
from typing import Annotated
from urllib.parse import parse_qs, urlencode, urlsplit

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.render.clickable import CSS, SCRIPT, clickable_board
from upstar.web.classroom import MAX_ATTEMPTS, Classroom, Exercise, QuotaError
from upstar.web.guard import client_of, is_loopback
from upstar.web.job_queue import JobQueue
from upstar.web.off_loop import off_loop
from upstar.web.offered_games import offered_games
from upstar.web.parsing import parse_position
from upstar.web.plain_page import plain_page, table
from upstar.web.state import from_link

Id = Annotated[int, Path(ge=1, le=2**62)]
"""The number of an exercise. The database has no larger ones."""
COOKIE = "upstar_teacher"
_SECONDS = 60.0
"""The time to solve an exercise."""
_LIVE = """<script>
setInterval(async () => {
  const text = await (await fetch(location.href)).text();
  const now = new DOMParser().parseFromString(text, "text/html").getElementById("live");
  const shown = document.getElementById("live");
  if (now && shown.innerHTML !== now.innerHTML) shown.innerHTML = now.innerHTML;
}, 4000);
</script>"""
_BOARD = """<style>%s #board { max-width: 26rem; margin: 1rem 0; }</style>
<script type="module">
import { ClickableBoard } from "/class/board.js";
const field = document.getElementById("move");
const board = new ClickableBoard(document.getElementById("board"), {
  onMove: (move) => { field.value = move; field.form.requestSubmit(); },
});
board.show(%s);
</script>"""


def make_classroom(room: Classroom, queue: JobQueue, *, key: str, link: str) -> APIRouter:
    """Return the pages of a class.

    Parameters
    ----------
    room : Classroom
        The storage.
    queue : JobQueue
        The queue that solves the exercises.
    key : str
        The secret of the teacher.
    link : str
        The address that the students open.
    """
    pages = APIRouter(prefix="/class", include_in_schema=False)
    solving: set[asyncio.Task[None]] = set()

    def is_teacher(request: Request) -> bool:
        held = request.cookies.get(COOKIE, "")
        return secrets.compare_digest(held.encode(), key.encode())

    def check_teacher(request: Request) -> None:
        if not is_teacher(request):
            raise HTTPException(403, "open the teacher's address that `upstar serve` has printed")

    async def solve(exercise: Exercise) -> None:
        """Find the best moves of an exercise, and open it."""
        asked = {
            "game": exercise.game,
            "position": exercise.position,
            "to_move": exercise.to_move,
            "max_seconds": _SECONDS,
        }
        try:
            job = await queue.submit("analyze", asked, "classroom").ended()
        except UpstarError as error:
            room.failed(exercise.id, str(error))
            return
        found = job.result
        if found is None or not found["solved"]:
            why = job.error or f"the position is not solved within {_SECONDS:.0f} seconds"
            room.failed(exercise.id, why)
            return
        best = [move["move"] for move in found["moves"] if move["outcome"] == found["outcome"]]
        room.solved(exercise.id, found["outcome"], best)

    # Students

    @pages.get("")
    async def student(request: Request) -> HTMLResponse:
        name = room.name_of(client_of(request.scope))
        if name is None:
            return HTMLResponse(plain_page("Join the class", _name_form()))
        return HTMLResponse(_student_page(room, client_of(request.scope), name))

    @pages.post("")
    async def join(request: Request) -> Response:
        fields = await _form(request)
        try:
            room.join(client_of(request.scope), fields.get("name", ""))
        except UpstarError as error:
            return HTMLResponse(plain_page("Join the class", _name_form(str(error))), 400)
        return RedirectResponse("/class", 303)

    @pages.get("/exercise/{id}")
    async def exercise(id: Id, request: Request) -> Response:
        return await exercise_page(id, request)

    @pages.post("/exercise/{id}")
    async def answer(id: Id, request: Request) -> Response:
        fields = await _form(request)
        move = fields.get("move", "").strip()
        try:
            asked = room.exercise(id)
            here = parse_position(asked.game, asked.position, asked.to_move)
            here.cells(move)  # An illegal move is an error, not an attempt.
            room.answer(id, client_of(request.scope), move)
        except QuotaError:
            pass
        except UpstarError as error:
            return await exercise_page(id, request, str(error))
        return RedirectResponse(f"/class/exercise/{id}", 303)

    async def exercise_page(id: int, request: Request, error: str = "") -> Response:
        student = client_of(request.scope)
        if room.name_of(student) is None:
            return RedirectResponse("/class", 303)
        try:
            found = room.exercise(id)
        except UpstarError as missing:
            page = plain_page("No exercise", f"<p>{escape(str(missing))}</p>", links=_LINKS)
            return HTMLResponse(page, 404)
        body = _exercise_body(room, found, student, error)
        return HTMLResponse(plain_page(found.title, body, links=_LINKS), 400 if error else 200)

    @pages.get("/board.js")
    def board() -> FileResponse:
        return FileResponse(SCRIPT, media_type="text/javascript")

    # The teacher

    @pages.get("/teacher")
    async def teacher(request: Request) -> Response:
        if secrets.compare_digest(request.query_params.get("key", "").encode(), key.encode()):
            # Move the key from the address into a cookie, so that a copied link lacks it.
            entered = RedirectResponse("/class/teacher", 303)
            entered.set_cookie(COOKIE, key, httponly=True, samesite="lax", path="/class")
            return entered
        check_teacher(request)
        return HTMLResponse(_teacher_page(room, link))

    @pages.post("/teacher")
    async def add(request: Request) -> Response:
        check_teacher(request)
        fields = await _form(request)
        try:
            attempts = fields.get("attempts", "3")
            here = await off_loop(_position, fields)
            made = room.add(
                fields.get("title", ""),
                here,
                attempts=int(attempts) if attempts.isdecimal() and len(attempts) < 4 else 0,
                is_question=fields.get("task") != "look",
            )
        except UpstarError as error:
            return HTMLResponse(_teacher_page(room, link, str(error), fields), 400)
        if made.is_question:
            task = asyncio.create_task(solve(made))
            solving.add(task)
            task.add_done_callback(solving.discard)
        return RedirectResponse("/class/teacher", 303)

    @pages.post("/teacher/delete/{id}")
    async def delete(id: Id, request: Request) -> Response:
        check_teacher(request)
        room.delete(id)
        return RedirectResponse("/class/teacher", 303)

    @pages.get("/teacher/answers.csv")
    async def answers(request: Request) -> Response:
        check_teacher(request)
        headers = {"content-disposition": 'attachment; filename="answers.csv"'}
        return Response(_csv(room), media_type="text/csv", headers=headers)

    return pages


_LINKS = {"All exercises": "/class", "Workbench": "/"}


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return {name: values[0] for name, values in parse_qs(body, max_num_fields=20).items()}
    except ValueError as error:
        raise HTTPException(400, f"the form cannot be read: {error}") from None


def _position(fields: Mapping[str, str]) -> Position:
    """Return the position of an exercise: of a link to the workbench, or of the form."""
    text = fields.get("position", "").strip()
    if "?game=" in text:
        query = parse_qs(urlsplit(text).query)
        return from_link({name: values[0] for name, values in query.items()}).position
    return parse_position(fields.get("game", ""), text, fields.get("to_move") or None)


def _name_form(error: str = "") -> str:
    return (
        f'<p role="alert">{escape(error)}</p>'
        "<p>The teacher sees this name with your answers. It stays on the teacher's machine.</p>"
        '<form method="post" action="/class"><label>Your name'
        '<input name="name" required maxlength="40" autocomplete="nickname"></label>'
        "<button>Join</button></form>"
    )


def _student_page(room: Classroom, student: str, name: str) -> str:
    rows = [
        [
            f'<a href="/class/exercise/{exercise.id}">{escape(exercise.title)}</a>',
            escape(_progress(room, exercise, student)),
        ]
        for exercise in room.exercises()
        if exercise.state == "open"
    ]
    listed = table(["exercise", "state"], rows) if rows else "<p>There are no exercises yet.</p>"
    body = f'<p>You are {escape(name)}.</p><div id="live">{listed}</div>{_LIVE}'
    return plain_page("Exercises", body, links={"Workbench": "/"})


def _progress(room: Classroom, exercise: Exercise, student: str) -> str:
    if not exercise.is_question:
        return "to look at"
    given = room.answers(exercise.id, student)
    if any(answer.is_right for answer in given):
        return f"solved with attempt {len(given)}"
    left = exercise.attempts - len(given)
    return f"{left} of {exercise.attempts} attempts left" if left else "not solved"


def _exercise_body(room: Classroom, exercise: Exercise, student: str, error: str) -> str:
    here = parse_position(exercise.game, exercise.position, exercise.to_move)
    given = room.answers(exercise.id, student)
    is_done = room.is_done(exercise, student)
    parts = [f"<p>{escape(exercise.question)}</p>"]
    if error:
        parts.append(f'<p role="alert">{escape(error)}</p>')
    if given:
        last = given[-1]
        verdict = "right" if last.is_right else "not right"
        parts.append(f'<p class="big" role="status">{escape(last.move)} is {verdict}.</p>')
    if is_done and given:
        parts.append(f"<p>Right moves: {escape(', '.join(exercise.moves))}</p>")
    query = urlencode({"game": here.game, "position": str(here), "to_move": here.to_move})
    if is_done or not exercise.is_question or exercise.state != "open":
        link = f'<p><a href="{escape(f"/?{query}")}">Open it on the workbench</a></p>'
        return "".join([*parts, f'<div class="scroll">{here.svg()}</div>', link])
    parts.append(f"<p>{escape(_progress(room, exercise, student))}</p>")
    shown = {**clickable_board(here), "label": f"board: {here.to_move} to move"}
    data = json.dumps(shown).replace("<", "\\u003c")
    parts += ['<div id="board"></div>', _BOARD % (CSS, data)]
    parts.append(
        '<form method="post"><label>Click on the board, or type the move'
        '<input id="move" name="move" required maxlength="40" autocomplete="off"></label>'
        "<button>Answer</button></form>"
    )
    return "".join(parts)


def _teacher_page(
    room: Classroom, link: str, error: str = "", fields: dict[str, str] | None = None
) -> str:
    body = (
        f'<section><h2>Invite the class</h2><p><a href="{escape(link)}">{escape(link)}</a></p>'
        f"{_qr_code(link)}{_reach(link)}</section>"
        f"<section><h2>Add an exercise</h2>{_exercise_form(error, fields or {})}</section>"
        f'<div id="live">{_overview(room)}</div>{_LIVE}'
        '<p><a href="/class/teacher/answers.csv" download>Download the answers as CSV</a></p>'
    )
    return plain_page("Class", body, links={"As a student": "/class", "Workbench": "/"})


def _reach(link: str) -> str:
    """Return a note if other devices cannot open the link."""
    if not is_loopback(urlsplit(link).hostname or ""):
        return ""
    return (
        "<p>Only this machine can open the link. For other devices in your network, start the "
        "server with <code>upstar serve --classroom --host 0.0.0.0</code>.</p>"
    )


def _qr_code(link: str) -> str:
    try:
        import segno
    except ImportError:
        return "<p>For a QR code of this link: pip install 'upstar[web]'.</p>"
    drawn = segno.make(link).svg_inline(scale=6, border=4, light="white")
    return f'<div role="img" aria-label="QR code of the link">{drawn}</div>'


def _exercise_form(error: str, fields: dict[str, str]) -> str:
    def value(name: str, default: str = "") -> str:
        return escape(fields.get(name, default))

    games = "".join(
        f"<option{' selected' if name == fields.get('game') else ''}>{escape(name)}</option>"
        for name in (game.name for game in offered_games())
    )
    return (
        f'<p role="alert">{escape(error)}</p><form method="post" action="/class/teacher">'
        '<label>title<input name="title" required maxlength="200" '
        f'value="{value("title")}"></label>'
        f'<label>game<select name="game">{games}</select></label>'
        '<label>position, size, or link<input name="position" required maxlength="9000" '
        f'value="{value("position")}"></label>'
        '<label>to move (if not the first player)<input name="to_move" maxlength="40" '
        f'value="{value("to_move")}"></label>'
        '<label>task<select name="task"><option value="find">find a best move</option>'
        '<option value="look">look at it</option></select></label>'
        f'<label>attempts<input name="attempts" type="number" min="1" max="{MAX_ATTEMPTS}" '
        f'value="{value("attempts", "3")}"></label><button>Add</button></form>'
    )


def _overview(room: Classroom) -> str:
    exercises = room.exercises()
    rows = [
        [
            f'<a href="/class/exercise/{exercise.id}">{escape(exercise.title)}</a>',
            escape(f"{exercise.game} {exercise.position}"),
            escape(exercise.state),
            escape(", ".join(exercise.moves)),
            f'<form method="post" action="/class/teacher/delete/{exercise.id}">'
            f'<button aria-label="delete {escape(exercise.title)}">Delete</button></form>',
        ]
        for exercise in exercises
    ]
    head = ["exercise", "position", "state", "right moves", ""]
    parts = [f"<h2>Exercises</h2>{table(head, rows)}" if rows else ""]
    asked = [exercise for exercise in exercises if exercise.is_question]
    answers = [
        [escape(name), *(escape(_marks(room, exercise, student)) for exercise in asked)]
        for student, name in room.students().items()
    ]
    if answers:
        titles = [exercise.title for exercise in asked]
        parts.append(f"<h2>Answers</h2>{table(['student', *titles], answers)}")
    return "".join(parts)


def _marks(room: Classroom, exercise: Exercise, student: str) -> str:
    given = room.answers(exercise.id, student)
    return ", ".join(f"{answer.move} {'✓' if answer.is_right else '✗'}" for answer in given) or "–"


def _csv(room: Classroom) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", "exercise", "attempt", "move", "right"])
    for student, name in room.students().items():
        for exercise in room.exercises():
            for number, answer in enumerate(room.answers(exercise.id, student), 1):
                # A name that begins like a formula must stay a text in a spreadsheet.
                safe = f"'{name}" if name[:1] in "=+-@" else name
                writer.writerow([safe, exercise.title, number, answer.move, answer.is_right])
    return out.getvalue()
