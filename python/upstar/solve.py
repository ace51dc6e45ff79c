"""Solving positions."""

import os
from collections.abc import Callable
from math import isnan

from upstar import _core
from upstar.best_first import BestFirst
from upstar.core_bridge import (
    check_playouts,
    core_limits,
    core_parameters,
    core_progress,
    goal_score,
    solution_from_core,
)
from upstar.errors import ParameterError
from upstar.position import Position
from upstar.solution import Progress, Solution, Stats
from upstar.text import valid_unicode

__all__ = ["Interrupted", "Progress", "Solution", "Stats", "solve"]

OPTIONS = frozenset(
    [
        "position",
        "algorithm",
        "goal",
        "max_nodes",
        "max_seconds",
        "max_memory",
        "max_playouts",
        "threads",
        "seed",
        "progress",
        "trace",
        "tree_depth",
        "proof",
        "checkpoint",
        "checkpoint_every",
    ]
)
"""What `solve` takes itself, and what therefore no algorithm's parameter is called."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `solution` has what was known by then."""

    def __init__(self, solution: Solution) -> None:
        """Carry what was known."""
        super().__init__(str(solution))
        self.solution = solution


def solve(
    position: Position,
    algorithm: str | BestFirst = "auto",
    *,
    goal: str | int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    max_playouts: int | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
    trace: bool = False,
    tree_depth: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 60.0,
    **parameters: object,
) -> Solution:
    """Find the outcome of a position, a best move and the line of play.

    Parameters
    ----------
    position : Position
        What to solve.
    algorithm : str or BestFirst
        One of `algorithms`; ``'auto'`` chooses. Or four functions of one's own.
    goal : {'win', 'draw'} or int, optional
        The least result to prove, where an int is a score for the player to move; without it
        the exact value is found.
    max_nodes, max_seconds, max_memory : number, optional
        Limits; memory in megabytes. Reaching one is a result with outcome ``'unknown'``.
    max_playouts : int, optional
        A limit for searches that count playouts (see `algorithms`).
    threads : int
        How many threads may work: used by ``'alpha-beta'``, ``'df-pn'``, ``'df-pp'`` and the
        Monte-Carlo searches; others, and games written in Python, take one.
    seed : int
        The seed of everything random; equal seeds give equal searches on one thread (in
        ``'auto'`` as long as one search works, since turns of two also end by time).
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    trace : bool
        Note the root's numbers over time (best-first and Monte-Carlo searches).
    tree_depth : int, optional
        Keep the search tree down to this depth (best-first and Monte-Carlo searches).
    proof : path, optional
        Write a certificate of the answer there, for `verify`.
    checkpoint : path, optional
        A directory in which the table is saved from time to time and when the search ends; a
        search for the same that finds it there goes on from it (alpha-beta, df-pn, df-pp).
    checkpoint_every : float
        Seconds between two savings; more if one takes longer than a tenth of that.
    **parameters
        The algorithm's own parameters, and those of `value_parameters` on games with values.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit cannot have its value.
    UnsuitableError
        If the algorithm cannot be used on the game.
    Interrupted
        After Ctrl-C, with what is known so far.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "4x4")
    >>> upstar.solve(p).winner
    'vertical'
    >>> upstar.solve(p, max_nodes=3).outcome
    'unknown'
    """
    limits = core_limits(max_nodes, max_seconds, max_memory, max_playouts, threads, seed)
    least = goal_score(goal, position)
    if tree_depth is not None and not 0 <= tree_depth <= 1000:
        raise ParameterError(f"tree_depth must be from 0 to 1000, not {tree_depth}")
    if isnan(checkpoint_every) or checkpoint_every < 0:
        raise ParameterError(f"checkpoint_every must be at least 0, not {checkpoint_every}")
    options = {
        **limits,
        "parameters": core_parameters(parameters),
        "goal": least,
        "trace": trace,
        "tree_depth": tree_depth,
        "proof": proof,
        "checkpoint": checkpoint,
        "checkpoint_every": float(checkpoint_every),
    }
    if isinstance(algorithm, str):
        chosen: object = valid_unicode(algorithm)
        name = algorithm
        check_playouts(name, max_playouts)
    elif isinstance(algorithm, BestFirst):
        chosen, name = algorithm, type(algorithm).__name__
    else:
        raise ParameterError(
            f"the algorithm is a name or an upstar.BestFirst, not {valid_unicode(repr(algorithm))}"
        )
    tell = None if progress is None else core_progress(position, progress)
    answer = _core.solve(position._core, chosen, options, tell)
    solution = solution_from_core(position, name, seed, least, answer)
    if solution.stopped == "interrupted":
        raise Interrupted(solution)
    return solution
