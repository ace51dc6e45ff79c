"""Boards that turn clicks into moves: what `clickable_board.js` needs to show a position.

The workbench and the widgets for notebooks share the script, its style sheet and this description.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upstar.render import counters
from upstar.render.board import Cell, Labels
from upstar.render.cells import placed_cells
from upstar.render.drawn_texts import drawn_cells, is_drawn_text

if TYPE_CHECKING:
    from upstar.position import Position

SCRIPT = Path(__file__).with_name("clickable_board.js")
"""The ES module with the board; other scripts import it as ``clickable_board``."""
CSS = Path(__file__).with_name("clickable_board.css").read_text(encoding="utf-8")
_MAX_MOVES = 4000


def clickable_board(
    position: "Position",
    *,
    last: Iterable[Cell] = (),
    won: Iterable[Cell] = (),
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
    won : iterable of tuple of int
        The cells of a winning line or chain, to mark.
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
    placed = placed_cells(position)
    if counters.heap_sizes(position.board()[1]):
        last = ()  # the counters are gone, and the heaps have another order
    number = {cell: index for index, cell in enumerate(placed)}
    svg = position.svg(labels=labels)
    # An empty note hides the dot of a cell that has a label.
    notes = {**{cells[0]: "" for cells in labels or {} if len(cells) == 1}, **(notes or {})}
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert found is not None
    moves: list[list[Any]] = []
    if playable and position.outcome is None:
        for move, touched in islice(position.cells_of_moves().items(), _MAX_MOVES):
            several = drawn_cells(position, move) if is_drawn_text(position.game) else [touched]
            for each in several:
                cells = [number[cell] for cell in each if cell in number]
                if cells:
                    moves.append([move, cells])
    return {
        "svg": svg,
        "width": int(found[1]),
        "height": int(found[2]),
        "shape": "square" if all(cell.is_square for cell in placed.values()) else "round",
        "spots": [[round(cell.at[0], 1), round(cell.at[1], 1)] for cell in placed.values()],
        "names": [cell.name for cell in placed.values()],
        "moves": moves,
        "contents": [cell.content for cell in placed.values()],
        "alike": _falls(position, number) if moves else [],
        "last": [number[cell] for cell in last if cell in number],
        "won": [number[cell] for cell in won if cell in number],
        "tints": [[number[c], colour] for c, colour in (tints or {}).items() if c in number],
        "notes": [[number[c], text] for c, text in notes.items() if c in number],
    }


def _falls(position: "Position", number: Mapping[Cell, int]) -> list[list[int]]:
    """Return pairs of an empty cell and the cell to which a piece falls from it."""
    if position.game != "connect-four":
        return []
    _, rows = position.board()
    pairs = []
    for column in range(len(rows[0])):
        empty = [row for row in range(len(rows)) if rows[row][column] == "."]
        pairs += [[number[row, column], number[empty[-1], column]] for row in empty[:-1]]
    return pairs
