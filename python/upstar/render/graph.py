"""Hackenbush graphs in plain text and as pictures.

An edge is a text ``'FROM TO COLOUR'``. Node 0 is the ground; ``L`` is blue, ``R`` red, ``G`` green.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from upstar.render.picture import Circle, Curve, Line, Picture, Place, Shape, Style, Text

_STEP = 56.0
"""The distance between neighbouring nodes, in both directions."""
_MARGIN = 30.0
_WORDS = {"L": "blue", "R": "red", "G": "green"}

Edge = tuple[int, int, str]


def read(rows: Sequence[str]) -> list[Edge]:
    """Parse the edges of a board.

    Parameters
    ----------
    rows : sequence of str
        One edge each.

    Returns
    -------
    list of tuple
        Both nodes and the colour of each edge.

    Examples
    --------
    >>> read(["0 1 L", "1 2 R"])
    [(0, 1, 'L'), (1, 2, 'R')]
    """
    return [(int(a), int(b), colour) for a, b, colour in map(str.split, rows)]


def listed(rows: Sequence[str], *, marked: Iterable[int] = ()) -> str:
    """Return the edges as text, one on each line.

    Parameters
    ----------
    rows : sequence of str
        One edge each.
    marked : iterable of int
        Indices of edges to put in brackets.

    Returns
    -------
    str
        The list.

    Examples
    --------
    >>> print(listed(["0 1 L", "1 2 R"], marked=[1]))
     1  blue   ground - 1
    [2] red    1 - 2
    """
    chosen = set(marked)
    lines = []
    for number, (a, b, colour) in enumerate(read(rows)):
        name = f"[{number + 1}]" if number in chosen else f" {number + 1} "
        ends = " - ".join("ground" if node == 0 else str(node) for node in (a, b))
        lines.append(f"{name:<4}{_WORDS[colour]:<7}{ends}")
    return "\n".join(lines) or "(no edges)"


def places(edges: Sequence[Edge]) -> dict[int, Place]:
    """Return the place of each node above the ground.

    Each node stands above the one from which it is first reached; leaves stand side by side.

    Parameters
    ----------
    edges : sequence of tuple
        Edges as ``read`` returns them.

    Returns
    -------
    dict of int to tuple of float
        Column and height of each node, in steps.

    Examples
    --------
    >>> places([(0, 1, "L"), (1, 2, "R"), (1, 3, "L")])
    {2: (0.0, 2.0), 3: (1.0, 2.0), 1: (0.5, 1.0)}
    """
    children: dict[int, list[int]] = {0: []}
    for a, b, _ in edges:
        # Edges come in the order of a traversal: `a` is known, `b` may be new.
        if b not in children:
            children[a].append(b)
            children[b] = []
    found: dict[int, Place] = {}
    columns = count()

    def place(node: int, height: int) -> float:
        across = [place(child, height + 1) for child in children[node]]
        column = sum(across) / len(across) if across else float(next(columns))
        found[node] = (column, float(height))
        return column

    for child in children[0]:
        place(child, 1)
    return found


_Point = Callable[[int, int], Place]
_Bezier = tuple[Place, Place, Place, Place]


def middles(rows: Sequence[str]) -> list[Place]:
    """Return the middle of each edge in the drawing.

    Parameters
    ----------
    rows : sequence of str
        One edge each.

    Returns
    -------
    list of tuple of float
        x and y of each middle.

    Examples
    --------
    >>> middles(["0 1 L"])
    [(58.0, 58.0)]
    """
    edges = read(rows)
    return [_middle(curve) for curve in _curves(edges, _canvas(edges)[1])]


def _canvas(
    edges: Sequence[Edge],
) -> tuple[dict[int, Place], _Point, float, float]:
    """Return places of nodes, a function from nodes to the canvas, its width, and the ground."""
    at = places(edges)
    widest = max((column for column, _ in at.values()), default=0.0)
    highest = max((height for _, height in at.values()), default=1.0)
    width, ground = 2 * _MARGIN + _STEP * (widest + 1), _MARGIN + _STEP * highest

    def point(node: int, other: int) -> Place:
        """Return the point of a node; an edge meets the ground below its other end."""
        column, height = at[node] if node else (at.get(other, (widest + 0.5, 0))[0], 0.0)
        return _MARGIN + _STEP * (column + 0.5), ground - _STEP * height

    return at, point, width, ground


def _curves(edges: Sequence[Edge], point: _Point) -> Iterator[_Bezier]:
    """Generate the curve of each edge."""
    drawn: dict[tuple[int, int], int] = {}
    for a, b, _ in edges:
        pair = (min(a, b), max(a, b))
        start, end = point(a, b), point(b, a)
        # A straight line between nodes that are not one step apart might cross other nodes.
        is_step = abs(start[1] - end[1]) == _STEP
        drawn[pair] = bend = drawn.get(pair, -1 if is_step else 0) + 1
        yield _curve(start, end, bend)


def picture(rows: Sequence[str], marked: Iterable[int] = ()) -> Picture:
    """Return the picture of a graph.

    Parameters
    ----------
    rows : sequence of str
        One edge each.
    marked : iterable of int
        Indices of edges to mark.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> drawn = picture(["0 1 L"])
    >>> drawn.width, len(drawn.shapes)
    (116.0, 5)
    """
    chosen = set(marked)
    edges = read(rows)
    at, point, width, ground = _canvas(edges)
    shapes: list[Shape] = [
        Line(((0, ground), (width, ground)), Style(stroke="ground", width=5)),
    ]
    for number, curve in enumerate(_curves(edges, point)):
        if number in chosen:
            style = Style(stroke="mark", width=13, stroke_opacity=0.35, is_round=True)
            shapes.append(Curve(curve, style))
        colour = _WORDS[edges[number][2]]
        shapes.append(Curve(curve, Style(stroke=colour, width=5, is_round=True)))
    # The numbers lie over all edges, so that none is hidden.
    for number, middle in enumerate(middles(rows)):
        shapes.append(Circle(middle, 8, Style(fill="open", stroke="rim")))
        shapes.append(Text(at=middle, text=str(number + 1), size=10, colour="black"))
    shapes += [Circle(point(node, node), 4.5, Style(fill="node")) for node in at]
    return Picture(width, ground + _MARGIN / 2, tuple(shapes))


def _curve(start: Place, end: Place, bend: int) -> _Bezier:
    """Return an edge; a loop or one of several edges between two nodes is bent."""
    (x, y), (u, v) = start, end
    if start == end:
        size = _STEP * (0.5 + 0.25 * bend)
        return start, (x - size, y - size), (x + size, y - size), end
    aside = (bend + 1) // 2 * (1 if bend % 2 else -1) * 0.45
    # The control points of the quadratic curve with one control point aside of the middle.
    across, up = aside * (v - y), aside * (u - x)
    return (
        start,
        (x + (u - x) / 3 - across * 2 / 3, y + (v - y) / 3 + up * 2 / 3),
        (u - (u - x) / 3 - across * 2 / 3, v - (v - y) / 3 + up * 2 / 3),
        end,
    )


def _middle(curve: _Bezier) -> Place:
    """Return the point in the middle of a curve."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return (x0 + 3 * (x1 + x2) + x3) / 8, (y0 + 3 * (y1 + y2) + y3) / 8
