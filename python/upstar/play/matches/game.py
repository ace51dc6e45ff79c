"""One game between two engines."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

from upstar import clock
from upstar.errors import MoveError
from upstar.play.engine import Engine, EngineError
from upstar.play.matches.record import GameRecord
from upstar.position import Position


class Stopped(Exception):
    """The game was stopped because the match ends."""


def derived_seed(*parts: object) -> int:
    """Return a seed for one purpose, derived from the seed of the match.

    >>> derived_seed(1, "a") == derived_seed(1, "a") != derived_seed(1, "b")
    True
    """
    text = "\0".join(str(part) for part in parts).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1


def play_game(
    start: Position,
    opening: Sequence[str],
    engines: Sequence[Engine],
    players: tuple[int, int],
    *,
    pair: int,
    seed: int,
    should_stop: Callable[[], bool] = lambda: False,
) -> GameRecord:
    """Play a game from an opening to its end.

    An engine that crashes, is late or plays an illegal move loses.

    Parameters
    ----------
    start : Position
        Where the opening begins.
    opening : sequence of str
        The moves of the opening.
    engines : sequence of Engine
        All engines of the match.
    players : pair of int
        The indices of the engines that move first and second after the opening.
    pair : int
        The number of the pair to which the game belongs.
    seed : int
        The seed of the game.
    should_stop : callable
        Asked before each move whether to stop.

    Returns
    -------
    GameRecord
        The game and its result.

    Raises
    ------
    Stopped
        If ``should_stop`` returns true.
    """
    position = start
    for move in opening:
        position = position.play(move)
    first_label = position.to_move
    seconds, overtime = [0.0, 0.0], [0, 0]
    moves: list[str] = []
    effort: list[tuple[int | None, float]] = []
    points, reason, message, side = 0.5, "played", "", 0
    try:
        for side in (0, 1):
            engines[players[side]].begin(position)
        while position.outcome is None:
            if should_stop():
                raise Stopped
            side = 0 if position.to_move == first_label else 1
            began = clock.now()
            choice = engines[players[side]].choose(
                position, seed=derived_seed(seed, players[side], len(moves))
            )
            took = clock.now() - began
            seconds[side] += took
            overtime[side] += _is_late(engines[players[side]], took)
            position = position.play(choice.move)
            moves.append(choice.move)
            effort.append((choice.playouts, round(took, 6)))
            for side in (0, 1):
                engines[players[side]].follow(choice.move)
        mover_points = {"win": 1.0, "draw": 0.5, "loss": 0.0}[position.outcome]
        points = mover_points if position.to_move == first_label else 1 - mover_points
    except EngineError as error:
        points, message = float(side == 1), str(error)
        reason = "time" if error.late else "crash"
    except MoveError as error:
        points, reason, message = float(side == 1), "illegal", str(error)
    return GameRecord(
        pair=pair,
        first=players[0],
        second=players[1],
        opening=list(opening),
        moves=moves,
        points=points,
        reason=reason,
        message=message,
        seconds=(round(seconds[0], 6), round(seconds[1], 6)),
        overtime=(overtime[0], overtime[1]),
        effort=effort,
    )


def _is_late(engine: Engine, took: float) -> bool:
    """Return whether a move took clearly longer than its budget allows."""
    limit = engine.budget.max_seconds
    return limit is not None and took > 1.5 * limit + 0.1
