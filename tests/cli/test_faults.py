"""The command line with full memory, killed writers and wrong files."""

import json
import subprocess
import sys
import time

import pytest

UPSTAR = [sys.executable, "-m", "upstar"]


def run(*arguments):
    return subprocess.run([*UPSTAR, *arguments], capture_output=True, text=True, timeout=280)


# The time of two-level searches grows with the square of their tree, so it is small here.
@pytest.mark.parametrize(
    ("algorithm", "megabytes"),
    [("pns", 20), ("pp", 20), ("ppt", 20), ("pnt", 20), ("pn2", 0.2), ("pp2", 0.2)],
)
def test_best_first_ends_cleanly_when_memory_is_full(algorithm, megabytes):
    limits = ("--max-memory", str(megabytes), "--json")
    done = run("solve", "domineering", "9x9", "-a", algorithm, *limits)
    document = json.loads(done.stdout)
    assert (done.returncode, document["stopped"]) == (3, "memory")
    assert (document["solved"], document["outcome"]) == (False, "unknown")
    assert document["peak_bytes"] <= megabytes * 1_000_000
    assert document["best_move"]


@pytest.mark.parametrize("algorithm", ["alpha-beta", "df-pn", "df-pp"])
def test_depth_first_finishes_in_little_memory(algorithm):
    done = run("solve", "domineering", "6x6", "-a", algorithm, "--max-memory", "0.5", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["outcome"]) == (0, "win")
    assert document["peak_bytes"] <= 700_000


def test_a_killed_writer_leaves_nothing_that_verifies(tmp_path):
    path = tmp_path / "big.proof"
    process = subprocess.Popen(
        [*UPSTAR, "solve", "domineering", "7x6", "--proof", str(path), "--no-lemmas", "--quiet"],
        stdout=subprocess.DEVNULL,
    )
    part = tmp_path / "big.proof.part"
    until = time.monotonic() + 60
    while not part.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    process.kill()
    process.wait()
    if process.returncode == 0:
        pytest.skip("the certificate was written before the process was killed")
    assert not path.exists()
    if part.exists():
        assert run("verify", str(part)).returncode == 2


def test_verify_has_different_statuses_for_wrong_files(tmp_path):
    path = tmp_path / "p.proof"
    assert run("solve", "domineering", "3x3", "--proof", str(path)).returncode == 0
    assert run("verify", str(path)).returncode == 0
    assert json.loads(run("verify", str(path), "--json").stdout)["outcome"] == "win"
    path.write_bytes(path.read_bytes()[:-1])
    rejected = run("verify", str(path))
    assert rejected.returncode == 2
    assert len(rejected.stderr.splitlines()) == 1
    assert run("verify", str(tmp_path / "missing")).returncode == 2


def test_traces_and_trees_are_written(tmp_path):
    trace, dot, tree = (tmp_path / name for name in ("t.jsonl", "t.dot", "t.json"))
    job = ("solve", "clobber", "3x3", "-a", "pnt", "--quiet")
    assert run(*job, "--trace", str(trace), "--tree", str(dot)).returncode == 0
    assert run(*job, "--tree", str(tree), "--tree-depth", "1").returncode == 0
    points = [json.loads(line) for line in trace.read_text().splitlines()]
    assert {"nodes", "expansions", "seconds", "bytes", "root"} <= points[-1].keys()
    assert points[-1]["root"]["pn"] in (0, "inf")
    assert dot.read_text().startswith("digraph")
    assert json.loads(tree.read_text())[0]["parent"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        ("--tree", "tree.txt", "-a", "pns"),
        ("--tree", "nowhere/at/all/tree.dot", "-a", "pns"),
        ("--trace", "t.jsonl", "-a", "alpha-beta"),
        ("--proof", "nowhere/at/all/p.proof"),
    ],
)
def test_impossible_files_are_rejected_before_the_search(arguments):
    done = run("solve", "domineering", "9x9", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
