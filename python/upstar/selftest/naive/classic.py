"""The classic games by their rules, without bitboards, keys, symmetry or parts.

Each game is two functions: `read`, from the text that upstar prints to a hashable state, and
`moves`, from a state and a player (0 Left, 1 Right) to a list of (name, state after it). They are
slow and simple: tests compare the games of the core with them.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
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
from upstar.selftest.naive.mcgs import (
    animals,
    cannibal_clobber,
    fission,
    king_dirt,
    node_kayles,
    peg_duotaire,
    read_checkerboard,
    read_king_dirt,
    read_middle,
    read_sheep,
    read_toads,
    sheep,
    toppling_dominoes,
)
from upstar.selftest.naive.values import Game


@dataclass(frozen=True)
class Rules:
    """How to read a text, and the moves of a player."""

    read: Callable[[str], Hashable]
    moves: Callable[[Any, int], Moves]


# ---- boards ----


def colouring(shunned: Callable[[int], str]) -> Callable[[tuple[str, ...], int], Moves]:
    """Return the moves of Col or Snort: no stone beside one that the player shuns."""

    def moves(board: tuple[str, ...], player: int) -> Moves:
        return [
            (name(board, (r, c)), put(board, {(r, c): SIDES[player]}))
            for r, c in cells(board, ".")
            if shunned(player) not in [at(board, r + a, c + b) for a, b in ORTHOGONAL]
        ]

    return moves


def cram(board: tuple[str, ...], _player: int) -> Moves:
    """Return the dominoes in either direction."""
    found = []
    for r, c in cells(board, "."):
        if at(board, r, c + 1) == ".":
            found.append((name(board, (r, c), (r, c + 1)), [(r, c), (r, c + 1)]))
        if at(board, r + 1, c) == ".":
            found.append((name(board, (r + 1, c), (r, c)), [(r, c), (r + 1, c)]))
    return [(text, put(board, dict.fromkeys(pair, "#"))) for text, pair in found]


def rays(board: tuple[str, ...], start: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells that a queen reaches."""
    reached = []
    for a, b in EIGHT:
        r, c = start[0] + a, start[1] + b
        while at(board, r, c) == ".":
            reached.append((r, c))
            r, c = r + a, c + b
    return reached


def amazons(board: tuple[str, ...], player: int) -> Moves:
    """Return the moves of a queen and its arrow."""
    found = []
    for start in cells(board, SIDES[player]):
        for end in rays(board, start):
            moved = put(board, {start: ".", end: SIDES[player]})
            found += [
                (name(board, start, end, arrow), put(moved, {arrow: "#"}))
                for arrow in rays(moved, end)
            ]
    return found


def read_amazons(text: str) -> tuple[str, ...]:
    """Read a board of Amazons; 10x10 is the usual start."""
    if text != "10x10":
        return read_rows(text)
    queens = {(0, 3): "o", (0, 6): "o", (3, 0): "o", (3, 9): "o"}
    mirrored = {(9 - r, c): "x" for r, c in queens}
    return put(read_rows(text), queens | mirrored)


def konane(board: tuple[str, ...], player: int) -> Moves:
    """Return the jumps in straight lines."""
    found = []
    for r, c in cells(board, SIDES[player]):
        for a, b in ORTHOGONAL:
            changes, reach = {(r, c): "."}, 2
            while (
                at(board, r + (reach - 1) * a, c + (reach - 1) * b) == SIDES[1 - player]
                and at(board, r + reach * a, c + reach * b) == "."
            ):
                changes[r + (reach - 1) * a, c + (reach - 1) * b] = "."
                end = (r + reach * a, c + reach * b)
                found.append((name(board, (r, c), end), put(board, changes | {end: SIDES[player]})))
                reach += 2
    return found


def read_konane(text: str) -> tuple[str, ...]:
    """Read a board of Konane; a size is the board after the opening."""
    board = read_rows(text)
    if not text[0].isdigit():
        return board
    rows, columns = len(board), len(board[0])
    full = {(r, c): SIDES[(rows - 1 - r + c) % 2] for r in range(rows) for c in range(columns)}
    r, c = (rows - 1) // 2, (columns - 1) // 2
    beside = (r, c + 1) if columns > 1 else (r + 1, c)
    return put(board, full | {(r, c): ".", beside: "."})


# ---- strips ----


def toads_and_frogs(strips: tuple[str, ...], player: int) -> Moves:
    """Return the steps and jumps of the usual rules."""
    mine, other, step = [("T", "F", 1), ("F", "T", -1)][player]
    found = []
    for r, c in cells(strips, mine):
        if at(strips, r, c + step) == ".":
            end = (r, c + step)
        elif at(strips, r, c + step) == other and at(strips, r, c + 2 * step) == ".":
            end = (r, c + 2 * step)
        else:
            continue
        found.append((name(strips, (r, c)), put(strips, {(r, c): ".", end: mine})))
    return found


def toads(state: Any, player: int) -> Moves:
    """Return the moves of toads and frogs, with or without options."""
    is_plain = isinstance(state[0], str)
    return toads_and_frogs(state, player) if is_plain else animals(state, player, "TF")


# ---- heaps: the state is the code, and a sorted tuple of heaps that are not empty ----


def read_heaps(text: str, code: str) -> tuple[str, tuple[int, ...]]:
    """Read the heaps that are not empty."""
    return code, tuple(sorted(int(word) for word in text.split(",") if int(word)))


def heaps(state: tuple[str, tuple[int, ...]], _player: int) -> Moves:
    """Return the moves on heaps, once for equal heaps."""
    code, sizes = state
    found = []
    for heap in sorted(set(sizes)):
        rest = list((Counter(sizes) - Counter([heap])).elements())
        for left in heap_options(code, heap):
            parts = [part for part in left if part]
            text = ",".join(map(str, parts)) or "0"
            found.append((f"{heap}:{text}", (code, tuple(sorted(rest + parts)))))
    return found


def heap_options(code: str, heap: int) -> list[tuple[int, ...]]:
    """Return the heaps that each move on one heap leaves."""
    if code == "nim":
        return [(left,) for left in range(heap)]
    before, _, after = code.partition(".")
    found: list[tuple[int, ...]] = []
    for taken, digit in enumerate(map(int, before + after)):
        left = heap - taken
        if digit % 2 and left == 0:
            found.append(())
        if digit // 2 % 2 and left > 0:
            found.append((left,))
        if digit // 4 and left > 1:
            found += [(left - small, small) for small in range(1, left) if small <= left - small]
    return found


# ---- Hackenbush: a tuple of edges (node, node, colour); the ground is '0' ----


def read_graph(text: str) -> tuple[tuple[str, str, str], ...]:
    """Read the edges of a graph of Hackenbush."""
    edges: list[tuple[str, str, str]] = []
    for path in [] if text == "-" else text.split(","):
        node, rest = "0", path
        if rest[0] not in "LRG":
            node, rest = rest[0], rest[1:]
        while rest:
            colour, rest = rest[0], rest[1:]
            if rest and rest[0] not in "LRG":
                end, rest = rest[0], rest[1:]
            else:
                end = f"#{len(edges)}"
            edges.append((node, end, colour))
            node = end
    return tuple(edges)


def hackenbush(edges: tuple[tuple[str, str, str], ...], player: int) -> Moves:
    """Return the cuts, without the edges that fall."""
    found = []
    for number, (_, _, colour) in enumerate(edges):
        if colour in ("LG", "RG")[player]:
            rest = edges[:number] + edges[number + 1 :]
            grounded = {"0"}
            while (
                more := {node for a, b, _ in rest if {a, b} & grounded for node in (a, b)}
                - grounded
            ):
                grounded |= more
            found.append((str(number + 1), tuple(e for e in rest if e[0] in grounded)))
    return found


GAMES = {
    "hackenbush": Rules(read_graph, hackenbush),
    "toads-and-frogs": Rules(read_toads, toads),
    "elephants-and-rhinos": Rules(
        lambda text: (tuple(text.split("/")), (1, 1, 0, False)),
        lambda state, player: animals(state, player, "ER"),
    ),
    "toppling-dominoes": Rules(lambda text: tuple(text.split("/")), toppling_dominoes),
    "node-kayles": Rules(read_rows, node_kayles),
    "cannibal-clobber": Rules(read_checkerboard, cannibal_clobber),
    "fission": Rules(lambda text: read_middle(text, "x", "."), fission),
    "peg-duotaire": Rules(lambda text: read_middle(text, ".", "x"), peg_duotaire),
    "king-dirt": Rules(read_king_dirt, king_dirt),
    "sheep": Rules(read_sheep, sheep),
    "col": Rules(read_rows, colouring(lambda player: SIDES[player])),
    "snort": Rules(read_rows, colouring(lambda player: SIDES[1 - player])),
    "cram": Rules(read_rows, cram),
    "nim": Rules(lambda text: read_heaps(text, "nim"), heaps),
    "octal": Rules(lambda text: read_heaps(*reversed(text.split(":"))), heaps),
    "kayles": Rules(lambda text: read_heaps(text, "0.77"), heaps),
    "amazons": Rules(read_amazons, amazons),
    "konane": Rules(read_konane, konane),
}


def perft(game: str, state: Any, player: int, depth: int) -> int:
    """The number of move sequences of exactly `depth` moves."""
    after = GAMES[game].moves(state, player)
    if depth == 1:
        return len(after)
    return sum(perft(game, child, 1 - player, depth - 1) for _, child in after)


@cache
def value(game: str, state: Any) -> Game:
    """Return the position as a game: the options of both players, recursively."""
    left, right = (
        tuple(dict.fromkeys(value(game, child) for _, child in GAMES[game].moves(state, player)))
        for player in (0, 1)
    )
    return (left, right)
