"""The positions of Y in Table 3 and Figure 1, and the searches that solve them.

**Positions** The paper uses 77,012 "opening positions" of size 6 and does not say how they were
made. They must be so hard that proof-number search with mobility solves none of about 50 in three
minutes, while PP solves nearly all, and Monte-Carlo tree search 99 %. After six moves, proof-number
search solves every position in seconds. After three it solves none within ten million nodes, but
Monte-Carlo tree search solves hardly any in a minute. So the positions here are those after four
random moves. See decision 37.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.experiment import Preset

SEARCHES: dict[str, tuple[str, dict[str, object]]] = {
    "PP": ("pp", {"init": "evaluation", "bounds": False}),
    "MCTS": ("mcts-solver", {"bounds": False}),
    "MCTS-E": ("mcts-e", {"bounds": False}),
}
SIZE = 6
PLIES = 4
POSITIONS = 77_012
"""The positions of the paper."""
SEED = 2013
SECONDS: dict[Preset, float] = {"quick": 1, "full": 60}
MEGABYTES = 1800

RESOLVED = (
    f"The paper does not define its {POSITIONS:,} opening positions of size {SIZE}. Here they "
    f"are different positions after {PLIES} random moves from a fixed seed. With more moves, "
    "proof-number search solves what it did not solve in the paper; with fewer, Monte-Carlo tree "
    "search does not solve what it solved there. There are only 35,910 positions after four "
    "moves, so the paper's positions were others. PP starts its leaves with the probability of the "
    "reduction (van Rijswijk), MCTS uses random playouts, MCTS-E uses the reduction instead. "
    "Both Monte-Carlo searches prove wins and losses. No search uses the static bounds of Y. "
    "The paper gives no exploration constants; we use the defaults. Times are wall-clock "
    "times, so other work on the machine disturbs them."
)


@lru_cache
def openings(count: int) -> list[str]:
    """Return different positions after random moves, with black to move.

    A shorter list is the beginning of a longer one.

    >>> openings(2)
    ['./o./.../..../o.xx./......', './../.../..../..x.o/.x.o..']
    """
    rng = random.Random(SEED)
    starts = [row * (row + 1) // 2 for row in range(SIZE + 1)]
    cells = starts[-1]
    found: dict[str, None] = {}
    while len(found) < count:
        board = ["."] * cells
        for ply, cell in enumerate(rng.sample(range(cells), PLIES)):
            board[cell] = "xo"[ply % 2]
        rows = ("".join(board[a:b]) for a, b in pairwise(starts))
        found.setdefault("/".join(rows))
    return list(found)


def jobs(preset: Preset, count: int) -> list[Job]:
    """Return every search on the first positions."""
    return [
        Job(
            game="y",
            position=text,
            algorithm=algorithm,
            parameters=parameters,
            limits={"max_seconds": SECONDS[preset], "max_memory": MEGABYTES},
        )
        for text in openings(count)
        for algorithm, parameters in SEARCHES.values()
    ]


def pns_jobs(preset: Preset, count: int) -> list[Job]:
    """Return proof-number search with mobility on the first positions."""
    nodes = {"quick": 300_000, "full": 10_000_001}[preset]
    limits = {"max_nodes": nodes, "max_memory": MEGABYTES}
    return [
        Job(game="y", position=text, algorithm="pns", parameters={"bounds": False}, limits=limits)
        for text in openings(count)
    ]


def name_of(job: Job) -> str:
    """Return the name of a job's search."""
    names = {algorithm: name for name, (algorithm, _) in SEARCHES.items()}
    return names.get(job.algorithm, "PNS")


def tried(records: Sequence[Record]) -> list[dict[str, Record]]:
    """Return for each position that all searches have tried their records by name."""
    found: dict[str, dict[str, Record]] = {}
    for record in records:
        if (name := name_of(record.job)) in SEARCHES:
            found.setdefault(record.job.position, {})[name] = record
    return [by for by in found.values() if len(by) == len(SEARCHES)]
