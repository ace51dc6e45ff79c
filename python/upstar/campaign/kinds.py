"""The registry of kinds of jobs. `solve` and `match` are built in.

A kind is a function from a job to JSON data. It runs on a worker, so it uses nothing but the job.
A long one should call `stop` from time to time: if it returns True, the job was cancelled. Workers
in other processes know the built-in kinds and those that are named ``module:function``.
"""

import importlib
from collections.abc import Callable, Mapping
from statistics import fmean
from typing import Any

from upstar.campaign.job import Job
from upstar.errors import UnknownNameError
from upstar.load import load_algorithm, load_position, names_python_game
from upstar.position import Position

Stop = Callable[[], bool]
"""Returns whether the job was cancelled."""
Kind = Callable[[Job, Stop], dict[str, Any]]

_KINDS: dict[str, Kind] = {}


class Cancelled(Exception):
    """The job was cancelled."""


def kind(name: str) -> Callable[[Kind], Kind]:
    """Register a kind of job: a function from a job to plain data.

    Parameters
    ----------
    name : str
        The name by which jobs refer to it.

    Returns
    -------
    callable
        A decorator for a function of a job and ``stop``. ``stop`` returns whether the job is no
        longer wanted; a long function calls it from time to time.

    Examples
    --------
    >>> from upstar.campaign import kind, kinds
    >>> @kind("count moves")
    ... def count_moves(job, stop):
    ...     import upstar
    ...     return {"moves": len(upstar.position(job.game, job.position).moves())}
    >>> "count moves" in kinds()
    True
    """

    def register(work: Kind) -> Kind:
        _KINDS[name] = work
        return work

    return register


def kinds() -> Mapping[str, Kind]:
    """Return the registered kinds of jobs.

    Returns
    -------
    mapping of str to callable
        The functions by name.

    Examples
    --------
    >>> from upstar.campaign import kinds
    >>> {"solve", "match"} <= set(kinds())
    True
    """
    return dict(_KINDS)


def perform(job: Job, stop: Stop = lambda: False) -> dict[str, Any]:
    """Run a job in this process."""
    return find_kind(job.kind)(job, stop)


def find_kind(name: str) -> Kind:
    """Return the kind with this name. ``module:function`` is imported."""
    module, colon, function = name.partition(":")
    if colon and name not in _KINDS:
        try:
            _KINDS[name] = getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError) as error:
            raise UnknownNameError(f"there is no kind of job '{name}': {error}") from None
    if name not in _KINDS:
        known = ", ".join(sorted(_KINDS))
        raise UnknownNameError(f"there is no kind of job '{name}'; known: {known}")
    return _KINDS[name]


@kind("solve")
def solve(job: Job, stop: Stop) -> dict[str, Any]:
    """Solve a position. Reaching a limit is a result too."""
    return solve_job(job, stop)


def solve_job(job: Job, stop: Stop, **options: Any) -> dict[str, Any]:
    """Return the result of `upstar.solve` for a job as JSON data."""
    import upstar

    def check_stop(_: object) -> None:
        if stop():
            raise Cancelled

    limits: dict[str, Any] = dict(job.limits)
    solution = upstar.solve(
        position_of(job),
        load_algorithm(job.algorithm),
        seed=job.seed,
        progress=check_stop,
        **limits,
        **options,
        **job.parameters,
    )
    return solution.to_json()


@kind("match")
def match(job: Job, stop: Stop) -> dict[str, Any]:
    """Play games of the engine `algorithm` against the engine of the parameter `against`.

    Games come in pairs with colours exchanged. `games` and `opening_plies` are parameters too.
    The limits apply to each move.

    The result has one entry per game, in the order of play, so the engine moves first in every
    second game: its `points` (1, ½ or 0), `margins` (its score if the game was played to its end),
    `plies` (moves of both, with the opening), `branching` (the mean number of legal moves), and
    `effort` (playouts and seconds of each move after the opening). `seconds` are those of each
    engine in all games.
    """
    from upstar.play.matches.run import play_match

    def check_stop(_: object, __: object) -> None:
        if stop():
            raise Cancelled

    options: dict[str, Any] = {"games": 2, **job.parameters, **job.limits}
    players = [job.algorithm, str(options.pop("against"))]
    result = play_match(position_of(job), players, seed=job.seed, progress=check_stop, **options)
    points, margins, seconds = [], [], [0.0, 0.0]
    branching = []
    for number, game in enumerate(result.games):
        is_own = game.first == 0
        points.append(game.points if is_own else 1 - game.points)
        positions = list(result.replay(number))
        last, beginner = positions[-1], positions[len(game.opening)].to_move
        sign = 1 if is_own == (last.to_move == beginner) else -1
        margins.append(None if last.score is None else sign * last.score)
        branching.append(fmean(len(position.moves()) for position in positions[:-1]))
        spent = game.seconds if is_own else game.seconds[::-1]
        seconds = [seconds[0] + spent[0], seconds[1] + spent[1]]
    return {
        "points": points,
        "margins": margins,
        "plies": [len(game.opening) + len(game.moves) for game in result.games],
        "branching": branching,
        "effort": [game.effort for game in result.games],
        "seconds": seconds,
    }


def position_of(job: Job) -> Position:
    """Return the position of a job."""
    # An empty text is the start of a game written in Python.
    text = job.position or None if names_python_game(job.game) else job.position
    return load_position(job.game, text, job.to_move)
