"""Impartial games by their rules and by mex, without bitboards, keys, symmetry or parts.

The partisan rules of Clobber, Domineering and NoGo are here; those of the classic games are in
`classic`. Nimstring has its full rules: whoever completes a box moves again.
"""

from functools import cache
from typing import Any

from upstar.selftest.naive import classic as naive_rules
from upstar.selftest.naive.classic import ORTHOGONAL, SIDES, at, cells, put, read_rows

Board = tuple[str, ...]


def clobber(board: Board, player: int) -> list[Board]:
    own, other = SIDES[player], SIDES[1 - player]
    return [
        put(board, {(r, c): ".", (r + a, c + b): own})
        for r, c in cells(board, own)
        for a, b in ORTHOGONAL
        if at(board, r + a, c + b) == other
    ]


def domineering(board: Board, player: int) -> list[Board]:
    a, b = [(1, 0), (0, 1)][player]
    return [
        put(board, {(r, c): "#", (r + a, c + b): "#"})
        for r, c in cells(board, ".")
        if at(board, r + a, c + b) == "."
    ]


def every_group_lives(board: Board) -> bool:
    """Whether every group of NoGo stones touches an empty cell; '#' stays empty."""
    alive = {
        (r, c)
        for stone in SIDES
        for r, c in cells(board, stone)
        if any(
            at(board, r + a, c + b) in ".#" and 0 <= r + a < len(board) and 0 <= c + b < len(row)
            for a, b in ORTHOGONAL
            for row in [board[0]]
        )
    }
    while (
        more := {
            (r + a, c + b)
            for r, c in alive
            for a, b in ORTHOGONAL
            if at(board, r + a, c + b) == board[r][c]
        }
        - alive
    ):
        alive |= more
    return all(place in alive for stone in SIDES for place in cells(board, stone))


def nogo(board: Board, player: int) -> list[Board]:
    after = (put(board, {place: SIDES[player]}) for place in cells(board, "."))
    return [next_ for next_ in after if every_group_lives(next_)]


OWN = {"clobber": clobber, "domineering": domineering, "nogo": nogo}


def options(game: str, state: Any) -> set[Any]:
    """The states after all moves of both players."""
    if game in OWN:
        return {after for player in (0, 1) for after in OWN[game](state, player)}
    moves = naive_rules.GAMES[game].moves
    return {after for player in (0, 1) for _, after in moves(state, player)}


def read(game: str, text: str) -> Any:
    return read_rows(text) if game in OWN else naive_rules.GAMES[game].read(text)


@cache
def nimber(game: str, state: Any) -> int:
    """The least number that no option has."""
    found = {nimber(game, after) for after in options(game, state)}
    return next(k for k in range(len(found) + 1) if k not in found)


# ---- Nimstring ----


@cache
def boxes(rows: int, columns: int) -> tuple[frozenset[int], ...]:
    """The lines of each box, numbered row by row, horizontal and vertical in turn."""
    step = 2 * columns + 1
    return tuple(
        frozenset(
            (
                r * step + c,
                (r + 1) * step + c,
                r * step + columns + c,
                r * step + columns + c + 1,
            )
        )
        for r in range(rows)
        for c in range(columns)
    )


@cache
def wins_nimstring(rows: int, columns: int, drawn: frozenset[int], heap: int) -> bool:
    """Whether the player to move wins Nimstring with a nim heap beside it."""
    if any(not wins_nimstring(rows, columns, drawn, less) for less in range(heap)):
        return True
    lines = range(2 * rows * columns + rows + columns)
    for line in lines:
        if line in drawn:
            continue
        after = drawn | {line}
        completes = any(line in box and box <= after for box in boxes(rows, columns))
        if wins_nimstring(rows, columns, after, heap) == completes:
            return True
    return False


def nimstring_nimber(rows: int, columns: int, drawn: frozenset[int]) -> int | None:
    """The nimber; None for a loony position, which wins with every heap."""
    heaps = range(2 * rows * columns + rows + columns - len(drawn) + 1)
    losing = [heap for heap in heaps if not wins_nimstring(rows, columns, drawn, heap)]
    return losing[0] if losing else None


def nimstring_text(rows: int, columns: int, drawn: frozenset[int]) -> str:
    parts, line = [], 0
    for row in range(2 * rows + 1):
        mark, length = ("=", columns) if row % 2 == 0 else ("|", columns + 1)
        parts.append("".join(mark if line + i in drawn else "." for i in range(length)))
        line += length
    return "/".join(parts)
