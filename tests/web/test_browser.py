"""The workbench in a real browser."""

import re

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM, WAIT, choose, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


class Visit:
    """A page with its requests and its errors."""

    def __init__(self, browser, address, **options):
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.address = address

    def open(self, query=""):
        self.page.goto(self.address + query)
        self.page.wait_for_selector(".upstar-picture svg", state="attached")
        return self.page

    def verdict(self, words):
        self.page.wait_for_selector(f".upstar-verdict:has-text('{words}')")

    def answered(self, make):
        """Make a move, and wait for the reply or for the end of the game.

        The address has the moves; the page is repainted when it changes.
        """
        made = "(new URL(location.href).searchParams.get('moves') || '').split(' ').filter(m => m)"
        before = self.page.evaluate(f"() => {made}.length")
        make()
        self.page.wait_for_function(
            f"() => {made}.length >= {before + 2} || "
            "/is over/.test(document.querySelector('.upstar-verdict').textContent)"
        )
        self.page.wait_for_timeout(500)

    def cell(self, *names):
        for name in names:
            self.page.click(f'[data-cell="{name}"]')


@pytest.fixture
def visit(browser, workbench):
    made = []

    def call(**options):
        made.append(Visit(browser, workbench, **options))
        return made[-1]

    yield call
    for each in made:
        errors = each.errors
        each.context.close()
        assert errors == []


def test_a_game_of_clobber_against_the_engine_to_the_end(visit):
    seen = visit()
    page = seen.open("?game=clobber&position=3x4")
    choose(page, "time per move", "0.2 s")
    choose(page, "white", "mcts")
    for _ in range(12):
        page.wait_for_function(
            "() => /black to move|is over/"
            ".test(document.querySelector('.upstar-verdict').textContent)"
        )
        if "is over" in page.text_content(".upstar-verdict"):
            break
        move = page.get_attribute(".upstar-moves button", "data-move")
        cells = re.findall(r"[a-z]\d", move)
        seen.answered(lambda cells=cells: seen.cell(*cells))
    seen.verdict("the game is over:")
    assert "moves=" in page.url
    # The link restores the state.
    again = visit()
    again.open(page.url[len(again.address) :])
    again.verdict(page.text_content(".upstar-verdict"))


def test_the_chart_grows_while_domineering_6x6_is_solved(visit):
    page = visit().open("?game=domineering&position=6x6&view=solve")
    choose(page, "algorithm", "pns")
    choose(page, "compare with", "alpha-beta")
    page.get_by_role("button", name="Solve").last.click()
    card = page.locator(".upstar-search", has_text="pns")
    card.get_by_text("vertical, to move, wins").wait_for()
    chart = page.locator(".upstar-chart").first
    drawn = page.evaluate(
        "() => getElement(document.querySelector('.upstar-chart').id.slice(1))"
        ".chart.getOption().series.map(s => [s.name, s.data.length])"
    )
    named = dict(map(tuple, drawn))
    assert named["pns pn"] > 5
    assert named["pns dn"] > 5
    assert chart.is_visible()
    # The principal variation is drawn on the board.
    assert page.locator(".upstar-note").first.text_content() == "1"


def test_a_search_can_be_paused_and_stopped(visit):
    page = visit().open("?game=domineering&position=9x9&view=solve")
    page.get_by_role("button", name="Solve").last.click()
    page.get_by_text("searching:").first.wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("paused:").first.wait_for()
    page.get_by_role("button", name="Resume").click()
    page.get_by_text("searching:").first.wait_for()
    page.get_by_role("button", name="Stop").first.click()
    page.get_by_text("not solved: it was interrupted").first.wait_for()


def test_a_proof_can_be_browsed_and_played_against(visit):
    seen = visit()
    page = seen.open("?game=domineering&position=4x4&view=tree")
    page.get_by_role("button", name="Prove").click()
    page.get_by_text("a proof of").wait_for()
    first = page.locator(".upstar-tree .q-tree__node--child, .upstar-tree .q-tree__node").nth(1)
    first.wait_for()
    # The winner's move is shown; the replies are loaded when it is opened.
    page.locator(".upstar-tree .q-tree__arrow").nth(1).click()
    page.wait_for_function("() => document.querySelectorAll('.q-tree__node').length > 4")
    # Play against the proof: it moves for vertical, the test for horizontal, and it wins.
    page.get_by_role("button", name="Play against").click()
    page.get_by_role("tab", name="Board").click()
    for _ in range(8):
        page.wait_for_function(
            "() => /horizontal to move|is over/"
            ".test(document.querySelector('.upstar-verdict').textContent)"
        )
        if "is over" in page.text_content(".upstar-verdict"):
            break
        seen.answered(page.locator(".upstar-moves button").first.click)
    seen.verdict("vertical wins")


def test_the_thermograph_is_shown_and_parts_are_coloured(visit):
    page = visit().open("?game=domineering&position=..%23../..%23../..%23..&view=value")
    page.locator(".upstar-part svg polyline, .upstar-part svg path").first.wait_for()
    assert page.locator(".upstar-part").count() == 2
    colours = page.evaluate(
        "() => [...document.querySelectorAll('.upstar-side .upstar-overlay rect')]"
        ".map(r => r.getAttribute('fill'))"
    )
    assert len(set(colours)) == 2
    assert len(colours) == 12
    page.fill('input[aria-label="calculator"]', "{3|1} + ^")
    page.keyboard.press("Enter")
    page.get_by_text("= {3↑|1↑}").wait_for()


def test_reports_show_tables_and_plots(visit):
    page = visit().open("?view=reports")
    page.locator(".upstar-table table").first.wait_for()
    choose(page, "report", re.compile("pp-table-5 quick.*"))
    page.get_by_text("Only in the full preset").or_(page.get_by_text("published")).first.wait_for()
    page.locator(".upstar-chart canvas").first.wait_for()


def test_bad_input_is_a_message(visit):
    page = visit().open("?game=clobber&position=zzz")
    page.get_by_text("the link is not valid").wait_for()
    page.fill('input[aria-label="position or size"]', "<script>alert(1)</script>")
    page.get_by_role("button", name="Set", exact=True).click()
    error = page.locator(".upstar-error")
    error.filter(has_text="script").wait_for()
    page.fill('input[aria-label="move"]', "z9z8")
    page.keyboard.press("Enter")
    page.get_by_text("'z9z8'").first.wait_for()


def test_the_board_works_with_the_keyboard_on_a_phone(visit):
    seen = visit(viewport={"width": 360, "height": 720}, color_scheme="dark", has_touch=True)
    page = seen.open("?game=mnk&position=3x3:3")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360, "the page is wider than the screen"
    page.focus(".upstar-board")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    seen.verdict("second to move")
    page.wait_for_function("() => /moves=b2/.test(location.href)")
    page.locator(".upstar-verdict").click()
    page.keyboard.press("u")
    seen.verdict("first to move")


def test_the_page_sends_no_request_to_another_machine(visit):
    seen = visit()
    page = seen.open("?game=domineering&position=3x3")
    for tab in ("Solve", "Tree", "Value", "Reports", "Board"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(300)
    page.goto(seen.address + "api/docs")
    hosts = {re.match(r"(?:https?|wss?)://([^/:]+)|data:|blob:", url) for url in seen.requests}
    assert None not in hosts
    assert {host[1] for host in hosts if host[1]} == {"127.0.0.1"}


def test_alpha_beta_updates_the_chart_and_marks_its_move(visit):
    # Alpha-beta alone takes many minutes for this position.
    page = visit().open("?game=clobber&position=5x5&view=solve")
    choose(page, "algorithm", "alpha-beta")
    page.get_by_role("button", name="Solve").last.click()
    page.get_by_text("best so far").wait_for()
    # The two cells of the best move so far, in the search's colour.
    page.wait_for_function(
        "() => document.querySelectorAll('.upstar-side .upstar-overlay rect').length === 2"
    )
    page.wait_for_function(
        "() => getElement(document.querySelector('.upstar-chart').id.slice(1))"
        ".chart.getOption().series.filter(s => s.data.length > 4).length === 2"
    )
    page.get_by_role("button", name="Stop").first.click()
    page.get_by_text("not solved: it was interrupted").first.wait_for()
    page.wait_for_function(
        "() => !document.querySelectorAll('.upstar-side .upstar-overlay rect').length"
    )


def test_a_hint_is_numbered_on_the_board(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=a1+c3")
    choose(page, "time per move", "0.2 s")
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("the engine would play").wait_for()
    assert page.locator(".upstar-note").first.text_content() in "123456"
    page.locator(".upstar-moves button").first.click()
    page.wait_for_function("() => !document.querySelector('.upstar-note')")


def test_the_results_of_all_moves_are_on_the_board(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=a1+a2")
    page.get_by_role("button", name="All moves").click()
    labels = "() => [...document.querySelectorAll('.upstar-picture text')].map(t => t.textContent)"
    # First the outcomes appear, then the distances.
    page.wait_for_function(f"() => ({labels})().includes('+5')")
    assert page.locator(".upstar-status").first.text_content().startswith("moves: ")
    page.locator(".upstar-moves button").first.click()
    page.wait_for_function(f"() => !({labels})().includes('+5')")


def test_a_position_is_set_up_while_the_engine_waits(visit):
    seen = visit()
    page = seen.open("?game=mnk&position=3x3:3")
    page.get_by_role("button", name="Set up").click()
    page.get_by_text("click a cell to change it").wait_for()
    choose(page, "time per move", "0.2 s")
    choose(page, "first", "mcts")
    seen.cell("a1")
    page.wait_for_function("() => /x../.test(new URL(location.href).searchParams.get('position'))")
    page.wait_for_timeout(1500)
    assert "moves=" not in page.url
    page.get_by_role("button", name="Set up").click()
    page.wait_for_function("() => /moves=/.test(location.href)")
