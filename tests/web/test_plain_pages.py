"""The pages of jobs, of the API and of a class have no serious finding of axe-core."""

import re

import pytest

from web.browser import CHROMIUM, WAIT
from web.test_accessibility import SIZES, axe  # noqa: F401

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
QUESTIONS = {
    "solve": {"game": "domineering", "position": "4x4", "proof": True},
    "analyze": {"game": "mnk", "position": "xx./oo./...:3", "distance": True},
    "value": {"game": "clobber", "position": "xo.xxo"},
    "best-move": {"game": "clobber", "position": "3x3", "max_playouts": 20},
    "expression": {"expression": "{0|*} + ^"},
}


def findings(page, script):
    page.evaluate(script)
    found = page.evaluate("() => axe.run()")["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    return [(v["id"], [node["html"][:120] for node in v["nodes"][:3]]) for v in serious]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_no_plain_page_has_a_serious_finding(browser, start, tmp_path, axe, size, scheme):  # noqa: F811
    server = start("--classroom", "--store", str(tmp_path / "results.sqlite"))
    lines = [server.process.stdout.readline() for _ in range(2)]
    student, teacher = (re.search(r"http://\S+", line)[0] for line in lines)
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    found = {}

    def check(name, address=None):
        if address is not None:
            page.goto(address)
        assert page.locator("main").count() == page.locator("h1").count() == 1
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        found[name] = [*findings(page, axe), *(["it is wider than the screen"] if wide else [])]

    base = server.address
    check("API", f"{base}api/docs")
    for task, body in QUESTIONS.items():
        # On a busy machine the server may have closed the idle connection.
        address = f"{base}api/{task}?wait=30"
        job = context.request.post(address, data=body, max_retries=3).json()
        check(task, f"{base}job/{job['id']}")
    check("jobs", f"{base}jobs")
    check("join", student)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Join").click()
    check("exercises")
    page.goto(teacher)
    for name, text in (("title", "A fork"), ("position", "xx./oo./...:3")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=game]").select_option("mnk")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("cell", name="open").wait_for()
    check("teacher")
    page.goto(student)
    page.get_by_role("link", name="A fork").click()
    check("exercise")
    assert {name: problems for name, problems in found.items() if problems} == {}
    context.close()
