"""The scripts of boards and trees, in a browser without a notebook."""

import json

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")
pytest.importorskip("anywidget", reason="widgets need upstar[notebook]")

import upstar
from upstar.notebook import board, proof_tree
from upstar.notebook.boards import BoardWidget
from upstar.notebook.trees import TreeWidget
from upstar.render.clickable import SCRIPT, clickable_board
from web.browser import CHROMIUM, WAIT, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture
def page(browser):
    page = browser.new_page()
    page.set_default_timeout(WAIT)
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


@pytest.fixture
def press(page):
    """Press cells one after the other; return the moves that this plays and what is left."""
    names = "Selection, nearest"
    script = SCRIPT.read_text(encoding="utf-8")
    page.add_script_tag(type="module", content=f"{script}\nObject.assign(window, {{ {names} }});")
    page.wait_for_function("() => window.Selection")

    def call(moves, spots):
        return page.evaluate(
            """([moves, spots]) => {
                 const selection = new Selection(moves);
                 const played = spots.map((spot) => selection.press(spot)).filter(Boolean);
                 return [played, selection.chosen, selection.targets()];
               }""",
            [moves, spots],
        )

    return call


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_the_clicks_on_the_cells_of_a_move_play_it(game, press, page):
    position = upstar.position(game.name, game.usual)
    moves = clickable_board(position)["moves"]
    # A move that begins a longer one needs a second click on its last cell. Moves of the same cells
    # (in Sheep they differ in a number) are played by name; the clicks play one of them. A move of
    # equal heaps can be clicked in several places.
    failed = page.evaluate(
        """(moves) => moves.filter(([name, cells]) => {
             const selection = new Selection(moves);
             let played = null;
             for (const spot of cells) played = selection.press(spot) ?? played;
             played ??= selection.press(cells.at(-1));
             const same = (others) => String([...others].sort()) === String([...cells].sort());
             return !moves.some(([other, others]) => other === played && same(others));
           })""",
        moves,
    )
    assert failed == []


def test_a_click_elsewhere_starts_a_new_selection(press):
    moves = [["a1a2", [0, 1]], ["b1b2", [2, 3]]]
    assert press(moves, [0]) == [[], [0], [1]]
    assert press(moves, [0, 2]) == [[], [2], [3]]
    assert press(moves, [0, 2, 3]) == [["b1b2"], [], [0, 1, 2, 3]]


def test_a_second_click_takes_the_selection_back(press):
    assert press([["a1a2", [0, 1]]], [0, 0]) == [[], [], [0, 1]]


def test_a_click_on_a_cell_without_moves_does_nothing(press):
    assert press([["a1a2", [0, 1]]], [7]) == [[], [], [0, 1]]


def test_moves_of_three_cells_are_played_in_their_order(press):
    moves = [["a1-b1/c1", [0, 1, 2]], ["b1-a1/c1", [1, 0, 2]]]
    assert press(moves, [1]) == [[], [1], [0]]
    assert press(moves, [1, 0, 2])[0] == ["b1-a1/c1"]


def test_the_cursor_moves_to_the_nearest_cell(press, page):
    spots = [[0, 0], [40, 0], [0, 40], [40, 40]]
    walk = "([spots, from, dx, dy]) => nearest(spots, from, dx, dy)"
    assert page.evaluate(walk, [spots, 0, 1, 0]) == 1
    assert page.evaluate(walk, [spots, 0, 0, 1]) == 2
    assert page.evaluate(walk, [spots, 1, 1, 0]) == 1
    assert page.evaluate(walk, [spots, -1, 1, 0]) == 0
    assert page.evaluate(walk, [[], -1, 1, 0]) == -1


MODEL = """
const model = {
  state: %s, sent: [], handlers: {},
  get(name) { return this.state[name]; },
  on(name, handler) { this.handlers[name] = handler; },
  off(name) { delete this.handlers[name]; },
  send(message) { this.sent.push(message); },
};
window.model = model;
"""


def show(page, widget, script, names):
    """Render a widget with a model that records messages. The page has no Python."""
    state = {name: getattr(widget, name) for name in names}
    page.set_content(f"<style>{widget._css}</style><div id='el'></div>")
    own = script.replace("export default { render };", "window.end = render({ model, el });")
    element = "const el = document.getElementById('el');"
    content = MODEL % json.dumps(state) + element + own
    page.add_script_tag(type="module", content=content)
    page.wait_for_function("() => window.end")


def test_clicks_on_the_board_are_sent_as_moves(page):
    widget = board("clobber", "2x2")
    show(page, widget, BoardWidget._esm, ["_view"])
    assert page.text_content(".upstar-verdict") == "black to move"
    page.click("[data-cell='a1']")
    assert page.locator(".upstar-chosen").count() == 1
    page.click("[data-cell='b1']")
    assert page.evaluate("() => model.sent") == [{"action": "play", "move": "a1b1"}]
    # Python plays the move and sends the new state.
    widget.play("a1b1")
    page.evaluate(
        "view => { model.state._view = view; model.handlers['change:_view'](); }", widget._view
    )
    assert page.text_content(".upstar-verdict") == "white to move"
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("() => model.sent.at(-1)") == {"action": "undo"}
    assert page.get_by_role("button", name="Redo").is_disabled()
    page.evaluate("() => end()")
    assert page.evaluate("() => model.handlers") == {}


def test_the_board_can_be_played_with_the_keyboard(page):
    show(page, board("domineering", "2x2"), BoardWidget._esm, ["_view"])
    page.focus(".upstar-board")
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("() => model.sent") == [{"action": "play", "move": "a1a2"}]


def test_moves_without_cells_are_buttons(page):
    show(page, board("go", "3x3"), BoardWidget._esm, ["_view"])
    page.get_by_role("button", name="pass").click()
    assert page.evaluate("() => model.sent") == [{"action": "play", "move": "pass"}]


def test_nodes_load_their_children_when_they_are_opened(page, tmp_path):
    solution = upstar.solve("domineering", "3x3", proof=tmp_path / "proof")
    widget = proof_tree(solution)
    show(page, widget, TreeWidget._esm, ["roots"])
    sent = []
    widget.send = sent.append

    def answer():
        for message in page.evaluate("() => model.sent.splice(0)"):
            widget._receive(widget, message, [])
        for message in sent:
            page.evaluate("message => model.handlers['msg:custom'](message)", message)
        sent.clear()

    answer()
    assert page.locator(".upstar-name").all_text_contents() == [
        "vertical wins", solution.best_move,
    ]  # fmt: skip
    assert page.locator(".upstar-picture svg").count() == 1
    page.locator(".upstar-arrow").nth(1).click()
    answer()
    replies = upstar.position("domineering", "3x3").play(solution.best_move).moves()
    assert page.locator(".upstar-name").all_text_contents()[2:] == list(replies)
    page.locator(".upstar-name").nth(2).click()
    answer()
    assert f"{solution.best_move} {replies[0]}" in page.text_content(".upstar-facts")
    # A closed node opens again without a message.
    page.locator(".upstar-arrow").nth(1).click()
    assert not page.locator(".upstar-name").nth(2).is_visible()
    page.locator(".upstar-arrow").nth(1).click()
    assert page.locator(".upstar-name").nth(2).is_visible()
    assert page.evaluate("() => model.sent") == []
