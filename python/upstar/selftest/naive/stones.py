"""Games of placing stones and dominoes that the core has on bitboards, by their rules.

A state is a tuple of rows, or a pair of rows and the length of a winning line.
"""

from upstar.selftest.naive.boards import (
    ORTHOGONAL,
    SIDES,
    Moves,
    at,
    cells,
    column,
    name,
    put,
    read_rows,
)

Board = tuple[str, ...]
Lines = tuple[Board, int]


def domineering(board: Board, player: int) -> Moves:
    """Return the vertical dominoes of Left, the horizontal ones of Right."""
    a, b = [(-1, 0), (0, 1)][player]
    return [
        (
            name(board, (r, c), (r + a, c + b)),
            put(board, dict.fromkeys([(r, c), (r + a, c + b)], "#")),
        )
        for r, c in cells(board, ".")
        if at(board, r + a, c + b) == "."
    ]


def clobber(board: Board, player: int) -> Moves:
    """Return the moves onto stones of the opponent."""
    return [
        (
            name(board, (r, c), (r + a, c + b)),
            put(board, {(r, c): ".", (r + a, c + b): SIDES[player]}),
        )
        for r, c in cells(board, SIDES[player])
        for a, b in ORTHOGONAL
        if at(board, r + a, c + b) == SIDES[1 - player]
    ]


def nogo(board: Board, player: int) -> Moves:
    """Return the placements that leave every group a liberty."""
    after = ((name(board, cell), put(board, {cell: SIDES[player]})) for cell in cells(board, "."))
    return [(text, next_) for text, next_ in after if _every_group_lives(next_)]


def _every_group_lives(board: Board) -> bool:
    """Whether every group touches an empty cell; '#' stays empty."""
    free = {*cells(board, "."), *cells(board, "#")}
    waiting = {(r, c) for side in SIDES for r, c in cells(board, side)}
    alive = {(r, c) for r, c in waiting if any((r + a, c + b) in free for a, b in ORTHOGONAL)}
    while (
        more := {
            (r + a, c + b)
            for r, c in alive
            for a, b in ORTHOGONAL
            if at(board, r + a, c + b) == board[r][c] != "#"
        }
        - alive
    ):
        alive |= more
    return waiting <= alive


def place(board: Board, player: int) -> Moves:
    """Return the placements on empty cells."""
    return [(name(board, cell), put(board, {cell: SIDES[player]})) for cell in cells(board, ".")]


def read_y(text: str) -> Board:
    """Read a triangle; a size is an empty one."""
    if text.isdigit():
        return tuple("." * row for row in range(1, int(text) + 1))
    return tuple(text.split("/"))


def read_hex(text: str) -> Board:
    """Read a board of hexagons; one number is an empty square board."""
    return read_rows(f"{text}x{text}" if text.isdigit() else text)


def _chains(board: Board, side: str, around: list[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Return the chains of stones of a side."""
    left, found = set(cells(board, side)), []
    while left:
        chain, waiting = set(), [left.pop()]
        while waiting:
            r, c = waiting.pop()
            chain.add((r, c))
            near = {(r + a, c + b) for a, b in around} & left
            left -= near
            waiting += near
        found.append(chain)
    return found


def hex_over(board: Board, _player: int) -> int | None:
    """Return who joins two sides: black top and bottom, white left and right."""
    around = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]
    for side, axis, last, score in (("x", 0, len(board) - 1, 1), ("o", 1, len(board[0]) - 1, -1)):
        for chain in _chains(board, side, around):
            if {0, last} <= {cell[axis] for cell in chain}:
                return score
    return None


def y_over(board: Board, _player: int) -> int | None:
    """Return who touches all three sides with one chain."""
    around = [(0, 1), (0, -1), (-1, -1), (-1, 0), (1, 0), (1, 1)]
    for side, score in (("x", 1), ("o", -1)):
        for chain in _chains(board, side, around):
            left = any(c == 0 for _, c in chain)
            right = any(c == r for r, c in chain)
            if left and right and any(r == len(board) - 1 for r, _ in chain):
                return score
    return None


def read_lines(text: str) -> Lines:
    """Read a board and the length of a line; four without one."""
    rows, _, length = text.partition(":")
    return read_rows(rows), int(length or 4)


def mnk(state: Lines, player: int) -> Moves:
    """Return the placements on empty cells."""
    board, length = state
    return [(text, (after, length)) for text, after in place(board, player)]


def connect_four(state: Lines, player: int) -> Moves:
    """Return the columns with room; a stone falls onto the highest one."""
    board, length = state
    found: dict[int, int] = {}
    for r, c in cells(board, "."):
        found[c] = max(r, found.get(c, 0))
    return [
        (column(c), (put(board, {(found[c], c): SIDES[player]}), length)) for c in sorted(found)
    ]


def lines_over(state: Lines, _player: int) -> int | None:
    """Return who has a line; a full board without one is a draw."""
    board, length = state
    for side, score in (("x", 1), ("o", -1)):
        for r, c in cells(board, side):
            for a, b in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if all(at(board, r + a * n, c + b * n) == side for n in range(length)):
                    return score
    return None if cells(board, ".") else 0
