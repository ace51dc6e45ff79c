"""Boards that turn clicks into moves: what `clickable_board.js` needs to show a position.

The workbench and the widgets for notebooks share the script, its style sheet and this description.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upstar.render.ascii import column_names
from upstar.render.board import Labels, centres

if TYPE_CHECKING:
    from upstar.position import Position

Cell = tuple[int, int]

SCRIPT = Path(__file__).with_name("clickable_board.js")
"""The ES module with the board; other scripts import it as ``clickable_board``."""
CSS = Path(__file__).with_name("clickable_board.css").read_text(encoding="utf-8")
_MAX_MOVES = 4000


def clickable_board(
    position: "Position",
    *,
    last: Iterable[Cell] = (),
    tints: Mapping[Cell, str] | None = None,
    notes: Mapping[Cell, str] | None = None,
    labels: Labels | None = None,
    playable: bool = True,
) -> dict[str, Any]:
    """Return the properties of a board for the script.

    Parameters
    ----------
    position : Position
        The position to draw.
    last : iterable of tuple of int
        The cells of the last move, to mark.
    tints : mapping, optional
        Colours of cells.
    notes : mapping, optional
        Short texts on cells.
    labels : mapping, optional
        Results of moves by their cells, as ``Analysis.labels`` returns them.
    playable : bool
        Whether the user can make moves.

    Returns
    -------
    dict
        The picture, its size, the cells with their names, and the moves with their cells. JSON can
        express all of it.

    Examples
    --------
    >>> import upstar
    >>> board = clickable_board(upstar.position("clobber", "xo"))
    >>> board["names"], board["moves"]
    (['a1', 'b1'], [['a1b1', [0, 1]]])
    """
    layout, rows = position.board()
    at = centres(layout, rows)
    places = list(at)
    number = {cell: index for index, cell in enumerate(places)}
    svg = position.svg(labels=labels)
    # An empty note hides the dot of a cell that has a label.
    notes = {**{cells[0]: "" for cells in labels or {} if len(cells) == 1}, **(notes or {})}
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert found is not None
    moves: list[list[Any]] = []
    if playable and position.outcome is None:
        for move in position.moves()[:_MAX_MOVES]:
            cells = [number[cell] for cell in position.cells(move) if cell in number]
            if cells:
                moves.append([move, cells])
    return {
        "svg": svg,
        "width": int(found[1]),
        "height": int(found[2]),
        "shape": "square" if layout in ("square", "points") else "round",
        "spots": [[round(x, 1), round(y, 1)] for x, y in at.values()],
        "names": _names(layout, rows, places),
        "moves": moves,
        "last": [number[cell] for cell in last if cell in number],
        "tints": [[number[c], colour] for c, colour in (tints or {}).items() if c in number],
        "notes": [[number[c], text] for c, text in notes.items() if c in number],
    }


def _names(layout: str, rows: Sequence[str], places: Iterable[Cell]) -> list[str]:
    """Return the names of the cells; for a graph, the numbers of the edges."""
    if layout == "graph":
        return [str(row + 1) for row, _ in places]
    columns = column_names(layout, max((len(row) for row in rows), default=0))
    return [f"{columns[column]}{len(rows) - row}" for row, column in places]
