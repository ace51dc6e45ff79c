"""Faults that reviews found in corners: one test for each."""

import subprocess
import sys
import threading

import pytest

import upstar
from upstar.campaign.job import engine_id
from upstar.play.matches.record import read_match


@pytest.mark.parametrize(
    ("game", "text"),
    [("connect-four", "..../..../xxx."), ("connect-four", "oo./oo.:3"), ("mnk", "xx./x../...:3")],
)
def test_boards_with_too_many_stones_of_one_player_are_rejected_with_the_reason(game, text):
    with pytest.raises(
        upstar.PositionError, match=r"'x' has \d stones and 'o' has \d; the players"
    ):
        upstar.position(game, text)


@pytest.mark.parametrize("text", ["..../x.../xo..", ".../.o./xx.:3", "....", "x.../....:4"])
def test_boards_with_a_stone_more_of_either_player_are_positions(text):
    if text.startswith("x"):
        text = "..../" + text.partition("/")[0] + ":4"
    for mover in ("left", "right"):
        assert upstar.position("connect-four", text, to_move=mover).moves()


def test_verify_counts_what_go_remembers(tmp_path):
    file = tmp_path / "go.proof"
    found = upstar.solve("go", "2x4:limit=10", "df-pn", proof=file)
    assert found.proof
    [slots] = [int(line[6:]) for line in file.read_bytes().split(b"\n") if line[:6] == b"slots:"]
    cache = 40 * slots
    assert upstar.verify(file, max_memory=2 * cache / 1e6).verdict == "right"
    stopped = upstar.verify(file, max_memory=(cache + 1000) / 1e6)
    assert stopped.verdict == "stopped"
    assert stopped.reason.startswith("cache and game remember")


class Heap(upstar.Game):
    """Take one to three counters; with a flag, the rules fail."""

    scores = (-1, 1)

    def __init__(self, fails=False):
        self.fails = fails

    def start(self):
        return 9

    def moves(self, counters):
        if self.fails and counters == 4:
            raise RuntimeError("as planned")
        return [n for n in (1, 2, 3) if n <= counters]

    def play(self, counters, taken):
        return counters - taken

    def outcome(self, counters):
        return None if counters else "loss"


def think_twice(player):
    """Return what two searches that begin at the same time answer."""
    found, gate = [], threading.Barrier(2)

    def think():
        gate.wait()
        try:
            found.append(player.think().move)
        except RuntimeError as error:
            found.append(str(error))

    threads = [threading.Thread(target=think, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "the searches wait for each other"
    return found


def test_two_first_searches_of_one_player_of_a_python_game():
    for _ in range(20):
        player = upstar.Player(upstar.position(Heap()), max_playouts=100, seed=1)
        assert set(think_twice(player)) == {"1"}


def test_an_exception_belongs_to_the_search_in_which_it_was_raised():
    for _ in range(20):
        player = upstar.Player(upstar.position(Heap(True)), max_playouts=100, seed=1)
        assert think_twice(player) == ["as planned", "as planned"]


def test_bytes_that_are_not_utf_8_do_not_end_gtp():
    done = subprocess.run(
        [sys.executable, "-m", "upstar", "gtp", "--game", "domineering"],
        input=b"\xff\xfe play\n1 name\nquit\n",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith(b"? unknown command")
    assert b"=1 upstar" in done.stdout
    assert not done.stderr


def test_the_record_of_a_match_names_the_engine(tmp_path):
    file = tmp_path / "match.jsonl"
    upstar.match("clobber", "2x2", a="random", b="random", games=2, record=file)
    header, _ = read_match(file)
    assert header["engine"] == f"upstar {engine_id()}"
    text = file.read_text().replace(header["engine"], "upstar 0.0.1+core.0000000000")
    file.write_text(text)
    with pytest.raises(upstar.ParameterError, match="it differs in engine"):
        upstar.match("clobber", "2x2", a="random", b="random", games=4, record=file)


def test_cores_of_equal_sources_are_one_engine():
    """Nodes of a cluster that compiled the same sources may have different binaries."""
    info = upstar.build_info()
    assert engine_id() == f"{upstar.__version__}+core.{info['sources'][:10]}"
