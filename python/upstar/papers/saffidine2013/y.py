"""The positions of Y in Table 3 and Figure 1, and the searches that solve them.

**Positions** The paper uses 77,012 "opening positions" of size 6 and does not say how they were
made. No count of all positions after some moves gives that number, with or without the six
symmetries, for one number of moves or several. But 80,000 random openings of six moves, with
1,085,280 equally likely positions, have 77,123 ± 51 different positions on average. So we draw
random openings of six moves from a fixed seed until there are 77,012 different positions. This
takes
79,865 draws.
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
PLIES = 6
POSITIONS = 77_012
SEED = 2013
SECONDS: dict[Preset, float] = {"quick": 1, "full": 60}
MEGABYTES = 1800

RESOLVED = (
    f"The paper does not define its {POSITIONS:,} opening positions of size {SIZE}. Here they "
    f"are the different positions after {PLIES} random moves from a fixed seed, drawn until "
    "there are that many. This takes 79,865 draws; 80,000 draws would give 77,123 ± 51 on "
    "average. No count of all positions after some moves, with symmetric positions merged or "
    "not, gives the paper's number. PP starts its leaves with the probability of the "
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
    ['./o./.../..../o.xxo/...x..', './x./o../..o./...x./..ox..']
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


def tried(records: Sequence[Record]) -> list[dict[str, Record]]:
    """Return for each position that all searches have tried their records by name."""
    names = {algorithm: name for name, (algorithm, _) in SEARCHES.items()}
    found: dict[str, dict[str, Record]] = {}
    for record in records:
        found.setdefault(record.job.position, {})[names[record.job.algorithm]] = record
    return [by for by in found.values() if len(by) == len(SEARCHES)]
