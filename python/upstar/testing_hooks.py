"""Compares the hooks of a game in Python with exhaustive search on small positions."""

import random
from typing import Any

from upstar.game import Game, PartisanGame, moves_of, overrides

_WORDS = {"win": 1, "draw": 0, "loss": -1}
_STATES = 20_000
"""The most states that are searched."""


class _TooMany(Exception):
    """The search has reached its limit of states."""


def check_hooks(game: Game, plays: int, rng: random.Random) -> tuple[str, Any] | None:
    """Return the broken law and the state, or None.

    Parameters
    ----------
    game : Game
        A game with ``bounds`` or ``symmetric_key``.
    plays : int
        The number of random games whose ends are searched.
    rng : Random
        Chooses the moves.

    Returns
    -------
    tuple or None
        The law and the state that breaks it.
    """
    values: dict[tuple[Any, int], int] = {}
    try:
        for _ in range(plays):
            for state, mover in reversed(_random_play(game, rng)):
                _value(game, state, mover, values)
    except (_TooMany, RecursionError):
        pass
    return _check_bounds(game, values) or _check_keys(game, values)


def _mover(game: Game, state: Any, mover: int) -> int:
    return game.to_move(state) if overrides(game, "to_move") else mover


def _random_play(game: Game, rng: random.Random) -> list[tuple[Any, int]]:
    state = game.start()
    mover = _mover(game, state, 0)
    play = [(state, mover)]
    while game.outcome(state) is None and (moves := list(moves_of(game, state, mover))):
        state = game.play(state, rng.choice(moves))
        mover = _mover(game, state, 1 - mover)
        play.append((state, mover))
    return play


def _value(game: Game, state: Any, mover: int, values: dict[tuple[Any, int], int]) -> int:
    """Return the score for Left by plain minimax."""
    if (state, mover) in values:
        return values[state, mover]
    if len(values) >= _STATES:
        raise _TooMany
    sign = -1 if mover else 1
    outcome = game.outcome(state)
    if outcome is not None:
        value = sign * (_WORDS[outcome] if isinstance(outcome, str) else outcome)
    else:
        children = [game.play(state, move) for move in moves_of(game, state, mover)]
        below = [_value(game, s, _mover(game, s, 1 - mover), values) for s in children]
        worst = max(game.scores) if mover else min(game.scores)
        value = (min if mover else max)(below, default=worst)
    values[state, mover] = value
    return value


def _check_bounds(game: Game, values: dict[tuple[Any, int], int]) -> tuple[str, Any] | None:
    for (state, mover), value in values.items():
        bounds = game.bounds(state)
        if bounds is None:
            continue
        seen = value if isinstance(game, PartisanGame) or not mover else -value
        if not bounds[0] <= seen <= bounds[1]:
            return f"bounds {bounds!r} must contain the true score {seen}", state
    return None


def _check_keys(game: Game, values: dict[tuple[Any, int], int]) -> tuple[str, Any] | None:
    if not overrides(game, "symmetric_key"):
        return None
    first: dict[tuple[Any, int], tuple[Any, int]] = {}
    for (state, mover), value in values.items():
        try:
            other, known = first.setdefault((game.symmetric_key(state), mover), (state, value))
        except TypeError:
            return "symmetric_key must return a hashable key", state
        if known != value:
            return f"symmetric_key is the same for {other!r}, which has another value", state
    return None
