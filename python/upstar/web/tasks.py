"""The tasks of a worker: each takes plain data, reports progress, and returns plain data.

`report` takes a dictionary. It raises KeyboardInterrupt when the job is to stop, which ends the
search with what is known.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import upstar
from upstar.jsonable import json_numbers
from upstar.solve import OPTIONS, Interrupted, Progress
from upstar.web import tree_store
from upstar.web.progress import ProgressReporter
from upstar.web.value_data import dissection_data, value_data

_A_DAY = 86_400.0
_MOST_POINTS = 400

Task = Callable[[Mapping[str, Any], ProgressReporter, Path], dict[str, Any]]


def solve(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Solve a position; the tree or the proof is put on the shelf for browsing."""
    position = _position(request)
    wants_tree = bool(request.get("tree"))
    wants_proof = bool(request.get("proof"))
    certificate = folder / "proof"
    algorithm = request.get("algorithm") or "auto"
    options: dict[str, Any] = {
        "goal": request.get("goal"),
        "progress": _search_progress(report),
        "tree_depth": request.get("tree_depth", 3) if wants_tree else None,
        "proof": certificate if wants_proof else None,
        **_budget(request),
        # The server counts the seconds, without those of a pause, and says stop; the search has
        # the limit only because some want one.
        "max_seconds": _A_DAY,
    }
    try:
        try:
            solution = upstar.solve(position, algorithm, trace=True, **options)
        except (upstar.UnsuitableError, upstar.ParameterError):
            # Not all algorithms have numbers to trace; what else is wrong is told now.
            solution = upstar.solve(position, algorithm, **options)
    except Interrupted as interrupted:
        solution = interrupted.solution
        if report.reason == "seconds":
            solution = replace(solution, stopped="seconds")
    result = {
        **solution.to_json(),
        "sentence": str(solution),
        "trace": [_point(point) for point in solution.trace[-_MOST_POINTS:]],
    }
    if wants_tree and solution.tree.nodes:
        result["tree"] = tree_store.save_tree(folder, solution.tree, request["tree_nodes"])
    if wants_proof and solution.proof is not None:
        report({"stage": "reading the proof"})
        result["strategy"] = tree_store.save_strategy(
            folder, certificate, request["strategy_positions"], report
        )
    return result


def best_move(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """The move to play within a budget."""
    position = _position(request)
    try:
        found = upstar.best_move(
            position,
            request.get("algorithm") or "mcts",
            progress=_search_progress(report),
            **_budget(request),
        )
    except Interrupted as interrupted:
        from upstar.best_move import best_move_of

        found = best_move_of(interrupted.solution)
    return found.to_json()


def value(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """The values of a position, of its parts and after its moves."""
    return dissection_data(
        _position(request),
        report,
        moves=bool(request.get("moves", True)),
        max_seconds=request.get("max_seconds"),
        max_memory=request.get("max_memory"),
    )


def expression(
    request: Mapping[str, Any], report: ProgressReporter, folder: Path
) -> dict[str, Any]:
    """The value of an expression."""
    return value_data(upstar.Value(request["expression"]), picture=True)


TASKS: dict[str, Task] = {
    "solve": solve,
    "best-move": best_move,
    "value": value,
    "expression": expression,
}
"""All there are, by name."""


def _position(request: Mapping[str, Any]) -> upstar.Position:
    return upstar.position(
        request["game"], request.get("position"), to_move=request.get("to_move") or None
    )


_LIMITS = ("max_nodes", "max_seconds", "max_memory", "max_playouts")


def _budget(request: Mapping[str, Any]) -> dict[str, Any]:
    """Limits, the seed, and the algorithm's own parameters."""
    limits = {name: request[name] for name in _LIMITS if request.get(name) is not None}
    parameters = {str(key): value for key, value in (request.get("parameters") or {}).items()}
    taken = OPTIONS & parameters.keys()
    if taken:
        raise upstar.ParameterError(f"'{min(taken)}' is no parameter of an algorithm")
    if "database" in parameters:
        raise upstar.ParameterError("the workbench reads no files, so 'database' cannot be set")
    return {**limits, "seed": request.get("seed") or 0, **parameters}


def _point(point: Mapping[str, Any]) -> dict[str, Any]:
    """A point of a trace as the progress tells it."""
    return {**point, "root": json_numbers(point["root"])}


def _search_progress(report: ProgressReporter) -> Callable[[Progress], None]:
    def told(progress: Progress) -> None:
        report(
            {
                "seconds": progress.seconds,
                "nodes": progress.nodes,
                "expansions": progress.expansions,
                "bytes": progress.bytes,
                "depth": progress.depth,
                "bounds": progress.bounds,
                "best_move": progress.best_move,
                "estimate": progress.estimate,
                "root": json_numbers(progress.root),
            }
        )

    return told
