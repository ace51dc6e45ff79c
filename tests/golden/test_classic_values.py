"""Published values of the classic games, and theorems about them.

Hackenbush, Toads and Frogs, Col and Snort were also computed by the naive rules
(`classic`), octal games by the definition below. Cram's rectangles rely on the cited paper.
"""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import upstar
from upstar import Value, star

# game, position, value; the sources are above their rows.
PUBLISHED = [
    # Berlekamp, Conway and Guy, Winning Ways, chapters 1 and 2.
    ("hackenbush", "LR", "1/2"),
    ("hackenbush", "LRR", "1/4"),
    ("hackenbush", "LRLR", "5/8"),
    ("hackenbush", "GGG", "*3"),
    ("hackenbush", "GL", "^*"),
    ("toads-and-frogs", "T.F", "*"),
    ("toads-and-frogs", "TT.F", "{1/2|0}"),
    ("toads-and-frogs", "TT.FF", "*"),
    ("toads-and-frogs", "T..F", "0"),
    # Conway, On Numbers and Games, chapter 8: Col and Snort on paths.
    ("col", "1x1", "*"),
    ("col", "1x2", "0"),
    ("col", "1x3", "0"),
    ("snort", "1x1", "*"),
    ("snort", "1x2", "+-1"),
    ("snort", "1x3", "+-2"),
    # Lemoine and Viennot, Nimbers are inevitable, 2012: Cram.
    ("cram", "3x4", "*"),
    ("cram", "3x5", "*"),
    ("cram", "3x6", "*4"),
    ("cram", "3x7", "*"),
    ("cram", "4x4", "0"),
    ("cram", "4x5", "*2"),
    ("cram", "5x5", "0"),
]


@pytest.mark.parametrize(("game", "text", "value"), PUBLISHED)
def test_value_is_the_published_one(game, text, value):
    assert upstar.value(game, text) == Value(value)


def _berlekamp(stalk: str) -> Fraction:
    """Berlekamp's rule: the first run counts ones; the pair where the colour changes is the binary
    point, then one colour is 1, the other 0, and a last 1 is added."""
    first = stalk[0]
    run = len(stalk) - len(stalk.lstrip(first))
    size = Fraction(run)
    if run < len(stalk):
        digits = [c == first for c in stalk[run + 1 :]] + [True]
        size += sum(Fraction(d, 2 ** (n + 1)) for n, d in enumerate(digits)) - 1
    return size if first == "L" else -size


def test_stalks_follow_berlekamps_rule():
    for length in range(1, 8):
        for stalk in map("".join, product("LR", repeat=length)):
            assert upstar.value("hackenbush", stalk) == _berlekamp(stalk), stalk
    longest = "LRRLRLLRLRRLRLLRLRLL"
    assert upstar.value("hackenbush", longest) == _berlekamp(longest)


def test_green_trees_follow_the_colon_principle():
    """Branches at a node may be replaced by a stalk of their nim sum (Winning Ways, chapter 2)."""
    for a, b, trunk in product((1, 2, 3), (1, 2, 4), (1, 2)):
        tree = f"{'G' * trunk}a,a{'G' * a},a{'G' * b}"
        assert upstar.value("hackenbush", tree) == Value(f"*{trunk + (a ^ b)}"), tree


def test_green_cycles_follow_the_fusion_principle():
    """The nodes of a cycle may be fused: an even cycle is nothing, an odd one is one edge."""
    for length in range(1, 8):
        cycle = "G" * length + "0"
        assert upstar.value("hackenbush", cycle) == (star if length % 2 else 0), cycle


def test_nim_follows_boutons_theorem():
    for heaps in [(3, 4, 5), (1, 2, 3), (7, 7), (13, 22, 40), (1, 64, 63), (128,)]:
        total = 0
        for heap in heaps:
            total ^= heap
        expected = Value(f"*{total}") if total else Value(0)
        assert upstar.value("nim", ",".join(map(str, heaps))) == expected


@cache
def _grundy(code: str, heap: int) -> int:
    """By the definition of an octal game."""
    reached = set()
    for taken, digit in enumerate(map(int, code.replace(".", ""))):
        left = heap - taken
        if digit & 1 and left == 0:
            reached.add(0)
        if digit & 2 and left > 0:
            reached.add(_grundy(code, left))
        if digit & 4:
            reached |= {_grundy(code, a) ^ _grundy(code, left - a) for a in range(1, left)}
    return next(n for n in range(len(reached) + 1) if n not in reached)


# Guy and Smith, The G-values of various games, 1956; Winning Ways, chapter 4: the first values, and
# the period with the last heap that breaks it.
SEQUENCES = {
    "0.77": ("0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7", 12, 70),
    "0.07": ("0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1", 34, 52),
    "0.137": ("0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3", 34, 51),
    "0.07337": (None, None, None),
    "4.3": (None, None, None),
}


@pytest.mark.parametrize("code", SEQUENCES)
def test_octal_games_have_their_grundy_values(code):
    values = [_grundy(code, heap) for heap in range(129)]
    first, period, last = SEQUENCES[code]
    if first is not None:
        known = [int(word) for word in first.split()]
        assert values[: len(known)] == known
        assert values[last + 1 : -period] == values[last + 1 + period :]
        assert values[last] != values[last + period]
    for heap in (*range(1, 30), 71, 100, 128):
        expected = Value(f"*{values[heap]}") if values[heap] else Value(0)
        assert upstar.value("octal", f"{code}:{heap}") == expected
        if code == "0.77":
            assert upstar.value("kayles", str(heap)) == expected


def test_cram_on_a_strip_is_dawsons_kayles():
    for length in range(1, 17):
        strip = upstar.value("cram", f"1x{length}")
        assert strip == upstar.value("octal", f"0.07:{length}"), length


def test_col_is_a_number_or_a_number_and_a_star():
    """Conway, On Numbers and Games, chapter 8."""
    for cells in product(".xo#", repeat=6):
        text = "".join(cells[:3]) + "/" + "".join(cells[3:])
        value = upstar.value("col", text)
        assert value.is_number or (value + star).is_number, text


def test_a_lone_queen_fills_a_corridor():
    for length in range(1, 7):
        assert upstar.value("amazons", "x" + "." * length) == length
        assert upstar.value("amazons", "." * length + "o") == -length
