"""Execute the lessons and save their outputs: ``python -m tests.docs.lessons``.

The saved notebooks hold nothing that differs from run to run. Cells are numbered, timings and
versions are removed, and so is the plain text of an output that also has a rich display: the text
of a solution or a match has seconds in it.
"""

import os
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

LESSONS = Path(__file__).parents[2] / "docs" / "lessons"
FILES = sorted(LESSONS.glob("*.ipynb"))


def read(file: Path) -> Any:
    """Return the notebook of a file."""
    return nbformat.read(file, as_version=4)


def write(notebook: Any) -> str:
    """Return the text of a notebook's file."""
    return nbformat.writes(notebook) + "\n"


def execute(notebook: Any) -> None:
    """Run all cells of a notebook in a new kernel and normalise what they show."""
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(LESSONS)}},
        # Whether a progress bar appears depends on the speed of the machine.
    ).execute(env={**os.environ, "UPSTAR_PROGRESS": "off"})
    normalise(notebook)


def normalise(notebook: Any) -> None:
    """Remove from a notebook what differs from run to run."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        }
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count = 0
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number:02}"
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = _merged(cell.outputs)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count
            if "data" in output:
                output.metadata = nbformat.from_dict({})
                if len(output.data) > 1:
                    output.data.pop("text/plain", None)


def _merged(outputs: list[Any]) -> list[Any]:
    """Return the outputs with the parts of one stream joined: they break at random places."""
    merged: list[Any] = []
    for output in outputs:
        last = merged[-1] if merged else None
        streams = output.output_type == "stream" and last and last.output_type == "stream"
        if streams and last.name == output.name:
            last.text += output.text
        else:
            merged.append(output)
    return merged


def main() -> None:
    """Execute every lesson and rewrite the files that differ."""
    for file in FILES:
        notebook = read(file)
        execute(notebook)
        text = write(notebook)
        if text != file.read_text(encoding="utf-8"):
            file.write_text(text, encoding="utf-8")
            print(f"wrote docs/lessons/{file.name}")


if __name__ == "__main__":
    main()
