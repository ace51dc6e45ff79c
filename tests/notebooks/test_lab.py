"""The widgets and the progress bar in JupyterLab, in a real browser."""

import ast

import pytest

pytest.importorskip("jupyterlab", reason="this test needs JupyterLab: pip install jupyterlab")
pytest.importorskip("playwright", reason="tests in a browser need playwright")
pytest.importorskip("anywidget", reason="widgets need upstar[notebook]")

import upstar
from notebooks.lab import Notebook, jupyter_lab, write_notebook
from web.browser import CHROMIUM, chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here"),
]

CELLS = [
    "import upstar\nfrom upstar.notebook import board, proof_tree",
    "seen = []\n"
    "widget = board('clobber', '3x4', opponent='mcts:max_playouts=200')\n"
    "widget.observe(lambda change: seen.append(change['new'].history), 'position')\n"
    "widget",
    "print([widget.moves, str(widget.position), seen])",
    "r = upstar.solve('domineering', '10x10', max_seconds=8)\nprint('the outcome is', r.outcome)",
    "r = upstar.solve('domineering', '4x4', proof='4x4.proof')\nproof_tree(r)",
    "h = board('hackenbush', 'LRL,LG')\nh",
    "upstar.solve('domineering', '10x10')",
    "upstar.value('domineering', '2x3').thermograph",
    "slow = board('domineering', '10x10', opponent='alpha-beta:max_seconds=600')\nslow",
    "print(slow.moves)",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder, CELLS)
    with jupyter_lab(folder) as address, chromium() as browser:
        page = browser.new_page(viewport={"width": 1100, "height": 1000})
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        opened = Notebook(page, address)
        opened.run(0)
        yield opened
        assert errors == []


def test_clicks_change_the_position_in_python(lab):
    lab.run(1)
    out = lab.cell(1)
    out.locator("[data-cell='a1']").click()
    out.locator("[data-cell='a2']").click()
    out.locator(".upstar-last").first.wait_for()
    out.get_by_text("black to move").wait_for()
    moves, text, seen = ast.literal_eval(lab.run(2).strip())
    start = upstar.position("clobber", "3x4")
    assert moves[0] == "a1a2"
    assert len(moves) == 2
    assert text == str(start.play(moves[0]).play(moves[1]))
    assert seen == [moves[:1], moves]
    out.get_by_role("button", name="Undo").click()
    out.locator(".upstar-last").first.wait_for(state="detached")
    assert ast.literal_eval(lab.run(2).strip())[0] == ()
    out.get_by_role("button", name="Redo").click()
    out.locator(".upstar-last").first.wait_for()
    assert ast.literal_eval(lab.run(2).strip())[0] == moves


def test_a_long_search_shows_a_bar_until_it_ends(lab):
    lab.start(3)
    bar = lab.cell(3).locator("progress")
    bar.wait_for()
    early = float(bar.get_attribute("value"))
    lab.page.wait_for_function(
        "early => document.querySelector('progress').value > early", arg=early
    )
    bar.wait_for(state="detached")
    assert "the outcome is unknown" in lab.finish(3)


def test_a_proof_tree_opens_on_clicks(lab):
    lab.run(4)
    out = lab.cell(4)
    names = out.locator(".upstar-name")
    names.nth(1).wait_for()
    out.locator(".upstar-arrow").nth(1).click()
    names.nth(2).wait_for()
    reply = names.nth(2).text_content()
    out.locator(".upstar-arrow").nth(2).click()
    out.locator(".upstar-name.upstar-claimed").nth(1).wait_for()
    names.nth(3).click()
    line = f"{names.nth(1).text_content()} {reply} {names.nth(3).text_content()}"
    out.locator(".upstar-facts", has_text=line).wait_for()
    here = upstar.position("domineering", "4x4")
    for move in line.split():
        here = here.play(move)


def test_an_edge_of_hackenbush_is_cut_by_a_click(lab):
    lab.run(5)
    out = lab.cell(5)
    before = out.locator("[data-cell]").count()
    out.locator("[data-cell='1']").click()
    out.get_by_text("right to move").wait_for()
    assert out.locator("[data-cell]").count() < before


def test_interrupting_the_kernel_removes_the_bar(lab):
    lab.start(6)
    bar = lab.cell(6).locator("progress")
    bar.wait_for()
    lab.page.get_by_role("button", name="Interrupt the kernel").click()
    bar.wait_for(state="detached")
    assert "Interrupted" in lab.finish(6)


def test_a_thermograph_is_a_picture(lab):
    lab.run(7)
    lab.cell(7).locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for()


def test_interrupting_the_kernel_stops_the_opponent(lab):
    lab.run(8)
    out = lab.cell(8)
    out.locator("[data-cell='a1']").click()
    out.locator("[data-cell='a2']").click()
    out.get_by_text("alpha-beta is thinking").wait_for()
    lab.page.get_by_role("button", name="Interrupt the kernel").click()
    out.get_by_text("the opponent was interrupted").wait_for()
    assert lab.run(9).strip() == "('a1a2',)"
