"""Partisan games written in Python have the outcomes and values of the same games in the core."""

import random
from itertools import product

import pytest

import upstar


class Strip(upstar.PartisanGame):
    """Clobber on a strip."""

    name = "strip"
    labels = ("black", "white")

    def start(self):
        return "xoxoxo"

    def parse(self, text):
        return text

    def left_moves(self, state):
        return self._moves(state, "xo")

    def right_moves(self, state):
        return self._moves(state, "ox")

    def _moves(self, state, pair):
        mine, theirs = pair
        return [
            (i, j)
            for i, stone in enumerate(state)
            if stone == mine
            for j in (i - 1, i + 1)
            if 0 <= j < len(state) and state[j] == theirs
        ]

    def play(self, state, move):
        start, end = move
        cells = list(state)
        cells[end], cells[start] = cells[start], "."
        return "".join(cells)


class FallsApart(Strip):
    """The same, with its parts."""

    def parts(self, state):
        return [part for part in state.split(".") if "x" in part and "o" in part]


SMALL = ["".join(cells) for cells in product(".xo", repeat=5)]
LARGER = ["".join(random.Random(i).choices(".xxoo", k=10)) for i in range(30)]


@pytest.mark.parametrize("game", [Strip, FallsApart])
@pytest.mark.parametrize("to_move", ["black", "white"])
def test_outcomes_are_those_of_the_core(game, to_move):
    for text in [*SMALL, *LARGER]:
        truth = upstar.solve(upstar.position("clobber", text, to_move=to_move))
        found = upstar.solve(upstar.position(game, text, to_move=to_move))
        assert found.outcome == truth.outcome, text


@pytest.mark.parametrize("algorithm", ["auto", "alpha-beta", "df-pn", "pnt", "mcts-solver"])
def test_every_algorithm_finds_the_outcomes(algorithm):
    for text, to_move in product(LARGER[:8], ["black", "white"]):
        truth = upstar.solve(upstar.position("clobber", text, to_move=to_move))
        position = upstar.position(FallsApart, text, to_move=to_move)
        found = upstar.solve(position, algorithm=algorithm)
        assert found.outcome == truth.outcome, text


@pytest.mark.parametrize("game", [Strip, FallsApart])
def test_values_are_those_of_the_core(game):
    for text in SMALL[::3]:
        assert upstar.value(game, text) == upstar.value("clobber", text), text
