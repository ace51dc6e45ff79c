"""The documents are correct and complete."""

import re
import subprocess
import sys

import pytest

import upstar
from docs.living import FILES, ROOT, comparable, renewed
from upstar.cli import app

GAMES = [info.name for info in upstar.games()]
ALGORITHMS = [info.name for info in upstar.algorithms()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_tables_and_outputs_are_up_to_date(file):
    text = file.read_text()
    assert comparable(renewed(text)) == comparable(text), "run: make docs"


def test_counts_of_the_effort_line_are_compared_and_times_are_not():
    line = "effort     57 expansions, 1,111 nodes, 1.4M nodes/s, 0.001 s, 0.1 MB"
    assert comparable(line) == comparable(line.replace("1.4M", "980k").replace("0.001", "12.3"))
    assert comparable(line) != comparable(line.replace("57", "58"))
    assert comparable(line) != comparable(line.replace("1,111", "1,112"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "docs/games.md").read_text(), "run: make docs"
    assert f"<!-- begin game {name} -->" in (ROOT / "docs/games.md").read_text(), (
        f"docs/games.md needs a section '## {name}' with <!-- begin game {name} --> and "
        "<!-- end -->; then make docs"
    )


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_documented(name):
    assert f"| `{name}` |" in (ROOT / "docs/algorithms.md").read_text(), "run: make docs"
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
    return [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *FILES]


def _name(file):
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", _documents(), ids=_name)
def test_links_lead_somewhere(file):
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", file.read_text()):
        if target.startswith("https://"):
            continue
        page = file.parent / target if target else file
        assert page.exists(), target
        if anchor and page.suffix == ".md" and file.name != "README.md":
            assert anchor in _anchors(page.read_text()), f"{target}#{anchor}"


def _anchors(text):
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("file", sorted(ROOT.glob("docs/how-to/*.md")), ids=_name)
def test_guides_run_or_say_why_not(file):
    """Shell and Python without a prompt are not run; a comment above them gives the reason."""
    lines = file.read_text().splitlines()
    for above, line in zip(["", *lines], lines, strict=False):
        if re.fullmatch(r"```(sh|bash|shell|py)", line):
            assert above.startswith("<!-- not run: "), f"no reason above {line}"


def test_every_guide_is_listed():
    index = (ROOT / "docs/how-to/index.md").read_text()
    for file in ROOT.glob("docs/how-to/*.md"):
        if file.name != "index.md":
            assert f"]({file.name}) |" in index, file.name
            assert f"\n{file.stem}\n" in index, f"{file.name} in the toctree"


def test_the_campaign_of_the_guide_is_the_example():
    guide = (ROOT / "docs/how-to/campaign.md").read_text()
    example = (ROOT / "examples/strips.toml").read_text()
    assert f"```toml\n{example}```" in guide


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
    documented = {key for row in rows for key in row.split(", ")}
    solution = upstar.solve(upstar.position("domineering", "2x2"))
    assert documented == {f"`{key}`" for key in solution.to_json()}


def test_every_command_is_documented():
    text = (ROOT / "docs/command-line.md").read_text()
    for name in app.places:
        assert f"`{name}" in text, name


def test_every_makefile_target_has_help():
    text = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^\.PHONY: (\S+)$", text, flags=re.MULTILINE)) - {"requirements"}
    for target in targets:
        assert re.search(rf"^{target}:.*## ", text, flags=re.MULTILINE), target
