"""Saffidine and Cazenave: Developments on Product Propagation, 2013.

What its tables of Domineering and NoGo have in common. The paper writes sizes as columns x rows,
upstar as rows x columns: its 5 x 6 is `6x5` here, its 18 x 1 is `1x18`.
"""

from collections.abc import Callable, Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.estimates import mean_of
from upstar.papers.experiment import Cell, Estimate, Paper, Preset, Published

PAPER = Paper(
    authors="Abdallah Saffidine and Tristan Cazenave",
    title="Developments on Product Propagation",
    venue="Computers and Games",
    year=2013,
)

SEARCHES: dict[str, tuple[str, dict[str, object]]] = {
    "αβ": ("alpha-beta", {"symmetry": False, "bounds": False}),
    "PNT": ("pnt", {"preset": "paper"}),
    "PN²": ("pn2", {"preset": "paper"}),
    "PP": ("pp", {"preset": "paper"}),
    "PPT": ("ppt", {"preset": "paper"}),
    "PP²": ("pp2", {"preset": "paper"}),
}
"""The rows of the tables, as searches here."""

ONE_LEVEL = ("αβ", "PNT", "PP", "PPT")
CREATED = 10_000_000
"""The paper's limit on created nodes, the root not among them."""
SECONDS = 600
"""The limit of the full preset for two-level searches; the paper let some run for hours."""
MEGABYTES = 1800

RESOLVED = (
    "Sizes are columns x rows in the paper and rows x columns here, so its 5 x 6 is our 6x5: only "
    "this reading gives its figures. What it calls node expansions are created nodes without the "
    "root. Open in the paper, and chosen here so that the counts agree: moves are generated row by "
    "row; of equal children Max takes the first and Min the last (PNT: the first); positions in "
    "a graph are told apart by who made each mark; PPT brings all parents up to date, PNT only "
    "those on the path; two-level searches count the main tree, and a second search may create as "
    "many nodes as that has. Evaluation, depth scheme and table of the paper's αβ are not stated: "
    "ours has a table, killer moves, history and a mobility evaluation, and as there neither "
    "symmetry nor static bounds; only its order of magnitude can be compared."
)
"""How counts are to be read."""


def jobs(
    game: str,
    published: Mapping[Cell, Published],
    quick: Sequence[Cell],
) -> Callable[[Preset], Mapping[Cell, Sequence[Job]]]:
    """The jobs of a table: every cell that the paper fills, or the quick ones."""

    def cells(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        wanted = quick if preset == "quick" else list(published)
        return {(row, column): [job(game, row, column)] for row, column in wanted}

    return cells


def job(game: str, row: str, column: str) -> Job:
    """The job of a cell; the same in a table of counts and in one of times."""
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
    """Created nodes without the root."""
    return mean_of(records, [record.get("nodes") - 1 for record in records])


def seconds(_cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Seconds of the search."""
    return mean_of(records, [record.get("seconds") for record in records])
