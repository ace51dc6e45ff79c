"""Drawings of positions."""

import xml.etree.ElementTree as ElementTree

import pytest

from upstar.render import ascii as ascii_
from upstar.render import svg

BOARDS = {
    "square": ["v.hh", "v#xo"],
    "hexagons": ["..x", "o.."],
    "triangle": [".", "x.", "..o"],
    "graph": ["0 1 L", "1 2 R", "2 0 G", "1 2 G", "2 2 L", "0 0 R"],
    "text": ["3 <&> \x07 counters"],
}


@pytest.mark.parametrize("layout", BOARDS)
def test_svg_is_xml(layout):
    marked = [] if layout == "text" else [(1, 0)]
    text = svg.draw(layout, BOARDS[layout], marked=marked, sides=True)
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_neighbours_share_brackets():
    assert ascii_.draw("square", ["..."], marked=[(0, 0), (0, 1)]) == "1[. .].\n  a b c"


def test_hexagons_lean_to_the_right():
    assert ascii_.draw("hexagons", ["x.", ".o"], marked=[(1, 0)]) == ("2 x .\n 1[.]o\n    a b")


def test_wide_boards_have_room_for_two_letters():
    lines = ascii_.draw("square", ["." * 30]).splitlines()
    assert lines[1].split()[-1] == "ad"
    assert len(lines[0]) <= len(lines[1])
    assert lines[0].rindex(".") == lines[1].index("ad")
