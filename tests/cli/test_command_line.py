"""Exit statuses, pure JSON output, errors of one line."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import upstar
from upstar.cli import app

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "tic_tac_toe.py")


@pytest.mark.parametrize("verb", ["games", "algorithms"])
def test_lists_have_a_line_for_each(run, verb):
    infos = getattr(upstar, verb)()
    done = run(verb)
    assert done.status == 0
    also = ["impartial:GAME"] if verb == "games" else []
    names = [info.name for info in infos] + also
    assert [line.split()[0] for line in done.out.splitlines()] == names
    assert [row["name"] for row in json.loads(run(verb, "--json").out)] == [i.name for i in infos]
    for info in infos:
        done = run(verb, info.name)
        assert done.status == 0
        assert info.name in done.out
        assert json.loads(run(verb, info.name, "--json").out)["name"] == info.name


def test_solve_prints_one_json_document(run):
    done = run("solve", "domineering", "4x4", "--json", "--to-move", "horizontal", "--seed", "7")
    document = json.loads(done.out)
    assert (done.status, done.err) == (0, "")
    assert document["winner"] == "horizontal"
    assert document["seed"] == 7


def test_the_text_output_names_the_winner(run):
    done = run("solve", "domineering", "3x3")
    assert done.status == 0
    assert "vertical, to move, wins with" in done.out
    assert "[.]" in done.out


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_limit_has_status_3(run, more):
    done = run("solve", "domineering", "8x8", "--max-nodes", "1000", *more)
    assert done.status == 3
    assert "unknown" in done.out or "limit of nodes" in done.out


def test_parameters_are_passed_on(run):
    done = run(
        *("solve", "domineering", "3x3", "--json", "--algorithm", "alpha-beta"),
        *("--set", "table=false", "--set", "window=full"),
    )
    parameters = json.loads(done.out)["parameters"]
    assert parameters["table"] is False
    assert parameters["window"] == "full"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "domineering"],
        ["solve", "dominering", "3x3"],
        ["solve", "domineering", "3y3"],
        ["solve", "domineering", "0x3"],
        ["solve", "domineering", ".\n."],
        ["solve", "domineering", "\udcff"],
        ["solve", "domineering", "3x3", "extra"],
        ["solve", "domineering", "3x3", "--algorithm", "nope"],
        ["solve", "domineering", "3x3", "--set", "nope=1"],
        ["solve", "domineering", "3x3", "--set", "table"],
        ["solve", "domineering", "3x3", "--set", "=1"],
        ["solve", "domineering", "3x3", "--algorithm", "alpha-beta", "--set", "table=7"],
        ["solve", "domineering", "3x3", "--to-move", "black"],
        ["solve", "domineering", "3x3", "--goal", "lose"],
        ["solve", "domineering", "3x3", "--goal", "99"],
        ["solve", "domineering", "3x3", "--max-nodes", "0"],
        ["solve", "domineering", "3x3", "--max-nodes", "many"],
        ["solve", "domineering", "3x3", "--max-seconds", "-1"],
        ["solve", "domineering", "3x3", "--max-seconds", "nan"],
        ["solve", "domineering", "3x3", "--max-memory", "0"],
        ["solve", "domineering", "3x3", "--threads", "0"],
        ["solve", "domineering", "3x3", "--seed", "-1"],
        ["solve", "domineering", "3x3", "--sed", "1"],
        ["solve", "domineering", "3x3", "--json", "--set", "position=1"],
        ["solve", "nowhere.py:Game"],
        ["solve", "no.such.module:Game"],
        ["solve", f"{EXAMPLE}:Chess"],
        ["solve", EXAMPLE, "what?"],
        ["solve", EXAMPLE, "--to-move", "nought"],
        ["games", "nope"],
        ["algorithms", "nope"],
        ["nope"],
        [],
        ["--nope"],
    ],
)
def test_bad_input_is_one_line_and_status_2(run, arguments):
    done = run(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("upstar: ")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err


@pytest.mark.parametrize("game", [*(info.name for info in upstar.games()), EXAMPLE])
def test_play_and_gtp_begin_with_the_usual_position(run, monkeypatch, game):
    for command, asked in ((["play", game], "quit"), (["gtp", "--game", game], "name\nquit")):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{asked}\n"))
        done = run(*command)
        assert (done.status, done.err) == (0, "")
    assert run("solve", "domineering").status == 2


def every_command(group, path=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "places"):
            yield from every_command(command, (*path, name))
        else:
            yield (*path, name), command


def test_every_command_documents_its_exit_status():
    silent = {
        path for path, command in every_command(app) if "Exit status" not in (command.help or "")
    }
    assert silent == {("games",), ("algorithms",)}


def test_every_command_has_help(run):
    for path, command in every_command(app):
        done = run(*path, "--help")
        assert (done.status, done.err) == (0, "")
        for parameter in command.params:
            assert parameter.opts[-1] in done.out or parameter.metavar in done.out, path
    done = run("--help")
    assert all(name in done.out for name in app.places)


def test_the_version_is_printed(run):
    assert run("--version").out == f"upstar {upstar.__version__}\n"


def test_a_command_that_does_not_exist_has_suggestions(run):
    assert "did you mean 'solve'" in run("slove").err
    assert "the commands of 'upstar database': build, stat, probe" in run("database", "x").err
    assert "--seed" in run("solve", "nim", "3", "--sed", "1").err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_printed(run, shell):
    done = run("--show-completion", shell)
    assert (done.status, done.err) == (0, "")
    assert "_UPSTAR_COMPLETE" in done.out


@pytest.mark.parametrize(
    ("words", "last", "expected"),
    [("upstar so", 1, "solve"), ("upstar solve nim --max-n", 3, "--max-nodes")],
)
def test_commands_and_options_are_completed(words, last, expected):
    asked = {
        "_UPSTAR_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(last),
    }
    done = subprocess.run(
        [sys.executable, "-m", "upstar"],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"plain,{expected}" in done.stdout.split()


def test_solve_imports_only_what_it_needs():
    """What `upstar solve` imports decides how fast the command starts."""
    code = """
import sys
from upstar.cli import main
try:
    main(["solve", "nim", "3,4,5"])
finally:
    print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    modules = done.stderr.split()
    commands = {place.module for place in app.places.values() if hasattr(place, "module")}
    used = {name for name in commands if f"upstar.cli.{name}" in modules}
    assert done.returncode == 0
    assert used == {"solve"}
    heavy = ("rich", "typer", "pydantic", "json", "asyncio", "logging", "concurrent.futures")
    heavy += ("upstar.cgt", "upstar.play", "upstar.web", "zipfile")
    assert [name for name in heavy if name in modules] == []
    assert len([name for name in modules if name.startswith("upstar")]) < 40


def test_a_python_game_is_solved(run):
    done = run("solve", f"{EXAMPLE}:TicTacToe", "--json")
    assert json.loads(done.out)["outcome"] == "draw"
    assert run("solve", EXAMPLE, "x.o.x....").status == 0


def test_a_failing_python_game_shows_its_traceback(run, tmp_path):
    file = tmp_path / "failing.py"
    source = Path(EXAMPLE).read_text().replace("return [cell for", "raise KeyError('mine')  # ")
    file.write_text(source)
    done = run("solve", str(file))
    assert done.status == 1
    assert done.out == ""
    assert "Traceback" in done.err
    assert "KeyError: 'mine'" in done.err
    assert "in moves" in done.err


def test_an_internal_error_is_one_line(run, monkeypatch):
    monkeypatch.setattr(upstar.core_bridge, "Stats", None)
    monkeypatch.delenv("UPSTAR_DEBUG", raising=False)
    done = run("solve", "domineering", "3x3")
    assert done.status == 1
    assert done.err.startswith("upstar: internal error: TypeError")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_ctrl_c_prints_the_result_so_far(start, searching, more):
    process = start("solve", "domineering", "10x10", *more)
    searching(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    if more:
        assert json.loads(out)["stopped"] == "interrupted"
    else:
        assert "interrupted" in out


def test_ctrl_c_ends_a_python_game(start, searching):
    process = start("solve", f"{Path(__file__).parents[1] / 'toys.py'}:Slow", "--json")
    searching(process)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["solved"] is False


def test_a_closed_pipe_is_not_an_error(start):
    process = start("games", "domineering")
    process.stdout.close()
    process.wait(timeout=60)
    assert process.stderr.read() == ""
    process.stdout = None
