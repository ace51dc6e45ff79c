"""Searches one P-game tree, and records its choice of a move over time.

A choice is wrong if it does not win although another move does. If Max cannot win the tree, no
choice is wrong. Iterations are normalised: one iteration creates as many nodes as a node has
children.
"""

from functools import lru_cache
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Cancelled, Stop


def search(job: Job, stop: Stop) -> dict[str, Any]:
    """Run a job: solve a tree, and return the doublings of iterations with a wrong choice.

    The choices come from the trace of the search, which is accurate to a twentieth of its nodes.
    """
    import upstar

    def check_stop(_: object) -> None:
        if stop():
            raise Cancelled

    limits: dict[str, Any] = dict(job.limits)
    tree = upstar.position(job.game, job.position)
    solution = upstar.solve(
        tree,
        job.algorithm,
        seed=job.seed,
        trace=True,
        progress=check_stop,
        **limits,
        **job.parameters,
    )
    good = winning(job.position)
    branching = len(tree.moves())
    wrong = []
    for iterations in doublings(1 + solution.stats.nodes // branching):
        nodes = 1 + iterations * branching
        choice: str | None = tree.moves()[0]
        for point in solution.trace:
            if point["nodes"] <= nodes:
                choice = point["best_move"] or choice
        if solution.stats.nodes <= nodes:
            choice = solution.best_move
        if good and choice not in good:
            wrong.append(iterations)
    return {**solution.to_json(), "branching": branching, "wrong": wrong}


def doublings(limit: float) -> list[int]:
    """Return 1, 2, 4, … up to the first number that reaches `limit`.

    >>> doublings(5)
    [1, 2, 4, 8]
    """
    return [1 << k for k in range(max(0, int(limit) - 1).bit_length() + 1)]


@lru_cache(maxsize=1024)
def winning(tree: str) -> frozenset[str]:
    """Return the winning moves, found by alpha-beta, which is not one of the compared searches."""
    import upstar

    root = upstar.position("pgame", tree)
    return frozenset(
        move
        for move in root.moves()
        if upstar.solve(root.play(move), "alpha-beta").winner == root.to_move
    )
