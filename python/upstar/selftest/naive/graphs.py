"""Games on graphs by their rules: sets of names, no bitboards, no parts.

A state is a pair: the edges as a frozenset of pairs, and a sorted tuple of (vertex, contents).
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from upstar.selftest.naive.boards import SIDES, Moves

Edges = frozenset[frozenset[str]]
State = tuple[Edges, tuple[tuple[str, str], ...]]

NAMED: dict[str, Callable[..., Any]] = {
    "path": lambda n: [(str(i), str(i + 1)) for i in range(1, n)],
    "cycle": lambda n: [(str(i), str(i % n + 1)) for i in range(1, n + 1)],
    "complete": lambda n: [(str(i), str(j)) for i in range(1, n + 1) for j in range(1, i)],
    "bipartite": lambda m, n: [
        (str(i), str(j)) for i in range(1, m + 1) for j in range(m + 1, m + n + 1)
    ],
    "star": lambda n: [("0", str(i)) for i in range(1, n + 1)],
    "wheel": lambda n: [
        pair for i in range(1, n + 1) for pair in [("0", str(i)), (str(i), str(i % n + 1))]
    ],
    "petersen": lambda: [
        pair
        for i in range(5)
        for pair in [
            (str(i + 1), str((i + 1) % 5 + 1)),
            (str(i + 1), str(i + 6)),
            (str(i + 6), str((i + 2) % 5 + 6)),
        ]
    ],
}


def cell(row: int, column: int) -> str:
    """Return the name of a cell; rows count from the bottom."""
    return f"{chr(ord('a') + column)}{row + 1}"


def lattice(rows: int, columns: int, near: Callable[[int, int], bool]) -> list[tuple[str, str]]:
    """Join the cells for whose differences in rows (upwards) and columns `near` holds."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [
        (cell(*a), cell(*b))
        for a in cells
        for b in cells
        if a < b and near(b[0] - a[0], b[1] - a[1])
    ]


LATTICES: dict[str, Callable[..., Any]] = {
    "grid": lambda r, c: lattice(r, c, lambda a, b: abs(a) + abs(b) == 1),
    "king": lambda r, c: lattice(r, c, lambda a, b: max(abs(a), abs(b)) == 1),
    "triangular": lambda r, c: lattice(r, c, lambda a, b: (a, b) in {(0, 1), (1, 0), (1, 1)}),
    "cylinder": lambda r, c: lattice(
        r, c, lambda a, b: (a == 0 and abs(b) in (1, c - 1)) or (abs(a) == 1 and b == 0)
    ),
    "torus": lambda r, c: lattice(
        r, c, lambda a, b: (a == 0 and abs(b) in (1, c - 1)) or (abs(a) in (1, r - 1) and b == 0)
    ),
}


def read(text: str) -> State:
    """Read the text that upstar prints."""
    edges: set[frozenset[str]] = set()
    contents: dict[str, str] = {}
    for item in text.removeprefix("graph:").split():
        named = re.fullmatch(r"([a-z]+)\((.*)\)", item)
        if named or item == "petersen":
            family = named[1] if named else item
            numbers = map(int, named[2].split(",")) if named else ()
            edges |= {frozenset(pair) for pair in (NAMED | LATTICES)[family](*numbers)}
        elif "=" in item:
            names, _, sign = item.partition("=")
            contents |= dict.fromkeys(names.split(","), sign)
        elif item != "-":
            for walk in item.split(","):
                along = walk.split("-")
                edges |= {frozenset(pair) for pair in pairwise(along)}
                contents |= {name: contents.get(name, ".") for name in along}
    for pair in edges:
        for name in pair:
            contents.setdefault(name, ".")
    return frozenset(edges), tuple(sorted(contents.items()))


def beside(edges: Edges, vertex: str) -> set[str]:
    """Return the neighbours of a vertex."""
    return {other for pair in edges if vertex in pair for other in pair - {vertex}}


def put(state: State, changes: dict[str, str]) -> State:
    """Return the state after changes to some vertices."""
    edges, contents = state
    return edges, tuple(sorted((dict(contents) | changes).items()))


def colouring(shunned: Callable[[int], str]) -> Callable[[State, int], Moves]:
    """Return the moves of Col or Snort on graphs."""

    def moves(state: State, player: int) -> Moves:
        edges, contents = state
        at = dict(contents)
        return [
            (v, put(state, {v: SIDES[player]}))
            for v in at
            if at[v] == "." and shunned(player) not in {at[w] for w in beside(edges, v)}
        ]

    return moves


def node_kayles(state: State, _player: int) -> Moves:
    """Return the vertices to take, with their neighbours."""
    edges, contents = state
    at = dict(contents)
    return [(v, put(state, dict.fromkeys([v, *beside(edges, v)], "#"))) for v in at if at[v] == "."]


def clobber(prey: Callable[[int], str]) -> Callable[[State, int], Moves]:
    """Return the moves of Clobber, onto stones that are prey."""

    def moves(state: State, player: int) -> Moves:
        edges, contents = state
        at = dict(contents)
        return [
            (f"{v}-{w}", put(state, {v: ".", w: SIDES[player]}))
            for v in at
            for w in beside(edges, v)
            if at[v] == SIDES[player] and at[w] in prey(player)
        ]

    return moves


def nogo(state: State, player: int) -> Moves:
    """Return the placements that leave every group a liberty."""
    edges, contents = state
    found = []
    for v, sign in contents:
        after = put(state, {v: SIDES[player]})
        if sign == "." and all(has_liberty(edges, dict(after[1]), w) for w, _ in contents):
            found.append((v, after))
    return found


def has_liberty(edges: Edges, at: dict[str, str], start: str) -> bool:
    """Return whether the group of a stone touches a vertex without a stone."""
    if at[start] not in SIDES:
        return True
    group, waiting = {start}, [start]
    for v in waiting:
        for w in beside(edges, v):
            if at[w] not in SIDES:
                return True
            if at[w] == at[start] and w not in group:
                group.add(w)
                waiting.append(w)
    return False


GAMES = {
    "col": colouring(lambda player: SIDES[player]),
    "snort": colouring(lambda player: SIDES[1 - player]),
    "node-kayles": node_kayles,
    "clobber": clobber(lambda player: SIDES[1 - player]),
    "cannibal-clobber": clobber(lambda player: SIDES),
    "nogo": nogo,
}
