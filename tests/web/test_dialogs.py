"""The dialogs with all games and with help; the small marks of the board and of the lists."""

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


def test_a_game_is_begun_by_its_picture(visit):
    import upstar

    page = visit().open()
    page.get_by_role("button", name="All games").click()
    cards = page.locator(".upstar-game-card")
    cards.first.wait_for()
    assert cards.count() == len(upstar.games())
    page.get_by_label("search").fill("three sides")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.upstar-game-card')]"
        ".filter(card => card.offsetParent).length === 1"
    )
    page.locator(".upstar-game-card:visible").click()
    page.wait_for_function("() => /game=y&/.test(location.href)")
    page.wait_for_function(
        "() => document.querySelector('.upstar-stage [role=grid]').ariaLabel.includes(' y:')"
    )


def test_keys_open_the_dialogs_also_after_a_click_on_a_button(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2+a1")
    page.get_by_label("one move back").click()
    page.wait_for_function("() => /at=1/.test(location.href)")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => /at=0/.test(location.href)")
    page.keyboard.press("?")
    page.get_by_text("Keys", exact=True).wait_for()
    page.get_by_label("close").click()
    page.get_by_text("Keys", exact=True).wait_for(state="hidden")
    page.keyboard.press("n")
    page.locator(".upstar-game-card").first.wait_for()


def test_the_dialogs_show_every_key_of_the_page(visit):
    page = visit().open()
    page.get_by_label("help", exact=True).click()
    page.locator(".upstar-help-key").first.wait_for()
    shown = " ".join(page.locator(".upstar-help-key").all_text_contents())
    for key in ("←", "→", "Home", "End", "u", "r", "n", "?", "Escape", "Enter"):
        assert key in shown


def test_why_a_move_loses_is_asked_beside_the_move(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2&analysis=on")
    page.get_by_label("why does a2 lose?").click()
    page.get_by_text("a2 loses").wait_for()
    assert "view=tree" in page.url
    # A move that was played is asked about in the list of moves.
    page.get_by_role("tab", name="Board").click()
    page.get_by_label("why does this move lose?").click()
    page.get_by_text("b2 does not lose: it draws").wait_for()


def test_a_proof_of_a_draw_does_not_say_that_somebody_wins(visit):
    page = visit().open("?game=mnk&position=3x3:3&moves=b2&view=tree")
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_text("a proof of").wait_for()
    page.get_by_text("proved: second does not lose").wait_for()


def test_the_choice_between_dark_and_light_survives_a_reload(visit):
    page = visit(color_scheme="light").open()
    page.get_by_label("switch between dark and light").click()
    page.wait_for_selector("body.body--dark")
    page.reload()
    page.wait_for_selector(".upstar-picture svg")
    page.wait_for_selector("body.body--dark")


def test_a_domino_has_one_frame(visit):
    page = visit().open("?game=domineering&position=4x4&moves=a1a2")
    page.locator("rect.upstar-last").wait_for()
    assert page.locator(".upstar-stage .upstar-last").count() == 1


def test_the_board_fills_the_stage(visit):
    """The coordinates of a large board are beside it: the cells fill nine tenths of the picture."""
    page = visit(viewport={"width": 1440, "height": 900}).open("?game=clobber&position=4x4")
    part = page.evaluate(
        "() => 160 / document.querySelector('.upstar-stage .upstar-overlay').viewBox.baseVal.width"
    )
    assert part >= 0.9


def test_counters_and_lines_are_clicked(visit):
    seen = visit()
    moves = "(new URL(location.href).searchParams.get('moves') || '')"
    for game, position, clicks, move in (
        ("nim", "3,4,5", ["3.3"], "5:2"),
        ("nim", "2,2", ["2.1"], "2:0"),
        ("kayles", "3,4", ["2.2", "2.3"], "4:1,1"),
        ("kayles", "3", ["1.1", "1.1"], "3:2"),
        ("nimstring", "2x2", ["b2l"], "b2l"),
    ):
        page = seen.open(f"?game={game}&position={position}")
        seen.cell(*clicks)
        page.wait_for_function(f"wanted => {moves} === wanted", arg=move)


def test_a_search_is_returned_to_from_its_page(visit):
    seen = visit()
    page = seen.open("?game=mnk&position=3x3:3&moves=b2&view=solve&algorithm=pns")
    page.get_by_role("button", name="Solve", exact=True).last.click()
    page.get_by_text("second, to move, draws").wait_for()
    page.goto(seen.address + "jobs")
    page.get_by_role("link", name="Solve mnk").first.click()
    page.get_by_role("link", name="Open it on the workbench").click()
    page.get_by_text("second, to move, draws").wait_for()
    assert "view=solve" in page.url
