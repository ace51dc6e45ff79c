"""Checks of requests before they become jobs, so that a wrong one is an error at once.

A search with a limit of one node makes exactly the checks of the real search: the algorithm, its
parameters, the goal, and whether they suit the game. It takes some milliseconds.
"""

from collections.abc import Mapping
from typing import Any

import upstar
from upstar.web.parsing import parse_position
from upstar.web.tasks import search_options

_LIMITS: dict[str, Any] = {"max_nodes": 1, "max_seconds": 0.01, "max_memory": 10.0}


def check_request(task: str, request: Mapping[str, Any]) -> None:
    """Check the request of a job. Call it outside the event loop.

    Raises
    ------
    UpstarError
        If the position, the algorithm or a parameter is wrong.
    """
    if task == "expression":
        return
    position = parse_position(request["game"], request.get("position"), request.get("to_move"))
    if task == "value":
        upstar.dissect(position, moves=False, max_seconds=0.01, max_memory=10.0)
    elif task in ("solve", "best-move"):
        options = {**search_options(request), **_LIMITS}
        if "max_playouts" in options:
            options["max_playouts"] = 1
        if task == "best-move":
            upstar.best_move(position, request.get("algorithm") or "mcts", **options)
            return
        depth = request.get("tree_depth", 3) if request.get("tree") else None
        algorithm = request.get("algorithm") or "auto"
        upstar.solve(position, algorithm, goal=request.get("goal"), tree_depth=depth, **options)
