"""Local fights against their definitions: random games, and exhaustive search of small fights."""

import random
from functools import cache

import pytest

import upstar
from upstar.selftest.naive.fights import NaiveFight


@cache
def value(fight: NaiveFight) -> int:
    """Return the result of best play, from black's point of view."""
    score = fight.score()
    if score is not None:
        return score
    sign = 1 if fight.go.mover == 1 else -1
    best = -1
    for move in reversed(fight.moves()):
        best = max(best, sign * value(fight.play(move)))
        if best == 1:
            break
    return sign * best


def fights(seed, rows, columns, most):
    """Return random well-formed fights with a limited number of points to play on."""
    rng = random.Random(seed)
    while True:
        marks = "".join(rng.choice("+++xxooXO.") for _ in range(rows * columns))
        text = "/".join(marks[n : n + columns] for n in range(0, len(marks), columns))
        try:
            upstar.position("seki", text)
        except upstar.PositionError:
            continue
        if marks.count("+") <= most:
            yield text


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (3, 4), (4, 4)])
def test_plays_follow_the_definitions(rows, columns):
    """On such small boards captures and repetitions are frequent."""
    rng = random.Random(f"{rows}x{columns}")
    taken = 0
    for _, text in zip(range(150), fights(f"{rows}x{columns}", rows, columns, 9), strict=False):
        ours = upstar.position("seki", text)
        naive = NaiveFight.read(text, 1)
        for _ in range(30):
            if naive.score() is not None:
                break
            assert list(ours.moves()) == naive.moves(), str(ours)
            moves = naive.moves()
            move = rng.choice(moves[:-1] if len(moves) > 1 and rng.random() < 0.9 else moves)
            ours, naive = ours.play(move), naive.play(move)
        taken += bool(naive.record)
        score = naive.score()
        assert ours.score == (score if score is None or naive.go.mover == 1 else -score)
    assert taken > 50


def test_small_fights_have_the_value_of_plain_minimax():
    for _, text in zip(range(40), fights("values", 2, 3, 3), strict=False):
        expected = value(NaiveFight.read(text, 1))
        for algorithm in ("alpha-beta", "sb-mcts"):
            assert upstar.solve(upstar.position("seki", text), algorithm).score == expected, text
