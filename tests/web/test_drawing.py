"""What the page draws: values, winning lines and chains, charts."""

import random
import re

import pytest

import upstar
from upstar.web import chart
from upstar.web.drawing import PALETTE, winning_cells
from upstar.web.value_html import explanations, plain_value, value_html

FORMS = {
    "0": "0",
    "-2": "−2",
    "-7/4": "−7/4",
    "*": "∗",
    "*3": "∗3",
    "^": "↑",
    "v*": "↓∗",
    "^2*": "⇑∗",
    "^3*2": "3·↑∗2",
    "1/2 + ^3": "1/2 + 3·↑",
    "+-1": "±1",
    "{0||0|-2}": "+<sub>2</sub>",
    "{2|0||0}": "−<sub>2</sub>",
    "{1/2|0||0}": "−<sub>1/2</sub>",
    "{0|+_2}": "{0 | +<sub>2</sub>}",
    "{4|2||-1}": "{4 | 2 || −1}",
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_of_value_has_its_picture(text):
    unicode = upstar.Value(text).text("unicode")
    shown = re.sub(r"</?span[^>]*>", "", value_html(unicode)).replace("\u2009", " ")
    assert shown == FORMS[text]
    assert "⧿" not in plain_value(unicode)
    # Nothing but plain numbers is left without an explanation.
    assert bool(explanations(unicode)) == (upstar.Value(text).number is None)


def test_text_is_escaped():
    assert "<script>" not in value_html("<script>")


BOARDS = [("hex", "5x5"), ("hex", "3x6"), ("y", "5"), ("mnk", "5x5:4"), ("connect-four", "5x5:3")]


@pytest.mark.parametrize(("game", "text"), BOARDS)
def test_a_won_game_has_a_winning_line(game, text):
    for seed in range(60):
        chance = random.Random(seed)
        here = upstar.position(game, text)
        while here.outcome is None:
            last = here.moves()[chance.randrange(len(here.moves()))]
            here = here.play(last)
        cells = winning_cells(here)
        assert bool(cells) == (here.outcome != "draw")
        signs = {here.board()[1][row][column] for row, column in cells}
        assert len(signs) <= 1


def test_searches_have_one_colour_each_and_two_axes():
    points = [{"seconds": 0.1, "nodes": 5, "root": {"pn": 3, "dn": 4}, "estimate": 9}]
    lines = chart.series([("pns", points), ("pnt", points)])
    assert {line["lineStyle"]["color"] for line in lines[:4]} == {PALETTE[0]}
    assert {line["lineStyle"]["color"] for line in lines[4:]} == {PALETTE[1]}
    assert [line["yAxisIndex"] for line in lines[:4]] == [0, 1, 1, 0]


def test_large_boards_have_star_points():
    def dots(text):
        return upstar.position("go", text).svg().count('r="3.0"')

    assert [dots(size) for size in ("5x5", "7x7", "9x9", "19x19")] == [0, 5, 5, 9]
