"""`make performance`: its tables, and that a wrong answer stops it."""

import importlib
import json
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import upstar

BENCHES = Path(__file__).parents[2] / "benches"


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(BENCHES)
    return importlib.import_module("performance")


def found(answer, cpu=1.0, **others):
    return {
        "answer": answer,
        "cpu": cpu,
        "clock": cpu,
        "nodes": 1234,
        "megabytes": 30.4,
        "threads": 1,
        "note": "auto took alpha-beta, the fastest here for this game",
        "limit": 600.0,
        "date": "2026-01-02",
        "engine": "0.1.0+core.abc",
        "commit": "123456",
        **others,
    }


@pytest.fixture
def families(bench):
    """Two families, the first with a board that was not solved."""
    small, medium, large = (bench.Job("nogo", size) for size in ("3x3", "3x4", "4x4"))
    rows = [
        bench.Row(small, found("black", 0.01), None, "certificate"),
        bench.Row(medium, found("white", 70.0), found("white", 35.0, threads=2)),
        bench.Row(large, found(None, 600.0)),
    ]
    hex_board = bench.Job("hex", "3x3", "black", "strategy stealing")
    other = bench.Row(hex_board, found("black", 2.0), None, "theory")
    return [bench.Family("NoGo", rows), bench.Family("Hex", [other])]


@pytest.fixture
def results(bench, monkeypatch, tmp_path):
    """Return results that take answers from a table instead of searching."""
    it = bench.Results(tmp_path / "new" / "results.jsonl")
    it.answers, it.asked, it.seconds = {}, [], 1.0

    def run(job, asked, seconds, memory):
        it.asked.append(asked)
        return found(it.answers.get(asked), it.seconds, engine=it.engine)

    monkeypatch.setattr(bench, "in_its_own_process", run)
    return it


def test_positions_and_winners_exist_and_a_source_has_a_winner(bench):
    for job in bench.JOBS:
        position = upstar.position(job.game, job.position, to_move=job.to_move)
        assert job.winner in {"", "draw", *position.labels}
        assert job.winner or not job.source, job.name
        assert job.known_by in ("", "published", "theory")
    assert len({job.name for job in bench.JOBS}) == len(bench.JOBS)


def test_a_row_has_all_figures(bench, families):
    solved, faster, unsolved = families[0].rows
    assert str(solved) == "| nogo 3x3 | black | certificate | 0.010 | 1,234 | 30 |  |  |  |"
    assert "| 35.000 | 2.00 |" in str(faster)
    assert "| unknown |  | not in 600 |" in str(unsolved)
    alone = bench.Row(solved.job, found("black"), found("black"))
    assert "| one thread |  |" in str(alone)


def test_the_largest_board_depends_on_the_time(bench, families):
    table = bench.largest_table(families, 600.0)
    assert "largest in a minute | CPU s | largest in ten minutes | CPU s" in table
    assert (
        "| NoGo | nogo 3x3 | 0.010 | nogo 3x4 | 70.000 | nogo 4x4 in ten minutes |\n"
        "| Hex | hex 3x3 | 2.000 | hex 3x3 | 2.000 |  |\n"
    ) in table
    assert bench.largest_table(families, 20.0).splitlines()[2] == (
        "| NoGo | nogo 3x3 | 0.010 | nogo 4x4 in ten minutes |"
    )


def test_the_document_gets_its_tables(bench, families):
    table = bench.job_table(families)
    assert table.count("\n|") == 5
    assert "`theory`: strategy stealing.\n" in table
    line = bench.provenance(families, 600.0)
    assert "2026-01-02" in line
    assert "upstar 0.1.0, commit 123456, core abc" in line
    text = bench.DOCUMENT.read_text()
    for what in ("machine", "jobs", "largest"):
        text = bench.replace(text, what, f"new {what}\n")
        assert f"{what} -->\nnew {what}\n<!-- end -->" in text
    with pytest.raises(AssertionError, match="has no mark"):
        bench.replace(text, "other", "")


def test_the_picture_is_made_and_stays_the_same(bench, families):
    picture = bench.picture(families)
    assert picture == bench.picture(families)
    text = " ".join(ElementTree.fromstring(picture).itertext())
    for word in ("NoGo", "Hex", "3x3", "4x4", "one minute", "ten minutes", "cells"):
        assert word in text


@pytest.mark.parametrize(
    ("note", "finder"),
    [
        ("auto took alpha-beta, the fastest here for this game", "alpha-beta"),
        ("auto took df-pn, the fastest; alpha-beta also searched", "df-pn"),
        ("auto took df-pn, the fastest; alpha-beta answered after 5 nodes of df-pn", "alpha-beta"),
        ("sums of parts", ""),
    ],
)
def test_the_note_names_the_algorithm_that_answered(bench, note, finder):
    assert bench.who(note) == finder


def test_an_answer_without_a_source_is_checked_by_another_algorithm(bench, results):
    job = bench.Job("nogo", "3x4")
    results.answers = {"1": "white", "df-pn": "white"}
    row = bench.measure(job, results, 600.0, 120.0)
    assert row.checked == "df-pn"
    asked = ["1"] * bench.RUNS + ["2", "certificate", "df-pn"]
    assert results.asked == asked  # not alpha-beta, which found the answer
    again = bench.Results(results.path)
    assert bench.measure(job, again, 600.0, 120.0).checked == "df-pn"
    assert results.asked == asked, "what is known is not measured again"
    assert len(results.path.read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("job", "answers"),
    [
        (("hex", "3x3", "black", "a proof"), {"1": "white"}),
        (("nogo", "3x4"), {"1": "white", "2": "black"}),
        (("nogo", "3x4"), {"1": "white", "certificate": "black"}),
        (("nogo", "3x4"), {"1": "white", "df-pn": "black"}),
    ],
)
def test_a_wrong_answer_stops_the_run(bench, results, job, answers):
    job = bench.Job(*job)
    results.answers = answers
    for known in (results, bench.Results(results.path)):  # measured, then read from the file
        known.answers = answers
        with pytest.raises(AssertionError, match="answers differ"):
            bench.measure(job, known, 600.0, 120.0)


def test_the_fastest_of_several_short_runs_counts(bench, results, monkeypatch):
    speeds = iter([3.0, 1.0, 2.0, 4.0, 5.0, 70.0])
    run = lambda *_: found("white", next(speeds), engine=results.engine)  # noqa: E731
    monkeypatch.setattr(bench, "in_its_own_process", run)
    assert results.ask(bench.Job("nogo", "3x4"), "1", 600.0)["cpu"] == 1.0
    assert results.ask(bench.Job("nogo", "3x7"), "1", 600.0)["cpu"] == 70.0, "one run is enough"


def test_a_job_may_have_more_time_and_memory_than_others(bench, results, monkeypatch):
    job = bench.Job("clobber", "5x6", times=6.0, megabytes=12000.0)
    results.answers = {"1": "white"}
    row = bench.measure(job, results, 100.0, 20.0)
    assert (row.alone["limit"], row.together["limit"]) == (600.0, 600.0)
    commands = []

    def run(command, **_):
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, "{}")

    monkeypatch.undo()
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr(bench, "JOBS", [job])
    bench.in_its_own_process(job, "1", 600.0, None)
    bench.in_its_own_process(job, "1", 600.0, 500.0)
    given = [command[command.index("--max-memory") + 1] for command in commands]
    assert given == ["12000.0", "500.0"], "what the user allows goes first"


@pytest.mark.parametrize("seconds", [0.001, 5000.0])
def test_two_threads_run_however_long_one_took(bench, results, seconds):
    results.answers, results.seconds = {"1": "white", "2": "white"}, seconds
    job = bench.Job("nogo", "4x4", "white", "somebody")
    assert bench.measure(job, results, 600.0, 120.0).together["answer"] == "white"


def test_a_core_that_is_rebuilt_during_the_run_stops_it(bench, results, monkeypatch):
    monkeypatch.setattr(results, "engine", "another")
    monkeypatch.setattr(bench, "in_its_own_process", lambda *_: found("white"))
    with pytest.raises(AssertionError, match="was rebuilt"):
        results.ask(bench.Job("nogo", "3x4"), "1", 1.0)


def test_a_certificate_is_written_and_verified(bench):
    job = bench.Job("nogo", "3x3")
    result = bench.certify(job, {"max_seconds": 10.0, "max_memory": None})
    assert (result["answer"], result["decisions"] > 0) == ("black", True)
    assert bench.certify(job, {"max_seconds": 1e-9, "max_memory": None})["answer"] is None


def test_a_damaged_certificate_stops_the_run(bench, monkeypatch):
    wrong = upstar.Verification(verdict="wrong", reason="a reply is missing")
    monkeypatch.setattr(upstar, "verify", lambda *_, **__: wrong)
    with pytest.raises(AssertionError, match="a reply is missing"):
        bench.certify(bench.Job("nogo", "3x3"), {"max_seconds": 10.0, "max_memory": None})


def test_one_job_is_printed_as_json(bench, monkeypatch, capsys):
    number = bench.JOBS.index(bench.FAMILIES["NoGo, boards"][0])
    words = ["performance.py", "--one", str(number), "--seconds", "5"]
    monkeypatch.setattr("sys.argv", words)
    bench.main()
    result = json.loads(capsys.readouterr().out)
    assert (result["answer"], result["threads"]) == ("black", 1)
