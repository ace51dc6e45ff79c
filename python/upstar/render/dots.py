"""Pictures of dots and the lines between them, on which Nimstring is played.

The core shows them as text: rows of dots with the lines between them (``+---+   +``), and between
two such rows one with the lines downwards (``|       |``).
"""

import re
from collections.abc import Iterable, Sequence

from upstar.render.ascii import column_names
from upstar.render.picture import Circle, Line, Picture, Place, Rectangle, Shape, Style, Text

_UNIT = 56.0
_LEFT = 40.0
_TOP = 14.0
_DOTS = re.compile(r"\+((---|   )\+)+")
_MOVE = re.compile(r"([a-z]+)(\d+)([tblr])")

Cell = tuple[int, int]


def is_drawn(rows: Sequence[str]) -> bool:
    """Return whether the rows of a text show dots.

    Parameters
    ----------
    rows : sequence of str
        The rows.

    Returns
    -------
    bool
        Whether they do.

    Examples
    --------
    >>> is_drawn(["+---+", "     ", "+   +"]), is_drawn(["4x3:2"])
    (True, False)
    """
    return len(rows) >= 3 and all(_DOTS.fullmatch(row) for row in rows[::2])


def lines(rows: Sequence[str]) -> dict[Cell, bool]:
    """Return the lines by row and place in it, and whether each is drawn.

    Parameters
    ----------
    rows : sequence of str
        The rows.

    Returns
    -------
    dict
        The lines. A row of dots and a row between two of them count alike.

    Examples
    --------
    >>> lines(["+---+", "     ", "+   +"])
    {(0, 0): True, (1, 0): False, (1, 1): False, (2, 0): False}
    """
    return {
        (number, place): sign in "-|"
        for number, row in enumerate(rows)
        for place, sign in enumerate(row[0 if number % 2 else 2 :: 4])
    }


def picture(rows: Sequence[str], marked: Iterable[Cell] = ()) -> Picture:
    """Return the picture of dots and lines, with coordinates of the boxes.

    Parameters
    ----------
    rows : sequence of str
        The rows.
    marked : iterable of tuple of int
        The lines to mark.

    Returns
    -------
    Picture
        The picture. A complete box is dark.

    Examples
    --------
    >>> picture(["+---+", "     ", "+   +"]).width
    110.0
    """
    boxes_down, boxes_across = len(rows) // 2, len(rows[0]) // 4
    found = lines(rows)
    width, height = _UNIT * boxes_across, _UNIT * boxes_down
    shapes: list[Shape] = [
        Rectangle((_LEFT - 10, _TOP - 10), width + 20, height + 20, Style(fill="cell"), 6)
    ]
    for row in range(boxes_down):
        for column in range(boxes_across):
            around = [(2 * row, column), (2 * row + 2, column)]
            around += [(2 * row + 1, column), (2 * row + 1, column + 1)]
            if all(found[cell] for cell in around):
                corner = (_LEFT + _UNIT * column, _TOP + _UNIT * row)
                style = Style(fill="blocked", fill_opacity=0.6)
                shapes.append(Rectangle(corner, _UNIT, _UNIT, style))
    for cell, drawn in found.items():
        style = Style(stroke="black", width=5, is_round=True)
        open_style = Style(stroke="line", width=1.5, dash=(3, 5))
        shapes.append(Line(_ends(cell), style if drawn else open_style))
    shapes += [Line(_ends(cell), Style(stroke="mark", width=5, is_round=True)) for cell in marked]
    for row in range(boxes_down + 1):
        for column in range(boxes_across + 1):
            at = (_LEFT + _UNIT * column, _TOP + _UNIT * row)
            shapes.append(Circle(at, 5, Style(fill="black")))
    for row in range(boxes_down):
        shapes.append(Text(at=(14, _TOP + _UNIT * (row + 0.5)), text=str(boxes_down - row)))
    for column, name in enumerate(column_names("square", boxes_across)):
        shapes.append(Text(at=(_LEFT + _UNIT * (column + 0.5), _TOP + height + 24), text=name))
    return Picture(_LEFT + width + 14, _TOP + height + 36, tuple(shapes))


def centres(rows: Sequence[str]) -> dict[Cell, Place]:
    """Return the middles of the lines.

    Parameters
    ----------
    rows : sequence of str
        The rows.

    Returns
    -------
    dict
        The middles by row and place, as ``lines`` counts.

    Examples
    --------
    >>> centres(["+---+", "     ", "+   +"])[0, 0]
    (68.0, 14.0)
    """
    ends = {cell: _ends(cell) for cell in lines(rows)}
    return {cell: ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for cell, (a, b) in ends.items()}


def names(rows: Sequence[str]) -> list[str]:
    """Return the names of the lines, as moves name them, in the order of ``lines``.

    Parameters
    ----------
    rows : sequence of str
        The rows.

    Returns
    -------
    list of str
        The names: the box, and the side of it.

    Examples
    --------
    >>> names(["+---+", "     ", "+   +"])
    ['a1t', 'a1l', 'a1r', 'a1b']
    """
    down, across = len(rows) // 2, len(rows[0]) // 4
    columns = column_names("square", across)
    found = []
    for row, place in lines(rows):
        if row % 2 == 0:
            found.append(
                f"{columns[place]}{down}t"
                if row == 0
                else f"{columns[place]}{down - row // 2 + 1}b"
            )
        else:
            side = "l" if place < across else "r"
            found.append(f"{columns[min(place, across - 1)]}{down - row // 2}{side}")
    return found


def line_of(rows: Sequence[str], move: str) -> list[Cell]:
    """Return the line that a move draws; an empty list if the text is no move.

    Parameters
    ----------
    rows : sequence of str
        The rows.
    move : str
        The move.

    Returns
    -------
    list of tuple of int
        The line.

    Examples
    --------
    >>> line_of(["+   +", "     ", "+   +"], "a1r")
    [(1, 1)]
    """
    found = _MOVE.fullmatch(move)
    columns = column_names("square", len(rows[0]) // 4)
    if found is None or found[1] not in columns:
        return []
    column, row, side = columns.index(found[1]), len(rows) // 2 - int(found[2]), found[3]
    if side in "tb":
        return [(2 * row + 2 * (side == "b"), column)]
    return [(2 * row + 1, column + (side == "r"))]


def _ends(cell: Cell) -> tuple[Place, Place]:
    row, place = cell
    x, y = _LEFT + _UNIT * place, _TOP + _UNIT * (row // 2)
    return (x, y), ((x, y + _UNIT) if row % 2 else (x + _UNIT, y))
