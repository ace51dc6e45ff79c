"""What the views draw on boards: colours, the moves of a line, winning lines, parts."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from upstar.position import Position
from upstar.render.board import Cell

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
    if layout in ("graph", "vertices", "text") or any(
        [len(r) for r in b[1]] != shape for b in boards
    ):
        return [set() for _ in boards]
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    alike = [{(r, c) for r, c in cells if b[r][c] == rows[r][c]} for _, b in boards]
    everywhere = set.intersection(*alike) if len(alike) > 1 else {
        (r, c) for r, c in cells if rows[r][c] == "#"
    }  # fmt: skip
    return [own - everywhere for own in alike]


def swatches(position: Position) -> tuple[str, str]:
    """Return the colours in which the two players' pieces are drawn; empty if they have none."""
    layout, _ = position.board()
    if position.game == "domineering":
        return "#0072B2", "#E69F00"
    if layout == "graph":
        return "#0072B2", "#D55E00"
    return ("", "") if layout == "text" or position.game == "cram" else ("#1d2328", "#ffffff")


def winning_cells(position: Position) -> list[Cell]:
    """Return the cells that decide a finished game: a line, or a chain between sides.

    >>> from upstar import position
    >>> winning_cells(position("mnk", "xxx/oo./...:3"))
    [(0, 0), (0, 1), (0, 2)]
    """
    if position.outcome not in ("win", "loss"):
        return []
    _, rows = position.board()
    mover, other = ("x", "o") if position.to_move == position.labels[0] else ("o", "x")
    sign = mover if position.outcome == "win" else other
    if position.game in ("mnk", "connect-four"):
        length = re.search(r":(\d+)", str(position))
        return _line(rows, sign, int(length[1]) if length else 4)
    if position.game == "hex":
        last_row, last_column = len(rows) - 1, len(rows[0]) - 1
        if sign == "x":
            return _chain(rows, sign, [lambda c: c[0] == 0, lambda c: c[0] == last_row], _HEX)
        return _chain(rows, sign, [lambda c: c[1] == 0, lambda c: c[1] == last_column], _HEX)
    if position.game == "y":
        size = len(rows)
        sides: list[Callable[[Cell], bool]] = [
            lambda c: c[1] == 0,
            lambda c: c[1] == c[0],
            lambda c: c[0] == size - 1,
        ]
        return _chain(rows, sign, sides, _TRIANGLE)
    return []


_HEX = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
_TRIANGLE = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))


def _line(rows: Sequence[str], sign: str, length: int) -> list[Cell]:
    """Return the first row of `length` equal signs in one of four directions."""
    for row, text in enumerate(rows):
        for column in range(len(text)):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + n * down, column + n * right) for n in range(length)]
                if all(_at(rows, cell) == sign for cell in cells):
                    return cells
    return []


def _at(rows: Sequence[str], cell: Cell) -> str:
    row, column = cell
    return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else ""


def _chain(
    rows: Sequence[str],
    sign: str,
    sides: Sequence[Callable[[Cell], bool]],
    steps: Sequence[tuple[int, int]],
) -> list[Cell]:
    """Return a connected group that touches all sides; between two sides, a shortest path."""
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row)) if row[c] == sign]
    seen: set[Cell] = set()
    for start in sorted(cells, key=lambda cell: not sides[0](cell)):
        if start in seen or not sides[0](start):
            continue
        group, waiting = {start: start}, deque([start])
        if len(sides) == 2:  # start from all cells of the first side, for a shortest path
            group = {cell: cell for cell in cells if sides[0](cell)}
            waiting = deque(group)
        while waiting:
            row, column = cell = waiting.popleft()
            if len(sides) == 2 and sides[1](cell):
                path = [cell]
                while group[path[-1]] != path[-1]:
                    path.append(group[path[-1]])
                return path
            for down, right in steps:
                near = (row + down, column + right)
                if near not in group and _at(rows, near) == sign:
                    group[near] = cell
                    waiting.append(near)
        if len(sides) > 2 and all(any(side(cell) for cell in group) for side in sides):
            return sorted(group)
        seen |= group.keys()
    return []
