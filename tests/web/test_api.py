"""Laws of the JSON API."""

import asyncio

import httpx
import pytest

from upstar.web.app import make_app
from upstar.web.guard import Guard
from upstar.web.job_queue import JobQueue


def talk(scene, *, token=None, host="127.0.0.1"):
    """Run a scene with a client of the application."""

    async def run():
        queue = JobQueue()
        app = Guard(make_app(queue), token=token)
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client:
            try:
                return await scene(client)
            finally:
                await queue.close()

    return asyncio.run(run())


def test_a_position_is_read_and_played():
    async def scene(client):
        body = {"game": "clobber", "position": "xo/ox", "moves": ["a2b2"]}
        return (await client.post("/api/position", json=body)).json()

    result = talk(scene)
    assert (result["position"], result["to_move"]) == (".x/ox", "white")
    assert result["svg"].startswith("<svg")


def test_a_job_can_be_waited_for():
    async def scene(client):
        body = {"game": "domineering", "position": "4x4"}
        return (await client.post("/api/solve?wait=30", json=body)).json()

    job = talk(scene)
    assert job["state"] == "done"
    assert job["result"]["winner"] == "vertical"


def test_every_move_is_analysed():
    async def scene(client):
        body = {"game": "mnk", "position": "xx./oo./...:3", "distance": True}
        found = (await client.post("/api/analyze?wait=30", json=body)).json()
        body = {"game": "domineering", "position": "10x10", "max_seconds": 2}
        stopped = (await client.post("/api/analyze?wait=30", json=body)).json()
        return found, stopped

    found, stopped = talk(scene)
    assert found["state"] == "done"
    first = found["result"]["moves"][0]
    assert (first["move"], first["outcome"], first["distance"]) == ("c3", "win", 1)
    assert [[[0, 2]], "+1", "win"] in found["result"]["labels"]
    assert (stopped["state"], stopped["result"]["stopped"]) == ("done", "seconds")
    assert {move["outcome"] for move in stopped["result"]["moves"]} == {"unknown"}


def test_a_job_can_be_cancelled():
    async def scene(client):
        body = {"game": "domineering", "position": "10x10"}
        job = (await client.post("/api/solve?wait=1", json=body)).json()
        assert job["state"] == "running"
        await client.delete(f"/api/jobs/{job['id']}")
        return (await client.get(f"/api/jobs/{job['id']}?wait=30")).json()

    assert talk(scene)["state"] == "stopped"


def test_values_and_expressions_are_computed():
    async def scene(client):
        body = {"game": "clobber", "position": "xo.xxo"}
        value = (await client.post("/api/value?wait=30", json=body)).json()
        body = {"expression": "{0|*} + ^"}
        sum_ = (await client.post("/api/expression?wait=30", json=body)).json()
        return value["result"], sum_["result"]

    value, total = talk(scene)
    assert (value["value"], [part["value"] for part in value["parts"]]) == ("↑∗", ["∗", "↑"])
    assert total["value"] == "⇑"
    assert total["thermograph"].startswith("<svg")


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("solve", {"game": "dominering", "position": "6x6"}, "did you mean 'domineering'"),
        ("solve", {"game": "domineering", "position": "6y6"}, "6y6"),
        ("position", {"game": "clobber", "position": "2x2", "moves": ["z9"]}, "z9"),
        ("solve", {"game": "go", "position": "9x9:patterns=/etc/passwd"}, "command line"),
    ],
)
def test_bad_input_is_a_sentence(path, body, words):
    async def scene(client):
        return await client.post(f"/api/{path}", json=body)

    answer = talk(scene)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]


@pytest.mark.parametrize(
    ("task", "extra", "words"),
    [
        ("solve", {"algorithm": "pns", "parameters": {"colour": "red"}}, "colour"),
        ("solve", {"algorithm": "pms"}, "did you mean"),
        ("solve", {"algorithm": "alpha-beta", "tree": True}, "tree"),
        ("best-move", {"algorithm": "mcts", "parameters": {"c": "red"}}, "red"),
        ("solve", {"parameters": {"database": "/etc"}}, "reads no files"),
        ("solve", {"parameters": {"proof": "/etc"}}, "not a parameter"),
    ],
)
def test_a_wrong_search_is_rejected_at_once(task, extra, words):
    async def scene(client):
        body = {"game": "clobber", "position": "4x4", **extra}
        answer = await client.post(f"/api/{task}", json=body)
        return answer, (await client.get("/api/jobs")).json()

    answer, jobs = talk(scene)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]
    assert jobs == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"{game: clobber}", "JSON"),
        (b"[]", "object"),
        (b'{"game": "clobber", "position": "2x2", "colour": "red"}', "colour"),
        (b'{"game": "clobber", "position": "2x2", "proof": 1}', "boolean"),
        (b'{"game": "clobber", "position": "2x2", "max_seconds": NaN}', "finite"),
        (b"\xff\xfe", "JSON"),
        (rb'{"game": "\ud800", "position": "2x2"}', "unicode"),
        (rb'{"game": "clobber", "position": "2x2", "colour\ud800": 1}', "unicode"),
        (rb'{"game": "clobber", "position": "2x2", "parameters": {"\ud800": 1}}', "unicode"),
        (b'{"game": "clobber", "position": "2x2", "parameters": {"a": NaN}}', "finite"),
        (b'{"game": "clobber", "position": "2x2", "parameters": {"a": 1' + 9999 * b"0" + b"}}", ""),
        (b"[" * 9999, "parsing"),
    ],
)
def test_an_invalid_body_is_rejected_with_a_message(body, words):
    async def scene(client):
        headers = {"content-type": "application/json"}
        return await client.post("/api/solve", content=body, headers=headers)

    answer = talk(scene)
    assert answer.status_code in (400, 422)
    assert words in str(answer.json()["detail"])


@pytest.mark.parametrize("headers", [{"host": "["}, {"host": "[::1"}, {"origin": "http://["}])
def test_invalid_headers_are_rejected(headers):
    async def scene(client):
        return await client.post("/api/position", json={}, headers=headers)

    answer = talk(scene)
    assert answer.status_code == 403
    assert answer.json()["detail"]


def test_an_unknown_job_is_not_found():
    async def scene(client):
        return await client.get("/api/jobs/0123")

    assert talk(scene).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/api/nothing", 404, "/api/docs"),
        ("TRACE", "/api/games", 405, "GET"),
        ("GET", "/api/solve", 405, "POST"),
        ("PUT", "/api/jobs/0123", 405, "DELETE, GET"),
    ],
)
def test_unknown_paths_are_json_errors(method, path, status, words, workbench):
    async def scene(client):
        return await client.request(method, path)

    # With the page on the same port, and without.
    for answer in (talk(scene), httpx.request(method, workbench + path[1:])):
        assert answer.status_code == status
        assert words in answer.json()["detail"]
        assert ("allow" in answer.headers) == (status == 405)


def test_requests_from_another_site_are_rejected():
    async def scene(client):
        rebound = await client.get("/api/games", headers={"host": "evil.example"})
        foreign = await client.post(
            "/api/position",
            json={"game": "clobber", "position": "2x2"},
            headers={"origin": "http://evil.example"},
        )
        own = await client.get("/api/games")
        return rebound, foreign, own

    rebound, foreign, own = talk(scene)
    assert (rebound.status_code, foreign.status_code, own.status_code) == (403, 403, 200)
    assert "default-src 'self'" in own.headers["content-security-policy"]


def test_an_address_that_others_can_reach_needs_the_token():
    async def scene(client):
        stranger = await client.get("/api/games")
        wrong = await client.get("/api/games?token=guess")
        bearer = await client.get("/api/games", headers={"authorization": "Bearer right-token"})
        entering = await client.get("/api/games?token=right-token&a=1")
        inside = await client.get("/api/games")  # the client keeps the cookie
        return stranger, wrong, bearer, entering, inside

    stranger, wrong, bearer, entering, inside = talk(scene, token="right-token", host="a.host")
    assert [stranger.status_code, wrong.status_code, bearer.status_code] == [401, 401, 200]
    assert "token" in stranger.json()["detail"]
    assert (entering.status_code, entering.headers["location"]) == (303, "/api/games?a=1")
    assert inside.status_code == 200


def test_the_documentation_loads_nothing_external():
    async def scene(client):
        return (await client.get("/api/docs")).text

    page = talk(scene)
    assert "/api/solve" in page
    assert "http:" not in page
    assert "https:" not in page
