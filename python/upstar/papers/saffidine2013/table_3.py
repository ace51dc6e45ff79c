"""Table 3: product propagation and Monte-Carlo tree search on the game of Y."""

from collections.abc import Mapping, Sequence

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
from upstar.papers.saffidine2013 import PAPER, y

ROWS, COLUMNS, _COUNTS = read_table("""
                  | PP     | MCTS   | MCTS-E
solved            | 77,010 | 76,434 | 69,298
fastest           | 68,477 | 3,645  | 4,878
fewest iterations | 22,621 | 35,444 | 18,942
""")
PUBLISHED = {cell: Published(100 * count.value / y.POSITIONS) for cell, count in _COUNTS.items()}
SAMPLE: dict[Preset, int] = {"quick": 24, "full": y.POSITIONS}


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return every search on every position; all cells share these jobs."""
    every = y.jobs(preset, SAMPLE[preset])
    return {(row, column): every for row in ROWS for column in COLUMNS}


def share(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the share of positions, of those that all searches have tried, for a cell.

    The row is what a search achieves there, the column the search.
    """
    row, column = cell
    whole = y.tried(records)
    if row == "solved":
        return percentage(sum(by[column].solved for by in whole), len(whole))
    key = "seconds" if row == "fastest" else "nodes"
    first = 0
    for by in whole:
        solved = {name: record.get(key) for name, record in by.items() if record.solved}
        first += column in solved and solved[column] == min(solved.values())
    return percentage(first, len(whole))


EXPERIMENT = Experiment(
    id="pp-table-3",
    title="Y on a board of size 6: positions solved, and the best search",
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
        f"{y.RESOLVED} The paper prints counts of positions; here they are per cent of "
        f"{y.POSITIONS:,}. Iterations are compared by created nodes, which the paper counts in "
        "its other tables. An expansion of PP creates all children of a node, a playout of "
        "MCTS one node. By their own counts of iterations PP would have the fewest nearly "
        "everywhere."
    ),
    full_takes="a day on two cores",
    scale={
        "quick": f"{SAMPLE['quick']} positions, 1 second for each search",
        "full": "all positions, 60 seconds for each search",
    },
    method=lambda job: next(n for n, (a, _) in y.SEARCHES.items() if a == job.algorithm),
    digits=1,
)
