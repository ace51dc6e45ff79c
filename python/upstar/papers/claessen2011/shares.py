"""Shared by Tables 4.1 and 4.2: values of all positions of a board.

A job builds the endgame database of all boards up to one size and counts in it. The procedure of
the thesis finds a value for a position if its options have values and simplify to n·↑ + ∗k. The
exact count has all positions whose canonical form is n·↑ + ∗k.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Cancelled, Stop
from upstar.campaign.store import Record
from upstar.papers.claessen2011 import PAPER
from upstar.papers.claims import rises, within
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, read_table

LARGEST: dict[Preset, dict[str, str]] = {
    "quick": {"1 row": "1x8", "2 rows": "2x4", "3 rows": "3x3"},
    "full": {"1 row": "1x8", "2 rows": "2x8", "3 rows": "3x5", "4 rows": "4x4"},
}
"""The largest board that is built for each row of the table."""
EXACTLY = ", exactly"


def build(job: Job, stop: Stop) -> dict[str, Any]:
    """Run a job: compute the values of all positions of all boards up to one size, and count."""
    import upstar

    def check_stop(_: object) -> None:
        if stop():
            raise Cancelled

    start = time.monotonic()
    memory = job.limits.get("max_memory")
    with TemporaryDirectory() as folder:
        upstar.build_database(
            job.game, job.position, folder, threads=1, max_memory=memory, progress=check_stop
        )
        boards = {found.board: found.to_json() for found in upstar.database_stat(folder)}
    return {"boards": boards, "seconds": time.monotonic() - start}


def table(number: int, what: str, text: str, counted: Callable[[Any], Any]) -> Experiment:
    """Return Table 4.`number`; `counted` selects the counts of a board to use."""
    rows, columns, published = read_table(text)

    def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        cells: dict[Cell, Sequence[Job]] = {}
        for row, largest in LARGEST[preset].items():
            height, width = map(int, largest.split("x"))
            made = Job(
                game="clobber",
                position=largest,
                kind=f"{__name__}:build",
                limits={"max_memory": 4000},
            )
            for column in range(height, width + 1):
                cells |= {(name, str(column)): [made] for name in (row, row + EXACTLY)}
        return cells

    def share(cell: Cell, records: Sequence[Record]) -> Estimate | None:
        if not records:
            return None
        row, column = cell
        found = counted(records[0].get("boards")[f"{row[0]}x{column}"])
        if not found["positions"]:
            return None
        name = "share" if row.endswith(EXACTLY) else "restricted_share"
        percent = 100 * found[name]
        return Estimate(value=percent, low=percent, high=percent, count=1)

    return Experiment(
        id=f"claessen-table-4-{number}",
        title=f"Clobber: {what} with a value n·↑ + ∗k",
        paper=PAPER,
        unit="per cent of the positions, by rows and columns of the board",
        rows=[name for row in rows for name in (row, row + EXACTLY)],
        columns=columns,
        published=published,
        jobs=jobs,
        measure=share,
        claims=[
            Claim(
                f"The larger a board of {row}, the smaller the share",
                rises([(row, column) for column in reversed(columns[start:])]),
            )
            for row, start in (("1 row", 2), ("2 rows", 1))
        ]
        + [Claim("Shares are within 2.5 points of the printed ones", within(published, 2.5))],
        resolved=(
            "The printed algorithm for bypassing reversible options is wrong in three places: "
            "its tests compare with numbers out of range, they compare with every right "
            "option instead of with the game itself, and the half for Right is missing. Read "
            "strictly, it values fewer positions than the thesis printed. Read soundly, it "
            "values a little more, up to 2.5 points. What the thesis's program did lies "
            "between. Here the procedure is sound and not tuned. Rows marked 'exactly' count "
            "all positions whose canonical form is n·↑ + ∗k, which the thesis did not do. A "
            "position cannot be decomposed if it is one part, touches all four borders and "
            "has both colours. The thesis's counts of boards with one row include one board "
            "more. Every position has a value, also those of another form than n·↑ + ∗k."
        ),
        scale={
            preset: f"boards up to {', '.join(largest.values())}"
            for preset, largest in LARGEST.items()
        },
        full_takes="some minutes on two cores",
        digits=1,
    )
