"""Books that the owner of a server offers."""

import pytest

import upstar
from upstar.web import offered_books
from web.test_api import talk

BOARD = {"game": "connect-four", "position": "4x4:4"}


@pytest.fixture
def solution(monkeypatch, tmp_path):
    monkeypatch.setattr(offered_books, "_books", [])
    path = tmp_path / "secret-name"
    found = upstar.strong("connect-four", "4x4:4", path)
    offered_books.offer_books([path])
    return found


def ask(path, body):
    async def scene(client):
        return (await client.post(f"/api/{path}?wait=30", json=body)).json()

    return talk(scene)


@pytest.mark.parametrize("goal", [None, "win", "draw"])
def test_solve_is_answered_from_the_book(solution, goal):
    more = {} if goal is None else {"goal": goal}
    result = ask("solve", {**BOARD, **more})["result"]
    searched = upstar.solve("connect-four", "4x4:4", goal=goal)
    assert (result["nodes"], result["note"]) == (0, "from a strong solution")
    assert (result["outcome"], result["goal_met"]) == (searched.outcome, searched.goal_met)


@pytest.mark.parametrize("more", [{"algorithm": "alpha-beta"}, {"proof": True}])
def test_a_search_is_made_if_it_is_asked_for(solution, more):
    job = ask("solve", {**BOARD, **more})
    assert (job["state"], job["error"]) == ("done", None)
    assert job["result"]["nodes"] > 0


def test_all_moves_are_answered_from_the_book(solution):
    job = ask("analyze", {**BOARD, "distance": True})
    moves = job["result"]["moves"]
    assert {move["proved_by"] for move in moves} == {"book"}
    wanted = upstar.analyze("connect-four", "4x4:4", distance=True).moves
    assert {m["move"]: (m["score"], m["distance"]) for m in moves} == {
        m.move: (m.score, m.distance) for m in wanted
    }
    assert "secret-name" not in str(job)


@pytest.mark.parametrize("path", ["solve", "analyze"])
def test_other_boards_are_searched(solution, path):
    job = ask(path, {"game": "domineering", "position": "4x4"})
    assert (job["state"], job["result"]["outcome"]) == ("done", "win")
    assert job["result"]["nodes"] > 0


def test_visitors_name_no_files(monkeypatch, tmp_path):
    monkeypatch.setattr(offered_books, "_books", [])
    upstar.strong("connect-four", "4x4:4", tmp_path / "c4")
    answer = ask("analyze", {**BOARD, "book": str(tmp_path / "c4")})
    assert answer["detail"][0]["loc"] == ["body", "book"]
    assert offered_books.book_for("analyze", {**BOARD, "book": str(tmp_path / "c4")}) is None


def test_a_file_that_is_no_book_is_rejected(tmp_path):
    (tmp_path / "text").write_text("no book")
    for name in ("text", "nothing"):
        with pytest.raises(upstar.UpstarError, match=name):
            offered_books.offer_books([tmp_path / name])
