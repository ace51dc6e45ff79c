"""``upstar match`` on the command line."""

import json
import signal
import time

ARGUMENTS = ["match", "clobber", "3x4", "--a", "alpha-beta:max_nodes=300", "--b", "random"]


def test_a_match_prints_one_document(run):
    done = run(*ARGUMENTS, "--games", "4", "--opening-plies", "2", "--json")
    assert done.status == 0
    document = json.loads(done.out)
    (pairing,) = document["pairings"]
    assert pairing["games"] == 4
    assert pairing["interval"][0] <= pairing["score"] <= pairing["interval"][1]
    assert "of 4 games" in done.err


def test_the_text_output_warns_of_repeated_games(run):
    done = run(
        "match",
        "clobber",
        "2x3",
        "--a",
        "alpha-beta:max_nodes=99",
        "--b",
        "df-pn:max_nodes=99",
        "--games",
        "6",
        "-q",
    )
    assert done.status == 0
    assert "4 of 6 games repeat" in done.out
    assert done.err == ""


def test_bad_input_is_one_line(run):
    for arguments in (
        ["--games", "0"],
        ["--sprt", "5"],
        ["--a", "nobody"],
        ["--openings", "no-such-file"],
    ):
        done = run(*ARGUMENTS, *arguments)
        assert (done.status, done.out) == (2, ""), arguments
        assert done.err.count("\n") == 1


def test_a_killed_match_resumes_as_if_undisturbed(start, run, tmp_path):
    file = tmp_path / "games.jsonl"
    options = ["--games", "40", "--opening-plies", "2", "--record", str(file), "-q"]
    process = start(*ARGUMENTS, *options)
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert file.read_bytes().count(b"\n") < 41, "the match ended before it was killed"
    assert run(*ARGUMENTS, *options).status == 0
    other = tmp_path / "undisturbed.jsonl"
    assert run(*ARGUMENTS, *options[:-2], str(other), "-q").status == 0

    def games(path):
        lines = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        return sorted((g["pair"], g["first"], tuple(g["opening"] + g["moves"])) for g in lines)

    assert games(file) == games(other)


def test_ctrl_c_shows_what_was_played(start):
    process = start(
        "match",
        "clobber",
        "8x8",
        "--a",
        "alpha-beta",
        "--b",
        "random",
        "--games",
        "50",
        "--max-seconds",
        "0.05",
        "--opening-plies",
        "20",
    )
    line = process.stderr.readline()
    assert "games" in line
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in out
