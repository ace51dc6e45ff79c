"""What jobs can do: a registry of kinds of work by name. `solve` and `match` are there.

A kind is a function from a job to plain data that JSON can say. It is called on a worker, so it
uses nothing but the job, and it should call `stop` now and then if it takes long: a true answer
means that nobody waits any more. Workers in other processes know the kinds of upstar itself and
those that are named ``module:function``.
"""

import importlib
from collections.abc import Callable, Mapping
from statistics import fmean
from typing import Any

from upstar.campaign.job import Job
from upstar.errors import UnknownNameError
from upstar.load import load_position, names_python_game
from upstar.position import Position

Stop = Callable[[], bool]
"""Does nobody wait for the answer any more?"""
Kind = Callable[[Job, Stop], dict[str, Any]]

_KINDS: dict[str, Kind] = {}


class Cancelled(Exception):
    """The job was given up because nobody waits for it."""


def kind(name: str) -> Callable[[Kind], Kind]:
    """Register a kind of work.

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
    """Every kind by its name."""
    return dict(_KINDS)


def perform(job: Job, stop: Stop = lambda: False) -> dict[str, Any]:
    """Do a job here and now."""
    return find_kind(job.kind)(job, stop)


def find_kind(name: str) -> Kind:
    """The kind with this name; ``module:function`` is found on any worker that has the module."""
    module, colon, function = name.partition(":")
    if colon and name not in _KINDS:
        try:
            _KINDS[name] = getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError) as error:
            raise UnknownNameError(f"there is no kind of job '{name}': {error}") from None
    if name not in _KINDS:
        there = ", ".join(sorted(_KINDS))
        raise UnknownNameError(f"there is no kind of job '{name}'; there are {there}")
    return _KINDS[name]


@kind("solve")
def solve(job: Job, stop: Stop) -> dict[str, Any]:
    """Solve a position; a limit that is reached is a result."""
    return solve_job(job, stop)


def solve_job(job: Job, stop: Stop, **options: Any) -> dict[str, Any]:
    """The answer of `upstar.solve` to a job, as JSON says it."""
    import upstar

    def tell(_: object) -> None:
        if stop():
            raise Cancelled

    limits: dict[str, Any] = dict(job.limits)
    solution = upstar.solve(
        position_of(job),
        job.algorithm,
        seed=job.seed,
        progress=tell,
        **limits,
        **options,
        **job.parameters,
    )
    return solution.to_json()


@kind("match")
def match(job: Job, stop: Stop) -> dict[str, Any]:
    """Games in pairs, with colours exchanged, of the player `algorithm` against the player that
    the parameter `against` names; `games` and `opening_plies` are parameters too, limits are for
    each move.

    The answer has the games in the order in which they were played, so that the player moves first
    in every other: its `points` (1, ½ or 0), `margins` (its score, where the game was played to its
    end), `plies` (moves of both, the opening included), `branching` (the mean number of moves that
    there were), `effort` (playouts and seconds of each move after the opening); and the `seconds`
    of both players in all games.
    """
    from upstar.play.matches.run import play_match

    def tell(_: object, __: object) -> None:
        if stop():
            raise Cancelled

    options: dict[str, Any] = {"games": 2, **job.parameters, **job.limits}
    players = [job.algorithm, str(options.pop("against"))]
    result = play_match(position_of(job), players, seed=job.seed, progress=tell, **options)
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
    """The position that a job is about."""
    # An empty text is the start of a game written in Python.
    text = job.position or None if names_python_game(job.game) else job.position
    return load_position(job.game, text, job.to_move)
