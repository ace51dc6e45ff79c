"""Long runs: threads, checkpoints that survive a kill, estimates."""

import subprocess
import sys
import time

import pytest

import upstar

KILLED = """
import sys
import upstar
p = upstar.position("connect-four", "6x6")
upstar.solve(p, "alpha-beta", checkpoint=sys.argv[1], checkpoint_every=0.01)
"""


def test_a_killed_solve_resumes(tmp_path):
    victim = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    table = tmp_path / "table.upstar"
    deadline = time.monotonic() + 60
    while not (table.exists() and table.stat().st_size > 100_000):
        assert victim.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    victim.kill()
    victim.wait()
    p = upstar.position("connect-four", "6x6")
    resumed = upstar.solve(p, "alpha-beta", checkpoint=tmp_path, max_nodes=1000)
    assert resumed.details["nodes_before"] > 1000
    assert resumed.details["table_entries"] > 1000
    with pytest.raises(upstar.UnsuitableError, match="its position is"):
        upstar.solve(upstar.position("connect-four", "5x5"), "alpha-beta", checkpoint=tmp_path)


def test_threads_find_the_same_outcome_and_say_how_many_they_were():
    p = upstar.position("domineering", "6x6")
    together = upstar.solve(p, "alpha-beta", threads=2)
    assert together.winner == upstar.solve(p, "alpha-beta").winner
    assert together.details["threads"] == 2


def test_a_stopped_search_estimates_the_whole_tree():
    p = upstar.position("nogo", "4x4")
    whole = upstar.solve(p, "alpha-beta").stats.nodes
    part = upstar.solve(p, "alpha-beta", max_nodes=whole // 10)
    assert part.estimated_nodes is not None
    assert part.estimated_seconds is not None
    assert whole / 30 < part.estimated_nodes < whole * 30
    assert upstar.solve(upstar.position("domineering", "4x4")).estimated_nodes is None
