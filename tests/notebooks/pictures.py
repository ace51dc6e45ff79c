"""Take the screenshot of a notebook in docs/pictures: `make pictures`."""

import tempfile
from pathlib import Path

from notebooks.lab import Notebook, jupyter_lab, write_notebook
from web.browser import chromium
from web.pictures import FOLDER

CELLS = [
    "import upstar\n"
    "from upstar.notebook import board, proof_tree\n"
    "game = board('hex', '5x5', opponent='mcts:max_playouts=2000')\n"
    "game",
    "game.position.history",
    "solution = upstar.solve('domineering', '4x4', proof='4x4.proof')\nproof_tree(solution)",
    "upstar.solve('domineering', '10x10', max_seconds=60)",
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_notebook(Path(folder), CELLS)
        with jupyter_lab(Path(folder)) as address, chromium() as browser:
            page = browser.new_page(viewport={"width": 900, "height": 1070}, color_scheme="light")
            take(Notebook(page, address))


def take(notebook: Notebook) -> None:
    """Play some moves, open a proof, start a search, and take the picture."""
    notebook.run(0)
    game = notebook.cell(0)
    for number, cell in enumerate(("c3", "b4", "d2"), start=1):
        game.locator(f"[data-cell='{cell}'].upstar-live").click()
        notebook.page.wait_for_function(
            "count => document.querySelectorAll('.upstar-live').length === count",
            arg=25 - 2 * number,
        )
    notebook.run(1)
    notebook.run(2)
    tree = notebook.cell(2)
    for row in (1, 3):
        tree.locator(".upstar-name").nth(row).wait_for()
        tree.locator(".upstar-arrow").nth(row).click()
    tree.locator(".upstar-claimed").nth(1).wait_for()
    tree.locator(".upstar-claimed").nth(1).click()
    notebook.start(3)
    bar = notebook.cell(3).locator("progress")
    bar.wait_for()
    notebook.page.wait_for_timeout(4000)
    bar.scroll_into_view_if_needed()
    notebook.page.locator(".jp-NotebookPanel-notebook").screenshot(path=FOLDER / "notebook.png")


if __name__ == "__main__":
    main()
