"""The names of all moves that can occur in a game from a position, for fixed action spaces."""

import re
from collections.abc import Callable, Iterator

from upstar.errors import UnsuitableError
from upstar.position import Position, position
from upstar.render import vertices
from upstar.render.ascii import column_names

__all__ = ["actions"]

_MOST_POSITIONS = 20_000
"""A game without a rule in this module is explored up to this many positions."""

_SIDES = ((0, 1), (1, 0))
_LINES = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))
_Cell = tuple[int, int]


def actions(start: Position) -> tuple[str, ...]:
    """Return every name that a move of either player can have in a game from a position.

    The tuple depends on the board only, so that a number means the same move throughout a game.
    It may hold names that never occur. For games on a board it comes from the geometry, for heaps
    from the sizes of heaps. Other games, such as those written in Python, are explored.

    Parameters
    ----------
    start : Position
        The start of the game.

    Returns
    -------
    tuple of str
        The names, in a fixed order.

    Raises
    ------
    UnsuitableError
        If the game has no rule for its moves and too many positions to explore.

    Examples
    --------
    >>> import upstar
    >>> actions(upstar.position("connect-four", "4x4"))
    ('a', 'b', 'c', 'd')
    >>> actions(upstar.position("domineering", "2x2"))
    ('a1b1', 'a1a2', 'b1b2', 'a2b2')
    """
    rule = _RULES.get(start.game, _explored)
    if start.board()[0] == "vertices":
        rule = _edges_of_graph if rule is _steps else _vertices_of_graph
    return tuple(dict.fromkeys(rule(start)))


def _cells(start: Position) -> dict[_Cell, str]:
    """Return the names of the cells by row from the bottom and column."""
    layout, rows = start.board()
    columns = column_names(layout, max((len(row) for row in rows), default=0))
    return {
        (height, column): f"{columns[column]}{height + 1}"
        for height, row in enumerate(reversed(rows))
        for column in range(len(row))
    }


def _one_cell(start: Position) -> Iterator[str]:
    yield from _cells(start).values()


def _one_cell_or_pass(start: Position) -> Iterator[str]:
    yield from _cells(start).values()
    yield "pass"


def _vertices_of_graph(start: Position) -> Iterator[str]:
    yield from (vertex.name for vertex in vertices.read(start.board()[1]))


def _edges_of_graph(start: Position) -> Iterator[str]:
    found = vertices.read(start.board()[1])
    yield from (f"{a.name}-{found[b].name}" for a in found for b in a.neighbours)


def _columns(start: Position) -> Iterator[str]:
    layout, rows = start.board()
    yield from column_names(layout, len(rows[0]))


def _dominoes(start: Position) -> Iterator[str]:
    cells = _cells(start)
    for (row, column), name in cells.items():
        for down, right in _SIDES:
            if (row + down, column + right) in cells:
                yield name + cells[row + down, column + right]


def _steps(start: Position) -> Iterator[str]:
    cells = _cells(start)
    for cell in cells:
        for down, right in _LINES[:2] + _LINES[4:6]:
            for other in list(_ray(cells, cell, down, right))[:1]:
                yield cells[cell] + cells[other]


def _jumps(start: Position) -> Iterator[str]:
    cells = _cells(start)
    for cell in cells:
        for down, right in _LINES[:2] + _LINES[4:6]:
            for other in list(_ray(cells, cell, down, right))[1::2]:
                yield cells[cell] + cells[other]


def _along_strips(start: Position) -> Iterator[str]:
    cells = _cells(start)
    if ":" not in str(start) and start.game == "toads-and-frogs":
        yield from cells.values()
        return
    for cell, name in cells.items():
        for way in (1, -1):
            yield from (name + cells[to] for to in _ray(cells, cell, 0, way))


def _kings(start: Position) -> Iterator[str]:
    cells = _cells(start)
    yield from cells.values()
    for cell in cells:
        for line in _LINES:
            for other in list(_ray(cells, cell, *line))[:1]:
                yield cells[cell] + cells[other]


def _herds(start: Position) -> Iterator[str]:
    cells = _cells(start)
    largest = max(map(int, re.findall(r"\d+", str(start))), default=1)
    for cell, name in cells.items():
        # Rows of hexagons are counted from the bottom here.
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
            for to in _ray(cells, cell, *way):
                yield from (f"{name}{cells[to]}:{count}" for count in range(1, largest))


def _falls(start: Position) -> Iterator[str]:
    for name in _cells(start).values():
        yield from (name + "l", name + "r")


def _queens(start: Position) -> Iterator[str]:
    cells = _cells(start)
    seen = {cell: [to for line in _LINES for to in _ray(cells, cell, *line)] for cell in cells}
    for cell, targets in seen.items():
        for to in targets:
            yield from (cells[cell] + cells[to] + cells[arrow] for arrow in seen[to])


def _ray(cells: dict[_Cell, str], cell: _Cell, down: int, right: int) -> Iterator[_Cell]:
    row, column = cell[0] + down, cell[1] + right
    while (row, column) in cells:
        yield row, column
        row, column = row + down, column + right


def _edges(start: Position) -> Iterator[str]:
    yield from (str(number) for number in range(1, len(start.board()[1]) + 1))


def _children(start: Position) -> Iterator[str]:
    yield from (str(number) for number in range(int(str(start).partition("x")[0])))


def _heaps(start: Position) -> Iterator[str]:
    code, colon, heaps = str(start).rpartition(":")
    for size in range(1, max(int(heap) for heap in heaps.split(",")) + 1):
        yield from position(start.game, f"{code}{colon}{size}").moves()


def _explored(start: Position) -> list[str]:
    """Return the names in all positions that can be reached, if there are not too many."""
    found: dict[str, None] = {}
    seen = {start}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for move in here.moves():
            found[move] = None
            after = here.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MOST_POSITIONS:
            raise UnsuitableError(
                f"{start.game} has more than {_MOST_POSITIONS:,} positions, too many to list its "
                "moves; give all names of moves as actions=[…]"
            )
    return sorted(found)


def _parts_of_a_sum(start: Position) -> Iterator[str]:
    for number, (_, part) in enumerate(start.terms, start=1):
        names = _options(part) if isinstance(part, str) else list(actions(part))
        yield from (f"{number}:{name}" for name in names)


def _options(value: str) -> list[str]:
    """Return the names of all moves in a value. In a sum a player may move in it twice in a row."""
    found: dict[str, None] = {}
    waiting = [value]
    for text in waiting:
        for mover in ("left", "right"):
            here = position("sum", text, to_move=mover)
            for move in here.moves():
                name = move.partition(":")[2]
                if name not in found:
                    found[name] = None
                    waiting.append(name)
    return sorted(found)


_RULES: dict[str, Callable[[Position], Iterator[str] | list[str]]] = {
    **dict.fromkeys(["nogo", "y", "hex", "mnk", "col", "snort"], _one_cell),
    **dict.fromkeys(["fission", "node-kayles"], _one_cell),
    **dict.fromkeys(["toads-and-frogs", "elephants-and-rhinos"], _along_strips),
    **dict.fromkeys(["go", "seki"], _one_cell_or_pass),
    **dict.fromkeys(["domineering", "cram"], _dominoes),
    **dict.fromkeys(["nim", "octal", "kayles"], _heaps),
    "connect-four": _columns,
    **dict.fromkeys(["clobber", "cannibal-clobber"], _steps),
    **dict.fromkeys(["konane", "peg-duotaire"], _jumps),
    "king-dirt": _kings,
    "sheep": _herds,
    "toppling-dominoes": _falls,
    "amazons": _queens,
    "hackenbush": _edges,
    "pgame": _children,
    "sum": _parts_of_a_sum,
}
