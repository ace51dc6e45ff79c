"""Every algorithm against plain minimax, through the bindings.

The core's own tests compare all solvers with its minimax on every game, and `test_certificates`
verifies each solver's proof for each example. The tests here check that minimax itself is right,
best moves and goals in Python, tiny memory limits, and positions that are not in the list.
"""

import functools
import tempfile
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from oracle import TooLarge, value, value_after

ALGORITHMS = [info.name for info in upstar.algorithms()]
EXAMPLES = {info.name: info.examples for info in upstar.games()}


@functools.cache
def small_positions(game):
    """Return the examples that minimax in Python can solve, for each player, with scores."""
    found = []
    for text in EXAMPLES[game]:
        for side in ("left", "right"):
            position = upstar.position(game, text, to_move=side)
            try:
                found.append((position, value(position)))
            except TooLarge:
                continue
    return found


@pytest.mark.parametrize("game", EXAMPLES)
def test_minimax_of_the_core_finds_what_minimax_in_python_finds(game):
    assert small_positions(game), "the game needs an example that is small enough"
    for position, right in small_positions(game):
        assert upstar.solve(position, "minimax").score == right


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_scores_best_moves_and_goals_are_right(algorithm):
    for game in EXAMPLES:
        for position, right in islice(small_positions(game), 6):
            solution = upstar.solve(position, algorithm)
            assert (solution.solved, solution.bounds) == (True, (right, right)), position
            if position.outcome is None:
                assert value_after(position, solution.best_move) == right, position
            else:
                assert solution.best_move is None
            for goal, least in (("win", 1), ("draw", 0)):
                if position.scores[-1] >= least > position.scores[0]:
                    answered = upstar.solve(position, algorithm, goal=goal)
                    lo, hi = answered.bounds
                    assert answered.goal_met is (right >= least), (position, goal)
                    assert lo <= right <= hi


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_memory_limit_causes_a_wrong_answer(algorithm):
    for game, text in (("domineering", "4x4"), ("mnk", "3x3:3"), ("nogo", "2x3"), ("y", "3")):
        position = upstar.position(game, text)
        right = upstar.solve(position, "minimax").score
        for megabytes in (0.0001, 0.0003, 0.001, 0.01):
            solution = upstar.solve(position, algorithm, max_memory=megabytes, max_nodes=20_000)
            lo, hi = solution.bounds
            assert lo <= right <= hi
            assert not (solution.solved and solution.stopped == "memory")


@st.composite
def positions(draw):
    game = draw(st.sampled_from(sorted(EXAMPLES)))
    side = draw(st.sampled_from(["left", "right"]))
    position = upstar.position(game, draw(st.sampled_from(EXAMPLES[game])), to_move=side)
    for choice in draw(st.lists(st.integers(0, 1000), max_size=6)):
        moves = position.moves()
        if not len(moves):
            break
        position = position.play(moves[choice % len(moves)])
    return position


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from([name for name in ALGORITHMS if name != "minimax"]))
def test_scores_and_certificates_agree_with_minimax(position, algorithm):
    right = upstar.solve(position, "minimax", max_nodes=200_000)
    if not right.solved:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.proof"
        found = upstar.solve(position, algorithm, proof=path)
        assert (found.solved, found.score) == (True, right.score)
        assert upstar.verify(path).bounds == (right.score, right.score)
