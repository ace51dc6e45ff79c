"""What the views draw on boards: colours, the moves of a line, independent parts."""

from collections.abc import Iterable

from upstar.position import Position
from upstar.render.clickable import Cell

# Okabe and Ito's colours, which are distinguishable for colour-blind readers.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999")


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
