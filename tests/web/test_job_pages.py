"""Laws of the pages of jobs: searches can be returned to, and results have links."""

import pytest

from web.test_guard import two_visitors

BODIES = [
    ("solve", {"game": "domineering", "position": "4x4", "proof": True}, "vertical, to move, wins"),
    ("best-move", {"game": "clobber", "position": "3x3", "max_playouts": 20}, "would play"),
    ("analyze", {"game": "mnk", "position": "xx./oo./...:3", "distance": True}, "of 5 moves win"),
    ("value", {"game": "clobber", "position": "xo.xxo"}, "↑∗"),
    ("expression", {"expression": "{0|*}<&"}, "&lt;&amp;"),
    ("expression", {"expression": "{0|*}"}, "↑"),
]


@pytest.mark.parametrize(("task", "body", "words"), BODIES)
def test_a_result_has_a_page_and_a_place_in_the_history(task, body, words):
    async def scene(one, two):
        job = (await one.post(f"/api/{task}?wait=30", json=body)).json()
        path = f"/job/{job['id']}"
        return (
            path,
            await one.get(path),
            await two.get(path),
            await one.get("/jobs"),
            (await two.get("/jobs")),
        )

    path, page, shared, history, foreign = two_visitors(scene)
    assert page.status_code == shared.status_code == 200
    assert words in page.text
    assert page.text.count("<main>") == page.text.count("<h1>") == 1
    assert f'href="{path}"' in history.text
    assert path not in foreign.text


def test_a_running_job_can_be_stopped_by_its_owner_only():
    async def scene(one, two):
        body = {"game": "domineering", "position": "10x10"}
        job = (await one.post("/api/solve?wait=1", json=body)).json()
        path = f"/job/{job['id']}"
        pages = (await one.get(path)).text, (await two.get(path)).text
        await one.delete(f"/api/jobs/{job['id']}")
        return pages, (await one.get("/job/0123"))

    (own, foreign), unknown = two_visitors(scene)
    assert 'id="stop"' in own
    assert 'id="stop"' not in foreign
    assert unknown.status_code == 404
    assert "no such job" in unknown.text
