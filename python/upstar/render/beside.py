"""Drawings of the parts of a sum side by side, with signs between them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from upstar.render.picture import Circle, Curve, Line, Picture, Place, Rectangle, Shape, Text

__all__ = ["beside", "offsets", "texts_beside"]

_GAP = 34.0


def beside(parts: Sequence[tuple[str, Picture]]) -> Picture:
    """Return pictures side by side, each after its sign.

    Parameters
    ----------
    parts : sequence of tuple
        A sign, which may be empty, and a picture.

    Returns
    -------
    Picture
        The drawing; the pictures are centred vertically.

    Examples
    --------
    >>> from upstar.render.board import picture
    >>> board = picture("square", ["x."])
    >>> beside([("", board), ("+", board)]).width == 2 * board.width + 34
    True
    """
    shapes: list[Shape] = []
    height = max((part.height for _, part in parts), default=0)
    width = 0.0
    for (sign, part), (x, y) in zip(parts, offsets(parts), strict=True):
        if sign:
            shapes.append(Text(at=(x - _GAP / 2, height / 2), text=sign, size=24))
        shapes += [_moved(shape, x, y) for shape in part.shapes]
        width = x + part.width
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
    height = max((part.height for _, part in parts), default=0)
    corners: list[Place] = []
    x = 0.0
    for sign, part in parts:
        x += _GAP if sign else 0
        corners.append((x, (height - part.height) / 2))
        x += part.width
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
        The drawing; the drawings are centred vertically.

    Examples
    --------
    >>> print(texts_beside([("", "ab\\ncd\\nef"), ("+", "x")]))
    ab
    cd  + x
    ef
    """
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
