"""Pictures of boards: squares, points, hexagons, triangles, graphs and text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt

from upstar.render import counters, dots, graph, vertices
from upstar.render.ascii import PIECES, STANDING, column_names
from upstar.render.picture import Circle, Line, Picture, Place, Rectangle, Shape, Style, Text

_UNIT = 40.0
"""The side of a square; the distance between the centres of two hexagons in a row."""
_MARGIN = 28.0
_HALF = _UNIT / 2
_RADIUS = _UNIT / sqrt(3)
"""From the centre of a hexagon to its corners."""

_STONES = {
    "x": ("black", ""),
    "T": ("black", "T"),
    "o": ("white", ""),
    "F": ("white", "F"),
    **PIECES,
}
_DOMINOES = {"v": "blue", "h": "orange"}
_MARK = Style(fill="mark", fill_opacity=0.18, stroke="mark", width=3)
_RESULTS = {"win": "wins", "draw": "draws", "loss": "loses", "unknown": "open"}

Cell = tuple[int, int]
Labels = Mapping[tuple[Cell, ...], tuple[str, str]]
"""Texts and outcomes by the cells of moves."""


def picture(
    layout: str,
    rows: Sequence[str],
    *,
    marked: Iterable[Cell] = (),
    sides: bool = False,
    labels: Labels | None = None,
) -> Picture:
    """Return the picture of a board.

    Parameters
    ----------
    layout : str
        ``'square'``, ``'points'``, ``'hexagons'``, ``'triangle'``, ``'graph'``, ``'vertices'`` or
        ``'text'``.
    rows : sequence of str
        The rows from the top, one character for each cell: ``.`` empty, ``x`` and ``T`` Left's,
        ``o`` and ``F`` Right's, ``#`` blocked, ``v`` and ``h`` the cells of dominoes, letters and
        numbers in circles pieces, full-width letters standing dominoes. Other characters are drawn
        as text. For a graph, the edges or the vertices. Heaps of counters, and dots with lines
        between them, are recognized in a text.
    marked : iterable of tuple of int
        The cells to mark: row from the top, column.
    sides : bool
        Whether to draw the sides that the players of Hex connect: Left top and bottom, Right left
        and right.
    labels : mapping, optional
        By the cells of a move: a short text, and the outcome that colours it (``'win'``,
        ``'draw'``, ``'loss'`` or ``'unknown'``). The text is on the cell, between two cells, or on
        the second of more cells, to which a piece moves. The first text of a place is drawn.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> picture("square", ["x.", ".o"]).width
    116.0
    >>> len(picture("square", [".."], labels={((0, 0),): ("+3", "win")}).shapes)
    7
    """
    drawn = _board(layout, rows, marked, sides)
    if not labels:
        return drawn
    return replace(drawn, shapes=(*drawn.shapes, *results(centres(layout, rows), labels)))


def _board(layout: str, rows: Sequence[str], marked: Iterable[Cell], sides: bool) -> Picture:
    if layout == "graph":
        return graph.picture(rows, [row for row, _ in marked])
    if layout == "vertices":
        return vertices.picture(rows, [row for row, _ in marked])
    if layout == "text" or not rows:
        return _text(rows, marked)
    shapes = _Shapes(layout, rows)
    parts = [*shapes.cells()]
    if sides and layout == "hexagons":
        parts += shapes.sides()
    parts += [*shapes.dominoes(), *shapes.stones(), *shapes.marks(marked), *shapes.names()]
    return Picture(*shapes.size(), tuple(parts))


def centres(layout: str, rows: Sequence[str]) -> dict[tuple[int, int], Place]:
    """Return the centres of the cells of a picture, to place something over it.

    Parameters
    ----------
    layout : str
        The layout, as for ``picture``.
    rows : sequence of str
        The rows, as for ``picture``.

    Returns
    -------
    dict of tuple of int to tuple of float
        x and y by row and column. For a graph, the middle of edge N or vertex N is at (N, 0). For
        heaps, the counters by heap and counter; for dots, the middles of the lines.

    Examples
    --------
    >>> centres("square", ["..", ".."])[1, 0]
    (48.0, 68.0)
    """
    if layout == "graph":
        return {(row, 0): place for row, place in enumerate(graph.middles(rows))}
    if layout == "vertices":
        return {(row, 0): place for row, place in enumerate(vertices.centres(rows))}
    if layout == "text" or not rows:
        return dots.centres(rows) if dots.is_drawn(rows) else counters.centres(rows)
    shapes = _Shapes(layout, rows)
    return {place: shapes.centre(*place) for place in shapes.places}


def results(at: Mapping[Cell, Place], labels: Labels) -> Iterable[Shape]:
    """Generate a box with a text for each label.

    Parameters
    ----------
    at : mapping
        The centres of the cells, as ``centres`` returns them.
    labels : mapping
        Texts and outcomes, as for ``picture``.

    Returns
    -------
    iterable of Shape
        The shapes. The first text of a place is drawn.

    Examples
    --------
    >>> len(list(results({(0, 0): (48.0, 28.0)}, {((0, 0),): ("+3", "win")})))
    2
    """
    taken: set[Place] = set()
    for cells, (text, outcome) in labels.items():
        shown = cells if len(cells) <= 2 else cells[1:2]
        places = [at[cell] for cell in shown if cell in at]
        if not places:
            continue
        x = sum(place[0] for place in places) / len(places)
        y = sum(place[1] for place in places) / len(places)
        if (x, y) in taken:
            continue
        taken.add((x, y))
        # The labels of moves between cells are small, because they are close together.
        radius, size = (13.0, 13 if len(text) < 3 else 11) if len(places) == 1 else (10.0, 9)
        style = Style(fill=_RESULTS[outcome], stroke="rim")
        # Not a disc: it would look like a piece.
        corner = (x - radius, y - 0.7 * radius)
        yield Rectangle(corner, 2 * radius, 1.4 * radius, style, 4)
        colour = "black" if outcome == "unknown" else "white"
        yield Text(at=(x, y), text=text, size=size, colour=colour)


def _text(rows: Sequence[str], marked: Iterable[Cell]) -> Picture:
    if dots.is_drawn(rows):
        return dots.picture(rows, marked)
    if counters.heap_sizes(rows):
        return counters.picture(rows, marked)
    lines = tuple(
        Text(at=(8, 17 + 20 * number), text=row, anchor="start", size=15, font="monospace")
        for number, row in enumerate(rows)
    )
    width = 16 + 9.1 * max((len(row) for row in rows), default=1)
    return Picture(width, 12 + 20 * max(len(rows), 1), lines)


class _Shapes:
    """The shapes of one board."""

    def __init__(self, layout: str, rows: Sequence[str]) -> None:
        self.layout = layout
        self.is_square = layout in ("square", "points")
        self.rows = rows
        self.columns = max(len(row) for row in rows)
        self.places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]

    def centre(self, row: float, column: float) -> Place:
        """Return the centre of a cell."""
        if self.is_square:
            return _MARGIN + _UNIT * (column + 0.5), 8 + _UNIT * (row + 0.5)
        shift = row / 2 if self.layout == "hexagons" else (len(self.rows) - 1 - row) / 2
        left = _MARGIN + 8 + _UNIT * (column + shift + 0.5)
        return left, 12 + _RADIUS * (1 + 1.5 * row)

    def size(self) -> Place:
        """Return the width and height of the drawing."""
        if self.is_square:
            width, height = _UNIT * self.columns, _UNIT * len(self.rows)
            return _MARGIN + width + 8, 8 + height + _MARGIN
        extra = (len(self.rows) - 1) / 2 if self.layout == "hexagons" else 0
        # Space for the names of the columns, in place of one more row.
        end = (0.5 if self.layout == "hexagons" else 0) * _HALF
        width = _MARGIN + 16 + _UNIT * (self.columns + extra) + end
        return width, self.centre(len(self.rows) - 1, 0)[1] + _RADIUS + _MARGIN

    def box(self, row: int, column: int, inset: float) -> Place:
        """Return the corner at the top left of a square, moved inwards."""
        x, y = self.centre(row, column)
        return x - _HALF + inset, y - _HALF + inset

    def corners(self, row: int, column: int, factor: float = 1) -> tuple[Place, ...]:
        """Return the corners of a hexagon, clockwise from the top."""
        x, y = self.centre(row, column)
        turns = [(0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5)]
        return tuple((x + _HALF * factor * dx, y + _RADIUS * factor * dy) for dx, dy in turns)

    def cells(self) -> Iterable[Shape]:
        """Generate the empty and the blocked cells."""
        if self.layout == "points":
            yield from self.lines()
            return
        for row, column in self.places:
            fill = "blocked" if self.rows[row][column] == "#" else "cell"
            style = Style(fill=fill, stroke="line")
            if self.is_square:
                yield Rectangle(self.box(row, column, 0), _UNIT, _UNIT, style)
            else:
                yield Line(self.corners(row, column), style, closed=True)

    def lines(self) -> Iterable[Shape]:
        """Generate the lines that cross at the points."""
        width, height = _UNIT * self.columns, _UNIT * len(self.rows)
        yield Rectangle((_MARGIN, 8), width, height, Style(fill="cell"))
        ends = [((r, 0), (r, self.columns - 1)) for r in range(len(self.rows))]
        ends += [((0, c), (len(self.rows) - 1, c)) for c in range(self.columns)]
        for start, end in ends:
            yield Line((self.centre(*start), self.centre(*end)), Style(stroke="line"))
        for point in self.star_points():
            yield Circle(self.centre(*point), 3, Style(fill="line"))

    def star_points(self) -> Iterable[Cell]:
        """Generate the star points of a square board from 7x7 on."""
        size = len(self.rows)
        if size != self.columns or size < 7:
            return
        near = 2 if size < 13 else 3
        across = [near, size // 2, size - 1 - near] if size % 2 else [near, size - 1 - near]
        for row in across:
            for column in across:
                # Boards below 13x13 have the corners and the centre only.
                if size >= 13 or (row == size // 2) == (column == size // 2):
                    yield row, column

    def sides(self) -> Iterable[Shape]:
        """Generate the sides of a Hex board, each in the colour of the player who connects it."""
        last_row, last_column = len(self.rows) - 1, self.columns - 1
        across, down = range(self.columns), range(len(self.rows))
        top = [self.corners(0, c)[n] for c in across for n in (5, 0, 1)]
        bottom = [self.corners(last_row, c)[n] for c in across for n in (4, 3, 2)]
        left = [self.corners(r, 0)[n] for r in down for n in (5, 4, 3)]
        right = [self.corners(r, last_column)[n] for r in down for n in (0, 1, 2)]
        # Left's and Right's sides meet in the middle of the edge at each corner of the board.
        for points, colour in (
            (left, "white"),
            (right, "white"),
            (top, "black"),
            (bottom, "black"),
        ):
            for stroke, width in (("rim", 7), (colour, 5)):
                yield Line(tuple(points), Style(stroke=stroke, width=width, is_round=True))

    def dominoes(self) -> Iterable[Shape]:
        """Generate the dominoes; adjacent cells of one kind are paired in order."""
        seen: set[tuple[int, int]] = set()
        for row, column in self.places:
            kind = self.rows[row][column]
            if kind not in _DOMINOES or (row, column) in seen:
                continue
            seen.add((row + 1, column) if kind == "v" else (row, column + 1))
            wide, high = (_UNIT, 2 * _UNIT) if kind == "v" else (2 * _UNIT, _UNIT)
            style = Style(fill=_DOMINOES[kind])
            yield Rectangle(self.box(row, column, 4), wide - 8, high - 8, style, 7)

    def stones(self) -> Iterable[Shape]:
        """Generate the stones, with their letter if they have one, and other characters."""
        for row, column in self.places:
            kind = self.rows[row][column]
            if kind in _STONES:
                fill, label = _STONES[kind]
                style = Style(fill=fill, stroke="rim", width=1.5)
                yield Circle(self.centre(row, column), _UNIT * 0.36, style)
                if label:
                    colour = "white" if fill == "black" else "black"
                    yield Text(at=self.centre(row, column), text=label, colour=colour)
            elif kind in STANDING:
                x, y = self.box(row, column, 5)
                yield Rectangle((x + 9, y), _UNIT - 28, _UNIT - 10, Style(fill=STANDING[kind]), 3)
            elif kind not in ".# " and kind not in _DOMINOES:
                yield Text(at=self.centre(row, column), text=kind)

    def marks(self, marked: Iterable[tuple[int, int]]) -> Iterable[Shape]:
        """Generate frames around the marked cells."""
        for row, column in marked:
            if self.is_square:
                yield Rectangle(self.box(row, column, 2.5), _UNIT - 5, _UNIT - 5, _MARK, 4)
            else:
                yield Line(self.corners(row, column, 0.86), _MARK, closed=True)

    def names(self) -> Iterable[Shape]:
        """Generate the coordinates."""
        for row in range(len(self.rows)):
            x, y = self.centre(row, 0)
            yield Text(at=(x - _HALF - 13, y), text=str(len(self.rows) - row))
        for column, name in enumerate(column_names(self.layout, self.columns)):
            if self.is_square:
                x, y = self.centre(len(self.rows) - 1, column)
                yield Text(at=(x, y + _HALF + 14), text=name)
            else:
                yield Text(at=self.centre(len(self.rows), column), text=name)
