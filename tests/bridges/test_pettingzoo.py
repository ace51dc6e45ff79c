"""PettingZoo's own test on every game, and random games compared with the rules."""

import random
import warnings

import pytest

import upstar
from upstar.integrations.actions import actions

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test

from upstar.integrations.pettingzoo import GameEnv, SolverPolicy, env

GAMES = upstar.games()
# Usual boards, except where a random game would be long.
STARTS = {"go": "3x3:limit=30"}


def start_of(info):
    return upstar.position(info.name, STARTS.get(info.name, info.usual))


class TakeAway(upstar.Game):
    scores = (-1, 1)
    start = lambda self: 7  # noqa: E731
    moves = lambda self, n: [k for k in (1, 2) if k <= n]  # noqa: E731
    play = lambda self, n, k: n - k  # noqa: E731
    outcome = lambda self, n: None  # noqa: E731


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_pettingzoos_own_test_passes(info):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(start_of(info)), num_cycles=60)


def test_a_game_written_in_python_has_an_environment():
    start = upstar.position(TakeAway)
    assert actions(start) == ("1", "2")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(start), num_cycles=60)


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_actions_are_distinct_and_hold_every_move(info):
    for text in (info.usual, *info.examples):
        for player in ("left", "right"):
            start = upstar.position(info.name, text, to_move=player)
            known = actions(start)
            assert len(set(known)) == len(known)
            rng = random.Random(text)
            for _ in range(3):
                here = start
                for _ in range(60):
                    assert set(here.moves()) <= set(known)
                    if here.outcome is not None:
                        break
                    here = here.play(rng.choice(here.moves()))


def compare_random_games(count):
    rng = random.Random(1)
    environments = [(start_of(info), GameEnv(start_of(info))) for info in GAMES]
    for number in range(count):
        here, game = environments[number % len(environments)]
        game.reset()
        total = dict.fromkeys(here.labels, 0)
        while here.outcome is None:
            seen = game.observe(game.agent_selection)
            legal = [game.actions[i] for i in seen["action_mask"].nonzero()[0]]
            assert game.agent_selection == here.to_move
            assert sorted(legal) == sorted(here.moves())
            assert game.observation_space(here.to_move).contains(seen)
            move = rng.choice(legal)
            here = here.play(move)
            game.step(game.action(move))
            assert game.position == here
            for player in total:
                total[player] += game.rewards[player]
        points = {"win": 1, "draw": 0, "loss": -1}[here.outcome]
        other = next(label for label in here.labels if label != here.to_move)
        assert total == {here.to_move: points, other: -points}
        assert all(game.terminations.values())


def test_random_games_follow_the_rules():
    compare_random_games(300)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_ten_thousand_random_games_follow_the_rules():
    compare_random_games(10_000)


def test_an_illegal_action_ends_the_game_or_raises():
    start = upstar.position("mnk", "3x3:3")
    game = env(start)
    game.reset()
    game.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game.step(4)
    assert all(game.terminations.values())
    raw = GameEnv(start)
    raw.reset()
    raw.step(4)
    with pytest.raises(upstar.MoveError):
        raw.step(4)
    with pytest.raises(upstar.MoveError, match="0 to 8"):
        raw.step(9)


def test_wrong_arguments_are_one_clear_line():
    with pytest.raises(upstar.ParameterError, match="over"):
        GameEnv(upstar.position("domineering", "1x1"))
    with pytest.raises(upstar.ParameterError, match="ansi"):
        GameEnv(upstar.position("nim", "3"), render_mode="human")


@pytest.mark.parametrize("side", [0, 1])
def test_the_solver_never_loses_tic_tac_toe(side):
    rng = random.Random(side)
    policy = SolverPolicy()
    for _ in range(5):
        game = env(upstar.position("mnk", "3x3:3"))
        game.reset()
        rewards = {}
        while game.agents:
            seen, rewards[game.agent_selection], over, _, _ = game.last()
            if over:
                game.step(None)
            elif game.agent_selection == game.possible_agents[side]:
                game.step(policy(game))
                assert policy.solved
            else:
                game.step(rng.choice(seen["action_mask"].nonzero()[0].tolist()))
        assert rewards[game.possible_agents[side]] >= 0
