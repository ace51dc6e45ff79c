"""Positions as properties of the board component: the picture, its cells, the moves."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from upstar.position import Position
from upstar.render.ascii import column_names
from upstar.render.board import Labels, centres

Cell = tuple[int, int]

# Okabe and Ito's colours, which are distinguishable for colour-blind readers.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")
_MAX_MOVES = 4000


def board(
    position: Position,
    *,
    last: Iterable[Cell] = (),
    tints: Mapping[Cell, str] | None = None,
    notes: Mapping[Cell, str] | None = None,
    labels: Labels | None = None,
    playable: bool = True,
) -> dict[str, Any]:
    """Return the properties of a board component.

    Parameters
    ----------
    position : Position
        The position to draw.
    last : cells
        The cells of the last move, to mark.
    tints : mapping
        Colours of cells.
    notes : mapping
        Short texts on cells.
    labels : mapping
        Results of moves by their cells, as ``Analysis.labels`` returns them.
    playable : bool
        Whether the user can make moves.
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
        "names": names(layout, rows, places),
        "moves": moves,
        "last": [number[cell] for cell in last if cell in number],
        "tints": [[number[c], colour] for c, colour in (tints or {}).items() if c in number],
        "notes": [[number[c], text] for c, text in notes.items() if c in number],
    }


def names(layout: str, rows: list[str], places: Iterable[Cell]) -> list[str]:
    """Return the names of the cells; for a graph, the numbers of the edges."""
    if layout == "graph":
        return [str(row + 1) for row, _ in places]
    columns = column_names(layout, max((len(row) for row in rows), default=0))
    return [f"{columns[column]}{len(rows) - row}" for row, column in places]


def line_notes(position: Position, line: Iterable[str]) -> dict[Cell, str]:
    """Number the moves of a line on their cells. The first move on a cell keeps its number."""
    notes: dict[Cell, str] = {}
    here = position
    for number, move in enumerate(line, 1):
        for cell in here.cells(move)[-1:]:
            notes.setdefault(cell, str(number))
        here = here.play(move)
    return notes


def part_tints(whole: Position, parts: Iterable[Position]) -> list[set[Cell]]:
    """Return the cells of each independent part of a position.

    A part is printed on the whole board, with all other cells blocked. A cell therefore belongs to
    a part if the part shows it as the whole position does, and some other part does not. If a part
    has another board than the whole position, all sets are empty.
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
