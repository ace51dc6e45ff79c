"""`upstar nimber`."""

import json
import signal
import time

PARTISAN = """
import upstar


class Pair(upstar.PartisanGame):
    def start(self):
        return 3

    def left_moves(self, n):
        return [1] if n else []

    def right_moves(self, n):
        return [2] if n > 1 else []

    def play(self, n, move):
        return n - move
"""


def test_the_nimber_is_printed(run):
    done = run("nimber", "cram", "4x5")
    assert done.status == 0
    assert done.out.startswith("nimber 2: the player to move wins\n")
    done = run("nimber", "impartial:domineering", "5x5", "--quiet")
    assert done.out.startswith("nimber 0: the player to move loses\n")
    assert run("nimber", "impartial:clobber", "(xo)^6", "--threads", "2").out.startswith("nimber 2")


def test_documents(run):
    document = json.loads(run("nimber", "kayles", "7", "--json").out)
    assert document["nimber"] == 2
    assert document["solved"]
    assert document["stopped"] is None
    head, row = run("nimber", "kayles", "7", "--csv").out.splitlines()
    assert dict(zip(head.split(","), row.split(","), strict=True))["nimber"] == "2"


def test_a_limit_is_a_result(run):
    done = run("nimber", "cram", "6x7", "--max-nodes", "500")
    assert done.status == 3
    assert done.out.startswith("nimber unknown (limit of nodes): at least ")
    assert json.loads(run("nimber", "cram", "6x7", "--max-nodes", "9", "--json").out)["nodes"] <= 9


def test_checkpoints(run, tmp_path):
    folder = str(tmp_path)
    assert run("nimber", "cram", "4x7", "--max-nodes", "5000", "--checkpoint", folder).status == 3
    done = run("nimber", "cram", "4x7", "--checkpoint", folder)
    assert done.status == 0
    assert "before" in done.out


def test_an_estimate(run):
    done = run("nimber", "cram", "6x7", "--estimate", "--max-nodes", "20000")
    assert done.status == 0
    assert "about" in done.out
    assert "nodes in total" in done.out
    document = json.loads(run("nimber", "cram", "6x7", "--max-nodes", "20000", "--json").out)
    assert document["estimated_nodes"] >= 20_000
    assert run("nimber", "cram", "6x7", "--estimate", "--max-nodes", "5").status == 3


def test_sums_have_checkpoints(run, tmp_path):
    sum_text = "impartial:nogo:1x10 + cram:4x7 + *3"
    command = ["nimber", "sum", sum_text, "--checkpoint", str(tmp_path)]
    assert run(*command, "--max-nodes", "3000").status == 3
    done = run(*command)
    assert done.status == 0
    assert "before" in done.out
    assert done.out.startswith(f"nimber {2 ^ 3 ^ 3}")


def test_ctrl_c_prints_what_is_proved(start):
    process = start("nimber", "cram", "7x8")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out.startswith("nimber unknown (interrupted)")


def test_games_in_python(run, tmp_path):
    path = tmp_path / "pair.py"
    path.write_text(PARTISAN)
    assert run("nimber", f"impartial:{path}:Pair", "3").status in (0, 2)
    done = run("nimber", f"impartial:{path}:Pair")
    assert done.status == 0
    assert done.out.startswith("nimber 0")


def test_wrong_input_is_one_line(run):
    for arguments, part in [
        (("clobber", "xo"), "ask for 'impartial:clobber' 'xo'"),
        (("impartial:hex", "3x3"), "normal play"),
        (("impartial:nope", "3x3"), "there is no game 'nope'"),
        (("impartial:cram", "3x3"), "impartial already"),
        (("cram", "3x"), "3x"),
        (("nimstring", "==/|.|/=."), "loony"),
        (("cram",), "needs a position"),
    ]:
        done = run("nimber", *arguments)
        assert done.status == 2, arguments
        assert part in done.err, arguments
        assert done.err.count("\n") == 1
        assert done.err.startswith("upstar: ")


def test_games_are_described(run):
    assert "impartial:GAME" in run("games").out
    assert "either player may make" in " ".join(run("games", "impartial:nogo").out.split())


def test_value_searches_when_the_recursion_takes_too_long(run):
    document = json.loads(run("value", "cram", "5x6", "--json", "--max-seconds", "60").out)
    assert document["value"] == "*2"
