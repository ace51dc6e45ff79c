"""GNU Go as a player, and upstar as a GTP program."""

import shutil
import sys

import pytest

import upstar
from upstar.play import Budget, EngineError, engine
from upstar.play.gtp_engine import GtpClient

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
needs_gnugo = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
PROGRAM = "gtp:gnugo --mode gtp --level 1 --chinese-rules"
US = f"{sys.executable} -m upstar gtp --max-playouts 20"


@needs_gnugo
def test_gnu_go_plays_a_match():
    result = upstar.match(
        "go", "5x5:komi=0.5,score=win", a=PROGRAM, b="mcts:max_playouts=30", games=2
    )
    assert [record.reason for record in result.games] == ["played", "played"]


@needs_gnugo
def test_gnu_go_receives_positions_with_stones_and_history():
    player = engine(PROGRAM)
    p = upstar.position("go", "x..../.o.../...../...../.....:komi=2.5,moves=c3-d4")
    assert player.choose(p, seed=0).move in p.moves()
    assert player._client.ask("get_komi") == "2.5"
    assert player._client.ask("list_stones black").split() == ["A5", "C3"]
    player.close()


def test_other_games_and_boards_are_rejected():
    player = engine(f"gtp:{US}")
    with pytest.raises(upstar.UnsuitableError, match="go only"):
        player.begin(upstar.position("domineering", "3x3"))
    with pytest.raises(upstar.UnsuitableError, match="square"):
        player.begin(upstar.position("go", "3x4"))
    player.close()


def test_upstar_can_be_its_own_gtp_program():
    client = GtpClient(US)
    assert client.ask("name") == "upstar"
    client.ask("boardsize 5")
    move = client.ask("genmove black")
    assert move.lower() in upstar.position("go", "5x5").moves()
    with pytest.raises(EngineError, match="unknown command"):
        client.ask("dance")
    client.ask("quit")
    with pytest.raises(EngineError, match="ended"):
        client.ask("name")
    client.close()


def test_a_program_without_gtp_is_an_error():
    with pytest.raises(EngineError, match="does not speak GTP"):
        engine("gtp:sh -c 'echo hello; echo; sleep 5'", Budget(max_seconds=1))


SLOW_ONCE = """
import pathlib, sys, time
first = not pathlib.Path(sys.argv[1]).exists()
pathlib.Path(sys.argv[1]).touch()
for line in sys.stdin:
    if line.startswith("genmove"):
        time.sleep(60 if first else 0)
        print("= a1")
    else:
        print("=")
    print(flush=True)
"""


def test_a_program_that_is_late_is_started_anew(tmp_path, monkeypatch):
    """Its late answer must not be taken for the answer to the next question."""
    monkeypatch.setattr("upstar.play.gtp_engine._GRACE_SECONDS", 5.0)
    script = tmp_path / "slow.py"
    script.write_text(SLOW_ONCE)
    player = engine(f"gtp:{sys.executable} {script} {tmp_path / 'seen'}", Budget(max_seconds=0.1))
    p = upstar.position("go", "3x3")
    player.begin(p)
    with pytest.raises(EngineError, match="in time"):
        player.choose(p, seed=0)
    assert player.choose(p, seed=0).move == "a1"
    player.close()
