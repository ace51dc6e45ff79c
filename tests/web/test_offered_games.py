"""Games in Python that the owner of a server offers."""

from pathlib import Path

import httpx
import pytest

import upstar
from upstar.render.clickable import clickable_board as board
from upstar.web import offered_games
from upstar.web.state import State, from_link, read_record
from web.test_api import talk

FILE = Path(__file__).with_name("drawn_game.py")
THREE = f"{FILE}:Three"


@pytest.fixture
def three(monkeypatch):
    monkeypatch.setattr(offered_games, "_offered", {})
    offered_games.offer([THREE])


def test_an_offered_game_is_listed_and_read(three):
    async def scene(client):
        games = (await client.get("/api/games")).json()
        body = {"game": "three", "position": "x../.o./...", "moves": ["c1"]}
        return games, (await client.post("/api/position", json=body)).json()

    games, position = talk(scene)
    assert [game["name"] for game in games] == [g.name for g in upstar.games()] + ["three"]
    assert games[-1]["summary"] == "Three in a row wins"
    assert (position["position"], position["to_move"]) == ("x../.o./..x", "nought")
    assert "a1" in position["moves"]
    assert "b2" in position["ascii"] or "o" in position["ascii"]


@pytest.mark.parametrize(
    ("path", "more"),
    [("solve", {"proof": True}), ("solve", {"tree": True, "algorithm": "pns"}), ("best-move", {})],
)
def test_workers_run_an_offered_game(three, path, more):
    async def scene(client):
        body = {"game": "three", "position": "x.x/oo./...", "to_move": "cross", **more}
        job = (await client.post(f"/api/{path}?wait=30", json=body)).json()
        reply = {}
        if "proof" in more:
            asked = {"game": "three", "position": "x.x/oo./..."}
            reply = (await client.post(f"/api/jobs/{job['id']}/reply", json=asked)).json()
        return job, reply

    job, reply = talk(scene)
    assert (job["state"], job["error"]) == ("done", None)
    assert job["result"]["best_move"] == "b3"
    if "proof" in more:
        assert reply["move"] == "b3"


def test_cells_are_clickable_and_links_restore_the_game(three):
    state = State()
    state.begin("three", "")
    state.play("b2")
    shown = board(state.position)
    assert len(shown["spots"]) == 9
    assert ["a3", [0]] in shown["moves"]
    again = from_link(dict(httpx.URL(state.link()).params))
    assert again.position == state.position
    assert read_record(state.record()).position == state.position


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("nowhere.py:Game", "there is no file"),
        (f"{FILE}:Chess", "has no game 'Chess'"),
        (f"{FILE}:Mute", "needs a parse"),
        (THREE, "there is already a game 'three'"),
    ],
)
def test_games_that_cannot_be_offered_are_rejected(three, source, reason):
    with pytest.raises(upstar.UpstarError, match=reason):
        offered_games.offer([source])


def test_visitors_cannot_name_files(three):
    async def scene(client):
        body = {"game": THREE, "position": ""}
        return await client.post("/api/position", json=body)

    answer = talk(scene)
    assert answer.status_code == 400
    assert "there is no game" in answer.json()["detail"]


def test_exceptions_of_a_game_are_errors_of_the_request(three):
    offered_games.offer([f"{FILE}:Rude"])

    async def scene(client):
        return await client.post("/api/position", json={"game": "rude", "position": "no"})

    answer = talk(scene)
    assert answer.status_code == 400
    assert answer.json()["detail"] == "rude cannot read 'no': 'no'"


def test_the_command_offers_games(start):
    server = start("--game", THREE, "--game", f"{FILE}:Rude")
    games = httpx.get(f"{server.address}api/games", timeout=60).json()
    assert [game["name"] for game in games][-2:] == ["three", "rude"]
    body = {"game": "three", "position": "x.x/oo./..."}
    job = httpx.post(f"{server.address}api/solve?wait=30", json=body, timeout=60).json()
    assert job["result"]["winner"] == "cross"
    page = httpx.get(f"{server.address}?game=three&position=.../.../...", timeout=60)
    assert page.status_code == 200
