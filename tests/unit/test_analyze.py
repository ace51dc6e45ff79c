"""Every move of small random positions of every game equals plain minimax, distance included."""

import random

import pytest

import upstar

LIMIT = 3000
"""Positions with larger trees are skipped: the reference is plain Python."""


class TooLarge(Exception):
    """The tree has too many positions for the reference."""


def reference(position, memo):
    """Return (score for the player to move, plies to the end) by plain minimax on the rules."""
    if position.score is not None:
        return position.score, 0
    key = (str(position), position.to_move)
    if key not in memo:
        if len(memo) >= LIMIT:
            raise TooLarge
        results = []
        for move in position.moves():
            after = position.play(move)
            score, plies = reference(after, memo)
            results.append((score if after.to_move == position.to_move else -score, plies + 1))
        # The winner hastens, the loser delays.
        memo[key] = max(results, key=lambda r: (r[0], -r[1] if r[0] > 0 else r[1]))
    return memo[key]


def late_positions(info, rng, count):
    """Yield positions near the end of random games, with their references."""
    found = 0
    for _ in range(6 * count):
        line = [upstar.position(info.name, rng.choice(info.examples))]
        while line[-1].moves():
            line.append(line[-1].play(rng.choice(line[-1].moves())))
        memo = {}
        deepest = None
        for position in reversed(line):
            try:
                reference(position, memo)
            except TooLarge:
                break
            deepest = position
        if deepest is not None and deepest.moves():
            yield deepest, memo
            found += 1
            if found == count:
                return


GAMES = [info for info in upstar.games() if info.name != "go"]


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_every_move_equals_minimax_with_its_distance(info):
    for position, memo in late_positions(info, random.Random(info.name), 8):
        score, plies = reference(position, memo)
        solution = upstar.solve(position, distance=True)
        assert solution.score == score, str(position)
        assert solution.distance == (plies if score else None), str(position)
        assert score == 0 or len(solution.line) == plies, str(position)
        for with_distance in (False, True):
            analysis = upstar.analyze(position, distance=with_distance)
            assert analysis.solved
            assert sorted(m.move for m in analysis.moves) == sorted(position.moves())
            for found in analysis.moves:
                after = position.play(found.move)
                theirs, more = reference(after, memo)
                mine = theirs if after.to_move == position.to_move else -theirs
                assert found.score == mine, (str(position), found)
                wanted = more + 1 if with_distance and mine else None
                assert found.distance == wanted, (str(position), found)


def test_games_with_margins_have_moves_but_no_distances():
    position = upstar.position("go", "2x2")
    with pytest.raises(upstar.UnsuitableError, match="won, drawn or lost"):
        upstar.analyze(position, distance=True)
    analysis = upstar.analyze(position, max_nodes=20_000)
    assert {m.move for m in analysis.moves} == set(position.moves())


@pytest.mark.parametrize(
    ("size", "outcome", "distance"),
    [("4x4", "draw", None), ("5x4", "draw", None), ("4x5", "draw", None), ("5x5", "draw", None)],
)
def test_small_boards_of_connect_four(size, outcome, distance):
    solution = upstar.solve(upstar.position("connect-four", size), distance=True)
    assert (solution.outcome, solution.distance) == (outcome, distance)


def test_a_limit_leaves_bounds_and_open_moves():
    analysis = upstar.analyze(upstar.position("connect-four", "6x7"), max_nodes=1000)
    assert analysis.stopped == "nodes"
    assert not analysis.solved
    assert analysis.outcome == "unknown"
    assert {m.bounds for m in analysis.moves} == {(-1, 1)}


def test_the_best_moves_come_first():
    position = upstar.position("connect-four", "......./......./......./...x.../..oxo../..oxo..")
    analysis = upstar.analyze(position, distance=True)
    first = analysis.moves[0]
    assert (first.move, first.outcome, first.distance) == ("d", "win", 1)
    assert analysis.winning_moves[0] == "d"
    keys = [(-m.score, m.distance if m.score > 0 else -(m.distance or 0)) for m in analysis.moves]
    assert keys == sorted(keys)


def test_other_algorithms_goals_and_traces_are_rejected_with_distances():
    position = upstar.position("domineering", "3x3")
    for options in ({"algorithm": "pns"}, {"goal": "win"}, {"trace": True}):
        with pytest.raises(upstar.UnsuitableError):
            upstar.solve(position, distance=True, **options)


def test_a_game_in_python_is_analysed():
    from upstar.load import load_position

    position = load_position("examples/tic_tac_toe.py:TicTacToe", None, None)
    analysis = upstar.analyze(position, distance=True)
    assert analysis.solved
    assert {m.outcome for m in analysis.moves} == {"draw"}
