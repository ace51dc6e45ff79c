"""Matches as jobs: the result agrees with the games."""

from statistics import fmean

import upstar
from upstar.campaign import Job
from upstar.campaign.kinds import perform


def run_match(**parameters):
    job = Job(
        game="clobber",
        position="3x4",
        kind="match",
        algorithm="mcts:max_playouts=20",
        parameters={"against": "random", **parameters},
        seed=3,
    )
    return perform(job)


def test_lengths_branching_and_effort_are_those_of_the_games():
    games = upstar.match(
        "clobber", "3x4", a="mcts:max_playouts=20", b="random", games=4, opening_plies=2, seed=3
    )
    answer = run_match(games=4, opening_plies=2)
    assert answer["plies"] == [2 + len(game.moves) for game in games.games]
    for number, game in enumerate(games.games):
        *before, _last = games.replay(number)
        assert answer["branching"][number] == fmean(len(place.moves()) for place in before)
        playouts = [n for n, _ in answer["effort"][number]]
        assert playouts == [n for n, _ in game.effort]
        # The player moves first in every second game; a random player has no playouts.
        assert [n is None for n in playouts][number % 2 :: 2] == [False] * len(
            playouts[number % 2 :: 2]
        )


def test_equal_jobs_play_equal_games():
    first, second = run_match(games=2), run_match(games=2)
    assert first["points"] == second["points"]
    assert first["plies"] == second["plies"]
