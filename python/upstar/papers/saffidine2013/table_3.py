"""Table 3: the game of Y, product propagation against Monte-Carlo tree search."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.claims import most
from upstar.papers.estimates import percentage
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Preset,
    Published,
    read_table,
)
from upstar.papers.saffidine2013 import PAPER

POSITIONS = 77_012
"""How many opening positions the paper had."""
ROWS, COLUMNS, _COUNTS = read_table("""
                  | PP     | MCTS   | MCTS-E
solved            | 77,010 | 76,434 | 69,298
fastest           | 68,477 | 3,645  | 4,878
fewest iterations | 22,621 | 35,444 | 18,942
""")
PUBLISHED = {cell: Published(100 * count.value / POSITIONS) for cell, count in _COUNTS.items()}

SEARCHES: dict[str, tuple[str, dict[str, object]]] = {
    "PP": ("pp", {"init": "evaluation"}),
    "MCTS": ("mcts-solver", {}),
    "MCTS-E": ("mcts-e", {}),
}
SIZE = "6"
PLIES = 5
SAMPLE = {"quick": 6, "full": 1000}
SECONDS = {"quick": 4, "full": 60}
MEGABYTES = 1800


@lru_cache
def openings(count: int) -> list[tuple[str, str]]:
    """Different positions after random moves, with who is to move; the first of a longer list are
    those of a shorter one."""
    import upstar

    chance = random.Random(2013)
    found: dict[tuple[str, str], None] = {}
    while len(found) < count:
        position = upstar.position("y", SIZE)
        for _ in range(PLIES):
            position = position.play(chance.choice(list(position.moves())))
        found.setdefault((str(position), position.to_move))
    return list(found)


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Every search on every position; each cell looks at all of them."""
    every = [
        Job(
            game="y",
            position=text,
            to_move=mover,
            algorithm=algorithm,
            parameters=parameters,
            limits={"max_seconds": SECONDS[preset], "max_memory": MEGABYTES},
        )
        for text, mover in openings(SAMPLE[preset])
        for algorithm, parameters in SEARCHES.values()
    ]
    return {(row, column): every for row in ROWS for column in COLUMNS}


def share(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """On how many of the positions that all searches have tried does the column do what the row
    says?"""
    row, column = cell
    tried: dict[str, dict[str, Record]] = {}
    for record in records:
        tried.setdefault(record.job.position, {})[record.job.algorithm] = record
    whole = [by for by in tried.values() if len(by) == len(SEARCHES)]
    own = SEARCHES[column][0]
    if row == "solved":
        return percentage(sum(by[own].solved for by in whole), len(whole))
    key = "seconds" if row == "fastest" else "iterations"
    first = 0
    for by in whole:
        solved = {name: record.get(key) for name, record in by.items() if record.solved}
        first += own in solved and solved[own] == min(solved.values())
    return percentage(first, len(whole))


EXPERIMENT = Experiment(
    id="pp-table-3",
    title="Y on a board of size 6: positions solved, and who was best",
    paper=PAPER,
    unit="per cent of the positions",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=share,
    claims=[
        Claim(
            "PP solves at least as many positions as the others",
            most("solved", "PP", ["MCTS", "MCTS-E"]),
        ),
        Claim("PP is the fastest on most positions", most("fastest", "PP", ["MCTS", "MCTS-E"])),
        Claim(
            "MCTS needs the fewest iterations on more positions than PP does",
            most("fewest iterations", "MCTS", ["PP"]),
        ),
    ],
    resolved=(
        "The paper's 77,012 opening positions of size 6 are not defined; here they are a sample of "
        "different positions after five random moves, made from a fixed seed. Its figures are "
        "counts of positions, printed here as per cent of 77,012. PP begins its leaves with the "
        "reduction's probability (van Rijswijk), MCTS plays at random, MCTS-E asks the reduction "
        "instead; both Monte-Carlo searches prove wins and losses. Iterations are what each search "
        "calls one: an expansion of all children in PP, a playout in MCTS. Exploration constants "
        "are not in the paper; the defaults are taken here. Fastest is by the clock, so searches "
        "that run at the same time on a busy machine disturb it."
    ),
    full_takes="several hours on two cores",
    digits=1,
)
