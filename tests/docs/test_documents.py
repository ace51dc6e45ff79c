"""The documents tell the truth, and stand alone."""

import re
import subprocess
import sys

import pytest
from typer.main import get_command

import upstar
from docs.living import FILES, ROOT, comparable, renewed
from upstar.cli import app

GAMES = [info.name for info in upstar.games()]
ALGORITHMS = [info.name for info in upstar.algorithms()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_tables_and_outputs_are_up_to_date(file):
    text = file.read_text()
    assert comparable(renewed(text)) == comparable(text), "run: make docs"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "README.md").read_text(), "run: make docs"
    assert f"<!-- begin game {name} -->" in (ROOT / "docs/games.md").read_text(), (
        f"docs/games.md needs a section '## {name}' with <!-- begin game {name} --> and "
        "<!-- end -->; then make docs"
    )


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "README.md").read_text(), "run: make docs"
    text = (ROOT / "docs/algorithms.md").read_text()
    assert re.search(rf"^#+ .*`{name}`", text, flags=re.MULTILINE), (
        f"docs/algorithms.md needs a section with `{name}` in its title: idea, when to use"
    )
    info = next(info for info in upstar.algorithms() if info.name == name)
    assert not info.parameters or f"<!-- begin parameters {name} -->" in text, (
        f"docs/algorithms.md needs <!-- begin parameters {name} --> and <!-- end -->; "
        "then make docs"
    )


@pytest.mark.parametrize(
    "example", sorted((ROOT / "examples").glob("*.py")), ids=lambda file: file.name
)
def test_examples_run(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def _documents():
    return [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *FILES, *ROOT.glob("docs/*/*.md")]


@pytest.mark.parametrize("file", _documents(), ids=lambda file: file.name)
def test_links_lead_somewhere(file):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", file.read_text()):
        assert target.startswith("https://") or (file.parent / target).exists(), target


def test_decisions_are_numbered_and_complete():
    files = sorted((ROOT / "docs/decisions").glob("[0-9]*.md"))
    numbers = [int(file.name[:4]) for file in files]
    assert len(set(numbers)) == len(numbers), "two decisions have the same number"
    for file in files:
        text = file.read_text()
        assert text.startswith(f"# {file.name[:4]} "), file.name
        for title in ("Context", "Options", "Decision", "Consequences"):
            assert f"## {title}" in text, f"{file.name}: {title}"


def test_the_keys_of_a_solution_are_documented():
    text = (ROOT / "docs/command-line.md").read_text()
    table = text.partition("<!-- keys of solve -->")[2].partition("<!-- end -->")[0]
    rows = re.findall(r"^\| (`.+?) \|", table, re.MULTILINE)
    told = {key for row in rows for key in row.split(", ")}
    solution = upstar.solve(upstar.position("domineering", "2x2"))
    assert told == {f"`{key}`" for key in solution.to_json()}


def test_every_command_is_documented():
    text = (ROOT / "docs/command-line.md").read_text()
    for name in get_command(app).commands:
        assert f"`{name}" in text, name


def test_every_makefile_target_has_help():
    text = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^\.PHONY: (\S+)$", text, flags=re.MULTILINE)) - {"requirements"}
    for target in targets:
        assert re.search(rf"^{target}:.*## ", text, flags=re.MULTILINE), target
