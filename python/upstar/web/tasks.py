"""The tasks of a worker: each takes plain data, reports progress, and returns plain data.

`report` takes a dictionary. It raises KeyboardInterrupt to stop the job; the search then returns
what it has proved.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import upstar
from upstar.jsonable import json_numbers
from upstar.solve import OPTIONS, Interrupted, Progress
from upstar.web import tree_store
from upstar.web.offered_games import read_position
from upstar.web.progress import ProgressReporter
from upstar.web.value_data import dissection_data, expression_data

_A_DAY = 86_400.0
_MAX_POINTS = 400
PICTURE = "picture.png"

Task = Callable[[Mapping[str, Any], ProgressReporter, Path], dict[str, Any]]


def solve(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Solve a position by a book or a search, and store the tree or the proof for browsing."""
    position = _position(request)
    wants_tree = bool(request.get("tree"))
    wants_proof = bool(request.get("proof"))
    certificate = folder / tree_store.CERTIFICATE
    algorithm = request.get("algorithm") or "auto"
    options: dict[str, Any] = {
        "goal": request.get("goal"),
        "progress": _search_progress(report),
        "tree_depth": request.get("tree_depth", 3) if wants_tree else None,
        "proof": certificate if wants_proof else None,
        **search_options(request),
        # The server enforces the time limit, because pauses do not count. The search gets a very
        # long limit only because some algorithms require one.
        "max_seconds": _A_DAY,
    }
    from_book = None
    if request.get("book") and algorithm == "auto" and not (wants_tree or wants_proof):
        from_book = _from_book(upstar.Book(request["book"]), position, request.get("goal"))
    try:
        try:
            solution = from_book or upstar.solve(position, algorithm, trace=True, **options)
        except (upstar.UnsuitableError, upstar.ParameterError):
            # Some algorithms have no trace. Any other error is raised again here.
            solution = upstar.solve(position, algorithm, **options)
    except Interrupted as interrupted:
        solution = interrupted.solution
        if report.reason == "seconds":
            solution = replace(solution, stopped="seconds")
    result = {
        **solution.to_json(),
        "sentence": str(solution),
        "trace": [_point(point) for point in solution.trace[-_MAX_POINTS:]],
    }
    if result["proof"] is not None:
        # Visitors do not see the names of the server's files.
        result["proof"] = {k: v for k, v in result["proof"].items() if k != "path"}
    if wants_tree and solution.tree.nodes:
        result["tree"] = tree_store.save_tree(folder, solution.tree, request["tree_nodes"])
    if wants_proof and solution.proof is not None:
        report({"stage": "reading the proof"})
        result["strategy"] = tree_store.save_strategy(
            folder, certificate, position, request["strategy_positions"], report
        )
    return result


def _from_book(
    book: upstar.Book, position: upstar.Position, goal: str | int | None
) -> upstar.Solution | None:
    """Return the answer of a book that has the exact score; None if it does not."""
    found = book.probe(position) if position in book else None
    if found is None or found.score is None:
        return None
    solution = upstar.solve(position, goal=goal, book=book)
    # Visitors do not see the names of the server's files.
    return replace(
        solution, note=f"from a {'strong solution' if book.kind == 'strong' else 'book'}"
    )


def best_move(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Choose a move within a budget."""
    position = _position(request)
    try:
        found = upstar.best_move(
            position,
            request.get("algorithm") or "mcts",
            progress=_search_progress(report),
            **search_options(request),
        )
    except Interrupted as interrupted:
        from upstar.best_move import best_move_of

        found = best_move_of(interrupted.solution)
    return found.to_json()


def analyze(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Prove the result of every move. Reports and result have the labels of the moves."""

    def show(so_far: upstar.Analysis) -> None:
        stats = so_far.stats
        work = {"seconds": stats.seconds, "nodes": stats.nodes, "bytes": stats.peak_bytes}
        report({**work, **_results(so_far), "outcome": so_far.outcome})

    found = upstar.analyze(
        _position(request),
        distance=bool(request.get("distance")),
        values=bool(request.get("values")),
        book=request.get("book"),
        max_nodes=request.get("max_nodes"),
        max_memory=request.get("max_memory"),
        # The server enforces the time limit, because pauses do not count.
        max_seconds=_A_DAY,
        progress=show,
    )
    if found.stopped == "interrupted" and report.reason == "seconds":
        found = replace(found, stopped="seconds")
    return {**found.to_json(), **_results(found)}


def _results(found: upstar.Analysis) -> dict[str, Any]:
    """Return the results of the moves, best first, and the labels on the cells of the board."""
    return {
        "results": [[move.move, move.label, move.outcome] for move in found.moves],
        "labels": [[cells, *label] for cells, label in found.labels().items()],
        "outcomes": [move.outcome for move in found.moves],
    }


def value(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Compute the values of a position, of its parts and after its moves."""
    return dissection_data(
        _position(request),
        report,
        moves=bool(request.get("moves", True)),
        max_seconds=request.get("max_seconds"),
        max_memory=request.get("max_memory"),
    )


def picture(request: Mapping[str, Any], report: ProgressReporter, folder: Path) -> dict[str, Any]:
    """Draw a position as PNG, in a worker because the library that draws it is large."""
    _position(request).save(folder / PICTURE, scale=request.get("scale") or 2)
    return {"file": PICTURE}


def expression(
    request: Mapping[str, Any], report: ProgressReporter, folder: Path
) -> dict[str, Any]:
    """Compute the value of an expression."""
    return expression_data(upstar.Value(request["expression"]))


TASKS: dict[str, Task] = {
    "solve": solve,
    "best-move": best_move,
    "analyze": analyze,
    "value": value,
    "expression": expression,
    "picture": picture,
}
"""All tasks by name."""


def _position(request: Mapping[str, Any]) -> upstar.Position:
    return read_position(request["game"], request.get("position"), request.get("to_move"))


_LIMITS = ("max_nodes", "max_seconds", "max_memory", "max_playouts")


def search_options(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the limits, the seed, and the parameters of the algorithm.

    Raises
    ------
    ParameterError
        If a parameter is one of the server's.
    """
    limits = {name: request[name] for name in _LIMITS if request.get(name) is not None}
    parameters = {str(key): value for key, value in (request.get("parameters") or {}).items()}
    taken = OPTIONS & parameters.keys()
    if taken:
        raise upstar.ParameterError(f"'{min(taken)}' is not a parameter of an algorithm")
    if "database" in parameters:
        raise upstar.ParameterError("'database' cannot be set here: the server reads no files")
    return {**limits, "seed": request.get("seed") or 0, **parameters}


def _point(point: Mapping[str, Any]) -> dict[str, Any]:
    """Return a point of a trace in the format of progress reports."""
    return {**point, "root": json_numbers(point["root"])}


def _search_progress(report: ProgressReporter) -> Callable[[Progress], None]:
    def callback(progress: Progress) -> None:
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

    return callback
