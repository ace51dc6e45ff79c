"""Drawings of the parts of a sum side by side, with signs between them.

A sum that is too wide has several rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from upstar.render.picture import Circle, Curve, Line, Picture, Place, Rectangle, Shape, Text

__all__ = ["beside", "offsets", "texts_beside"]

_GAP = 34.0
_ROW_GAP = 22.0
_MOST_WIDTH = 960.0
_MOST_COLUMNS = 100


def beside(parts: Sequence[tuple[str, Picture]]) -> Picture:
    """Return pictures side by side, each after its sign.

    Parameters
    ----------
    parts : sequence of tuple
        A sign, which may be empty, and a picture.

    Returns
    -------
    Picture
        The drawing; the pictures of a row are centred vertically.

    Examples
    --------
    >>> from upstar.render.board import picture
    >>> board = picture("square", ["x."])
    >>> beside([("", board), ("+", board)]).width == 2 * board.width + 34
    True
    """
    shapes: list[Shape] = []
    width = height = 0.0
    corners = offsets(parts)
    for row in _rows([_width(part) for part in parts], _MOST_WIDTH):
        tallest = max(parts[number][1].height for number in row)
        height += _ROW_GAP if height else 0
        for number in row:
            (sign, part), (x, y) = parts[number], corners[number]
            if sign:
                middle = (x - _GAP / 2, height + tallest / 2)
                shapes.append(Text(at=middle, text=sign, size=24))
            shapes += [_moved(shape, x, y) for shape in part.shapes]
            width = max(width, x + part.width)
        height += tallest
    return Picture(width, height, tuple(shapes))


def offsets(parts: Sequence[tuple[str, Picture]]) -> list[Place]:
    """Return where each picture begins in the drawing that ``beside`` returns.

    Parameters
    ----------
    parts : sequence of tuple
        A sign, which may be empty, and a picture.

    Returns
    -------
    list of tuple of float
        The corner at the top left of each picture.

    Examples
    --------
    >>> from upstar.render.board import picture
    >>> offsets([("", picture("square", ["x."])), ("+", picture("square", ["x", "o"]))])
    [(0.0, 20.0), (150.0, 0.0)]
    """
    corners: list[Place] = []
    y = 0.0
    for row in _rows([_width(part) for part in parts], _MOST_WIDTH):
        x = 0.0
        tallest = max(parts[number][1].height for number in row)
        for number in row:
            sign, part = parts[number]
            x += _GAP if sign else 0
            corners.append((x, y + (tallest - part.height) / 2))
            x += part.width
        y += tallest + _ROW_GAP
    return corners


def texts_beside(parts: Sequence[tuple[str, str]]) -> str:
    """Return drawings in plain text side by side, each after its sign.

    Parameters
    ----------
    parts : sequence of tuple
        A sign, which may be empty, and a drawing of several lines.

    Returns
    -------
    str
        The drawing; the drawings of a row are centred vertically.

    Examples
    --------
    >>> print(texts_beside([("", "ab\\ncd\\nef"), ("+", "x")]))
    ab
    cd  + x
    ef
    """
    wide = [4 * bool(sign) + max(map(len, text.splitlines()), default=0) for sign, text in parts]
    rows = _rows(wide, _MOST_COLUMNS)
    return "\n\n".join(_row_of_texts([parts[number] for number in row]) for row in rows)


def _row_of_texts(parts: Sequence[tuple[str, str]]) -> str:
    height = max((len(text.splitlines()) for _, text in parts), default=0)
    columns: list[list[str]] = []
    for sign, text in parts:
        lines = text.splitlines()
        top = (height - len(lines)) // 2
        if sign:
            columns.append(
                ["" if row != (height - 1) // 2 else f"  {sign} " for row in range(height)]
            )
        columns.append([""] * top + lines)
    widths = [max(map(len, column), default=0) for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    padded = (
        "".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )
    return "\n".join(row.rstrip() for row in padded)


def _width(part: tuple[str, Picture]) -> float:
    sign, picture = part
    return (_GAP if sign else 0) + picture.width


def _rows(widths: Sequence[float], most: float) -> list[list[int]]:
    """Return the numbers of the parts of each row. Only a part alone is wider than `most`."""
    rows: list[list[int]] = []
    x = 0.0
    for number, width in enumerate(widths):
        if not rows or x + width > most:
            rows.append([])
            x = 0.0
        rows[-1].append(number)
        x += width
    return rows


def _moved(shape: Shape, dx: float, dy: float) -> Shape:
    def place(at: Place) -> Place:
        return at[0] + dx, at[1] + dy

    match shape:
        case Rectangle():
            return replace(shape, corner=place(shape.corner))
        case Circle():
            return replace(shape, centre=place(shape.centre))
        case Line():
            return replace(shape, points=tuple(map(place, shape.points)))
        case Curve(points=(a, b, c, d)):
            return replace(shape, points=(place(a), place(b), place(c), place(d)))
        case Text():
            return replace(shape, at=place(shape.at))
