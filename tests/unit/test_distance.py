"""Distances: the question with a maximum, certificates, checkpoints, and the words for them."""

import json
import subprocess
import sys

import pytest

import upstar
from upstar.strategy import decisions

TACTICS = "......./......./......./.o.xx../.xoxo../.oxxo.."
"""First wins at once, in column d."""


def run(*arguments):
    command = [sys.executable, "-m", "upstar", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_win_within_a_maximum():
    position = upstar.position("domineering", "4x4")
    plies = upstar.solve(position, distance=True).distance
    late, soon = (upstar.solve(position, max_distance=plies - by) for by in (0, 1))
    assert (late.goal_met, late.outcome, late.max_distance) == (True, "win", plies)
    assert str(late).startswith(f"vertical, to move, wins within {plies} plies with ")
    assert (soon.solved, soon.goal_met, soon.max_distance) == (True, False, plies - 1)
    assert str(soon) == f"vertical, to move, has no win within {plies - 1} plies"
    assert soon.to_json()["max_distance"] == plies - 1
    assert soon.to_json()["goal_met"] is False


def test_the_loser_has_no_win_within_any_number_of_plies():
    solution = upstar.solve(upstar.position("domineering", "1x3"), max_distance=30_000)
    assert (solution.goal_met, solution.outcome) == (False, "loss")


def test_a_maximum_that_a_limit_leaves_open():
    position = upstar.position("connect-four", "6x7")
    solution = upstar.solve(position, max_distance=21, max_nodes=100)
    assert (solution.solved, solution.goal_met, solution.outcome) == (False, None, "unknown")


@pytest.mark.parametrize("wrong", [0, -1, 30_001, 1.5, "7"])
def test_wrong_maxima_are_rejected(wrong):
    with pytest.raises(upstar.ParameterError, match="max_distance must be"):
        upstar.solve(upstar.position("domineering", "2x2"), max_distance=wrong)


def test_progress_reports_outcomes():
    seen = []
    position = upstar.position("connect-four", "5x5")
    upstar.solve(position, distance=True, progress=lambda p: seen.append(p.bounds))
    assert all(bounds is None or set(bounds) <= {-1, 0, 1} for bounds in seen)


def test_a_certificate_of_a_distance(tmp_path):
    path = tmp_path / "a.proof"
    position = upstar.position("connect-four", "4x4:3")
    solution = upstar.solve(position, distance=True, proof=path)
    checked = upstar.verify(path)
    assert (checked.outcome, checked.distance) == ("win", solution.distance)
    assert f"wins in {solution.distance} plies" in str(checked)
    with pytest.raises(upstar.CertificateError, match="proves a distance"):
        next(decisions(path))
    upstar.solve(position, max_distance=solution.distance - 1, proof=path)
    checked = upstar.verify(path)
    assert checked.outcome == f"no win within {solution.distance - 1} plies"
    assert checked.distance is None


def test_threads_and_checkpoints(tmp_path):
    position = upstar.position("connect-four", "5x4:3")
    alone = upstar.solve(position, distance=True)
    together = upstar.solve(position, distance=True, threads=2, checkpoint=tmp_path)
    again = upstar.solve(position, distance=True, checkpoint=tmp_path)
    assert alone.distance == together.distance == again.distance
    with pytest.raises(upstar.UnsuitableError, match="searches"):
        upstar.solve(position, algorithm="alpha-beta", checkpoint=tmp_path)


def test_the_command_line(tmp_path):
    done = run("solve", "connect-four", TACTICS, "--max-distance", "1", "--quiet")
    assert done.returncode == 0
    assert "first, to move, wins within 1 ply with d" in done.stdout
    done = run("solve", "connect-four", TACTICS, "--distance", "--json", "--quiet")
    answer = json.loads(done.stdout)
    assert (answer["distance"], answer["max_distance"], answer["goal_met"]) == (1, None, None)
    assert answer["note"] == "auto took alpha-beta, which finds distances"
    path = str(tmp_path / "a.proof")
    assert run("solve", "connect-four", TACTICS, "--distance", "--proof", path).returncode == 0
    assert "first, to move in connect-four" in run("verify", path).stdout
    assert "wins in 1 ply " in run("verify", path).stdout
    wrong = run("solve", "domineering", "3x3", "--max-distance", "3", "--goal", "win")
    assert wrong.returncode == 2
    assert len(wrong.stderr.splitlines()) == 1
