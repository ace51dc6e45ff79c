"""``upstar sequence``, ``upstar genus``, ``upstar quotient`` and ``--play misere``."""

import json
import signal
import subprocess
import sys
import time

import pytest


def run(*arguments, status=0):
    done = subprocess.run(
        [sys.executable, "-m", "upstar", *map(str, arguments)], capture_output=True, text=True
    )
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr + done.stdout


def test_a_table_with_the_proved_period():
    text = run("sequence", "octal:0.137", "0..300")
    assert text.startswith("  0  0 1 1 2 0 3 1 1 0 3")
    assert "period 34 from 52 on, proved by Guy and Smith's theorem" in text
    long = run("sequence", "kayles", "0..100000")
    assert "have all terms" in long
    assert len(long.splitlines()) < 50


def test_json_csv_b_file_and_plot(tmp_path):
    files = [tmp_path / name for name in ("a.csv", "b.txt", "c.svg")]
    options = [("--csv", files[0]), ("--b-file", files[1]), ("--plot", files[2]), ("--json",)]
    text = run("sequence", "kayles", "1..3", *(word for option in options for word in option))
    assert json.loads(text)["values"] == [1, 2, 3]
    assert files[0].read_text() == "n,value\n1,1\n2,2\n3,3\n"
    assert files[1].read_text() == "1 1\n2 2\n3 3\n"
    assert files[2].read_text().startswith("<svg")


def test_a_family_of_positions_in_one_or_two_words():
    one, two = run("sequence", "cram:3xN", "1..5"), run("sequence", "cram", "3xN", "1..5")
    assert one == two
    assert one.startswith("1  1 1 0 1 1")
    assert "*" in run("sequence", "clobber:(xo)^N", "1..2")


def test_limits_have_exit_status_3():
    text = run("sequence", "octal:0.007", "0..100000000", "--max-seconds", "0.3", status=3)
    assert "limit of seconds: terms to" in text
    text = run("quotient", "octal:0.137", "--heaps", 40, "--max-order", 10, status=3)
    assert "stopped" in text
    assert "heap 9 is not finished" in text


def _interrupted(process):
    """Press Ctrl-C until the process ends: the first one may come while Python starts."""
    time.sleep(3)
    for _ in range(6):
        process.send_signal(signal.SIGINT)
        try:
            return process.communicate(timeout=20)[0]
        except subprocess.TimeoutExpired:
            continue
    process.kill()
    raise AssertionError("Ctrl-C does not end the process")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_prints_what_was_found():
    command = [sys.executable, "-m", "upstar", "sequence", "octal:0.007", "0..100000000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out = _interrupted(process)
    assert process.returncode == 130
    assert "interrupted: terms to" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sequence", "kayles", "5..1"), "'5..1' is no range; write FROM..TO"),
        (("sequence", "kayles"), "give a family and a range"),
        (("sequence", "octal:0.8", "0..9"), "character 9"),
        (("sequence", "kayles", "0..9", "--plot", "a.bmp"), "--plot must end in"),
        (("genus", "kayles", "1-20"), "'1-20' is no range"),
        (("quotient", "cram"), "there is no game of heaps 'cram'"),
        (("solve", "nim", "3", "--play", "odd"), "--play must be normal or misere, not 'odd'"),
        (("solve", "hex", "3x3", "--play", "misere"), "there is no misère play"),
        (("value", "misere:nim", "3"), "values are for normal play"),
    ],
)
def test_bad_input_is_one_line(arguments, message):
    text = run(*arguments, status=2)
    assert message in text
    assert len(text.splitlines()) == 1


def test_genus_and_quotient():
    assert "5  4^146  wild" in run("genus", "kayles", "1..6")
    assert json.loads(run("genus", "octal:0.75", "5..5", "--json"))["genera"][0]["genus"] == "1^431"
    text = run("quotient", "octal:0.75", "--heaps", 22)
    assert text.startswith("order        8, wild")
    assert "proved for all heaps" in text
    assert json.loads(run("quotient", "octal:0.123", "--heaps", 30, "--json"))["order"] == 20


def test_misere_play():
    found = json.loads(run("solve", "nim", "1,1,1", "--play", "misere", "--json"))
    assert (found["game"], found["outcome"]) == ("misere:nim", "loss")
    moves = json.loads(run("analyze", "nim", "1,2", "--play", "misere", "--json"))["moves"]
    assert [move["move"] for move in moves if move["outcome"] == "win"] == ["2:0"]
    best = run("best-move", "nim", "1,2", "--play", "misere", "--max-playouts", 100)
    assert "2:0" in best
    assert "misere" in run("match", "nim", "1,2", "--play", "misere", "-n", 2, "--json")
