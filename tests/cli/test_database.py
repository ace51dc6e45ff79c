"""``upstar database``: build, stat, probe, and their exit statuses."""

import json
import signal
import time

import pytest

import upstar


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """A database of Clobber to 2x4."""
    where = tmp_path_factory.mktemp("database")
    upstar.build_database("clobber", "2x4", where)
    return where


def test_build_names_the_new_boards_and_skips_existing_ones(run, tmp_path):
    where = str(tmp_path / "new" / "place")
    done = run("database", "build", "domineering", "2x3", "--out", where, "--threads", "1")
    assert (done.status, done.err) == (0, "")
    assert "1x1, 1x2, 1x3, 2x2, 2x3 in" in done.out
    again = run("database", "build", "domineering", "3x2", "--out", where, "--json")
    assert json.loads(again.out)["built"] == []


def test_stat_has_the_shares_of_each_board(run, directory):
    done = run("database", "stat", str(directory), "--json")
    found = json.loads(done.out)
    assert found["game"] == "clobber"
    boards = {board["board"]: board for board in found["boards"]}
    assert list(boards) == ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3", "2x4"]
    # Claessen's Table 4.1 has 63.1 % for 2x4. His procedure, corrected, gives a little more.
    assert boards["2x4"]["positions"] == 3**8
    assert f"{boards['2x4']['share']:.3f}" == "0.776"
    assert f"{boards['2x4']['restricted_share']:.3f}" == "0.651"
    whole = boards["2x4"]["non_decomposable"]
    assert 0 < whole["positions"] < 3**8
    assert whole["restricted"] <= whole["ups_and_nimbers"]
    text = run("database", "stat", str(directory / "2x4.ids")).out.splitlines()
    assert len(text) == 2
    assert "65.1 %" in text[1]
    assert "77.6 %" in text[1]


def test_probe_prints_a_value_or_its_parts(run, directory):
    assert run("database", "probe", str(directory), "xxo").out == "^\n"
    done = run("database", "probe", str(directory), "xo.xxo/....../xo.xo.", "--json")
    found = json.loads(done.out)
    assert found["value"] == "^*"
    assert len(found["subgames"]) == 4
    missing = run("database", "probe", str(directory), "xo./ox./xox")
    assert missing.status == 1
    assert missing.out.startswith("not in the database")


def test_long_strips_can_be_looked_up(tmp_path):
    upstar.build_database("domineering", "1x20", tmp_path)
    ends = ("." * 16 + "#.", "." * 20, "#" * 17 + "...", ".#" + "." * 17)
    for strip in (*ends, "." * 9 + "#" + "." * 10):
        found = upstar.probe(tmp_path, strip)
        assert found.value == upstar.value("domineering", strip), strip
        assert found.value == -sum(len(part) // 2 for part in strip.split("#"))


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["build", "hex", "3x3", "--out", "x"], 2, "have no values"),
        (["build", "clobber", "9x9", "--out", "x"], 2, "2^32"),
        (["build", "clobber", "four", "--out", "x"], 2, "not a size"),
        (["build", "clobber", "4x4", "--out", "x", "--max-memory", "50"], 1, "at least"),
        (["stat", "nowhere"], 2, "no database here"),
        (["probe", "nowhere", "xo"], 2, "no database here"),
    ],
)
def test_bad_input_is_one_clear_line(run, tmp_path, monkeypatch, arguments, status, says):
    monkeypatch.chdir(tmp_path)
    done = run("database", *arguments)
    assert done.status == status
    assert says in done.err
    assert done.err.count("\n") == 1


def test_a_killed_build_resumes(start, tmp_path):
    """After a kill at any moment, named files are complete, and the next build does the rest."""
    where = tmp_path / "killed"
    for pause in (0.4, 0.6):
        process = start("database", "build", "clobber", "3x4", "--out", str(where), "--threads=1")
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.wait()
    upstar.build_database("clobber", "3x4", where)
    fresh = tmp_path / "fresh"
    upstar.build_database("clobber", "3x4", fresh)
    assert upstar.database_stat(where) == upstar.database_stat(fresh)
    assert sorted(p.name for p in where.iterdir()) == sorted(p.name for p in fresh.iterdir())


def test_an_interrupted_build_says_how_to_resume(start, tmp_path):
    process = start("database", "build", "clobber", "4x4", "--out", str(tmp_path), "--threads=1")
    while not (tmp_path / "2x2.ids").exists() and process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command resumes" in output
    assert not list(tmp_path.glob("*.tmp"))
