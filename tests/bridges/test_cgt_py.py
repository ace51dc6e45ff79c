"""The same positions have the same values in cgt-py, if it is installed."""

import random

import pytest

import upstar

# Boards, rows by columns, and the weights of the kinds of cells.
FAMILIES = {
    "domineering": ("Domineering", (4, 5), ".#", (3, 1)),
    "amazons": ("Amazons", (3, 4), ".xo#", (8, 1, 1, 4)),
    "konane": ("Konane", (4, 4), ".xo#", (5, 4, 4, 1)),
}


@pytest.mark.parametrize("game", FAMILIES)
def test_values_of_random_positions_agree(game):
    peer = pytest.importorskip("cgt_py")
    name, (rows, columns), cells, weights = FAMILIES[game]
    chance = random.Random(game)
    differing = set()
    for _ in range(100):
        board = ["".join(chance.choices(cells, weights, k=columns)) for _ in range(rows)]
        theirs = getattr(peer, name)("|".join(board)).canonical_form
        text = str(theirs).removeprefix("CanonicalForm('").removesuffix("')")
        ours = upstar.value(game, "/".join(board))
        assert ours == upstar.Value(text), board
        differing.add(ours)
    assert len(differing) > 10
