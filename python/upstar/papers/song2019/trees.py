"""A search of one P-game tree, with the move that it would have chosen after so many iterations.

A choice is wrong if it does not win although another move does; in a tree that Max cannot win none
is wrong. Iterations are normalised: one creates as many nodes as a node has children, whatever the
search calls one.
"""

from functools import lru_cache
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Cancelled, Stop


def search(job: Job, stop: Stop) -> dict[str, Any]:
    """Solve a tree, and tell after which doublings of the iterations the choice was wrong.

    The choices come from the search's trace, to within a twentieth of its nodes.
    """
    import upstar

    def tell(_: object) -> None:
        if stop():
            raise Cancelled

    limits: dict[str, Any] = dict(job.limits)
    tree = upstar.position(job.game, job.position)
    solution = upstar.solve(
        tree,
        job.algorithm,
        seed=job.seed,
        trace=True,
        progress=tell,
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


def doublings(most: float) -> list[int]:
    """1, 2, 4, … as far as needed to reach so many.

    >>> doublings(5)
    [1, 2, 4, 8]
    """
    return [1 << k for k in range(max(0, int(most) - 1).bit_length() + 1)]


@lru_cache(maxsize=1024)
def winning(tree: str) -> frozenset[str]:
    """The moves that win, by a search that is none of those compared."""
    import upstar

    root = upstar.position("pgame", tree)
    return frozenset(
        move
        for move in root.moves()
        if upstar.solve(root.play(move), "alpha-beta").winner == root.to_move
    )
