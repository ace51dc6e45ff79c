"""``upstar analyze``."""

import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys

import pytest

KEYS = {"move", "outcome", "score", "distance", "bounds", "value", "proved_by"}


def test_the_moves_are_listed_best_first(run):
    done = run("analyze", "domineering", "3x3")
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert any(line[:3] == ["b1b2", "win", "1"] for line in lines)
    names = [line[0] for line in lines if len(line) > 1 and line[1] in ("win", "loss")]
    assert names[:2] == ["b2b3", "b1b2"]


def test_json_has_every_move(run):
    done = run("analyze", "mnk", "xo./.x./..o:3", "--distance", "--json")
    answer = json.loads(done.out)
    assert (done.status, answer["solved"], answer["outcome"]) == (0, True, "win")
    assert answer["winning_moves"] == ["a2", "a1"]
    assert {frozenset(move) for move in answer["moves"]} == {frozenset(KEYS)}
    assert [move["distance"] for move in answer["moves"]][:2] == [3, 3]


def test_csv_has_a_row_for_each_move(run):
    done = run("analyze", "clobber", "xxo.xo", "--values", "--csv", "--threads", "2")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert done.status == 0
    assert {row["move"]: row["value"] for row in rows} == {"b1c1": "*", "e1f1": "^"}
    assert {row["lowest"] for row in rows} <= {"-1", "1"}


def test_open_moves_are_unknown_and_the_status_says_so(run):
    done = run("analyze", "connect-four", "6x7", "--max-nodes", "1000")
    assert done.status == 3
    assert "unknown" in done.out
    assert "the limit of nodes was reached first" in done.out


def test_ctrl_c_prints_what_is_proved(start, searching):
    process = start("analyze", "domineering", "10x10", "--json")
    searching(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    answer = json.loads(out)
    assert (answer["stopped"], answer["solved"]) == ("interrupted", False)
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("analyze", "go", "3x3", "--distance"), "won, drawn or lost"),
        (("analyze", "hex", "3x3", "--values"), "values cannot be found"),
        (("analyze", "hex", "3x3", "--threads", "0"), "threads must be"),
        (("analyze", "hexx", "3x3"), "did you mean 'hex'"),
    ],
)
def test_bad_input_is_one_line(run, arguments, text):
    done = run(*arguments)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert text in done.err


def test_a_terminal_shows_the_moves_while_they_are_settled():
    ours, theirs = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "upstar",
        "analyze",
        "domineering",
        "8x8",
        "--max-seconds",
        "2",
    ]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=theirs, stdin=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 4096):
            shown += block
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    assert process.wait() in (0, 3)
    assert b"moves settled" in shown
    assert b"proved by" in shown


def test_a_stopped_analysis_resumes_from_its_checkpoint(run, tmp_path):
    folder = tmp_path / "folder"
    arguments = ("analyze", "connect-four", "4x5", "--json", "--checkpoint", str(folder))
    first = run(*arguments, "--max-nodes", "2000")
    assert first.status == 3
    whole = run(*arguments)
    again = run(*arguments, "--max-nodes", "1")
    assert (whole.status, again.status) == (0, 0)
    assert json.loads(again.out)["moves"] == json.loads(whole.out)["moves"]
    assert json.loads(again.out)["nodes"] == 0
    other = run("analyze", "connect-four", "4x4", "--checkpoint", str(folder))
    assert other.status == 2
    assert "its position is" in other.err
    (folder / "analysis.json").write_text("{")
    damaged = run(*arguments)
    assert damaged.status == 2
    assert "not a checkpoint of an analysis" in damaged.err
    assert len(damaged.err.strip().splitlines()) == 1


def test_moves_are_looked_up_in_a_book(run, tmp_path):
    book = str(tmp_path / "book")
    assert run("book", "mnk", "3x3:3", "--depth", "1", "-o", book, "--quiet").status == 0
    done = run("analyze", "mnk", "3x3:3", "--book", book, "--json")
    assert done.status == 0
    assert {move["proved_by"] for move in json.loads(done.out)["moves"]} == {"book"}


@pytest.mark.parametrize("command", [("analyze", "mnk"), ("solve", "mnk"), ("play", "mnk")])
def test_a_book_that_is_missing_is_one_line(run, tmp_path, command):
    missing = run(*command, "3x3:3", "--book", str(tmp_path / "nothing"))
    assert missing.status == 2
    assert missing.err.startswith("upstar: cannot read the book")
    assert len(missing.err.strip().splitlines()) == 1
