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
PP or MCTS: faster           | 72,830 | 4,180  |
PP or MCTS: fewer iterations | 30,719 | 46,291 |
""")
FASTER, FEWER = ROWS[3:]
"""What the text says about PP and MCTS alone."""
PNS = "PNS"
COLUMNS = [*COLUMNS, PNS]
PUBLISHED = {
    cell: Published(
        percent := 100 * count.value / y.POSITIONS, text=f"{percent:.2f} ({count.text})"
    )
    for cell, count in _COUNTS.items()
} | {("solved", PNS): Published(0.0, text="0 of about 50")}
SAMPLE: dict[Preset, int] = {"quick": 24, "full": 1000}
TRIED: dict[Preset, int] = {"quick": 6, "full": 50}
"""The positions that PNS tries."""


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return every search on every position; all cells share these jobs."""
    every = y.jobs(preset, SAMPLE[preset])
    cells: dict[Cell, Sequence[Job]] = dict.fromkeys(_COUNTS, every)
    cells["solved", PNS] = y.pns_jobs(preset, TRIED[preset])
    return cells


def share(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the share of positions, of those that all searches have tried, for a cell.

    The row is what a search achieves there, the column the search.
    """
    row, column = cell
    if column == PNS:
        return percentage(sum(record.solved for record in records), len(records))
    whole = y.tried(records)
    if row == "solved":
        return percentage(sum(by[column].solved for by in whole), len(whole))
    key = "seconds" if row in ("fastest", FASTER) else "nodes"
    rivals = (column, "PP", "MCTS") if row in (FASTER, FEWER) else y.SEARCHES
    first = 0
    for by in whole:
        solved = {name: by[name].get(key) for name in rivals if by[name].solved}
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
            "PP solves more positions than the others",
            most("solved", "PP", ["MCTS", "MCTS-E"]),
        ),
        Claim("PP solves more positions than PNS", most("solved", "PP", [PNS])),
        Claim("PP is the fastest on most positions", most("fastest", "PP", ["MCTS", "MCTS-E"])),
        Claim(
            "MCTS needs the fewest iterations on more positions than PP does",
            most("fewest iterations", "MCTS", ["PP"]),
        ),
        Claim("Of PP and MCTS alone, PP is mostly the faster", most(FASTER, "PP", ["MCTS"])),
    ],
    resolved=(
        f"{y.RESOLVED} The paper prints counts of positions; here they are per cent of "
        f"{y.POSITIONS:,}. Iterations are compared by created nodes, which the paper counts in "
        "its other tables. An expansion of PP creates all children of a node, a playout of "
        "MCTS one node. By their own counts of iterations PP would have the fewest nearly "
        "everywhere. Of PNS the paper says only that it solved none of about 50 positions in three "
        "minutes. Here it has the mobility initialisation and may create as many nodes as the "
        "searches of the other tables, ten million."
    ),
    full_takes="half a day on two cores",
    comparable=("full",),
    scale={
        "quick": f"{SAMPLE['quick']} positions, 1 second for each search",
        "full": f"{SAMPLE['full']:,} positions, 60 seconds for each search",
    },
    method=y.name_of,
    digits=1,
)
