"""The positions of Y that Table 3 and Figure 1 are about, and who solves them.

**Which positions** The paper had 77,012 "opening positions" of size 6 and does not say how they
were made. No count of all positions after some moves gives that number, with or without the six
symmetries, for one number of moves or several. But of 80,000 plays of six random moves, which
lead to 1,085,280 positions with equal chance, 77,123 (give or take 51) are different on average.
So they are taken to be that here: six random moves, again and again from a fixed seed, until there
are 77,012 different positions, which takes 79,865 plays.
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
    f"The paper's {POSITIONS:,} opening positions of size {SIZE} are not defined. Here they are "
    f"the different positions after {PLIES} random moves from a fixed seed, drawn until there are "
    "so many; that takes 79,865 draws, and 80,000 draws would give 77,123 ± 51 on average, while "
    "no count of all positions after some moves, symmetric ones taken together or not, gives the "
    "paper's number. PP begins its leaves with the reduction's probability (van Rijswijk), MCTS "
    "plays at random, MCTS-E asks the reduction instead; both Monte-Carlo searches prove wins and "
    "losses. No search asks what Y can prove at a glance. Exploration constants are not in the "
    "paper; the defaults are taken here. Time is of the clock, so searches that run at the same "
    "time on a busy machine disturb it."
)


@lru_cache
def openings(count: int) -> list[str]:
    """Different positions after random moves, black to move; the first of a longer list are those
    of a shorter one.

    >>> openings(2)
    ['./o./.../..../o.xxo/...x..', './x./o../..o./...x./..ox..']
    """
    chance = random.Random(SEED)
    starts = [row * (row + 1) // 2 for row in range(SIZE + 1)]
    cells = starts[-1]
    found: dict[str, None] = {}
    while len(found) < count:
        board = ["."] * cells
        for ply, cell in enumerate(chance.sample(range(cells), PLIES)):
            board[cell] = "xo"[ply % 2]
        rows = ("".join(board[a:b]) for a, b in pairwise(starts))
        found.setdefault("/".join(rows))
    return list(found)


def jobs(preset: Preset, count: int) -> list[Job]:
    """Every search on the first positions."""
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
    """For each position that all searches have tried, their records by name."""
    names = {algorithm: name for name, (algorithm, _) in SEARCHES.items()}
    found: dict[str, dict[str, Record]] = {}
    for record in records:
        found.setdefault(record.job.position, {})[names[record.job.algorithm]] = record
    return [by for by in found.values() if len(by) == len(SEARCHES)]
