"""Every view has no serious finding of axe-core: light and dark, on desktop, tablet and phone.

axe-core comes from npm when the tests run. Without npm or a network the tests are skipped.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM, WAIT

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")

SIZES = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
VIEWS = {
    "board": "?game=hex&position=4x4&moves=b2+c3+(+a1+{+a+comment+}+)&analysis=on",
    "set-up": "?game=clobber&position=3x3",
    "games": "?game=hex",
    "help": "?game=hex",
    "solve": "?game=domineering&position=5x5&view=solve&algorithm=pns&against=pnt",
    "tree": "?game=domineering&position=3x3&view=tree",
    "value": "?game=domineering&position=..%23../..%23..&view=value&explore={2|0||0}&compare=1",
    "reports": "?view=reports",
}


@pytest.fixture(scope="session")
def axe(tmp_path_factory) -> str:
    """The script of axe-core: from AXE_CORE, or installed with npm."""
    given = os.environ.get("AXE_CORE")
    if given is None:
        if shutil.which("npm") is None:
            pytest.skip("axe-core needs npm")
        folder = tmp_path_factory.mktemp("axe")
        command = [
            "npm",
            "install",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(folder),
            "axe-core@4",
        ]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=120)
        except (subprocess.SubprocessError, OSError):
            pytest.skip("npm could not install axe-core")
        given = str(folder / "node_modules" / "axe-core" / "axe.min.js")
    return Path(given).read_text(encoding="utf-8")


def prepare(page, view: str) -> None:
    """Bring a view into the state that it has in use."""
    page.wait_for_timeout(1500)
    if view == "set-up":
        page.get_by_label("set up a position").click()
        page.get_by_role("button", name="Play from here").wait_for()
    elif view == "games":
        page.get_by_role("button", name="All games").click()
        page.locator(".upstar-game-card").last.wait_for()
    elif view == "help":
        page.get_by_label("help", exact=True).click()
        page.get_by_text("Keys", exact=True).wait_for()
    elif view == "solve":
        page.get_by_role("button", name="Solve").last.click()
        page.get_by_text("wins the race").wait_for()
    elif view == "tree":
        page.get_by_role("button", name="Prove", exact=True).click()
        page.get_by_text("a proof of").wait_for()
    elif view == "value":
        page.locator(".upstar-value-tree svg").wait_for()
    page.wait_for_timeout(500)


@pytest.mark.timeout(900)  # eight views, some with a search, on a machine that may be busy
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_no_view_has_a_serious_finding(browser, workbench, axe, size, scheme):
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    found = []
    for view, query in VIEWS.items():
        page.goto(workbench + query)
        page.wait_for_selector(".upstar-picture svg", state="attached")
        prepare(page, view)
        page.evaluate(axe)
        result = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        found += [
            f"{view}: {each['id']}: {each['help']}: {node['html'][:160]}"
            for each in result["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]
        ]
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, view
    context.close()
    assert not found, "\n".join(found)


def test_the_page_has_one_main_a_heading_and_a_language(browser, workbench):
    page = browser.new_page()
    page.set_default_timeout(WAIT)
    page.goto(workbench)
    page.wait_for_selector(".upstar-picture svg")
    count = "s => document.querySelectorAll(s).length"
    assert page.evaluate(count, "main, [role=main]") == 1
    assert page.evaluate(count, "h1") == 1
    assert page.evaluate("() => document.documentElement.lang") == "en-US"
    page.close()


def test_the_board_is_a_grid_with_labels(browser, workbench):
    page = browser.new_page()
    page.set_default_timeout(WAIT)
    page.goto(workbench + "?game=mnk&position=3x3:3&moves=b2")
    page.wait_for_selector(".upstar-picture svg")
    cells = page.get_by_role("grid").get_by_role("gridcell")
    assert cells.count() == 9
    label = page.locator('[data-cell="b2"]').get_attribute("aria-label")
    assert label == "b2, first, last move"
    assert "empty" in page.locator('[data-cell="a1"]').get_attribute("aria-label")
    page.focus(".upstar-board")
    page.keyboard.press("ArrowRight")
    active = page.locator(".upstar-board").get_attribute("aria-activedescendant")
    assert page.evaluate("id => !!document.getElementById(id)", active)
    page.close()
