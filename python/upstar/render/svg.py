"""Boards as self-contained SVG documents.

The background is transparent and the coordinates are of a middle grey, so that a drawing suits
light and dark pages alike.
"""

from collections.abc import Iterable, Sequence
from html import escape
from math import sqrt

from upstar.render import graph
from upstar.render.ascii import column_names

_UNIT = 40.0
"""The side of a square; the distance between the centres of two hexagons in a row."""
_MARGIN = 28.0
_HALF = _UNIT / 2
_RADIUS = _UNIT / sqrt(3)
"""From the centre of a hexagon to its corners."""

_CELL = "#f0e3c8"
_LINE = "#a08c64"
_BLOCKED = "#77705f"
_LEFT = "#1f2328"
_RIGHT = "#fdfdfb"
_RIM = "#8b8b8b"
_VERTICAL = "#3b6fb6"
_HORIZONTAL = "#d9772b"
_MARK = "#d1242f"
_TEXT = "#888888"

Place = tuple[float, float]


def draw(
    layout: str,
    rows: Sequence[str],
    *,
    marked: Iterable[tuple[int, int]] = (),
    sides: bool = False,
) -> str:
    """A board as an SVG document.

    Parameters
    ----------
    layout : str
        ``'square'``, ``'points'``, ``'hexagons'``, ``'triangle'``, ``'graph'`` or ``'text'``.
    rows : sequence of str
        The rows from the top, a character for each cell: ``.`` empty, ``x`` and ``T`` Left's,
        ``o`` and ``F`` Right's, ``#`` blocked, ``v`` and ``h`` the cells of dominoes. Of a graph,
        the edges.
    marked : iterable of pairs
        The cells to mark: row from the top, column.
    sides : bool
        Draw the sides that the players of Hex join: Left top and bottom, Right left and right.
    """
    if layout == "graph":
        width, height, edges = graph.shapes(rows, [row for row, _ in marked])
        return _document(width, height, edges)
    if layout == "text" or not rows:
        return _draw_text(rows)
    shapes = _Shapes(layout, rows)
    parts = [*shapes.cells()]
    if sides and layout == "hexagons":
        parts += shapes.sides()
    parts += [*shapes.dominoes(), *shapes.stones(), *shapes.marks(marked), *shapes.names()]
    return _document(*shapes.size(), parts)


def centres(layout: str, rows: Sequence[str]) -> dict[tuple[int, int], Place]:
    """Where the cells of a drawing are, for whoever lays something over it; of a graph, the edges.

    >>> centres("square", ["..", ".."])[1, 0]
    (48.0, 68.0)
    """
    if layout == "graph":
        return {(row, 0): place for row, place in enumerate(graph.middles(rows))}
    if layout == "text" or not rows:
        return {}
    shapes = _Shapes(layout, rows)
    return {place: shapes.centre(*place) for place in shapes.places}


def _document(width: float, height: float, parts: Iterable[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}">\n{body}\n</svg>'
    )


def _draw_text(rows: Sequence[str]) -> str:
    width = 16 + 9 * max((len(row) for row in rows), default=1)
    parts = [
        f'<text x="8" y="{22 + 20 * number}" font-family="monospace" font-size="15" '
        f'fill="{_TEXT}" xml:space="preserve">{escape(_printable(row))}</text>'
        for number, row in enumerate(rows)
    ]
    return _document(width, 12 + 20 * max(len(rows), 1), parts)


def _printable(text: str) -> str:
    """XML knows no control characters, not even escaped ones."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


class _Shapes:
    """The parts of one board."""

    def __init__(self, layout: str, rows: Sequence[str]) -> None:
        self.layout = layout
        self.is_square = layout in ("square", "points")
        self.rows = rows
        self.columns = max(len(row) for row in rows)
        self.places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]

    def centre(self, row: float, column: float) -> Place:
        """The centre of a cell."""
        if self.is_square:
            return _MARGIN + _UNIT * (column + 0.5), 8 + _UNIT * (row + 0.5)
        shift = row / 2 if self.layout == "hexagons" else (len(self.rows) - 1 - row) / 2
        left = _MARGIN + 8 + _UNIT * (column + shift + 0.5)
        return left, 12 + _RADIUS * (1 + 1.5 * row)

    def size(self) -> Place:
        """Width and height of the drawing."""
        if self.is_square:
            width, height = _UNIT * self.columns, _UNIT * len(self.rows)
            return _MARGIN + width + 8, 8 + height + _MARGIN
        extra = (len(self.rows) - 1) / 2 if self.layout == "hexagons" else 0
        # The names of the columns stand where the next row would.
        end = (0.5 if self.layout == "hexagons" else 0) * _HALF
        width = _MARGIN + 16 + _UNIT * (self.columns + extra) + end
        return width, self.centre(len(self.rows) - 1, 0)[1] + _RADIUS + _MARGIN

    def corners(self, row: int, column: int) -> list[Place]:
        """The corners of a hexagon, clockwise from the top."""
        x, y = self.centre(row, column)
        turns = [(0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)]
        return [(x + _HALF * dx, y + _RADIUS * dy) for dx, dy in turns]

    def cells(self) -> Iterable[str]:
        """The empty and the blocked cells."""
        if self.layout == "points":
            yield from self.lines()
            return
        for row, column in self.places:
            fill = _BLOCKED if self.rows[row][column] == "#" else _CELL
            style = f'fill="{fill}" stroke="{_LINE}" stroke-width="1"'
            if self.is_square:
                x, y = self.centre(row, column)
                yield (
                    f'<rect x="{x - _HALF:.1f}" y="{y - _HALF:.1f}" '
                    f'width="{_UNIT:.0f}" height="{_UNIT:.0f}" {style}/>'
                )
            else:
                yield f'<polygon points="{_points(self.corners(row, column))}" {style}/>'

    def lines(self) -> Iterable[str]:
        """The lines that cross at the points."""
        width, height = _UNIT * self.columns, _UNIT * len(self.rows)
        size = f'width="{width:.0f}" height="{height:.0f}"'
        yield f'<rect x="{_MARGIN}" y="8" {size} fill="{_CELL}"/>'
        ends = [((r, 0), (r, self.columns - 1)) for r in range(len(self.rows))]
        ends += [((0, c), (len(self.rows) - 1, c)) for c in range(self.columns)]
        for (x1, y1), (x2, y2) in [(self.centre(*a), self.centre(*b)) for a, b in ends]:
            place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
            yield f'<line {place} stroke="{_LINE}" stroke-width="1"/>'

    def sides(self) -> Iterable[str]:
        """The four sides of a board of Hex, in the colour of the player who joins them."""
        last_row, last_column = len(self.rows) - 1, self.columns - 1
        across, down = range(self.columns), range(len(self.rows))
        top = [p for c in across for p in _corners(self.corners(0, c), 5, 0, 1)]
        bottom = [p for c in across for p in _corners(self.corners(last_row, c), 4, 3, 2)]
        left = [p for r in down for p in _corners(self.corners(r, 0), 5, 4, 3)]
        right = [p for r in down for p in _corners(self.corners(r, last_column), 0, 1, 2)]
        # Left's and Right's sides meet in the middle of the edge at each corner of the board.
        for points, colour in ((left, _RIGHT), (right, _RIGHT), (top, _LEFT), (bottom, _LEFT)):
            line = f'points="{_points(points)}" fill="none" stroke-linejoin="round"'
            yield f'<polyline {line} stroke="{_RIM}" stroke-width="7"/>'
            yield f'<polyline {line} stroke="{colour}" stroke-width="5"/>'

    def dominoes(self) -> Iterable[str]:
        """Dominoes; cells of one kind in a run belong together two by two."""
        seen: set[tuple[int, int]] = set()
        for row, column in self.places:
            kind = self.rows[row][column]
            if kind not in "vh" or (row, column) in seen:
                continue
            other = (row + 1, column) if kind == "v" else (row, column + 1)
            seen.add(other)
            x, y = self.centre(row, column)
            wide, high = (_UNIT, 2 * _UNIT) if kind == "v" else (2 * _UNIT, _UNIT)
            fill = _VERTICAL if kind == "v" else _HORIZONTAL
            yield (
                f'<rect x="{x - _HALF + 4:.1f}" y="{y - _HALF + 4:.1f}" width="{wide - 8:.0f}" '
                f'height="{high - 8:.0f}" rx="7" fill="{fill}"/>'
            )

    def stones(self) -> Iterable[str]:
        """Stones; those that have letters with their letters."""
        fills = {"x": _LEFT, "T": _LEFT, "o": _RIGHT, "F": _RIGHT}
        for row, column in self.places:
            kind = self.rows[row][column]
            if kind in fills:
                x, y = self.centre(row, column)
                yield (
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_UNIT * 0.36:.1f}" '
                    f'fill="{fills[kind]}" stroke="{_RIM}" stroke-width="1.5"/>'
                )
                if kind.isupper():
                    yield _name(x, y, kind)

    def marks(self, marked: Iterable[tuple[int, int]]) -> Iterable[str]:
        """Rings around the marked cells."""
        style = f'fill="{_MARK}" fill-opacity="0.18" stroke="{_MARK}" stroke-width="3"'
        for row, column in marked:
            x, y = self.centre(row, column)
            if self.is_square:
                yield (
                    f'<rect x="{x - _HALF + 2.5:.1f}" y="{y - _HALF + 2.5:.1f}" '
                    f'width="{_UNIT - 5:.0f}" height="{_UNIT - 5:.0f}" rx="4" {style}/>'
                )
            else:
                inner = [(x + (px - x) * 0.86, y + (py - y) * 0.86) for px, py in
                         self.corners(row, column)]  # fmt: skip
                yield f'<polygon points="{_points(inner)}" {style}/>'

    def names(self) -> Iterable[str]:
        """The coordinates."""
        for row in range(len(self.rows)):
            x, y = self.centre(row, 0)
            yield _name(x - _HALF - 13, y, str(len(self.rows) - row))
        for column, name in enumerate(column_names(self.layout, self.columns)):
            if self.is_square:
                x, y = self.centre(len(self.rows) - 1, column)
                yield _name(x, y + _HALF + 14, name)
            else:
                x, y = self.centre(len(self.rows), column)
                yield _name(x, y, name)


def _corners(corners: list[Place], *numbers: int) -> list[Place]:
    return [corners[number] for number in numbers]


def _points(points: Iterable[Place]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _name(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" dominant-baseline="central" '
        f'font-family="sans-serif" font-size="13" fill="{_TEXT}">{text}</text>'
    )
