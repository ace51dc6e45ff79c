"""Training the weights of 3x3 patterns for random playouts of Go."""

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

__all__ = ["Record", "play_record", "read_records", "record_game", "train_patterns"]


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game of Go for training.

    Attributes
    ----------
    start : str
        The text of the first position.
    to_move : str
        The player to move there.
    moves : sequence of str
        The moves.
    result : int
        1 if black won, -1 if white won, 0 for a draw.

    Examples
    --------
    >>> from upstar.play.pattern_training import Record
    >>> Record("3x3", "black", ["b2", "pass", "pass"], 1).result
    1
    """

    start: str
    to_move: str
    moves: Sequence[str]
    result: int


def record_game(start: Position, moves: Iterable[str]) -> Record:
    """Return a finished game as a record.

    Parameters
    ----------
    start : Position
        Where the game began.
    moves : iterable of str
        All moves.

    Returns
    -------
    Record
        The game with its result.

    Raises
    ------
    ParameterError
        If the game is not over.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play.pattern_training import record_game
    >>> record_game(upstar.position("go", "3x3"), ["b2", "pass", "pass"]).result
    1
    """
    here, played = start, list(moves)
    for move in played:
        here = here.play(move)
    score = here.score
    if score is None:
        raise ParameterError(
            f"a record needs a finished game; after {len(played)} moves this one is not over"
        )
    black = score if here.to_move == "black" else -score
    return Record(str(start), start.to_move, played, (black > 0) - (black < 0))


def read_records(files: Iterable[Path]) -> Iterator[Record]:
    """Read games from SGF files.

    The result is the one that the file states, or else the area at the end. Games without a result
    are skipped.

    Parameters
    ----------
    files : iterable of Path
        SGF files.

    Yields
    ------
    Record
        A game.

    Examples
    --------
    >>> import tempfile
    >>> from upstar.play.pattern_training import read_records
    >>> file = Path(tempfile.mkdtemp()) / "game.sgf"
    >>> _ = file.write_text("(;GM[1]SZ[5]RE[B+3];B[cc];W[bb])")
    >>> [(record.moves, record.result) for record in read_records([file])]
    [(['c3', 'b4'], 1)]
    """
    from upstar.play.sgf import read_sgf

    for file in files:
        end = read_sgf(file)
        board, options = split_go_text(str(end))
        options.pop("moves", None)
        stated = re.search(rb"RE\[\s*([BbWw0])", file.read_bytes())
        if stated is not None:
            result = {"B": 1, "W": -1}.get(stated.group(1).decode().upper(), 0)
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
    rate: float | None = None,
    seed: int = 0,
    progress: Callable[[int, float], None] | None = None,
) -> Weights:
    """Learn pattern weights from games.

    Parameters
    ----------
    records : sequence of Record
        The games.
    weights : dict of int to float, optional
        The initial weights; all 0 by default.
    rounds : int
        How often to go through the games.
    playouts : int
        0: make the moves of the games likelier. Otherwise balance simulations: make the mean result
        of playouts match that of the game, with this many playouts for each of two means.
    rate : float, optional
        The step size; by default 0.05, or 0.5 for balancing, whose gradients are smaller.
    seed : int
        The seed of the playouts.
    progress : callable, optional
        Called after each round with its number and the mean loss: -ln of the probability of the
        moves, or the squared error of the mean results.

    Returns
    -------
    dict of int to float
        The weight of each pattern.

    Raises
    ------
    ParameterError
        If a number is outside its range.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play.pattern_training import record_game, train_patterns
    >>> game = record_game(upstar.position("go", "3x3"), ["b2", "pass", "pass"])
    >>> sorted(train_patterns([game], rounds=1, rate=0.9).values())[-1] > 0
    True

    References
    ----------
    Silver and Tesauro, *Monte-Carlo Simulation Balancing*, 2009.
    """
    learned: Weights = dict(weights or {})
    if rate is None:
        rate = 0.5 if playouts else 0.05
    if rounds < 1 or playouts < 0 or not 0 < rate < 1e6:
        raise ParameterError(
            "rounds and rate must be above 0 and playouts at least 0, "
            f"not {rounds}, {rate} and {playouts}"
        )
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
    """Let an engine play a game of Go against itself, and return the record.

    Parameters
    ----------
    start : str
        The text of the first position.
    spec : str
        The engine, as ``upstar.play.engine`` accepts it.
    budget : Budget
        The limits for each move.
    seed : int
        The seed of the first move; later moves add their number.

    Returns
    -------
    Record
        The game.

    Examples
    --------
    >>> from upstar.play import Budget
    >>> from upstar.play.pattern_training import play_record
    >>> play_record("2x2:komi=0.5", "random", Budget(), seed=1).result in (-1, 1)
    True
    """
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
