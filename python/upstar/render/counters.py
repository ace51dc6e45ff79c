"""Pictures of heaps of counters, and the counters that a move takes.

The core shows heaps as text, a row for each: its size, and a sign for each counter.
"""

import re
from collections.abc import Iterable, Sequence

from upstar.render.picture import Circle, Picture, Place, Rectangle, Shape, Style, Text

_UNIT = 40.0
_LEFT = 44.0
_ROW = re.compile(r" *(\d+) (o+)")

Cell = tuple[int, int]


def heap_sizes(rows: Sequence[str]) -> list[int]:
    """Return the sizes of the heaps in the rows of a text; an empty list if it shows no heaps.

    Parameters
    ----------
    rows : sequence of str
        The rows.

    Returns
    -------
    list of int
        The sizes.

    Examples
    --------
    >>> heap_sizes(["  3 ooo", "  1 o"]), heap_sizes(["4x3:2"])
    ([3, 1], [])
    """
    found = [_ROW.fullmatch(row) for row in rows]
    return [len(row[2]) for row in found if row is not None] if all(found) else []


def picture(rows: Sequence[str], marked: Iterable[Cell] = ()) -> Picture:
    """Return the picture of heaps: their sizes, and their counters in a row.

    Parameters
    ----------
    rows : sequence of str
        The rows, as for ``heap_sizes``.
    marked : iterable of tuple of int
        The counters to mark: heap, counter.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> picture(["  3 ooo"]).width
    172.0
    """
    sizes = heap_sizes(rows)
    shapes: list[Shape] = []
    for heap, size in enumerate(sizes):
        y = _centre(heap, 0)[1]
        shapes.append(Text(at=(_LEFT - 20, y), text=str(size), size=15))
        corner = (_LEFT, y - 0.42 * _UNIT)
        style = Style(fill="cell", stroke="line")
        shapes.append(Rectangle(corner, _UNIT * size, 0.84 * _UNIT, style, 0.42 * _UNIT))
        counter = Style(fill="ground", stroke="line", width=1.5)
        shapes += [Circle(_centre(heap, n), 0.32 * _UNIT, counter) for n in range(size)]
    ring = Style(stroke="mark", width=3)
    shapes += [Circle(_centre(*cell), 0.4 * _UNIT, ring) for cell in marked]
    return Picture(_LEFT + _UNIT * max(sizes) + 8, 8 + _UNIT * len(sizes), tuple(shapes))


def centres(rows: Sequence[str]) -> dict[Cell, Place]:
    """Return the centres of the counters by heap and counter.

    Parameters
    ----------
    rows : sequence of str
        The rows, as for ``heap_sizes``.

    Returns
    -------
    dict
        The centres.

    Examples
    --------
    >>> centres(["  2 oo"])[0, 1]
    (104.0, 24.0)
    """
    return {(h, n): _centre(h, n) for h, size in enumerate(heap_sizes(rows)) for n in range(size)}


def taken(rows: Sequence[str], move: str, *, is_nim: bool) -> list[list[Cell]]:
    """Return the counters that a move can take, for each heap and side that gives the same move.

    Parameters
    ----------
    rows : sequence of str
        The rows, as for ``heap_sizes``.
    move : str
        The move: the size of the heap, and the sizes of what is left of it (``7:3,2``).
    is_nim : bool
        Whether a move is named by the first counter alone, because it takes all that follow.

    Returns
    -------
    list of list of tuple of int
        The counters by heap and counter. They are next to each other.

    Examples
    --------
    >>> taken(["  3 ooo"], "3:1", is_nim=True)
    [[(0, 1)]]
    >>> taken(["  3 ooo"], "3:1,1", is_nim=False)
    [[(0, 1)]]
    >>> taken(["  3 ooo"], "3:1", is_nim=False)
    [[(0, 1), (0, 2)], [(0, 0), (0, 1)]]
    """
    whole, _, rest = move.partition(":")
    left = [int(size) for size in rest.split(",") if size]
    count = int(whole) - sum(left)
    first, last, *_ = [*left, 0, 0]
    starts = [first] if is_nim or first == last else [first, last]
    return [
        [(heap, start)] if is_nim else [(heap, start + n) for n in range(count)]
        for heap, size in enumerate(heap_sizes(rows))
        if size == int(whole)
        for start in starts
    ]


def _centre(heap: int, counter: int) -> Place:
    return _LEFT + _UNIT * (counter + 0.5), 4 + _UNIT * (heap + 0.5)
