"""Solving many positions at once; ``scores`` returns an array."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from upstar import _core
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    check_keywords,
    check_playouts,
    core_limits,
    core_parameters,
    goal_score,
    solution_from_core,
)
from upstar.position import Position, python_game
from upstar.render.array import numpy_module
from upstar.solution import Solution
from upstar.solve import OPTIONS, solve
from upstar.text import valid_unicode

if TYPE_CHECKING:
    import numpy

__all__ = ["scores", "solve_many"]


def solve_many(
    positions: Iterable[Position],
    algorithm: str = "auto",
    *,
    goal: str | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    max_playouts: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    **parameters: Any,
) -> list[Solution]:
    """Solve many positions, several at a time, without the interpreter lock.

    Positions of the same game on the same board share one transposition table if alpha-beta
    searches them. What is proved for one position is then not searched again for another.
    Positions of games written in Python are solved one after the other.

    Parameters
    ----------
    positions : iterable of Position
        The positions.
    algorithm : str
        One of ``algorithms``.
    goal : {'win', 'draw'}, optional
        The least result to prove, as in ``solve``.
    max_nodes : int, optional
        Stop the search of a position after this many nodes.
    max_seconds : float, optional
        Stop the search of a position after this many seconds.
    max_memory : float, optional
        The most memory for all searches together, in megabytes; by default 4 GiB.
    max_playouts : int, optional
        Stop the search of a position after this many playouts.
    threads : int, optional
        How many positions are searched at a time; by default one for each processor.
    seed : int
        The seed of all random choices.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    list of Solution
        The solutions, in the order of the positions. With a shared table the best moves, the lines
        and the statistics may differ from those of ``solve``; the scores do not.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit has a value that is not allowed.
    TypeError
        If one of ``positions`` is not a position.
    KeyboardInterrupt
        After Ctrl-C.

    Examples
    --------
    >>> import upstar
    >>> start = upstar.position("mnk", "3x3:3")
    >>> [r.outcome for r in upstar.solve_many([start.play(m) for m in ("a1", "b1", "b2")])]
    ['draw', 'draw', 'draw']
    """
    limits = core_limits(
        max_nodes, max_seconds, max_memory, max_playouts, threads or os.cpu_count() or 1, seed
    )
    listed = _listed(positions)
    name = valid_unicode(algorithm, "algorithm")
    check_playouts(name, max_playouts)
    check_keywords(name, parameters, OPTIONS)
    goals = {id(p): goal_score(goal, p) for p in listed}
    solutions: dict[int, Solution] = {}
    options = {**DEFAULT_OPTIONS, **limits, "parameters": core_parameters(parameters)}
    for least in sorted(set(goals.values()), key=lambda g: (g is not None, g)):
        chosen = [
            n for n, p in enumerate(listed) if goals[id(p)] == least and python_game(p) is None
        ]
        cores = [listed[n]._core for n in chosen]
        answers = _core.solve_many(cores, name, {**options, "goal": least}, False)
        for n, answer in zip(chosen, answers, strict=True):
            solutions[n] = solution_from_core(listed[n], name, limits["seed"], least, answer)
    for n, p in enumerate(listed):
        if n not in solutions:
            solutions[n] = solve(
                p,
                algorithm=name,
                goal=goal,
                max_nodes=max_nodes,
                max_seconds=max_seconds,
                max_memory=max_memory,
                max_playouts=max_playouts,
                seed=seed,
                **parameters,
            )
    return [solutions[n] for n in range(len(listed))]


def scores(
    positions: Iterable[Position],
    algorithm: str = "auto",
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int | None = None,
    **parameters: Any,
) -> "numpy.ndarray[Any, Any]":
    """Return the exact scores of many positions as an array; ``solve_many`` says how.

    Parameters
    ----------
    positions : iterable of Position
        The positions.
    algorithm : str
        One of ``algorithms``.
    max_nodes : int, optional
        Stop the search of a position after this many nodes.
    max_seconds : float, optional
        Stop the search of a position after this many seconds.
    max_memory : float, optional
        The most memory for all searches together, in megabytes; by default 4 GiB.
    threads : int, optional
        How many positions are searched at a time; by default one for each processor.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    numpy.ndarray
        The score of each position for its player to move, as ``float64``; ``nan`` where a limit was
        reached first.

    Raises
    ------
    ImportError
        If NumPy is not installed.
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit has a value that is not allowed.
    KeyboardInterrupt
        After Ctrl-C.

    Examples
    --------
    >>> import upstar
    >>> start = upstar.position("connect-four", "4x4")
    >>> upstar.scores([start, start.play("a")]).tolist()
    [0.0, 0.0]
    """
    numpy = numpy_module()
    listed = _listed(positions)
    if any(python_game(p) is not None for p in listed):
        solved = solve_many(
            listed,
            algorithm,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            threads=threads,
            **parameters,
        )
        found: list[int | None] = [solution.score for solution in solved]
    else:
        limits = core_limits(
            max_nodes, max_seconds, max_memory, None, threads or os.cpu_count() or 1, 0
        )
        name = valid_unicode(algorithm, "algorithm")
        check_keywords(name, parameters, OPTIONS)
        options = {**DEFAULT_OPTIONS, **limits, "parameters": core_parameters(parameters)}
        found = _core.solve_many([p._core for p in listed], name, options, True)
    return numpy.array(  # type: ignore[no-any-return]
        [numpy.nan if score is None else score for score in found], dtype="float64"
    )


def _listed(positions: Iterable[Position]) -> list[Position]:
    listed = list(positions)
    for p in listed:
        if not isinstance(p, Position):
            raise TypeError(f"positions must be upstar.Position, not {type(p).__name__} {p!r}")
    return listed
