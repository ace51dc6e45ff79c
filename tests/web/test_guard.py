"""Laws of the guard: who may ask for what, from where, and how much."""

import asyncio

import httpx
import pytest

from upstar.web.app import make_app
from upstar.web.guard import CLIENT_COOKIE, COOKIE, MAX_BODY, Guard
from upstar.web.job_queue import JobQueue
from web.test_api import talk

IMAGE = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
LINK = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (IMAGE, 403),
        ({**IMAGE, "sec-fetch-site": "same-site"}, 403),  # another port of this machine
        ({**LINK, "sec-fetch-dest": "iframe"}, 403),
        ({**LINK, "sec-purpose": "prefetch"}, 403),
        (LINK, 200),
        ({**IMAGE, "sec-fetch-site": "same-origin"}, 200),
        ({**LINK, "sec-fetch-site": "none"}, 200),
        ({}, 200),
    ],
)
def test_another_site_may_link_but_not_load(headers, status):
    async def scene(client):
        return await client.get("/api/games", headers=headers)

    assert talk(scene).status_code == status


def test_a_link_of_a_course_page_keeps_the_token():
    """A cookie that is "strict" is not sent when a visitor follows a link of another site."""

    async def scene(client):
        return await client.get("/api/games?token=right-token")

    set_cookie = talk(scene, token="right-token", host="a.host").headers["set-cookie"].lower()
    assert f"{COOKIE}=right-token" in set_cookie
    assert "samesite=lax" in set_cookie
    assert "httponly" in set_cookie


def test_large_bodies_are_rejected_before_they_are_read():
    read = 0

    async def body():
        nonlocal read
        for _ in range(600):
            read += 1_000_000
            yield b" " * 1_000_000

    async def scene(client):
        announced = await client.post("/api/solve", content=b" " * (MAX_BODY + 1))
        unannounced = await client.post("/api/solve", content=body())
        return announced, unannounced

    for answer in talk(scene):
        assert answer.status_code == 413
        assert "bytes" in answer.json()["detail"]
    assert read <= 2 * MAX_BODY


def test_a_page_gets_an_id_and_a_program_does_not():
    async def scene(client):
        program = await client.get("/api/games")
        page = await client.get("/api/docs", headers={"accept": "text/html"})
        again = await client.get("/api/docs", headers={"accept": "text/html"})
        return program, page, again

    program, page, again = talk(scene)
    assert "set-cookie" not in program.headers
    assert page.headers["set-cookie"].startswith(f"{CLIENT_COOKIE}=")
    assert "set-cookie" not in again.headers


def two_visitors(scene):
    """Run a scene with two browsers, one of them with a page open."""

    async def run():
        queue = JobQueue()
        transport = httpx.ASGITransport(app=Guard(make_app(queue)))
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as one,
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as two,
        ):
            for client in (one, two):
                await client.get("/api/docs", headers={"accept": "text/html"})
            try:
                return await scene(one, two)
            finally:
                await queue.close()

    return asyncio.run(run())


def test_jobs_belong_to_the_browser_that_asked():
    async def scene(one, two):
        body = {"game": "domineering", "position": "10x10"}
        job = (await one.post("/api/solve?wait=1", json=body)).json()
        path = f"/api/jobs/{job['id']}"
        assert [j["id"] for j in (await one.get("/api/jobs")).json()] == [job["id"]]
        assert (await one.get("/api/jobs")).json()[0]["request"] == body
        assert (await two.get("/api/jobs")).json() == []
        assert (await two.get(path)).json()["state"] == "running"  # who knows the link may read
        for method, tail in (("DELETE", ""), ("POST", "/pause"), ("POST", "/resume")):
            answer = await two.request(method, path + tail)
            assert answer.status_code == 403
            assert "asked" in answer.json()["detail"]
        assert (await one.delete(path)).status_code == 200
        return (await one.get(f"{path}?wait=30")).json()

    assert two_visitors(scene)["state"] == "stopped"


def test_a_visitor_with_too_many_jobs_learns_when_to_come_back():
    async def scene(one, two):
        body = {"game": "domineering", "position": "10x10"}
        for _ in range(8):
            await one.post("/api/solve", json=body)
        full = await one.post("/api/solve", json=body)
        other = await two.post("/api/solve", json=body)
        listed = (await one.get("/api/jobs")).json()
        for job in listed:
            await one.delete(f"/api/jobs/{job['id']}")
        freed = await one.post("/api/solve", json=body)
        return full, other, listed, freed

    full, other, listed, freed = two_visitors(scene)
    assert full.status_code == 429
    assert 1 <= int(full.headers["retry-after"]) <= 60
    assert "/api/jobs" in full.json()["detail"]
    assert (other.status_code, len(listed)) == (202, 8)
    assert freed.status_code == 202
