"""Combinatorial games by their definitions, with no canonical form and no short cut.

A game is a pair of tuples of games. Slow on purpose: this is what `upstar.Value` is held against.
"""

from functools import cache

Game = tuple[tuple, tuple]
ZERO: Game = ((), ())


@cache
def le(a: Game, b: Game) -> bool:
    """a ≤ b iff no left option of a is ≥ b and no right option of b is ≤ a."""
    return not any(le(b, left) for left in a[0]) and not any(le(right, a) for right in b[1])


def equal(a: Game, b: Game) -> bool:
    return le(a, b) and le(b, a)


@cache
def add(a: Game, b: Game) -> Game:
    left = tuple(add(x, b) for x in a[0]) + tuple(add(a, x) for x in b[0])
    right = tuple(add(x, b) for x in a[1]) + tuple(add(a, x) for x in b[1])
    return (left, right)


@cache
def negate(a: Game) -> Game:
    return (tuple(map(negate, a[1])), tuple(map(negate, a[0])))


@cache
def wins(a: Game, player: int) -> bool:
    """Does the player who is to move win?"""
    return any(not wins(option, 1 - player) for option in a[player])


def outcome(a: Game) -> str:
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
        wins(a, 0), wins(a, 1)
    ]


def braces(a: Game) -> str:
    """The text of a game as it stands."""
    left, right = (",".join(map(braces, side)) for side in a)
    return f"{{{left}|{right}}}"


def nodes(a: Game) -> set[Game]:
    return {a}.union(*(nodes(option) for side in a for option in side))


def height(a: Game) -> int:
    return max((height(option) + 1 for side in a for option in side), default=0)


def of_value(value) -> Game:
    """The canonical form of a value as a game."""
    return (
        tuple(map(of_value, value.left_options)),
        tuple(map(of_value, value.right_options)),
    )


def is_canonical(a: Game) -> bool:
    """No option is dominated or reversible, here and below."""
    left, right = a
    dominated = any(
        i != j and le(x, y)
        for side, flip in ((left, False), (right, True))
        for i, p in enumerate(side)
        for j, q in enumerate(side)
        for x, y in [(q, p) if flip else (p, q)]
    )
    reversible = any(le(answer, a) for x in left for answer in x[1]) or any(
        le(a, answer) for x in right for answer in x[0]
    )
    return not dominated and not reversible and all(is_canonical(x) for s in a for x in s)
