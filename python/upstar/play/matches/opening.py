"""The openings of a match."""

import random
from collections.abc import Sequence

from upstar.errors import MoveError, ParameterError
from upstar.position import Position

_TRIES = 1000


def random_opening(start: Position, plies: int, seed: int) -> list[str]:
    """Return random moves from the start after which the game is not over.

    Raises
    ------
    ParameterError
        If no such opening is found, because the game is too short.
    """
    rng = random.Random(seed)
    for _ in range(_TRIES):
        position = start
        moves: list[str] = []
        while len(moves) < plies and position.outcome is None:
            move = rng.choice(list(position.moves()))
            moves.append(move)
            position = position.play(move)
        if position.outcome is None:
            return moves
    raise ParameterError(f"the game is too short for openings of {plies} random moves")


def listed_openings(start: Position, lines: Sequence[str]) -> list[list[str]]:
    """Read openings from lines of moves; empty lines and ``#`` comments are skipped.

    Raises
    ------
    MoveError
        If a move is not legal.
    ParameterError
        If an opening ends the game, or there are none.
    """
    openings = []
    for number, line in enumerate(lines, 1):
        moves = line.split("#")[0].split()
        if not moves:
            continue
        position = start
        for move in moves:
            try:
                position = position.play(move)
            except MoveError as error:
                raise MoveError(f"line {number} of the openings: {error}") from None
        if position.outcome is not None:
            raise ParameterError(f"the opening '{' '.join(moves)}' ends the game; leave out moves")
        openings.append(moves)
    if not openings:
        raise ParameterError(
            "there are no openings in the list; write the moves of one on each line"
        )
    return openings
