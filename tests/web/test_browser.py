"""The workbench in a real browser."""

import re

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM, algorithm, choose

FIRST_MOVE = "() => document.querySelector('.upstar-moves button').click()"
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def test_a_game_of_clobber_against_the_engine_to_the_end(visit):
    seen = visit()
    page = seen.open("?game=clobber&position=3x4")
    choose(page, "white is played by", "easy")
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
    choose(page, "algorithm", algorithm("pns"))
    choose(page, "compare with", algorithm("alpha-beta"))
    page.get_by_role("button", name="Solve").last.click()
    card = page.locator(".upstar-search", has_text="pns")
    card.get_by_text("vertical, to move, wins").wait_for()
    chart = page.locator(".upstar-chart").first
    page.get_by_text("wins the race").wait_for()
    drawn = page.evaluate(
        "() => getElement(document.querySelector('.upstar-chart').id.slice(1))"
        ".chart.getOption().series"
        ".map(s => [s.name, [s.data.length, s.lineStyle.color, s.yAxisIndex]])"
    )
    named = dict(map(tuple, drawn))
    assert named["pns pn"][0] > 5
    assert named["pns dn"][0] > 5
    # One colour for each algorithm, on its card too; nodes and numbers have their own axes.
    colours = {name.split()[0]: facts[1] for name, facts in named.items()}
    assert all(facts[1] == colours[name.split()[0]] for name, facts in named.items())
    assert len(set(colours.values())) == 2
    assert all(facts[2] == (0 if "nodes" in name else 1) for name, facts in named.items())
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
        seen.answered(lambda: page.evaluate(FIRST_MOVE))
    seen.verdict("vertical wins")


def test_the_thermograph_is_shown_and_parts_are_coloured(visit):
    page = visit().open("?game=domineering&position=..%23../..%23../..%23..&view=value")
    page.locator(".upstar-part svg polyline, .upstar-part svg path").first.wait_for()
    assert page.locator(".upstar-part").count() == 2
    colours = page.evaluate(
        "() => [...document.querySelectorAll('.upstar-stage .upstar-overlay [stroke]')]"
        ".map(r => r.getAttribute('fill'))"
    )
    assert len(set(colours)) == 2
    assert len(colours) == 12


def test_reports_show_tables_and_plots(visit):
    page = visit().open("?view=reports")
    page.locator(".upstar-table table").first.wait_for()
    choose(page, "report", re.compile("pp-table-5 quick.*"))
    page.get_by_text("Only in the full preset").or_(page.get_by_text("published")).first.wait_for()
    page.locator(".upstar-chart canvas").first.wait_for()
    page.wait_for_function("() => /report=pp-table-5/.test(location.href)")


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
    for tab in ("Solve", "Proof", "Value", "Reports", "Board"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(300)
    page.goto(seen.address + "api/docs")
    hosts = {re.match(r"(?:https?|wss?)://([^/:]+)|data:|blob:", url) for url in seen.requests}
    assert None not in hosts
    assert {host[1] for host in hosts if host[1]} == {"127.0.0.1"}


def test_alpha_beta_updates_the_chart_and_marks_its_move(visit):
    # Alpha-beta alone takes many minutes for this position.
    page = visit().open("?game=clobber&position=5x5&view=solve")
    choose(page, "algorithm", algorithm("alpha-beta"))
    page.get_by_role("button", name="Solve").last.click()
    page.get_by_text("best so far").wait_for()
    # The two cells of the best move so far, in the search's colour.
    page.wait_for_function(
        "() => document.querySelectorAll('.upstar-stage .upstar-overlay [stroke]').length === 2"
    )
    page.wait_for_function(
        "() => getElement(document.querySelector('.upstar-chart').id.slice(1))"
        ".chart.getOption().series.filter(s => s.data.length > 4).length === 2"
    )
    page.get_by_role("button", name="Stop").first.click()
    page.get_by_text("not solved: it was interrupted").first.wait_for()
    page.wait_for_function(
        "() => !document.querySelectorAll('.upstar-stage .upstar-overlay [stroke]').length"
    )


def test_the_results_of_all_moves_are_on_the_board(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=a1+a2")
    page.locator(".q-toggle", has_text="Analysis").click()
    labels = "() => [...document.querySelectorAll('.upstar-picture text')].map(t => t.textContent)"
    # First the outcomes appear, then the distances.
    page.wait_for_function(f"() => ({labels})().includes('+5')")
    page.get_by_text("first wins in 5 plies; moves:").wait_for()
    share = "() => document.querySelector('.upstar-bar').getAttribute('aria-label')"
    assert page.evaluate(share) == "evaluation: first 100 %, second the rest"
    # The best line is numbered on the board under the pointer, and a click plays it.
    line = page.get_by_role("group", name="best line").get_by_role("button")
    line.nth(2).hover()
    page.wait_for_function("() => document.querySelectorAll('.upstar-note').length === 3")
    line.nth(1).click()
    page.wait_for_function(f"() => !({labels})().includes('+5')")
    page.wait_for_function(
        "() => new URL(location.href).searchParams.get('moves').split(' ').length === 4"
    )
    # The proved results are in the list of moves.
    assert page.locator(".upstar-played .upstar-badge-win").count() >= 1


def test_estimates_are_shown_until_a_proof_is_found(visit):
    page = visit().open("?game=hex&position=9x9&analysis=on")
    page.get_by_text("of random games").last.wait_for()
    labels = "[...document.querySelectorAll('.upstar-picture text')].map(t => +t.textContent)"
    # The coordinates have nine numbers; the estimates have more.
    page.wait_for_function(f"() => {labels}.filter(n => n > 9 && n < 100).length > 9")


def test_variations_comments_and_keys(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a1+c1")
    page.locator(".upstar-verdict").click()
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => /at=1/.test(location.href)")
    page.click('[data-cell="c3"]')
    page.locator(".upstar-variation .upstar-played", has_text="c3").wait_for()
    page.fill('input[aria-label="comment"]', "why not?")
    page.keyboard.press("Enter")
    page.locator(".upstar-comment", has_text="why not?").wait_for()
    page.locator(".upstar-main-line .upstar-played", has_text="c1").click()
    page.wait_for_function("() => !/at=3/.test(location.href)")
    moves = page.evaluate("() => new URL(location.href).searchParams.get('moves')")
    assert moves == "b2 a1 ( c3 { why not? } ) c1"
    page.reload()
    page.locator(".upstar-comment", has_text="why not?").wait_for()


def test_the_winning_line_and_the_last_move_are_marked(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=a1+a2+b1+b2+c1")
    assert page.locator(".upstar-won").count() == 3
    assert page.locator(".upstar-last").count() == 1


def test_legal_moves_appear_under_the_pointer_only(visit):
    page = visit().open("?game=go&position=9x9")
    assert page.locator(".upstar-target").count() == 0
    page.hover('[data-cell="e5"]')
    assert page.locator(".upstar-target").count() == 1


def test_a_piece_falls_to_the_lowest_empty_cell(visit):
    page = visit().open("?game=connect-four&position=6x7")
    page.click('[data-cell="d6"]')
    page.wait_for_function("() => /moves=d$/.test(location.href)")


def test_values_are_explored_compared_and_added(visit):
    page = visit().open("?game=domineering&position=2x2&view=value")
    page.fill('input[aria-label="calculator"]', "{3|1} + ^")
    page.keyboard.press("Enter")
    page.get_by_text("= {3↑ | 1↑}").wait_for()
    page.get_by_role("button", name="3↑", exact=True).click()
    page.get_by_text("= 3↑").wait_for()
    page.fill('input[aria-label="compare with"]', "3")
    page.keyboard.press("Enter")
    page.get_by_text("the first is greater").wait_for()
    page.get_by_role("button", name="Add this board to a sum").click()
    page.get_by_text("= ±1").wait_for()


def test_miny_is_not_shown_as_a_negative_number(visit):
    page = visit().open("?view=value&explore={2|0||0}")
    sub = page.locator(".upstar-value sub").first
    sub.wait_for()
    assert sub.text_content() == "2"
    assert "miny-2" in page.locator(".upstar-value span[title]").first.get_attribute("title")
    page.get_by_text("It is not a number").wait_for()


def test_a_losing_move_is_refuted(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a2&view=tree")
    page.get_by_role("tab", name="Proof").wait_for()
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_text("first, to move, wins").wait_for()
    page = visit().open("?game=mnk&position=3x3:3&moves=b2&view=tree")
    choose(page, "move", "a2")
    page.get_by_role("button", name="Why does it lose?").click()
    page.get_by_text("a2 loses: first answers").wait_for()
    assert page.locator(".upstar-proof-left").count() >= 2
    # The refutation survives a reload.
    page.wait_for_function("() => /proof=/.test(location.href)")
    page.reload()
    page.get_by_text("a2 loses: first answers").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.upstar-proof-left').length >= 2")


def test_games_are_saved_and_loaded(visit):
    seen = visit()
    page = seen.open("?game=hex&position=3x3&moves=b2+a3")
    page.get_by_text("Save and load").click()
    sgf = page.get_by_role("link", name="SGF").get_attribute("href")
    answer = page.request.get(seen.address.rstrip("/") + sgf)
    assert ";B[b2];W[a1]" in answer.text()
    field = page.get_by_label("record, SGF or a link to HexWorld")
    field.fill("(;FF[4]GM[11]SZ[3];B[a1];W[b1](;B[c1])(;B[b2]))")
    page.get_by_role("button", name="Load this game").click()
    page.locator(".upstar-variation .upstar-played", has_text="b2").wait_for()
