"""Options that would do nothing are rejected; options of Monte-Carlo searches do what they say."""

import pytest

import upstar


@pytest.mark.parametrize(
    "option",
    [
        {"atomic_bounds": True},
        {"part_cells": 4},
        {"cgt_from": 2},
        {"values": "up-star"},
        {"database": "x"},
    ],
)
def test_an_option_that_does_nothing_alone_is_rejected(option):
    position = upstar.position("clobber", "2x3")
    (name,) = option
    with pytest.raises(upstar.ParameterError, match=f"{name} does nothing alone") as raised:
        upstar.solve(position, "alpha-beta", **option)
    assert "\n" not in str(raised.value)
    if name != "database":
        found = upstar.solve(position, "alpha-beta", solved_positions=True, **option)
        assert found.outcome == upstar.solve(position, "minimax").outcome


@pytest.mark.parametrize(
    "options",
    [
        {"parent_bounds": True, "gamma": 0.5, "delta": 0.5},
        {"trust": 10},
        {"policy": "softmax", "temperature": 0, "temperature_end": 5, "temperature_playouts": 50},
    ],
)
def test_options_of_the_player_do_not_change_what_is_proved(options):
    found = upstar.best_move("mnk", "3x3:3", seed=1, max_playouts=20_000, **options)
    position = upstar.position("mnk", "3x3:3")
    assert found.move in position.moves()
    values = {c.move: c.bounds for c in found.candidates}
    exact = {
        move: upstar.solve(position.play(move), "minimax", progress=None).score for move in values
    }
    assert all(lo <= exact[move] <= hi for move, (lo, hi) in values.items())


def test_pruning_ends_after_the_playouts_for_each_move():
    found = upstar.best_move(
        "go",
        "5x5",
        seed=1,
        max_playouts=100_000,
        depth=1,
        pruning="soft",
        pruning_revival=40,
        r_d=8,
        sigma_e=0,
        pruning_least=20,
        pruning_period=20,
        pruning_most=40,
        bounds=False,
    )
    assert sum(c.visits for c in found.candidates) <= 26 * 40 + 26


@pytest.mark.parametrize("moves", [0, 2])
def test_an_evaluation_after_random_moves_still_proves(moves):
    position = upstar.position("connect-four", "3x3:3")
    found = upstar.solve(position, "mcts-e", evaluate_after=moves, max_playouts=200_000, seed=3)
    assert found.solved
    assert found.score == upstar.solve(position, "minimax").score


def test_p_games_may_have_draws():
    outcomes = set()
    for seed in range(400):
        tree = upstar.position("pgame", f"2x2:{seed}:draw")
        assert str(tree) == f"2x2:{seed}:draw"
        found = upstar.solve(tree, "minimax").outcome
        plain = upstar.solve(upstar.position("pgame", f"2x2:{seed}"), "minimax").outcome
        assert plain == ("win" if found == "win" else "loss")
        outcomes.add(found)
        if found == "draw":
            assert upstar.solve(tree, "mopns").outcome == "draw"
    assert outcomes == {"win", "draw", "loss"}


@pytest.mark.parametrize("algorithm", ["mopns", "mopp"])
@pytest.mark.parametrize(
    ("game", "text"), [("mnk", "3x3:3"), ("connect-four", "4x3:3"), ("seki", "1,1,2")]
)
def test_searches_for_several_outcomes_agree_with_minimax(algorithm, game, text):
    position = upstar.position(game, text)
    found = upstar.solve(position, algorithm, max_seconds=60)
    exact = upstar.solve(position, "minimax")
    assert found.score == exact.score
    assert upstar.solve(position.play(found.best_move), "minimax").score == exact.score
    for goal in ("win", "draw"):
        asked = upstar.solve(position, algorithm, goal=goal, max_seconds=60)
        assert asked.solved
