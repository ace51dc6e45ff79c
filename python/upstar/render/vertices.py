"""Graphs whose vertices are the cells of a game, in plain text and as pictures.

A vertex is a text ``'NAME CONTENTS X Y NEIGHBOURS'``. Neighbours are numbers of rows, separated by
``,``, or ``-``. Contents are ``.`` empty, ``x`` Left's, ``o`` Right's, ``#`` not on the board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from upstar.render.picture import Circle, Line, Picture, Place, Shape, Style, Text

_STEP = 62.0
"""The distance between neighbouring vertices, if all are equal."""
_MARGIN = 34.0
_RADIUS = 15.0
_FILLS = {".": "cell", "x": "black", "o": "white", "#": "blocked"}


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex of a graph.

    Attributes
    ----------
    name : str
        The name.
    contents : str
        ``.``, ``x``, ``o`` or ``#``.
    place : tuple of float
        Where it is, in steps.
    neighbours : tuple of int
        The numbers of its neighbours.

    Examples
    --------
    >>> read(["a x 0.00 0.00 1", "b . 1.00 0.00 0"])[0]
    Vertex(name='a', contents='x', place=(0.0, 0.0), neighbours=(1,))
    """

    name: str
    contents: str
    place: Place
    neighbours: tuple[int, ...]


def read(rows: Sequence[str]) -> list[Vertex]:
    """Parse the vertices of a board.

    Parameters
    ----------
    rows : sequence of str
        One vertex each.

    Returns
    -------
    list of Vertex
        The vertices.

    Examples
    --------
    >>> read(["a . 0.00 0.00 -"])[0].neighbours
    ()
    """
    found = []
    for name, contents, x, y, beside in map(str.split, rows):
        neighbours = () if beside == "-" else tuple(map(int, beside.split(",")))
        found.append(Vertex(name, contents, (float(x), float(y)), neighbours))
    return found


def listed(rows: Sequence[str], *, marked: Iterable[int] = ()) -> str:
    """Return the vertices as text, one on each line, with their neighbours.

    Parameters
    ----------
    rows : sequence of str
        One vertex each.
    marked : iterable of int
        Indices of vertices to put in brackets.

    Returns
    -------
    str
        The list.

    Examples
    --------
    >>> print(listed(["a x 0.00 0.00 1", "b . 1.00 0.00 0"], marked=[1]))
     a  x - b
    [b] . - a
    """
    chosen = set(marked)
    vertices = read(rows)
    width = max((len(vertex.name) for vertex in vertices), default=0) + 2
    lines = []
    for number, vertex in enumerate(vertices):
        name = f"[{vertex.name}]" if number in chosen else f" {vertex.name} "
        beside = " ".join(vertices[other].name for other in vertex.neighbours)
        lines.append(f"{name:<{width}} {vertex.contents} - {beside}".rstrip())
    return "\n".join(lines) or "(no vertices)"


def centres(rows: Sequence[str]) -> list[Place]:
    """Return the centre of each vertex in the drawing.

    Parameters
    ----------
    rows : sequence of str
        One vertex each.

    Returns
    -------
    list of tuple of float
        x and y of each vertex.

    Examples
    --------
    >>> centres(["a . 0.00 0.00 1", "b . 1.00 0.00 0"])
    [(34.0, 34.0), (96.0, 34.0)]
    """
    return _canvas(read(rows))[0]


def picture(rows: Sequence[str], marked: Iterable[int] = ()) -> Picture:
    """Return the picture of a graph.

    Parameters
    ----------
    rows : sequence of str
        One vertex each.
    marked : iterable of int
        Indices of vertices to mark.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> drawn = picture(["a . 0.00 0.00 1", "b . 1.00 0.00 0"])
    >>> drawn.width, len(drawn.shapes)
    (130.0, 5)
    """
    chosen = set(marked)
    vertices = read(rows)
    at, width, height = _canvas(vertices)
    shapes: list[Shape] = []
    for number, vertex in enumerate(vertices):
        for other in vertex.neighbours:
            if number < other:
                gone = "#" in (vertex.contents, vertices[other].contents)
                style = Style(
                    stroke="line", width=1.5 if gone else 2.5, dash=(3, 4) if gone else None
                )
                shapes.append(Line((at[number], at[other]), style))
    for number, (vertex, centre) in enumerate(zip(vertices, at, strict=True)):
        is_gone = vertex.contents == "#"
        radius = _RADIUS * (0.6 if is_gone else 1)
        style = Style(fill=_FILLS[vertex.contents], stroke="rim", width=1.5)
        shapes.append(Circle(centre, radius, style))
        if number in chosen:
            style = Style(fill="mark", fill_opacity=0.18, stroke="mark", width=3)
            shapes.append(Circle(centre, _RADIUS + 4, style))
        if not is_gone:
            colour = "white" if vertex.contents == "x" else "black"
            size = 13 if len(vertex.name) < 3 else 10 if len(vertex.name) < 5 else 8
            shapes.append(Text(at=centre, text=vertex.name, size=size, colour=colour))
    return Picture(width, height, tuple(shapes))


def _canvas(vertices: Sequence[Vertex]) -> tuple[list[Place], float, float]:
    """Return the centres of vertices on the canvas, and its width and height."""
    xs = [vertex.place[0] for vertex in vertices] or [0.0]
    ys = [vertex.place[1] for vertex in vertices] or [0.0]
    left, top = min(xs), min(ys)
    at = [
        (
            round(_MARGIN + _STEP * (vertex.place[0] - left), 1),
            round(_MARGIN + _STEP * (vertex.place[1] - top), 1),
        )
        for vertex in vertices
    ]
    size = (max(xs) - left, max(ys) - top)
    return at, round(2 * _MARGIN + _STEP * size[0], 1), round(2 * _MARGIN + _STEP * size[1], 1)
