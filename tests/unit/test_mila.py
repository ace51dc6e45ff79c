"""The player mila: it plays well, and claims only what it has proved."""

import random

import pytest

import upstar

MILA = next(info for info in upstar.algorithms() if info.name == "mila")
SWITCHES = [p.name for p in MILA.parameters if p.values == "true|false"]


@pytest.mark.parametrize("off", SWITCHES)
def test_each_technique_can_be_disabled(off):
    p = upstar.position("clobber", "5x6")
    chosen = upstar.best_move(p, "mila", max_nodes=5_000, **{off: False})
    assert chosen.move in p.moves()
    assert not chosen.solution.solved


@pytest.mark.parametrize("evaluation", ["learnt", "parts", "ordering"])
@pytest.mark.parametrize("text", ["5x6", "1x80", "graph:cycle(8) 1,3,5,7=x 2,4,6,8=o"])
def test_each_evaluation_plays(evaluation, text):
    p = upstar.position("clobber", text)
    chosen = upstar.best_move(p, "mila", max_nodes=3_000, prove=False, evaluation=evaluation)
    assert chosen.move in p.moves()


def test_nothing_is_called_proved_without_a_proof():
    p = upstar.position("clobber", "3x3")
    solution = upstar.solve(p, "mila", prove=False)
    assert solution.best_move in p.moves()
    assert not solution.solved
    assert solution.bounds == (-1, 1)


@pytest.mark.parametrize(
    ("game", "cells", "size"),
    [("clobber", ".xxxooo", (3, 4)), ("domineering", "....#", (4, 4)), ("nogo", "...xo", (2, 4))],
)
def test_unsound_pruning_never_reaches_an_outcome(game, cells, size):
    """With any budget, only proved results count as solved, and they are right."""
    draw, checked = random.Random(7), 0
    while checked < 12:
        rows = ["".join(draw.choice(cells) for _ in range(size[1])) for _ in range(size[0])]
        try:
            p = upstar.position(game, "/".join(rows), to_move=draw.choice(["left", "right"]))
        except upstar.PositionError:
            continue  # NoGo: a group without a liberty
        if p.outcome is not None:
            continue
        checked += 1
        truth = upstar.solve(p, "minimax")
        for nodes in (2, 10, 50, 250, 5_000):
            unproved = upstar.solve(p, "mila", max_nodes=nodes, prove=False)
            assert not unproved.solved
            assert unproved.bounds == (-1, 1)
            found = upstar.solve(p, "mila", max_nodes=nodes)
            assert not found.solved or found.outcome == truth.outcome
            assert found.bounds[0] <= truth.bounds[0] <= found.bounds[1]


def test_every_proof_has_a_certificate(tmp_path):
    p = upstar.position("clobber", "3x3")
    solution = upstar.solve(p, "mila", proof=tmp_path / "a.proof")
    assert solution.outcome == upstar.solve(p, "minimax").outcome
    assert upstar.verify(tmp_path / "a.proof").verdict == "right"


def test_a_win_at_the_horizon_is_played_without_a_proof():
    threat = "......./......./......./...x.../..oxo../..oxo.."
    p = upstar.position("connect-four", threat)
    assert upstar.best_move(p, "mila", max_nodes=2_000, prove=False).move == "d"
    p = upstar.position("connect-four", threat, to_move="second")
    assert upstar.best_move(p, "mila", max_nodes=2_000, prove=False).move == "d"


@pytest.mark.parametrize(("game", "size"), [("clobber", "6x6"), ("domineering", "7x7")])
def test_mila_beats_random_players(game, size):
    players = {"a": "mila:max_nodes=1500", "b": "random", "opening_plies": 2}
    result = upstar.match(game, size, games=20, seed=3, **players)
    assert result.score().share.low > 0.5
