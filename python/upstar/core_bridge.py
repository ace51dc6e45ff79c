"""Converts between Python and the core: options of a search, its progress, its result."""

from collections.abc import Callable
from difflib import get_close_matches
from math import isfinite, isnan
from operator import index
from os import PathLike
from typing import Any, Literal, overload

from upstar.certificate import Certificate
from upstar.core_options import DEFAULT_OPTIONS as DEFAULT_OPTIONS
from upstar.errors import ParameterError
from upstar.position import Outcome, Position, outcome_of, score_for_mover
from upstar.registry import algorithms, value_parameters
from upstar.search_tree import SearchTree, TreeNode
from upstar.solution import Candidate, Progress, Solution, Stats
from upstar.text import valid_unicode

_MEGABYTE = 1_000_000
_LARGEST = 2**63 - 1


def core_limits(
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: float | None,
    max_playouts: int | None,
    threads: int,
    seed: int,
) -> dict[str, Any]:
    """Check the limits and return them as the core expects them."""
    max_nodes = whole_number("max_nodes", max_nodes)
    max_playouts = whole_number("max_playouts", max_playouts)
    threads = whole_number("threads", threads)
    if threads > 1024:
        raise ParameterError(f"threads must be at most 1024, not {threads}")
    max_seconds = positive_number("max_seconds", max_seconds)
    max_memory = positive_number("max_memory", max_memory)
    seed = whole_number("seed", seed, least=0)
    if not seed < 2**64:
        raise ParameterError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed}")
    return {
        "max_nodes": None if max_nodes is None else min(max_nodes, _LARGEST),
        "max_seconds": max_seconds,
        "max_bytes": None if max_memory is None else int(min(max_memory * _MEGABYTE, _LARGEST)),
        "max_playouts": None if max_playouts is None else min(max_playouts, _LARGEST),
        "threads": threads,
        "seed": seed,
    }


@overload
def whole_number(name: str, number: int, *, least: int = 1) -> int: ...
@overload
def whole_number(name: str, number: int | None, *, least: int = 1) -> int | None: ...
def whole_number(name: str, number: int | None, *, least: int = 1) -> int | None:
    """Return a whole number as an int; NumPy's integers are whole numbers too."""
    if number is None:
        return None
    try:
        whole = index(number)
    except TypeError:
        whole = least - 1
    if whole < least or isinstance(number, bool):
        what = f"{type(number).__name__} {number!r}" if isinstance(number, str) else str(number)
        raise ParameterError(f"{name} must be a whole number of at least {least}, not {what}")
    return whole


def positive_number(name: str, number: float | None) -> float | None:
    """Return a positive number as a float; None stays None."""
    if number is None:
        return None
    try:
        if isinstance(number, str):
            raise TypeError
        found = float(number)
    except (TypeError, ValueError, OverflowError):
        what = f"{type(number).__name__} {number!r}"
        raise ParameterError(f"{name} must be a number more than 0, not {what}") from None
    if isnan(found) or found <= 0:
        raise ParameterError(f"{name} must be more than 0, not {number}")
    return found


def check_kinds(
    *,
    flags: dict[str, object] | None = None,
    paths: dict[str, object] | None = None,
    calls: dict[str, object] | None = None,
) -> None:
    """Reject options that are not True or False, not a path, or cannot be called."""
    right: tuple[tuple[dict[str, object] | None, Callable[[object], bool], str], ...] = (
        (flags, lambda value: isinstance(value, bool), "True or False"),
        (paths, lambda value: isinstance(value, str | PathLike | None), "a path"),
        (calls, lambda value: value in (None, "auto") or callable(value), "callable"),
    )
    for values, is_right, what in right:
        for name, value in (values or {}).items():
            if not is_right(value):
                found = f"{type(value).__name__} {value!r}"
                raise ParameterError(f"{name} must be {what}, not {found}")


def check_keywords(algorithm: str, given: dict[str, object], options: frozenset[str]) -> None:
    """Reject an unknown keyword if it resembles an option; the core checks the others."""
    known = {p.name for a in algorithms() if a.name == algorithm for p in a.parameters}
    known |= {p.name for p in value_parameters()}
    for name in given:
        near = [] if name in known else get_close_matches(name, [*options, *known], 1, 0.75)
        if near == [name]:
            raise ParameterError(f"this function has no option '{name}'")
        if near:
            raise ParameterError(
                f"{algorithm} has no parameter '{name}'; did you mean '{near[0]}'?"
            )


def check_playouts(algorithm: str, max_playouts: int | None) -> None:
    """Reject a limit on playouts for an algorithm that does not count them."""
    known = {info.name: info for info in algorithms()}
    if max_playouts is not None and algorithm in known and not known[algorithm].playouts:
        raise ParameterError(
            f"{algorithm} does not use playouts; give max_nodes or max_seconds instead"
        )


def core_parameters(parameters: dict[str, object]) -> list[tuple[str, str]]:
    """Return the parameters of an algorithm as the core reads them."""
    return [(valid_unicode(name), _text(value)) for name, value in parameters.items()]


def goal_score(goal: str | int | None, position: Position) -> int | None:
    """Return the least score that reaches the goal, for the player to move."""
    if goal is None:
        return None
    names = {"win": 1, "draw": 0}
    if isinstance(goal, str) and goal not in names:
        raise ParameterError(
            f"the goal must be 'win', 'draw' or a score, not '{valid_unicode(goal)}'"
        )
    if isinstance(goal, str):
        least = names[goal]
    else:
        try:
            least = index(goal)
        except TypeError:
            raise ParameterError(
                f"the goal must be 'win', 'draw' or a score, not {type(goal).__name__} {goal!r}"
            ) from None
    scores = position.scores
    reached = [score for score in scores if score >= least]
    if not reached:
        raise ParameterError(
            f"no game of {position.game} ends with {goal!r} for {position.to_move}; "
            f"scores are {scores[0]} to {scores[-1]}"
        )
    if len(reached) == len(scores):
        raise ParameterError(
            f"every game of {position.game} ends with {goal!r} or better; give a higher goal"
        )
    return reached[0]


def _text(value: object) -> str:
    """Return the value of a parameter as the core reads it."""
    return str(value).lower() if isinstance(value, bool) else valid_unicode(str(value))


def _typed(text: str, values: str) -> Any:
    """Convert the text of a parameter to its type."""
    if values == "INTEGER":
        return int(text)
    if values == "NUMBER":
        number = float(text)
        return number if isfinite(number) else text
    return {"true": True, "false": False}.get(text, text)


def core_progress(
    position: Position, progress: Callable[[Progress], None] | None
) -> Callable[[dict[str, Any]], None] | None:
    """Return a function that converts the core's reports for ``progress``, if there is one."""
    if progress is None:
        return None

    def report(state: dict[str, Any]) -> None:
        bounds = None if state["bounds"] is None else bounds_for_mover(position, state["bounds"])
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

    return report


def bounds_for_mover(position: Position, bounds: tuple[int, int]) -> tuple[int, int]:
    """Convert Left's bounds to the player to move, narrowed to scores that the game has.

    A search for distances reports larger numbers: sooner wins have higher scores.
    """
    lo, hi = sorted(score_for_mover(position, bound) for bound in bounds)
    scores = position.scores
    return (
        min((score for score in scores if score >= lo), default=scores[-1]),
        max((score for score in scores if score <= hi), default=scores[0]),
    )


def solution_from_core(
    position: Position,
    algorithm: str,
    seed: int,
    goal: int | None,
    answer: dict[str, Any],
    *,
    max_distance: int | None = None,
) -> Solution:
    """Convert an answer of the core to a solution."""
    lo, hi = bounds_for_mover(position, answer["bounds"])
    goal_met = None if goal is None else True if lo >= goal else False if hi < goal else None
    if max_distance is not None:
        goal_met = answer["wins_in_time"]
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
        outcome=outcome_from_bounds(lo, hi) if answer["solved"] else "unknown",
        score=lo if lo == hi else None,
        distance=answer["distance"],
        max_distance=max_distance,
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
                bounds=bounds_for_mover(position, candidate["bounds"]),
                pruned=candidate["pruned"],
                counts=counts and (counts[0], counts[1], counts[2]),
            )
            for candidate in answer["candidates"]
            for counts in (candidate["counts"],)
        ),
        note=answer["note"],
        root=answer["root"],
        details=answer["details"],
        trace=tuple(answer["trace"]),
        tree=SearchTree(tuple(TreeNode(**node) for node in answer["tree"])),
        proof=written_certificate(answer["proof"]),
        proof_error=answer["proof"].get("error"),
    )


def outcome_from_bounds(lo: int, hi: int) -> Outcome | Literal["unknown"]:
    """Return the outcome that bounds on the score imply.

    With a goal, a draw may be the least or the best possible outcome. If scores are graded, both a
    win and a loss may be possible; the outcome is then unknown.
    """
    if lo > 0 or hi < 0:
        return outcome_of(lo if lo > 0 else hi)
    return "draw" if lo == 0 or hi == 0 else "unknown"


def written_certificate(report: dict[str, Any]) -> Certificate | None:
    """Return the certificate that the core has written, if it has."""
    return Certificate(**report) if report and "error" not in report else None
