"""The results of `solve`."""

import json

import pytest

import upstar
from upstar.solve import Progress

KEYS = {
    "game",
    "position",
    "to_move",
    "algorithm",
    "parameters",
    "seed",
    "solved",
    "outcome",
    "score",
    "winner",
    "best_move",
    "line",
    "expansions",
    "nodes",
    "iterations",
    "playouts",
    "seconds",
    "peak_bytes",
    "root",
}
ALGORITHMS = [info.name for info in upstar.algorithms()]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_json_has_the_keys_of_the_contract(algorithm):
    p = upstar.position("domineering", "3x3", to_move="horizontal")
    document = json.loads(json.dumps(upstar.solve(p, algorithm).to_json(), allow_nan=False))
    assert set(document) >= KEYS
    assert document["to_move"] == "horizontal"
    assert document["outcome"] == "win"
    assert document["winner"] == "horizontal"
    assert document["score"] == 1
    assert document["algorithm"] == algorithm
    assert document["position"] == ".../.../..."
    assert document["line"][0] == document["best_move"]


def test_line_is_legal_and_ends_the_game():
    p = upstar.position("domineering", "4x4")
    solution = upstar.solve(p)
    for move in solution.line:
        p = p.play(move)
    assert p.outcome is not None


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_limit_is_a_result(algorithm):
    p = upstar.position("domineering", "8x8")
    solution = upstar.solve(p, algorithm, max_nodes=50)
    assert not solution.solved
    assert (solution.outcome, solution.winner, solution.score) == ("unknown", None, None)
    assert solution.stopped == "nodes"
    assert solution.bounds == (-1, 1)
    assert "limit of nodes" in str(solution)


def test_a_finished_game_is_solved_without_a_move():
    solution = upstar.solve(upstar.position("domineering", "1x1"))
    assert solution.outcome == "loss"
    assert (solution.best_move, solution.line) == (None, ())
    assert str(solution) == "the game is over: horizontal has won"


@pytest.mark.parametrize(
    "options",
    [
        {"max_nodes": 0},
        {"max_nodes": -1},
        {"max_seconds": 0},
        {"max_seconds": float("nan")},
        {"max_memory": -5},
        {"threads": 0},
        {"seed": -1},
        {"seed": 2**64},
        {"goal": "lose"},
        {"goal": 2},
        {"colour": "red"},
    ],
)
def test_impossible_options_are_rejected(options):
    with pytest.raises(upstar.ParameterError):
        upstar.solve(upstar.position("domineering", "2x2"), **options)


def test_goals_are_proved_or_refuted():
    p = upstar.position("domineering", "2x2")
    assert upstar.solve(p, goal="win").goal_met is True
    lost = upstar.solve(upstar.position("domineering", "1x2"), goal="win")
    assert (lost.goal_met, lost.outcome, lost.winner) == (False, "loss", "horizontal")
    assert upstar.solve(p).goal_met is None


def test_infinite_numbers_are_text_in_json():
    from dataclasses import replace

    solution = upstar.solve(upstar.position("domineering", "2x2"))
    solution = replace(solution, root={"pn": 0, "dn": float("inf"), "q": float("nan")})
    assert solution.to_json()["root"] == {"pn": 0, "dn": "inf", "q": None}


def test_progress_is_reported_during_a_search():
    reports = []
    upstar.solve(upstar.position("domineering", "8x8"), max_seconds=0.4, progress=reports.append)
    assert reports
    assert all(isinstance(state, Progress) for state in reports)
    assert reports[-1].nodes > 0


def test_an_exception_in_progress_is_raised():
    def fail(state):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        upstar.solve(upstar.position("domineering", "8x8"), max_seconds=5, progress=fail)


def test_equal_seeds_give_equal_searches():
    p = upstar.position("domineering", "4x4")
    for algorithm in ALGORITHMS:
        a, b = (upstar.solve(p, algorithm, seed=3, max_nodes=20_000) for _ in range(2))
        assert (a.outcome, a.line, a.stats.nodes) == (b.outcome, b.line, b.stats.nodes)


def test_notebooks_get_html():
    html = upstar.solve(upstar.position("domineering", "2x2"))._repr_html_()
    assert "<svg" in html
    assert "wins with" in html
