"""The games that MCGS has, by their rules; see `classic`."""

import re
from typing import Any

from upstar.selftest.naive.boards import (
    EIGHT,
    ORTHOGONAL,
    SIDES,
    Moves,
    at,
    cells,
    name,
    put,
    read_rows,
)


def node_kayles(board: tuple[str, ...], _player: int) -> Moves:
    """Return the cells to take, with their neighbours."""
    found = []
    for r, c in cells(board, "."):
        taken = [(r, c), *((r + a, c + b) for a, b in ORTHOGONAL)]
        found.append((name(board, (r, c)), put(board, dict.fromkeys(taken, "#"))))
    return found


def cannibal_clobber(board: tuple[str, ...], player: int) -> Moves:
    """Return the moves onto stones of either colour."""
    return [
        (
            name(board, (r, c), (r + a, c + b)),
            put(board, {(r, c): ".", (r + a, c + b): SIDES[player]}),
        )
        for r, c in cells(board, SIDES[player])
        for a, b in ORTHOGONAL
        if at(board, r + a, c + b) in SIDES
    ]


def read_checkerboard(text: str) -> tuple[str, ...]:
    """Read a board; a size is a full checkerboard."""
    board = read_rows(text)
    if not text[0].isdigit():
        return board
    return put(board, {(r, c): SIDES[(len(board) - 1 - r + c) % 2] for r, c in cells(board, ".")})


def read_middle(text: str, middle: str, others: str) -> tuple[str, ...]:
    """Read a board; a size has one cell in the middle that differs."""
    board = read_rows(text)
    if not text[0].isdigit():
        return board
    full = dict.fromkeys(cells(board, "."), others)
    return put(board, full | {((len(board) - 1) // 2, (len(board[0]) - 1) // 2): middle})


def fission(board: tuple[str, ...], player: int) -> Moves:
    """Return the stones to split."""
    found = []
    a, b = [(1, 0), (0, 1)][player]
    for r, c in cells(board, "x"):
        ends = [(r - a, c - b), (r + a, c + b)]
        if all(at(board, *end) == "." for end in ends):
            changes = {(r, c): "."} | dict.fromkeys(ends, "x")
            found.append((name(board, (r, c)), put(board, changes)))
    return found


def peg_duotaire(board: tuple[str, ...], _player: int) -> Moves:
    """Return the jumps over pegs."""
    found = []
    for r, c in cells(board, "x"):
        for a, b in ORTHOGONAL:
            if at(board, r + a, c + b) == "x" and at(board, r + 2 * a, c + 2 * b) == ".":
                end = (r + 2 * a, c + 2 * b)
                changes = {(r, c): ".", (r + a, c + b): ".", end: "x"}
                found.append((name(board, (r, c), end), put(board, changes)))
    return found


def read_king_dirt(text: str) -> tuple[tuple[str, ...], int, int, bool]:
    """Read kings, the kings to place, and the option `must`."""
    rows, _, options = text.partition(":")
    given = dict(option.split("=") for option in options.split(",") if "=" in option)
    hands = int(given.get("x", 0)), int(given.get("o", 0))
    return read_rows(rows), *hands, "must" in options and any(hands)


def king_dirt(state: tuple[tuple[str, ...], int, int, bool], player: int) -> Moves:
    """Return the steps of kings and the kings to place."""
    board, *hands, must = state
    found = []
    if hands[player]:
        left = [hands[0] - (player == 0), hands[1] - (player == 1)]
        found += [
            (name(board, cell), (put(board, {cell: SIDES[player]}), *left, must and any(left)))
            for cell in cells(board, ".")
        ]
    if not (must and found):
        found += [
            (
                name(board, (r, c), (r + a, c + b)),
                (put(board, {(r, c): "#", (r + a, c + b): SIDES[player]}), *hands, must),
            )
            for r, c in cells(board, SIDES[player])
            for a, b in EIGHT
            if at(board, r + a, c + b) == "."
        ]
    return found


Herds = tuple[tuple[tuple[str, int], ...], ...]


def read_sheep(text: str) -> Herds:
    """Rows of (kind, number of sheep)."""
    return tuple(
        tuple((kind, int(size or 0)) for kind, size in re.findall(r"([.xo#])(\d*)", row))
        for row in text.split("/")
    )


def sheep(board: Herds, player: int) -> Moves:
    """Return the ways to split a herd."""
    height, found = len(board), []
    kinds = tuple("".join(kind for kind, _ in row) for row in board)
    for r, c in cells(kinds, SIDES[player]):
        for a, b in [*ORTHOGONAL, (-1, 1), (1, -1)]:
            end = (r, c)
            while at(kinds, end[0] + a, end[1] + b) == ".":
                end = (end[0] + a, end[1] + b)
            for count in range(1, board[r][c][1]) if end != (r, c) else ():
                new = {(r, c): board[r][c][1] - count, end: count}
                after = tuple(
                    tuple(
                        (SIDES[player], new[i, j]) if (i, j) in new else herd
                        for j, herd in enumerate(row)
                    )
                    for i, row in enumerate(board)
                )
                text = "".join(f"{chr(97 + j)}{height - i}" for i, j in ((r, c), end))
                found.append((f"{text}:{count}", after))
    return found


# ---- strips ----


def toppling_dominoes(rows: tuple[str, ...], player: int) -> Moves:
    """Return the dominoes to topple, in either direction."""
    found = []
    for r, row in enumerate(rows):
        for c, colour in enumerate(row):
            if colour not in ("LG", "RG")[player]:
                continue
            for way, step in (("l", -1), ("r", 1)):
                end, changes = c, {}
                while 0 <= end < len(row) and row[end] != ".":
                    changes[r, end] = "."
                    end += step
                is_alone = at(rows, r, c - 1) in ".#" and at(rows, r, c + 1) in ".#"
                if way == "l" or not is_alone:
                    found.append((name(rows, (r, c)) + way, put(rows, changes)))
    return found


Strips = tuple[tuple[str, ...], tuple[int, int, int, bool]]


def read_toads(text: str) -> Any:
    """Strips; with options also the least and largest slide, the largest jump, friendly."""
    strips, colon, options = text.partition(":")
    if not colon:
        return tuple(strips.split("/"))
    given = dict(option.split("=") for option in options.split(",") if "=" in option)
    least, _, most = given.get("slide", "1").partition("..")
    steps = (int(least), int(most or least), int(given.get("jump", 1)), "friendly" in options)
    return tuple(strips.split("/")), steps


def animals(state: Strips, player: int, kinds: str) -> Moves:
    """Return the slides and jumps of animals."""
    strips, (least, most, jump, friendly) = state
    step, own = (1, -1)[player], kinds[player]
    found = []
    for r, c in cells(strips, own):
        ahead = [at(strips, r, c + step * n) for n in range(1, 130)]
        room = next(n for n, cell in enumerate(ahead) if cell != ".")
        crowd = next(n for n, cell in enumerate(ahead) if cell not in kinds)
        ends = [n for n in range(least, most + 1) if n <= room]
        jumped = ahead[:crowd]
        if 1 <= crowd <= jump and ahead[crowd] == "." and (friendly or own not in jumped):
            ends.append(crowd + 1)
        for n in ends:
            after = put(strips, {(r, c): ".", (r, c + step * n): own})
            found.append((name(strips, (r, c), (r, c + step * n)), (after, state[1])))
    return found
