"""The hunt for wrong answers: it finds none, and it finds one that was put in."""

import json
import shlex
import signal

import pytest

from upstar.selftest import draw
from upstar.selftest.cases import Case
from upstar.selftest.hunt import Report, hunt
from upstar.selftest.images import images
from upstar.selftest.minimise import minimise
from upstar.selftest.round import Covered, play, run_case
from upstar.selftest.tree import Wrong, grow
from upstar.selftest.worker import as_json, from_json, game_of

WRONG = """
import upstar

class Heap(upstar.Game):
    scores = (-1, 1)

    def start(self):
        return 5

    def moves(self, counters):
        return [n for n in (1, 2) if n <= counters]

    def play(self, counters, taken):
        return counters - taken

    def outcome(self, counters):
        return None if counters else "loss"

    def bounds(self, counters):
        return (1, 1) if counters == {counters} else None
"""


@pytest.fixture
def heap(tmp_path):
    """Write a game whose static bounds are wrong for three counters."""

    def write(counters):
        (tmp_path / "heap.py").write_text(WRONG.format(counters=counters))
        return f"{tmp_path / 'heap.py'}:Heap"

    return write


@pytest.mark.parametrize("game", draw.names())
def test_a_round_of_every_game_finds_nothing(game):
    covered = Covered()
    assert play("test", game, covered) is None
    assert covered.rounds == 1


def test_a_hunt_in_several_processes_covers_games_and_algorithms():
    report = hunt(seed=3, solves=1500, processes=2)
    assert report.findings == []
    assert report.covered.results >= 1500
    assert len({algorithm for _, algorithm in report.covered.games}) > 10
    assert str(report).startswith("no wrong answer in")


def test_a_wrong_bound_is_found_and_reduced(heap, run):
    done = run("selftest", "--game", heap(3), "--processes", "1", "--quiet")
    assert done.status == 1
    repeat = next(line for line in done.out.splitlines() if line.startswith("repeat"))
    again = run(*shlex.split(repeat)[2:])
    assert again.status == 1, again.out
    case = Case.read(shlex.split(repeat)[-1])
    assert str(case.position()) in ("3", "4", "5"), "few moves lead to the wrong bounds"
    assert "threads" not in case.options


def test_right_bounds_are_no_finding(heap, run):
    done = run("selftest", "--game", heap(4), "--solves", "200", "--processes", "1", "--json")
    assert done.status == 0
    summary = json.loads(done.out)
    assert summary["results"] >= 200
    assert summary["findings"] == []
    [game] = summary["games"]
    assert sum(summary["games"][game].values()) == summary["results"]


def test_ctrl_c_prints_the_summary(start, searching):
    process = start("selftest", "--game", "nim", "--seconds", "60", "--processes", "1")
    while b"results" not in process.stderr.buffer.peek():
        pass
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "no wrong answer" in out


@pytest.mark.parametrize("case", ["", "{}", "[]", '{"game": 1, "what": 2}'])
def test_a_text_that_is_no_case_is_bad_input(run, case):
    done = run("selftest", "--case", case)
    assert done.status == 2
    assert done.err.startswith("upstar: --case needs")


def test_an_unknown_game_is_bad_input(run):
    assert run("selftest", "--game", "chess").status == 2


def test_a_case_without_a_difference(run):
    case = Case("nim", "1,2", "left", "solve", "pns", {"seed": 1})
    assert Case.read(str(case)) == case
    assert run("selftest", "--case", str(case)).status == 0
    assert minimise(case, "it failed once") == (case, "it failed once")


def test_rules_that_differ_are_found(monkeypatch):
    from upstar.selftest.naive import stones

    case = Case("domineering", "2x3", "left", "rules", "auto")
    assert run_case(case) is None
    monkeypatch.setattr(stones, "name", lambda board, *cells: "a1")
    with pytest.raises(Wrong, match="moves"):
        grow(case.position(), 100)


def test_rounds_come_again_from_the_seed():
    first, second = Covered(), Covered()
    assert play("again", "clobber", first) == play("again", "clobber", second)
    assert first == second
    assert from_json(as_json(first)) == first
    games = [game_of("seed", number, None) for number in range(len(draw.names()))]
    assert sorted(games) == sorted(draw.names())


def test_images_of_images_return():
    for game, text in (("hex", "x.o/..o"), ("y", "x/.o/..x"), ("domineering", "..#/...")):
        for image, _ in images(game, text):
            reached = {image}
            for _ in range(6):
                reached |= {again for text in reached for again, _ in images(game, text)}
            assert text in reached


def test_the_report_of_nothing_is_a_report():
    assert json.dumps(Report(seed=1).to_json())
