"""The lessons run from the top, show what is saved in them, and their answers are right."""

import re
from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason="the lessons are executed by nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

import nbformat

from docs.lessons import FILES, LESSONS, execute, normalise, read, write

KINDS = {
    "combinatorial-game-theory": {"image/svg+xml", "text/html", "text/latex"},
    "monte-carlo-tree-search": {"image/svg+xml", "image/png", "text/html"},
    "reproduce-a-paper": {"image/png", "text/html"},
    "solving-games": {"image/svg+xml", "image/png", "text/html"},
    "your-own-game": {"image/svg+xml", "text/html"},
}
"""The lessons, and the kinds of display that each must have."""
LARGEST = 500_000

every_lesson = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def answers(notebook):
    """The code in the folded answers, which ends with assertions."""
    return [
        code
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for block in re.findall(r"<details>.*?</details>", cell.source, flags=re.DOTALL)
        for code in re.findall(r"```python\n(.*?)```", block, flags=re.DOTALL)
    ]


def shown(outputs):
    """What outputs display: texts as they are, pictures by their kind."""
    for output in outputs:
        if output.output_type == "stream":
            yield output.name, output.text
        for kind, content in output.get("data", {}).items():
            yield kind, None if kind.startswith("image/") else content


def test_all_lessons_are_there():
    assert [file.stem for file in FILES] == sorted(KINDS)
    index = (LESSONS / "index.md").read_text(encoding="utf-8")
    for name in KINDS:
        assert f"]({name}.ipynb)" in index
        assert re.search(rf"^{name}$", index, flags=re.MULTILINE), "it is not in the toctree"


@every_lesson
def test_a_lesson_shows_what_is_saved_in_it_and_its_answers_hold(file):
    saved, run = read(file), read(file)
    run.cells += [nbformat.v4.new_code_cell(code) for code in answers(saved)]
    execute(run)
    for old, new in zip(saved.cells, run.cells, strict=False):
        if old.cell_type == "code":
            assert list(shown(new.outputs)) == list(shown(old.outputs)), (
                f"run: make docs\n{old.source}"
            )


@every_lesson
def test_a_lesson_is_well_formed(file):
    notebook = read(file)
    nbformat.validate(notebook)
    assert 25 <= len(notebook.cells) <= 45
    first = notebook.cells[0]
    assert first.cell_type == "markdown"
    assert re.match(r"# \S.*\n\n.+minutes\.", first.source, flags=re.DOTALL)
    outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    assert all(output.output_type != "error" for output in outputs)
    assert all(output.get("name") != "stderr" for output in outputs)
    assert {kind for kind, _ in shown(outputs)} >= KINDS[file.stem]
    assert len(answers(notebook)) >= 3


@every_lesson
def test_a_lesson_is_saved_normalised_and_small(file):
    text = file.read_text(encoding="utf-8")
    notebook = read(file)
    normalise(notebook)
    assert write(notebook) == text, "run: make docs"
    assert len(text.encode()) < LARGEST
    assert not re.search(r"0x[0-9a-f]{6,}|/tmp/|/home/|/root/", text)


@every_lesson
def test_links_of_a_lesson_lead_somewhere(file):
    for cell in read(file).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#]+)[^)]*\)", cell.source):
                assert target.startswith("https://") or Path(LESSONS / target).exists(), target
