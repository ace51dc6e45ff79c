"""Defects of the page that were mended: each test fails without the mending."""

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM, algorithm, choose

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")

MOVES = "(new URL(location.href).searchParams.get('moves') || '')"


def wait_for_moves(page, moves):
    page.wait_for_function(f"wanted => {MOVES} === wanted", arg=moves)


def test_a_position_with_walls_survives_a_reload(visit):
    page = visit().open("?game=domineering&position=..%23./....")
    page.get_by_role("tab", name="Value").click()
    page.wait_for_function("() => /view=value/.test(location.href)")
    page.reload()
    page.wait_for_selector(".upstar-picture svg")
    page.get_by_role("tab", name="Board").click()
    field = page.get_by_label("position or size")
    field.wait_for()
    assert field.input_value() == "..#./...."


def test_a_click_while_the_engine_thinks_does_nothing(visit):
    seen = visit()
    # An opponent that thinks for ten seconds, so that the test has time on a busy machine.
    page = seen.open("?game=mnk&position=5x5:4&algorithms=on&right=mcts&seconds=10.0")
    page.click('[data-cell="c3"]')
    page.get_by_text("is thinking").wait_for()
    page.click('[data-cell="a1"]')
    page.fill('input[aria-label="move"]', "a2")
    page.keyboard.press("Enter")
    page.get_by_text("wait for the move").wait_for()
    # The engine's answer arrives and is the second move.
    page.wait_for_function(f"() => {MOVES}.split(' ').length === 2")
    moves = page.evaluate(f"() => {MOVES}.split(' ')")
    assert moves[0] == "c3"
    seen.verdict("first to move")


def test_setting_up_keeps_the_game_until_it_is_done(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a1")
    page.get_by_label("set up a position").click()
    page.click('[data-cell="c3"]')
    page.get_by_role("button", name="Cancel").click()
    wait_for_moves(page, "b2 a1")
    page.get_by_label("set up a position").click()
    page.click('[data-cell="c3"]')
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_function("() => /position=..x/.test(location.href)")
    # Back returns to the game that was replaced.
    page.go_back()
    wait_for_moves(page, "b2 a1")


def test_another_game_can_be_left_with_back(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a1")
    choose(page, "game", "hex")
    page.wait_for_function("() => /game=hex/.test(location.href)")
    page.go_back()
    wait_for_moves(page, "b2 a1")
    page.locator(".upstar-played", has_text="b2").wait_for()


def test_choices_are_in_the_address_and_survive_a_reload(visit):
    page = visit().open("?game=clobber&position=3x3&view=solve")
    choose(page, "algorithm", algorithm("pns"))
    page.get_by_text("Parameters of pns").click()
    choose(page, "init", "constant")
    choose(page, "white is played by", "easy")
    page.wait_for_function("() => /right=easy/.test(location.href)")
    page.reload()
    page.wait_for_selector(".upstar-picture svg")
    assert page.get_by_label("algorithm", exact=True).first.input_value() == "pns"
    page.get_by_text("Parameters of pns").click()
    assert page.get_by_label("init", exact=True).first.input_value() == "constant"
    assert page.get_by_label("white is played by").first.input_value() == "easy"


def test_a_search_survives_a_reload(visit):
    page = visit().open("?game=domineering&position=9x9&view=solve")
    page.get_by_role("button", name="Solve").last.click()
    page.get_by_text("searching:").first.wait_for()
    page.wait_for_function("() => /searches=/.test(location.href)")
    page.reload()
    page.get_by_text("searching:").first.wait_for()
    page.get_by_role("button", name="Stop").first.click()
    page.get_by_text("not solved: it was interrupted").first.wait_for()


def test_keys_with_ctrl_belong_to_the_browser(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a1")
    page.locator(".upstar-verdict").click()
    page.keyboard.press("Control+u")
    page.wait_for_timeout(500)
    assert "at=" not in page.url
    page.keyboard.press("u")
    page.wait_for_function("() => /at=1/.test(location.href)")
    page.keyboard.press("Control+r")
    page.wait_for_timeout(500)
    assert "at=1" in page.url


def test_a_set_up_has_a_palette(visit):
    page = visit().open("?game=mnk&position=x.o/.../...:3")
    page.get_by_label("set up a position").click()

    def shows(*cells):
        page.wait_for_function(
            "wanted => [...document.querySelectorAll('.upstar-stage [data-cell]')].filter(c => "
            "/first|second/.test(c.getAttribute('aria-label'))).map(c => c.dataset.cell + ' ' + "
            "c.getAttribute('aria-label').split(', ')[1]).join() === wanted",
            arg=",".join(cells),
        )

    shows("a3 first", "c3 second")
    page.get_by_label("mirror the board").click()
    shows("a3 second", "c3 first")
    page.get_by_label("swap the colours").click()
    shows("a3 first", "c3 second")
    page.get_by_label("clear the board").click()
    shows()
    page.get_by_label("undo the last change").click()
    shows("a3 first", "c3 second")
    page.get_by_role("button", name="second", exact=True).click()
    page.click('.upstar-stage [data-cell="b2"]')
    shows("a3 first", "c3 second", "b2 second")
    choose(page, "to move", "second")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_function(
        "() => /to_move=second/.test(location.href) && /position=x.o[/].o.[/]/.test(location.href)"
    )


def test_the_board_of_a_sum_can_be_clicked(visit):
    page = visit().open("?game=sum&position=clobber:xo+%2B+domineering:2x2")
    page.click('[data-cell="2:a1"]')
    page.click('[data-cell="2:a2"]')
    wait_for_moves(page, "2:a1a2")
    page.click('[data-cell="1:b1"]')
    page.click('[data-cell="1:a1"]')
    wait_for_moves(page, "2:a1a2 1:b1a1")


def test_the_history_has_what_the_visitor_asked(visit):
    seen = visit()
    page = seen.open("?game=mnk&position=3x3:3&analysis=on&right=beginner")
    page.click('[data-cell="b2"]')
    page.wait_for_function(f"() => {MOVES}.split(' ').length === 2")
    page.get_by_text("; moves:").wait_for()
    page.get_by_role("tab", name="Solve").click()
    page.get_by_role("button", name="Solve", exact=True).last.click()
    page.get_by_text("first, to move,").first.wait_for()
    page.goto(seen.address + "jobs")
    asked = page.locator("tbody tr")
    assert asked.count() == 1
    assert "Solve mnk" in asked.first.text_content()


def test_the_position_field_shows_the_current_position(visit):
    page = visit().open("?game=mnk&position=3x3:3")
    page.click('[data-cell="b2"]')
    page.wait_for_function(
        "() => document.querySelector('input[aria-label=\"position or size\"]').value"
        " === '.../.x./...:3'"
    )


def test_prove_shows_its_limit(visit):
    page = visit().open("?game=domineering&position=9x9&view=tree")
    page.get_by_label("within seconds").fill("2")
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_text("of 2 s").wait_for()
    page.get_by_text("not solved").wait_for()


def test_pauses_are_not_in_the_chart(visit):
    times = (
        "getElement(document.querySelector('.upstar-chart').id.slice(1)).chart"
        ".getOption().series[0]?.data.map(point => point[0]) ?? []"
    )
    page = visit().open("?game=domineering&position=9x9&view=solve&algorithm=pns")
    page.get_by_role("button", name="Solve").last.click()
    page.wait_for_function(f"() => ({times}).length > 2")
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("paused:").first.wait_for()
    before = page.evaluate(f"() => ({times}).at(-1)")
    page.wait_for_timeout(12000)
    page.get_by_role("button", name="Resume").click()
    page.wait_for_function(f"last => ({times}).at(-1) > last", arg=before)
    after = page.evaluate(f"last => ({times}).find(time => time > last)", before)
    page.get_by_role("button", name="Stop").first.click()
    assert after - before < 10, "the chart has the pause of twelve seconds"


def test_copy_link_says_what_happened(visit):
    seen = visit(permissions=["clipboard-read", "clipboard-write"])
    page = seen.open("?game=domineering&position=..%23./....")
    page.get_by_label("copy link").click()
    page.get_by_text("the link was copied").wait_for()
    assert "%23" in page.evaluate("() => navigator.clipboard.readText()")
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.get_by_label("copy link").click()
    page.get_by_text("Copy the link yourself").wait_for()
    assert "%23" in page.get_by_label("link", exact=True).last.input_value()
