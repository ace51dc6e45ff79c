"""What the naive rules of games on boards share: rows of characters, cells and their names."""

from typing import Any

Moves = list[tuple[str, Any]]
SIDES = "xo"


def read_rows(text: str) -> tuple[str, ...]:
    """A size is an empty board."""
    if text[0].isdigit():
        rows, columns = map(int, text.split("x"))
        return ("." * columns,) * rows
    return tuple(text.split("/"))


def at(board: tuple[str, ...], row: int, column: int) -> str:
    """Return the contents of a cell; outside the board it is blocked."""
    inside = 0 <= row < len(board) and 0 <= column < len(board[row])
    return board[row][column] if inside else "#"


def put(board: tuple[str, ...], changes: dict[tuple[int, int], str]) -> tuple[str, ...]:
    """Return the board after changes to some cells."""
    return tuple(
        "".join(changes.get((r, c), old) for c, old in enumerate(row))
        for r, row in enumerate(board)
    )


def name(board: tuple[str, ...], *cells: tuple[int, int]) -> str:
    """Return the names of cells, one after the other."""
    return "".join(f"{column(c)}{len(board) - r}" for r, c in cells)


def column(number: int) -> str:
    """Return the letters of a column: a to z, then aa, ab, …"""
    before, last = divmod(number, 26)
    return (column(before - 1) if before else "") + chr(ord("a") + last)


def cells(board: tuple[str, ...], wanted: str) -> list[tuple[int, int]]:
    """Return the cells with these contents."""
    return [(r, c) for r, row in enumerate(board) for c, is_ in enumerate(row) if is_ == wanted]


ORTHOGONAL = [(-1, 0), (1, 0), (0, -1), (0, 1)]
EIGHT = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
