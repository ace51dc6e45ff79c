"""Type checkers know the parameters of each algorithm."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import upstar
from upstar import parameters
from upstar.solve import OPTIONS

ROOT = Path(__file__).parents[2]

CHECKED = """
from typing import Any
import upstar
from upstar.parameters import PnsParameters

p = upstar.position("nim", "3,4,5")
name: str = input()
anything: dict[str, Any] = {}
settings: PnsParameters = {"init": "constant"}

upstar.solve(p)
upstar.solve(p, "pns", init="mobility", bounds=False, max_nodes=10)
upstar.solve(p, algorithm="df-pn", epsilon=0.5, threads=2)
upstar.solve("nim", "3,4,5", "alpha-beta", table=False, goal="win", part_cells=4)
upstar.solve("nim", "3,4,5", algorithm="ppn", theta=0.01, playouts=3)
upstar.solve("nim", "3,4,5", simplify="root")
upstar.solve(p, name, seed=3, **anything)
upstar.solve(p, "pns", **settings)
upstar.best_move(p, c=1.0, rave="sqrt", max_playouts=100)
upstar.best_move(p, "sb-mcts", gamma=0.5)

upstar.solve(p, "pns", inti="mobility")  # wrong
upstar.solve(p, "pns", init="mobile")  # wrong
upstar.solve(p, "pns", epsilon=0.5)  # wrong
upstar.solve(p, algorithm="df-pn", epsilon="much")  # wrong
upstar.solve("nim", "3,4,5", "alpha-beta", table=7)  # wrong
upstar.solve("nim", "3,4,5", simplify="leaves")  # wrong
upstar.solve(p, max_nodes="many")  # wrong
upstar.solve(p, maxnodes=5)  # wrong
upstar.best_move(p, rave="cube")  # wrong
upstar.best_move(p, "mcts", goal="win")  # wrong
upstar.best_move(p, "pns", c=1.0)  # wrong
PnsParameters(init="mobile")  # wrong
PnsParameters(epsilon=1)  # wrong
"""


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("search_types", ROOT / "tools/search_types.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_written_types_are_current(tool):
    assert tool.PARAMETERS.read_text() == tool.parameters_text(), "run: make docs"
    assert tool.SEARCHES.read_text() == tool.searches_text(), "run: make docs"


def test_every_parameter_has_a_type(tool):
    for info in upstar.algorithms():
        own = getattr(parameters, tool.class_name(info.name)).__annotations__
        assert {p.name for p in info.parameters} <= set(own)
        assert not OPTIONS & set(own)


def test_the_options_are_those_of_the_functions(tool):
    import inspect

    text = tool.SEARCHES.read_text()
    for function in (upstar.solve, upstar.best_move):
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY and name != "algorithm":
                assert f"    {name}: " in text


def test_mypy_finds_wrong_parameters(tmp_path):
    file = tmp_path / "calls.py"
    file.write_text(CHECKED)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-pretty", str(file)],
        cwd=ROOT,
        env={"MYPYPATH": str(ROOT / "python"), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert not done.stderr, done.stderr
    found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error: " in line}
    wrong = {n for n, line in enumerate(CHECKED.splitlines(), 1) if line.endswith("# wrong")}
    assert found == wrong, done.stdout
