"""Other programs use `upstar gtp`: Sabaki's client, and GNU Go as the opponent."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import upstar

ROOT = Path(__file__).parents[2]
US = [sys.executable, "-m", "upstar", "gtp", "--max-playouts", "20"]
NODE = shutil.which("node")
GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def node(*words):
    """Run node with the packages of the project and of the machine."""
    places = [str(ROOT / "node_modules"), os.environ.get("NODE_PATH", "")]
    npm = shutil.which("npm")
    if npm:
        found = subprocess.run([npm, "root", "-g"], capture_output=True, text=True, check=False)
        places.append(found.stdout.strip())
    given = {**os.environ, "NODE_PATH": os.pathsep.join(filter(None, places))}
    return subprocess.run(
        [NODE, *words], env=given, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_client_of_sabaki_plays_a_game():
    if node("-e", "require('@sabaki/gtp')").returncode:
        pytest.skip("the npm package @sabaki/gtp is not installed")
    done = node(str(Path(__file__).with_name("sabaki.js")), *US)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["name"] == "upstar"
    assert {"genmove", "loadsgf", "time_settings"} <= set(result["commands"])
    assert result["time"]["error"] is False
    assert result["illegal"] == {**result["illegal"], "error": True, "content": "illegal move"}
    assert result["undone"]["error"] is False
    position = upstar.position("go", "5x5:komi=2.5,score=win,moves=c3-b2")
    for move in result["moves"]:
        assert move.lower() in position.moves()
        position = position.play(move.lower())
        if position.outcome:
            break
    assert result["score"][0] in "BW0"


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_gnu_go_and_upstar_agree_on_a_game_between_them():
    """Each program receives the other's moves; a program that rejects a move loses."""
    us = "gtp:" + " ".join(US)
    them = f"gtp:{GNUGO} --mode gtp --level 1 --chinese-rules --capture-all-dead"
    result = upstar.match("go", "7x7:komi=7.5,score=win", a=us, b=them, games=2, seed=1)
    assert [game.reason for game in result.games] == ["played", "played"]
    assert all(len(game.moves) > 20 for game in result.games)
