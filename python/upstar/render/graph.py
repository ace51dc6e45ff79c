"""Graphs that stand on the ground (Hackenbush): in plain text and as SVG documents.

An edge is a text ``'FROM TO COLOUR'``. Node 0 is the ground, ``L`` is blue, ``R`` red, ``G`` green.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

_STEP = 56.0
"""From one node to the next, upwards and sideways."""
_MARGIN = 30.0
_GROUND = "#8a6d3b"
_NODE = "#777777"
_MARK = "#d1242f"
_TEXT = "#888888"
COLOURS = {"L": "#3b6fb6", "R": "#d1463b", "G": "#3f9b4b"}
_WORDS = {"L": "blue", "R": "red", "G": "green"}

Edge = tuple[int, int, str]


def read(rows: Sequence[str]) -> list[Edge]:
    """The edges that rows of a board describe.

    >>> read(["0 1 L", "1 2 R"])
    [(0, 1, 'L'), (1, 2, 'R')]
    """
    return [(int(a), int(b), colour) for a, b, colour in map(str.split, rows)]


def listed(rows: Sequence[str], *, marked: Iterable[int] = ()) -> str:
    """The edges line by line, those marked in brackets.

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


def places(edges: Sequence[Edge]) -> dict[int, tuple[float, float]]:
    """Where the nodes above the ground stand: column and height, in steps.

    Each node stands above the one that it is first reached from, leaves side by side.

    >>> places([(0, 1, "L"), (1, 2, "R"), (1, 3, "L")])
    {2: (0.0, 2.0), 3: (1.0, 2.0), 1: (0.5, 1.0)}
    """
    children: dict[int, list[int]] = {0: []}
    for a, b, _ in edges:
        # Edges come in the order of a walk: `a` is known, `b` may be new.
        if b not in children:
            children[a].append(b)
            children[b] = []
    found: dict[int, tuple[float, float]] = {}
    columns = count()

    def place(node: int, height: int) -> float:
        across = [place(child, height + 1) for child in children[node]]
        column = sum(across) / len(across) if across else float(next(columns))
        found[node] = (column, float(height))
        return column

    for child in children[0]:
        place(child, 1)
    return found


Point = Callable[[int, int], tuple[float, float]]
Curve = tuple[str, tuple[float, float]]


def middles(rows: Sequence[str]) -> list[tuple[float, float]]:
    """The middle of each edge in the drawing."""
    edges = read(rows)
    return [middle for _, middle in _curves(edges, _canvas(edges)[1])]


def _canvas(
    edges: Sequence[Edge],
) -> tuple[dict[int, tuple[float, float]], Point, float, float]:
    """Where the nodes are, a function from nodes to the canvas, its width, and the ground."""
    at = places(edges)
    widest = max((column for column, _ in at.values()), default=0.0)
    highest = max((height for _, height in at.values()), default=1.0)
    width, ground = 2 * _MARGIN + _STEP * (widest + 1), _MARGIN + _STEP * highest

    def point(node: int, other: int) -> tuple[float, float]:
        """On the canvas; an edge meets the ground below its other end."""
        column, height = at[node] if node else (at.get(other, (widest + 0.5, 0))[0], 0.0)
        return _MARGIN + _STEP * (column + 0.5), ground - _STEP * height

    return at, point, width, ground


def _curves(edges: Sequence[Edge], point: Point) -> Iterator[Curve]:
    """The path and the middle of each edge."""
    drawn: dict[tuple[int, int], int] = {}
    for a, b, _ in edges:
        pair = (min(a, b), max(a, b))
        start, end = point(a, b), point(b, a)
        # A straight line between nodes that are not one step apart might meet other nodes.
        is_step = abs(start[1] - end[1]) == _STEP
        drawn[pair] = bend = drawn.get(pair, -1 if is_step else 0) + 1
        yield _curve(start, end, bend)


def shapes(rows: Sequence[str], marked: Iterable[int]) -> tuple[float, float, list[str]]:
    """Width, height and the parts of a drawing."""
    chosen = set(marked)
    edges = read(rows)
    at, point, width, ground = _canvas(edges)
    parts = [
        f'<line x1="0" y1="{ground:.1f}" x2="{width:.1f}" y2="{ground:.1f}" '
        f'stroke="{_GROUND}" stroke-width="5"/>'
    ]
    for number, (path, middle) in enumerate(_curves(edges, point)):
        colour = edges[number][2]
        if number in chosen:
            parts.append(_stroke(path, _MARK, 13, ' stroke-opacity="0.35"'))
        parts.append(_stroke(path, COLOURS[colour], 5))
        parts.append(
            f'<text x="{middle[0] + 9:.1f}" y="{middle[1]:.1f}" font-family="sans-serif" '
            f'font-size="11" fill="{_TEXT}">{number + 1}</text>'
        )
    for node in at:
        x, y = point(node, node)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{_NODE}"/>')
    return width, ground + _MARGIN / 2, parts


def _stroke(path: str, colour: str, width: int, more: str = "") -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'stroke-linecap="round"{more}/>'
    )


def _curve(
    start: tuple[float, float], end: tuple[float, float], bend: int
) -> tuple[str, tuple[float, float]]:
    """A line, bent if others join the same nodes or if it is a loop; and its middle."""
    (x, y), (u, v) = start, end
    if start == end:
        size = _STEP * (0.5 + 0.25 * bend)
        path = f"M{x:.1f},{y:.1f} C{x - size:.1f},{y - size:.1f} {x + size:.1f},{y - size:.1f} "
        return path + f"{x:.1f},{y:.1f}", (x, y - 0.75 * size)
    aside = (bend + 1) // 2 * (1 if bend % 2 else -1) * 0.45
    middle = ((x + u) / 2 - aside * (v - y), (y + v) / 2 + aside * (u - x))
    path = f"M{x:.1f},{y:.1f} Q{middle[0]:.1f},{middle[1]:.1f} {u:.1f},{v:.1f}"
    return path, ((x + u + 2 * middle[0]) / 4, (y + v + 2 * middle[1]) / 4)
