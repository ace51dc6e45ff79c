"""Saffidine and Cazenave: Developments on Product Propagation, 2013.

This module has what the tables of Domineering and NoGo share. The paper writes sizes as columns x
rows, upstar as rows x columns: its 5 x 6 is `6x5` here, its 18 x 1 is `1x18`.
"""

from collections.abc import Callable, Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.estimates import TIME_SPREAD, mean_of, time_of
from upstar.papers.experiment import Cell, Estimate, Paper, Preset, Published

PAPER = Paper(
    authors="Abdallah Saffidine and Tristan Cazenave",
    title="Developments on Product Propagation",
    venue="Computers and Games",
    year=2013,
)

SEARCHES: dict[str, tuple[str, dict[str, object]]] = {
    "αβ": ("alpha-beta", {"preset": "paper"}),
    "PNT": ("pnt", {"preset": "paper"}),
    "PN²": ("pn2", {"preset": "paper"}),
    "PP": ("pp", {"preset": "paper"}),
    "PPT": ("ppt", {"preset": "paper"}),
    "PP²": ("pp2", {"preset": "paper"}),
}
"""The rows of the tables, as searches of upstar."""

ONE_LEVEL = ("αβ", "PNT", "PP", "PPT")
CREATED = 10_000_000
"""The paper's limit on created nodes, without the root."""
SECONDS = 600
"""The time limit of the full preset for two-level searches; some took hours in the paper."""
MEGABYTES = 1800

RESOLVED = (
    "Sizes are columns x rows in the paper and rows x columns here, so its 5 x 6 is our 6x5; "
    "only this reading gives its figures. What the paper calls node expansions are created "
    "nodes without the root. The paper leaves the following open; we chose what makes the "
    "counts agree. Moves are generated row by row. Of equal children Max takes the first and "
    "Min the last (PNT: the first). Positions in a graph are distinguished by who made "
    "each mark. PPT updates all parents, PNT only those on the path. Two-level searches count the "
    "main tree, and a second search may create as many nodes as the main tree has. The paper "
    "does not state the evaluation, the depth scheme and the table of its αβ. Ours has a "
    "table, killer moves, history and a mobility evaluation and, as in the paper, neither "
    "symmetry nor static bounds. Only its order of magnitude can be compared."
)
"""The choices that the paper leaves open, for all counts."""


ONCE = (
    f" A time that was measured once counts as an interval, from the time divided by {TIME_SPREAD} "
    f"to {TIME_SPREAD} times the time."
)
"""How single times are compared."""


def jobs(
    game: str,
    published: Mapping[Cell, Published],
    quick: Sequence[Cell],
) -> Callable[[Preset], Mapping[Cell, Sequence[Job]]]:
    """Return the jobs of a table: all cells of the paper, or those of the quick preset."""

    def cells(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        wanted = quick if preset == "quick" else list(published)
        return {(row, column): [job(game, row, column)] for row, column in wanted}

    return cells


def job(game: str, row: str, column: str) -> Job:
    """Return the job of a cell. Tables of counts and of times share their jobs."""
    columns, rows = column.split(" x ")
    algorithm, parameters = SEARCHES[row]
    limits: dict[str, float] = {"max_memory": MEGABYTES}
    if row.endswith("²"):
        limits["max_seconds"] = SECONDS
    elif row == "αβ":
        limits["max_seconds"] = 4 * SECONDS
    else:
        limits["max_nodes"] = CREATED + 1
    return Job(
        game=game,
        position=f"{rows}x{columns}",
        algorithm=algorithm,
        parameters=parameters,
        limits=limits,
    )


def created(_cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the created nodes without the root."""
    return mean_of(records, [record.get("nodes") - 1 for record in records])


def seconds(_cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the seconds of the search."""
    return time_of(records, [record.get("seconds") for record in records])
