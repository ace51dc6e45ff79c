"""Solving positions."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite, isnan
from typing import Any, Literal

from upstar import _core
from upstar.best_first import BestFirst
from upstar.certificate import Certificate
from upstar.errors import ParameterError
from upstar.game import Outcome, Position, outcome_of, plain
from upstar.jsonable import Number
from upstar.registry import algorithms, value_parameters
from upstar.solution import Candidate, Solution, Stats
from upstar.tree import SearchTree, TreeNode

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

_MEGABYTE = 1_000_000
_LARGEST = 2**63 - 1


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `solution` has what was known by then."""

    def __init__(self, solution: Solution) -> None:
        """Carry what was known."""
        super().__init__(str(solution))
        self.solution = solution


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is."""

    nodes: int
    expansions: int
    bytes: int
    depth: int
    seconds: float
    bounds: tuple[int, int] | None
    """What is proved of the score so far, for the player to move."""
    best_move: str | None = None
    """The best move so far."""
    estimate: int | None = None
    """About how many nodes there will be in the end (alpha-beta); a guess."""
    root: Mapping[str, Number] = field(default_factory=dict)
    """The root's numbers so far, such as proof numbers; empty where the search has none."""


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
    limits = _limits(max_nodes, max_seconds, max_memory, max_playouts, threads, seed)
    least = _goal_score(goal, position)
    if tree_depth is not None and not 0 <= tree_depth <= 1000:
        raise ParameterError(f"tree_depth must be from 0 to 1000, not {tree_depth}")
    if isnan(checkpoint_every) or checkpoint_every < 0:
        raise ParameterError(f"checkpoint_every must be at least 0, not {checkpoint_every}")
    options = {
        **limits,
        "parameters": _texts(parameters),
        "goal": least,
        "trace": trace,
        "tree_depth": tree_depth,
        "proof": proof,
        "checkpoint": checkpoint,
        "checkpoint_every": float(checkpoint_every),
    }
    if isinstance(algorithm, str):
        chosen: object = plain(algorithm)
        name = algorithm
        _check_playouts(name, max_playouts)
    elif isinstance(algorithm, BestFirst):
        chosen, name = algorithm, type(algorithm).__name__
    else:
        raise ParameterError(
            f"the algorithm is a name or an upstar.BestFirst, not {plain(repr(algorithm))}"
        )
    tell = None if progress is None else _translator(position, progress)
    answer = _core.solve(position._core, chosen, options, tell)
    solution = _solution(position, name, seed, least, answer)
    if solution.stopped == "interrupted":
        raise Interrupted(solution)
    return solution


def _limits(
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: float | None,
    max_playouts: int | None,
    threads: int,
    seed: int,
) -> dict[str, Any]:
    """The limits as the core takes them, if they are possible."""
    counts = (("max_nodes", max_nodes), ("max_playouts", max_playouts), ("threads", threads))
    for name, whole in counts:
        if whole is not None and (not isinstance(whole, int) or whole < 1):
            raise ParameterError(f"{name} must be a whole number of at least 1, not {whole}")
    if threads > 1024:
        raise ParameterError(f"threads must be at most 1024, not {threads}")
    for name, limit in (("max_seconds", max_seconds), ("max_memory", max_memory)):
        if limit is not None and (isnan(limit) or limit <= 0):
            raise ParameterError(f"{name} must be more than 0, not {limit}")
    if not 0 <= seed < 2**64:
        raise ParameterError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed}")
    return {
        "max_nodes": None if max_nodes is None else min(max_nodes, _LARGEST),
        "max_seconds": max_seconds,
        "max_bytes": None if max_memory is None else int(min(max_memory * _MEGABYTE, _LARGEST)),
        "max_playouts": None if max_playouts is None else min(max_playouts, _LARGEST),
        "threads": threads,
        "seed": seed,
    }


def _check_playouts(algorithm: str, max_playouts: int | None) -> None:
    """Is a limit on playouts one that the algorithm can reach?"""
    known = {info.name: info for info in algorithms()}
    if max_playouts is not None and algorithm in known and not known[algorithm].playouts:
        raise ParameterError(
            f"{algorithm} has no playouts to count; give max_nodes or max_seconds instead"
        )


def _texts(parameters: dict[str, object]) -> list[tuple[str, str]]:
    """An algorithm's parameters as the core reads them."""
    return [(plain(name), _text(value)) for name, value in parameters.items()]


def _goal_score(goal: str | int | None, position: Position) -> int | None:
    """The least score that reaches the goal, for the player to move."""
    if goal is None:
        return None
    names = {"win": 1, "draw": 0}
    if isinstance(goal, str) and goal not in names:
        raise ParameterError(f"the goal is 'win', 'draw' or a score, not '{plain(goal)}'")
    least = names[goal] if isinstance(goal, str) else goal
    scores = position.scores
    reached = [score for score in scores if score >= least]
    if not reached:
        raise ParameterError(
            f"no game of {position.game} ends with {goal!r} for {position.to_move}; "
            f"scores are {scores[0]} to {scores[-1]}"
        )
    if len(reached) == len(scores):
        raise ParameterError(f"every game of {position.game} ends with {goal!r} or better")
    return reached[0]


def _text(value: object) -> str:
    """A parameter's value as the core reads it."""
    return str(value).lower() if isinstance(value, bool) else plain(str(value))


def _typed(text: str, values: str) -> Any:
    """A parameter's text as the value that it stands for."""
    if values == "INTEGER":
        return int(text)
    if values == "NUMBER":
        number = float(text)
        return number if isfinite(number) else text
    return {"true": True, "false": False}.get(text, text)


def _translator(
    position: Position, progress: Callable[[Progress], None]
) -> Callable[[dict[str, Any]], None]:
    def tell(state: dict[str, Any]) -> None:
        bounds = None if state["bounds"] is None else _seen(position, state["bounds"])
        progress(
            Progress(
                nodes=state["nodes"],
                expansions=state["expansions"],
                bytes=state["bytes"],
                depth=state["depth"],
                seconds=state["seconds"],
                bounds=bounds,
                best_move=state["best_move"],
                estimate=state["estimate"],
                root=state["root"],
            )
        )

    return tell


def _seen(position: Position, bounds: tuple[int, int]) -> tuple[int, int]:
    """Left's bounds as the player to move sees them, drawn in to scores that the game has."""
    lo, hi = sorted(position._seen(bound) for bound in bounds)
    scores = position.scores
    return (
        min((score for score in scores if score >= lo), default=lo),
        max((score for score in scores if score <= hi), default=hi),
    )


def _solution(
    position: Position, algorithm: str, seed: int, goal: int | None, answer: dict[str, Any]
) -> Solution:
    lo, hi = _seen(position, answer["bounds"])
    goal_met = None if goal is None else True if lo >= goal else False if hi < goal else None
    own = [p for a in algorithms() if a.name == algorithm for p in a.parameters]
    declared = {p.name: p.values for p in [*own, *value_parameters()]}
    return Solution(
        position=position,
        algorithm=algorithm,
        parameters={
            name: _typed(text, declared.get(name, ""))
            for name, text in answer["parameters"].items()
        },
        seed=seed,
        solved=answer["solved"],
        outcome=_outcome(lo, hi) if answer["solved"] else "unknown",
        score=lo if lo == hi else None,
        best_move=answer["best_move"],
        line=tuple(answer["line"]),
        stats=Stats(
            expansions=answer["expansions"],
            nodes=answer["nodes"],
            iterations=answer["iterations"],
            playouts=answer["playouts"],
            seconds=answer["seconds"],
            peak_bytes=answer["peak_bytes"],
        ),
        bounds=(lo, hi),
        goal=goal,
        goal_met=goal_met,
        stopped=answer["stopped"],
        candidates=tuple(
            Candidate(
                move=candidate["move"],
                visits=candidate["visits"],
                value=candidate["value"],
                bounds=_seen(position, candidate["bounds"]),
            )
            for candidate in answer["candidates"]
        ),
        note=answer["note"],
        root=answer["root"],
        details=answer["details"],
        trace=tuple(answer["trace"]),
        tree=SearchTree(tuple(TreeNode(**node) for node in answer["tree"])),
        proof=_certificate(answer["proof"]),
        proof_error=answer["proof"].get("error"),
    )


def _outcome(lo: int, hi: int) -> Outcome | Literal["unknown"]:
    """The outcome that the bounds leave; a goal may leave a draw as the least or the best possible,
    or, where scores are graded, both a win and a loss: then it is unknown."""
    if lo > 0 or hi < 0:
        return outcome_of(lo if lo > 0 else hi)
    return "draw" if lo == 0 or hi == 0 else "unknown"


def _certificate(report: dict[str, Any]) -> Certificate | None:
    return Certificate(**report) if report and "error" not in report else None
