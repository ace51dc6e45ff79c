"""Five tasks from an empty page, by a scripted browser that counts the clicks."""

import re

import pytest

pytest.importorskip("playwright", reason="tests in a browser need playwright")

from web.browser import CHROMIUM, algorithm

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here")


class Hand:
    """A visitor with a mouse. Typing does not count as a click."""

    def __init__(self, page):
        self.page = page
        self.clicks = 0

    def click(self, target):
        target = self.page.locator(target) if isinstance(target, str) else target
        target.first.click()
        self.clicks += 1

    def choose(self, label, option):
        """Choose an option of a field: two clicks."""
        self.click(self.page.get_by_label(label, exact=True))
        self.click(self.page.get_by_role("option", name=option))
        self.page.wait_for_function("() => !document.querySelector('.q-menu')")

    def set_up(self, text):
        """Type a game and a position: one click into the field."""
        self.click(self.page.get_by_label("position or size"))
        self.page.get_by_label("position or size").fill(text)
        self.page.keyboard.press("Enter")
        game = text.partition(" ")[0]
        self.page.wait_for_function("game => location.href.includes(`game=${game}&`)", arg=game)

    def begin(self, game):
        """Begin a game by its picture: two clicks."""
        self.click(self.page.get_by_role("button", name="All games"))
        self.click(self.page.get_by_role("button", name=game))
        self.page.wait_for_function("game => location.href.includes(`game=${game}&`)", arg=game)
        self.page.wait_for_function("() => !document.querySelector('.q-dialog__backdrop')")


def test_find_all_winning_moves_of_a_connect_four_position(visit):
    import upstar

    start = upstar.position("connect-four", "4x5:4").play("c").play("c").play("b")
    page = visit().open()
    hand = Hand(page)
    hand.set_up(f"connect-four {start} {start.to_move}")
    hand.click(".q-toggle:has-text('Analysis')")
    page.get_by_text("; moves:").wait_for()
    assert hand.clicks <= 3
    wins = page.locator(".upstar-chips .upstar-badge-win").count()
    assert wins == len(upstar.analyze(start).winning_moves)


def test_play_a_game_against_strong(visit):
    seen = visit()
    page = seen.open()
    hand = Hand(page)
    hand.begin("mnk")
    hand.choose("second is played by", "strong")
    made = "(new URL(location.href).searchParams.get('moves') || '').split(' ').filter(m => m)"
    for cell in ("b2", "a1", "c3", "a3", "c1", "b1", "a2", "c2", "b3"):
        moves = page.evaluate(f"() => {made}")
        if "is over" in page.text_content(".upstar-verdict"):
            break
        if cell not in moves:
            seen.answered(lambda cell=cell: hand.click(f'[data-cell="{cell}"]'))
    seen.verdict("the game is over")
    # Two clicks choose the game, two the opponent; each move is one.
    assert hand.clicks <= 2 + 2 + 5


def test_compare_two_algorithms(visit):
    page = visit().open()
    hand = Hand(page)
    hand.click(page.get_by_role("tab", name="Solve"))
    hand.choose("algorithm", algorithm("pns"))
    hand.choose("compare with", algorithm("pnt"))
    hand.click(page.get_by_role("button", name="Solve", exact=True).last)
    page.get_by_text(re.compile("pn[st] wins the race")).wait_for()
    assert hand.clicks <= 6


def test_value_a_sum_of_two_boards(visit):
    page = visit().open()
    hand = Hand(page)
    hand.set_up("domineering 2x2")
    hand.click(page.get_by_role("tab", name="Value"))
    hand.click(page.get_by_role("button", name="Add this board to a sum"))
    page.get_by_text("= ±1").wait_for()
    hand.click(page.get_by_role("tab", name="Board"))
    hand.set_up("clobber xo")
    hand.click(page.get_by_role("tab", name="Value"))
    hand.click(page.get_by_role("button", name="Add this board to a sum"))
    # The switch and the star.
    page.get_by_text("= ±(1∗)").wait_for()
    assert hand.clicks <= 7


def test_share_a_position_with_walls(visit):
    seen = visit(permissions=["clipboard-read", "clipboard-write"])
    page = seen.open()
    hand = Hand(page)
    hand.set_up("domineering 3x3")
    hand.click(page.get_by_label("set up a position"))
    hand.click(page.get_by_role("button", name="wall"))
    hand.click('[data-cell="b2"]')
    hand.click(page.get_by_role("button", name="Play from here"))
    hand.click(page.get_by_label("copy link"))
    page.get_by_text("the link was copied").wait_for()
    assert hand.clicks <= 6
    link = page.evaluate("() => navigator.clipboard.readText()")
    other = visit().open(link[len(seen.address) :])
    assert other.get_by_label("position or size").input_value() == ".../.#./..."
