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


def saved(folder, size="9x9", **options):
    """A search that was stopped, with its checkpoint."""
    p = upstar.position("domineering", size)
    return upstar.solve(p, "alpha-beta", checkpoint=folder, **options)


def test_two_searches_do_not_share_a_checkpoint(tmp_path):
    victim = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    p = upstar.position("connect-four", "6x6")
    options = {"checkpoint": tmp_path, "max_nodes": 1000}
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "table.upstar").exists():
            assert victim.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        with pytest.raises(upstar.UnsuitableError, match="another search saves"):
            upstar.solve(p, "alpha-beta", **options)
    finally:
        victim.kill()
        victim.wait()
    assert upstar.solve(p, "alpha-beta", **options).details["nodes_before"]


def test_a_checkpoint_is_not_replaced_by_a_smaller_one(tmp_path):
    saved(tmp_path, max_nodes=2_000_000)
    table = tmp_path / "table.upstar"
    before = table.read_bytes()
    with pytest.raises(upstar.UnsuitableError, match=r"has \d+ MB, and the limit .* is 1 MB"):
        saved(tmp_path, max_nodes=1000, max_memory=1)
    assert table.read_bytes() == before
    assert saved(tmp_path, max_nodes=1000).details["nodes_before"] >= 2_000_000


def test_a_checkpoint_that_was_not_read_in_time_is_kept(tmp_path):
    saved(tmp_path, max_nodes=300_000)
    table = tmp_path / "table.upstar"
    before = table.read_bytes()
    late = saved(tmp_path, max_seconds=1e-9)
    assert (late.outcome, late.stopped) == ("unknown", "seconds")
    assert table.read_bytes() == before


def test_a_checkpoint_of_other_sources_is_rejected(tmp_path):
    saved(tmp_path, max_nodes=10_000)
    table = tmp_path / "table.upstar"
    whole = table.read_bytes()
    at = whole.index(b"core: ") + len(b"core: ")
    core = bytes(49 if digit == 48 else 48 for digit in whole[at : at + 16])
    other = whole[:at] + core + whole[at + 16 :]
    table.write_bytes(other[:-8] + fnv1a(other[:-8]).to_bytes(8, "little"))
    with pytest.raises(upstar.UnsuitableError, match="its core is"):
        saved(tmp_path, max_nodes=10_000)
    for length in range(0, 40):
        table.write_bytes(whole[:length])
        with pytest.raises(upstar.UnsuitableError, match="cannot resume"):
            saved(tmp_path, max_nodes=10_000)


def fnv1a(data):
    sum_ = 0xCBF29CE484222325
    for byte in data:
        sum_ = (sum_ ^ byte) * 0x100000001B3 % 2**64
    return sum_


@pytest.mark.parametrize("game", ["domineering 9x9", "clobber 5x5"])
def test_a_failed_save_is_reported(tmp_path, game):
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "table.upstar.part").mkdir()  # a folder with the name of the file to write
    p = upstar.position(*game.split())
    solution = upstar.solve(p, checkpoint=folder, max_nodes=10_000)
    assert solution.note.startswith("auto took ")
    assert "the checkpoint is not up to date: cannot write" in solution.note


def test_threads_find_the_same_outcome_and_report_their_number():
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
