"""Every algorithm against the slow and simple way, on the examples of every game."""

import functools

import pytest

import upstar
from oracle import TooLarge, value, value_after

ALGORITHMS = [info.name for info in upstar.algorithms()]
CASES = [
    (info.name, text, side)
    for info in upstar.games()
    for text in info.examples
    for side in ("left", "right")
]


@functools.cache
def exact(game, text, side):
    try:
        return value(upstar.position(game, text, to_move=side))
    except TooLarge:
        return None


@pytest.mark.parametrize(("game", "text", "side"), CASES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_solves_what_minimax_finds(algorithm, game, text, side):
    right = exact(game, text, side)
    if right is None:
        pytest.skip("too large for minimax in Python")
    p = upstar.position(game, text, to_move=side)
    try:
        solution = upstar.solve(p, algorithm, max_seconds=20)
    except upstar.UnsuitableError as error:
        pytest.skip(str(error))
    assert solution.solved
    assert solution.score == right
    assert solution.bounds == (right, right)
    if p.outcome is None:
        assert value_after(p, solution.best_move) == right
    else:
        assert solution.best_move is None


@pytest.mark.parametrize(("game", "text", "side"), CASES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_goals_are_answered_rightly(algorithm, game, text, side):
    right = exact(game, text, side)
    if right is None:
        pytest.skip("too large for minimax in Python")
    p = upstar.position(game, text, to_move=side)
    for goal, least in (("win", 1), ("draw", 0)):
        if p.scores[-1] < least:
            continue
        try:
            solution = upstar.solve(p, algorithm, goal=goal, max_seconds=20)
        except upstar.UnsuitableError as error:
            pytest.skip(str(error))
        lo, hi = solution.bounds
        assert solution.goal_met is (right >= least)
        assert lo <= right <= hi


def test_every_game_has_an_example_small_enough():
    for info in upstar.games():
        assert any(exact(info.name, text, "left") is not None for text in info.examples), info.name


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("megabytes", [0.0001, 0.0003, 0.001, 0.01])
def test_no_limit_of_memory_makes_a_wrong_answer(algorithm, megabytes):
    for game, text in (("domineering", "4x4"), ("mnk", "3x3:3"), ("nogo", "2x3"), ("y", "3")):
        p = upstar.position(game, text)
        right = upstar.solve(p, "minimax").score
        solution = upstar.solve(p, algorithm, max_memory=megabytes, max_nodes=20_000)
        lo, hi = solution.bounds
        assert lo <= right <= hi
        assert not (solution.solved and solution.stopped == "memory")
