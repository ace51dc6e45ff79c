"""The classic games against a second implementation of their rules, written in Python."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from upstar.selftest.naive import classic as naive
from upstar.selftest.naive import values as naive_games

NAMES = sorted(naive.GAMES)
_rows = {
    "toads-and-frogs": ".TF",
    "col": ".xo#",
    "snort": ".xo#",
    "cram": ".#",
    "amazons": ".xo#",
    "konane": ".xo#",
    "elephants-and-rhinos": ".ER",
    "toppling-dominoes": ".LRG",
    "node-kayles": ".#",
    "cannibal-clobber": ".xo#",
    "fission": ".x#",
    "peg-duotaire": ".x#",
}
_options = st.sampled_from(["", ":slide=1..2", ":slide=2..3,jump=2", ":jump=0", ":jump=3,friendly"])
_hands = st.sampled_from(["", ":x=1", ":o=2", ":x=1,o=1", ":x=1,o=1,must"])


@st.composite
def boards(draw, alphabet, most=6):
    width = draw(st.integers(1, most))
    height = draw(st.integers(1, most // width))
    cells = st.text(alphabet, min_size=width, max_size=width)
    return "/".join(draw(st.lists(cells, min_size=height, max_size=height)))


@st.composite
def graphs(draw):
    """Paths of a few edges between the ground and three named nodes, all joined to the ground."""
    steps = st.tuples(st.sampled_from("LRG"), st.sampled_from(["", "a", "b", "0"]))
    paths = draw(st.lists(st.lists(steps, min_size=1, max_size=3), min_size=1, max_size=2))
    starts = draw(st.lists(st.sampled_from(["", "a"]), min_size=2, max_size=2))
    text = ["".join(colour + node for colour, node in path) for path in paths]
    named = [start + path for start, path in zip(starts, text, strict=False)]
    return ",".join(["La", *named])


@st.composite
def herds(draw):
    """Hexagons with herds of up to three sheep."""
    width = draw(st.integers(1, 6))
    height = draw(st.integers(1, 6 // width))
    cell = st.sampled_from([*"...#", "x1", "x2", "x3", "o1", "o2", "o3"])
    rows = st.lists(cell, min_size=width, max_size=width).map("".join)
    return "/".join(draw(st.lists(rows, min_size=height, max_size=height)))


heaps = st.lists(st.integers(0, 4), min_size=1, max_size=2).map(lambda s: ",".join(map(str, s)))


def positions(game):
    if game == "hackenbush":
        return graphs()
    if game == "sheep":
        return herds()
    if game == "king-dirt":
        return st.builds("{}{}".format, boards(".xo#", 5), _hands)
    if game == "toads-and-frogs":
        return st.builds("{}{}".format, boards(_rows[game]), _options)
    if game in _rows:
        return boards(_rows[game])
    codes = st.sampled_from(["0.77", "0.07", "0.137", "4.7", "0.356", "0.6"])
    return st.builds("{}:{}".format, codes, heaps) if game == "octal" else heaps


texts = st.sampled_from(NAMES).flatmap(lambda game: st.tuples(st.just(game), positions(game)))


@settings(deadline=None, max_examples=400)
@given(texts, st.sampled_from([0, 1]))
def test_moves_lead_where_the_rules_say(case, player):
    game, text = case
    rules = naive.GAMES[game]
    p = upstar.position(game, text, to_move=("left", "right")[player])
    wanted = dict(rules.moves(rules.read(str(p)), player))
    assert sorted(p.moves()) == sorted(wanted)
    for name in p.moves():
        after = rules.read(str(p.play(name)))
        if game == "hackenbush":  # its nodes have no names
            same = naive_games.equal(naive.value(game, after), naive.value(game, wanted[name]))
            assert same
            assert len(after) == len(wanted[name])
        else:
            assert after == wanted[name]


@settings(deadline=None, max_examples=200)
@given(texts)
def test_values_are_those_of_the_definition(case):
    game, text = case
    value = upstar.value(game, text)
    plain = naive.value(game, naive.GAMES[game].read(text))
    assert naive_games.equal(naive_games.of_value(value), plain)


_SMALL = {
    **{game: (signs, "") for game, signs in _rows.items() if game in naive.GAMES},
    "king-dirt": (".xo#", ":x=1,o=1"),
    "sheep": ([".", "#", "x2", "o3"], ""),
}


@pytest.mark.parametrize("game", sorted(_SMALL))
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (2, 2)])
def test_every_small_board(game, rows, columns):
    """Outcomes by search equal those by minimax, for both players."""
    signs, suffix = _SMALL[game]
    for cells in product(signs, repeat=rows * columns):
        lines = ["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)]
        text = "/".join(lines) + suffix
        plain = naive.value(game, naive.GAMES[game].read(text))
        for player, mover in enumerate(("left", "right")):
            found = upstar.solve(upstar.position(game, text, to_move=mover)).outcome == "win"
            assert found == naive_games.wins(plain, player), (text, mover)


@pytest.mark.parametrize("game", NAMES)
def test_outcomes_of_values_are_those_of_searches(game):
    info = next(info for info in upstar.games() if info.name == game)
    expected = {"L": [True, False], "R": [False, True], "N": [True] * 2, "P": [False] * 2}
    for text in info.examples:
        winners = [
            upstar.solve(upstar.position(game, text, to_move=side)).outcome == "win"
            for side in ("left", "right")
        ]
        assert winners == expected[upstar.value(game, text).outcome], text
