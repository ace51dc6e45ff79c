"""The tutorial notebook runs from the top, and what it shows is rich."""

from pathlib import Path

import pytest

nbclient = pytest.importorskip("nbclient", reason="the tutorial is executed by nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"

RICH = {
    "p": "image/svg+xml",
    "q": "image/svg+xml",
    "r": "text/html",
    ".tree": "text/html",
    "best_move": "text/html",
    "v": "text/latex",
    "v.thermograph": "image/svg+xml",
    "dissect": "text/html",
    "match": "text/html",
    "comparison": "text/html",
}
"""What the last line of a cell is or calls, and the kind of display that it must have."""


def test_the_tutorial_runs_and_displays_richly():
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    client = nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3")
    client.execute()
    shown = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            last = cell.source.splitlines()[-1]
            kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
            shown[last] = kinds
    for name, kind in RICH.items():
        assert any(
            kind in kinds and (last == name or (len(name) > 1 and name in last))
            for last, kinds in shown.items()
        ), (name, shown)


def test_the_tutorial_is_kept_without_outputs():
    notebook = nbformat.read(TUTORIAL, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
