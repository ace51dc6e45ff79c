"""The cells of a position's picture: where they are, what they are called, what is on them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from upstar.render import counters, dots
from upstar.render.ascii import column_names
from upstar.render.beside import offsets
from upstar.render.board import Cell, centres, picture
from upstar.render.picture import Place

if TYPE_CHECKING:
    from upstar.position import Position

__all__ = ["PlacedCell", "placed_cells"]

_CONTENTS = {
    ".": "empty",
    " ": "empty",
    "#": "wall",
    "v": "vertical domino",
    "h": "horizontal domino",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCell:
    """A cell of a picture.

    Attributes
    ----------
    at : tuple of float
        The centre.
    name : str
        The name; for a graph, the number of an edge or the name of a vertex; for heaps, the numbers
        of the heap and of the counter; for dots, the move that draws the line. In a sum the number
        of the term comes first.
    content : str
        What is on the cell, in words.
    is_square : bool
        Whether the cell is a square.

    Examples
    --------
    >>> PlacedCell(at=(48.0, 28.0), name="a1", content="empty", is_square=True).name
    'a1'
    """

    at: Place
    name: str
    content: str
    is_square: bool


def placed_cells(position: "Position") -> dict[Cell, PlacedCell]:
    """Return the cells of a position's picture by row and column, as ``Position.cells`` counts.

    Parameters
    ----------
    position : Position
        The position. In a sum, values and terms that are drawn as text have no cells.

    Returns
    -------
    dict
        The cells.

    Examples
    --------
    >>> import upstar
    >>> cells = placed_cells(upstar.position("sum", "clobber:xo + domineering:1x2"))
    >>> [(place, cell.name, cell.content) for place, cell in cells.items()][1:3]
    [((0, 1), '1:b1', 'white'), ((1, 0), '2:a1', 'empty')]
    """
    if position.game in ("sum", "misere:sum"):
        return _cells_of_terms(position)
    layout, rows = position.board()
    at = centres(layout, rows)
    is_square = layout in ("square", "points")
    return {
        cell: PlacedCell(
            at=at[cell],
            name=name,
            content=_content(_sign(layout, rows, cell), position.labels),
            is_square=is_square,
        )
        for cell, name in zip(at, _names(layout, rows, list(at)), strict=True)
    }


def _cells_of_terms(position: "Position") -> dict[Cell, PlacedCell]:
    terms = position._drawn_terms()
    drawn = [
        (
            "+" if number or sign < 0 else "",
            picture("text", [part]) if isinstance(part, str) else part.picture(),
        )
        for number, (sign, part) in enumerate(terms)
    ]
    found: dict[Cell, PlacedCell] = {}
    before = 0
    for number, ((_, part), (x, y)) in enumerate(zip(terms, offsets(drawn), strict=True), 1):
        if isinstance(part, str):
            continue
        for (row, column), cell in placed_cells(part).items():
            found[before + row, column] = replace(
                cell, at=(cell.at[0] + x, cell.at[1] + y), name=f"{number}:{cell.name}"
            )
        before += len(part.board()[1])
    return found


def _names(layout: str, rows: Sequence[str], places: Sequence[Cell]) -> list[str]:
    """Return the names of the cells; for a graph, the numbers of edges or names of vertices."""
    if layout == "graph":
        return [str(row + 1) for row, _ in places]
    if layout == "vertices":
        return [rows[row].split()[0] for row, _ in places]
    if layout == "text":
        if dots.is_drawn(rows):
            return dots.names(rows)
        return [f"{heap + 1}.{counter + 1}" for heap, counter in places]
    columns = column_names(layout, max((len(row) for row in rows), default=0))
    return [f"{columns[column]}{len(rows) - row}" for row, column in places]


def _sign(layout: str, rows: Sequence[str], cell: Cell) -> str:
    """Return the sign of a cell; for a graph, the text of the edge or the sign of the vertex."""
    row, column = cell
    if layout == "graph":
        return rows[row]
    if layout == "text":
        if dots.is_drawn(rows):
            return "drawn" if dots.lines(rows)[cell] else "open"
        return f"heap of {counters.heap_sizes(rows)[row]}"
    return rows[row].split()[1] if layout == "vertices" else rows[row][column]


def _content(sign: str, labels: tuple[str, str]) -> str:
    """Return what is on a cell, in words."""
    if sign in ("x", "T"):
        return labels[0]
    return labels[1] if sign in ("o", "F") else _CONTENTS.get(sign, sign)
