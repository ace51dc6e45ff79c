"""Combinatorial games by their definitions, without optimizations.

A game is a pair of tuples of games. It is slow and simple: tests compare `upstar.Value` with it.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

Game = tuple[tuple["Game", ...], tuple["Game", ...]]
Form = tuple[frozenset[Any], frozenset[Any]]
ZERO: Game = ((), ())


@cache
def le(a: Game, b: Game) -> bool:
    """a ≤ b iff no left option of a is ≥ b and no right option of b is ≤ a."""
    return not any(le(b, left) for left in a[0]) and not any(le(right, a) for right in b[1])


def equal(a: Game, b: Game) -> bool:
    """Return whether two games have the same value."""
    return le(a, b) and le(b, a)


@cache
def add(a: Game, b: Game) -> Game:
    """Return the sum of two games."""
    left = tuple(add(x, b) for x in a[0]) + tuple(add(a, x) for x in b[0])
    right = tuple(add(x, b) for x in a[1]) + tuple(add(a, x) for x in b[1])
    return (left, right)


@cache
def negate(a: Game) -> Game:
    """Return the game with the players exchanged."""
    return (tuple(map(negate, a[1])), tuple(map(negate, a[0])))


@cache
def wins(a: Game, player: int) -> bool:
    """Return whether the player to move wins."""
    return any(not wins(option, 1 - player) for option in a[player])


def outcome(a: Game) -> str:
    """Return the outcome class: L, R, N or P."""
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
        wins(a, 0), wins(a, 1)
    ]


def braces(a: Game) -> str:
    """Return the text of a game, without simplification."""
    left, right = (",".join(map(braces, side)) for side in a)
    return f"{{{left}|{right}}}"


def nodes(a: Game) -> set[Game]:
    """Return all positions of a game."""
    return {a}.union(*(nodes(option) for side in a for option in side))


def height(a: Game) -> int:
    """Return the length of the longest play."""
    return max((height(option) + 1 for side in a for option in side), default=0)


def of_value(value: Any) -> Game:
    """The canonical form of a value as a game."""
    return (
        tuple(map(of_value, value.left_options)),
        tuple(map(of_value, value.right_options)),
    )


def is_canonical(a: Game) -> bool:
    """Return whether no option is dominated or reversible, here and below."""
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


@cache
def canonical(a: Game) -> Form:
    """Return the canonical form as sets, by removing one superfluous option at a time."""
    left, right = (list(dict.fromkeys(map(_form, side))) for side in a)
    changed = True
    while changed:
        changed = _drop_dominated(left, le) or _drop_dominated(right, lambda x, y: le(y, x))
        whole = (tuple(left), tuple(right))
        changed = changed or _bypass(left, 0, partial(_le_second, whole))
        changed = changed or _bypass(right, 1, partial(le, whole))
    return as_sets((tuple(left), tuple(right)))


@cache
def _form(a: Game) -> Game:
    """Return the canonical form as a game, with its options in a fixed order."""
    return as_game(canonical(a))


def as_sets(a: Game) -> Form:
    """Return a form with sets of options."""
    return (frozenset(map(as_sets, a[0])), frozenset(map(as_sets, a[1])))


@cache
def as_game(form: Form) -> Game:
    """Return a form with its options in a fixed order."""
    left, right = (tuple(sorted(map(as_game, side), key=repr)) for side in form)
    return (left, right)


def _le_second(b: Game, a: Game) -> bool:
    return le(a, b)


def _drop_dominated(options: list[Game], worse: Callable[[Game, Game], bool]) -> bool:
    for x in options:
        if any(y != x and worse(x, y) for y in options):
            options.remove(x)
            return True
    return False


def _bypass(options: list[Game], side: int, reverses: Callable[[Game], bool]) -> bool:
    for option in options:
        for answer in option[1 - side]:
            if reverses(answer):
                options.remove(option)
                options.extend(o for o in answer[side] if o not in options)
                return True
    return False


def of_position(game: str, text: str, known: dict[str, Game] | None = None) -> Game:
    """Return the game tree of a position, simplified on the way, without parts or symmetry."""
    from upstar.position import position

    known = {} if known is None else known
    if text not in known:
        sides = []
        for player in ("left", "right"):
            start = position(game, text, to_move=player)
            after = [str(start.play(move)) for move in start.moves()]
            sides.append(tuple(of_position(game, next_, known) for next_ in after))
        known[text] = _form((sides[0], sides[1]))
    return known[text]
