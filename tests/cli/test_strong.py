"""``upstar strong`` and ``upstar book``: build, resume, look up."""

import json
import signal
import time

import pytest

import upstar


def test_game_and_size_build_a_solution(run, tmp_path):
    file = tmp_path / "c4"
    done = run("strong", "connect-four", "4x4", "-o", str(file), "--json", "--quiet")
    document = json.loads(done.out)
    assert (done.status, document["positions"], document["degree"]) == (0, 161_029, "strong")
    assert document["outcome"] == "draw"
    assert sum(document["layers"]) == 161_029
    again = json.loads(run("strong", "build", "connect-four", "4x4", f"--out={file}", "--json").out)
    assert {**again, "seconds": 0} == {**document, "seconds": 0}
    assert json.loads(run("strong", "stat", str(file), "--json").out)["positions"] == 161_029
    assert "161,029" in run("strong", "stat", str(file)).out
    found = json.loads(run("strong", "probe", str(file), "4x4", "--json").out)
    assert found["reachable"]
    assert found["outcome"] == "draw"
    assert len(found["moves"]) == 4
    text = run("strong", "probe", str(file), "..../..../..../oo.x", "--to-move=second")
    assert (text.status, text.out) == (1, "not reachable from ..../..../..../....\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("strong", "chess", "4x4"),
        ("strong", "go", "2x2:limit=4"),
        ("strong", "connect-four", "0x4"),
        ("strong", "stat", "missing"),
        ("strong", "probe", "missing", "4x4"),
        ("strong", "connect-four", "4x4", "--max-memory=-1"),
        ("book", "connect-four", "4x4", "--depth=-1"),
        ("solve", "connect-four", "4x4", "--book=missing"),
    ],
)
def test_bad_input_is_one_line(run, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.status in (1, 2)
    assert done.err.startswith("upstar: ")
    assert done.err.count("\n") == 1
    assert not done.out


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_build_resumes_to_the_same_bytes(start, run, tmp_path, how):
    whole, file = tmp_path / "whole", tmp_path / "file"
    upstar.strong("connect-four", "5x4", whole, threads=2)
    stops = 0
    for layer in ("009.reached", "015.reached", "017.solved", "010.solved"):
        process = start(
            *("strong", "connect-four", "5x4", f"--out={file}", "--threads=1", "--max-memory=1")
        )
        seen = tmp_path / "file.build" / layer
        while process.poll() is None and not seen.exists():
            time.sleep(0.001)
        if process.poll() is None:
            process.send_signal(how)
            stops += 1
        status = process.wait(timeout=60)
        assert status in (0, 130, -how)
    assert stops > 1
    assert run("strong", "connect-four", "5x4", f"--out={file}", "--quiet").status == 0
    assert file.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "file.build").exists()


def test_a_time_limit_ends_a_build_that_can_be_resumed(run, tmp_path):
    done = run("strong", "connect-four", "4x5", f"--out={tmp_path / 'f'}", "--max-seconds=0.01")
    assert (done.status, done.err) == (3, "upstar: the time is over; the same command resumes\n")


def test_a_book_is_built_and_used(run, tmp_path):
    book = str(tmp_path / "book")
    done = run("book", "connect-four", "4x4", "--depth=2", "-o", book, "--json", "--quiet")
    document = json.loads(done.out)
    assert (done.status, document["positions"], document["solved"]) == (0, 21, 16)
    assert run("book", "connect-four", "4x4", "--depth=2", "-o", book).out.startswith(
        f"{book}: 21 positions; solved 0 of 0"
    )
    solved = json.loads(run("solve", "connect-four", "4x4", "--book", book, "--json").out)
    assert (solved["nodes"], solved["outcome"], solved["degree"]) == (0, "draw", "weak")
    limited = run(
        *("book", "connect-four", "5x5", "--depth=1", f"--out={tmp_path / 'b'}"),
        *("--position-nodes=5", "--quiet"),
    )
    assert limited.status == 3
    played = run(
        *("play", "connect-four", "4x4", "--human=none", "--book", book, "--max-nodes=50"),
        "--engine=alpha-beta",
    )
    assert played.status == 0
