"""Weights of 3x3 patterns for playouts of Go, learned from games."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from upstar import _core
from upstar.errors import ParameterError
from upstar.patterns import Weights
from upstar.play.engine import Budget, engine
from upstar.play.go_text import first_player, join_go_text, moves_of, split_go_text
from upstar.position import Position, position


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game of Go to learn from."""

    start: str
    to_move: str
    moves: Sequence[str]
    result: int
    """1 if black won, -1 if white did, 0 for a draw."""


def record_game(start: Position, moves: Iterable[str]) -> Record:
    """A game as a record; it must be over."""
    here, played = start, list(moves)
    for move in played:
        here = here.play(move)
    score = here.score
    if score is None:
        raise ParameterError("a record is a finished game, and this one goes on")
    black = score if here.to_move == "black" else -score
    return Record(str(start), start.to_move, played, (black > 0) - (black < 0))


def read_records(files: Iterable[Path]) -> Iterator[Record]:
    """Games from SGF files; who won is what the file says, or else the area."""
    from upstar.play.sgf import read_sgf

    for file in files:
        end = read_sgf(file)
        board, options = split_go_text(str(end))
        options.pop("moves", None)
        said = re.search(rb"RE\[\s*([BbWw0])", file.read_bytes())
        if said is not None:
            result = {"B": 1, "W": -1}.get(said.group(1).decode().upper(), 0)
        elif end.score is not None:
            score = end.score if end.to_move == "black" else -end.score
            result = (score > 0) - (score < 0)
        else:
            continue
        moves = [move for _, move in moves_of(end)]
        yield Record(join_go_text(board, options), first_player(end), moves, result)


def train_patterns(
    records: Sequence[Record],
    *,
    weights: Weights | None = None,
    rounds: int = 10,
    playouts: int = 0,
    rate: float = 0.05,
    seed: int = 0,
    progress: Callable[[int, float], None] | None = None,
) -> Weights:
    """Learn weights from games.

    Parameters
    ----------
    records : sequence of Record
        The games.
    weights : dict, optional
        Where to begin; all 0 by default.
    rounds : int
        How often to go through the games.
    playouts : int
        0: make the moves of the games likelier. Otherwise balance simulations: make the mean
        result of playouts that of the game, with so many playouts for each of two means.
    rate : float
        How large a step is.
    progress : callable, optional
        Is told, after each round, its number and the mean loss: -ln of the probability of the
        moves, or the squared error of the mean results.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play.pattern_training import record_game, train_patterns
    >>> game = record_game(upstar.position("go", "3x3"), ["b2", "pass", "pass"])
    >>> sorted(train_patterns([game], rounds=1, rate=0.9).values())[-1] > 0
    True

    References
    ----------
    D. Silver and G. Tesauro, *Monte-Carlo Simulation Balancing*, 2009.
    """
    learned: Weights = dict(weights or {})
    if rounds < 1 or playouts < 0 or not 0 < rate < 1e6:
        raise ParameterError("rounds and rate are above 0, playouts not negative")
    for number in range(rounds):
        games = [
            (record.start, int(record.to_move == "white"), list(record.moves), float(record.result))
            for record in records
        ]
        step = rate / (1 + number / 4)
        learned, positions, loss = _core.study_patterns(
            games, learned, playouts, step, (seed * 1_000_003 + number * len(games)) % 2**63
        )
        if progress is not None:
            progress(number + 1, loss / max(positions, 1))
    return learned


def play_record(start: str, spec: str, budget: Budget, seed: int) -> Record:
    """A game that a player plays against itself."""
    player = engine(spec, budget)
    try:
        first = here = position("go", start)
        moves: list[str] = []
        player.begin(here)
        while here.outcome is None:
            move = player.choose(here, seed=seed + len(moves)).move
            here = here.play(move)
            moves.append(move)
            player.follow(move)
        return record_game(first, moves)
    finally:
        player.close()
