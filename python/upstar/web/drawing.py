"""A position as the board component takes it: the picture, its cells, the moves on them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from upstar.position import Position
from upstar.render.ascii import column_names
from upstar.render.svg import centres

Cell = tuple[int, int]

# Okabe and Ito's colours: people who see few colours tell them apart.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")
_MOST_MOVES = 4000


def board(
    position: Position,
    *,
    last: Iterable[Cell] = (),
    tints: Mapping[Cell, str] | None = None,
    notes: Mapping[Cell, str] | None = None,
    playable: bool = True,
) -> dict[str, Any]:
    """The properties of a board component.

    Parameters
    ----------
    position : Position
        What is drawn.
    last : cells
        Cells of the last move, which are marked.
    tints : mapping
        Colours of cells.
    notes : mapping
        A few characters on cells.
    playable : bool
        Whether moves can be made on it.
    """
    layout, rows = position.board()
    at = centres(layout, rows)
    places = list(at)
    number = {cell: index for index, cell in enumerate(places)}
    svg = position.svg()
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    assert found is not None
    moves: list[list[Any]] = []
    if playable and position.outcome is None:
        for move in position.moves()[:_MOST_MOVES]:
            cells = [number[cell] for cell in position.cells(move) if cell in number]
            if cells:
                moves.append([move, cells])
    return {
        "svg": svg,
        "width": int(found[1]),
        "height": int(found[2]),
        "shape": "square" if layout in ("square", "points") else "round",
        "spots": [[round(x, 1), round(y, 1)] for x, y in at.values()],
        "names": names(layout, rows, places),
        "moves": moves,
        "last": [number[cell] for cell in last if cell in number],
        "tints": [[number[c], colour] for c, colour in (tints or {}).items() if c in number],
        "notes": [[number[c], text] for c, text in (notes or {}).items() if c in number],
    }


def names(layout: str, rows: list[str], places: Iterable[Cell]) -> list[str]:
    """What the cells are called; of a graph, the numbers of the edges."""
    if layout == "graph":
        return [str(row + 1) for row, _ in places]
    columns = column_names(layout, max((len(row) for row in rows), default=0))
    return [f"{columns[column]}{len(rows) - row}" for row, column in places]


def line_notes(position: Position, line: Iterable[str]) -> dict[Cell, str]:
    """The numbers of a line's moves on their cells; a later move does not cover an earlier one."""
    notes: dict[Cell, str] = {}
    here = position
    for number, move in enumerate(line, 1):
        for cell in here.cells(move)[-1:]:
            notes.setdefault(cell, str(number))
        here = here.play(move)
    return notes


def part_tints(whole: Position, parts: Iterable[Position]) -> list[set[Cell]]:
    """The cells of the independent parts of a position, where they lie on the same board.

    A part is written on the whole board with everything else taken out; so a cell is a part's if
    it looks as in the whole there, and not so in some other part.
    """
    layout, rows = whole.board()
    boards = [part.board() for part in parts]
    shape = [len(row) for row in rows]
    if layout in ("graph", "text") or any([len(r) for r in b[1]] != shape for b in boards):
        return [set() for _ in boards]
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    alike = [{(r, c) for r, c in cells if b[r][c] == rows[r][c]} for _, b in boards]
    everywhere = set.intersection(*alike) if len(alike) > 1 else {
        (r, c) for r, c in cells if rows[r][c] == "#"
    }  # fmt: skip
    return [own - everywhere for own in alike]
