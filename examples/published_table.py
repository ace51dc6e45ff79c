"""A published table: who wins Domineering on square boards.

D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik: Solving 8x8 Domineering. Theoretical
Computer Science, 2000. 1 stands for a win of the player who moves first, 2 for the other.

Examples
--------
>>> found = run()
>>> found.measured["first or second", "5 x 5"].value
2.0
>>> [verdict.answer for verdict in found.verdicts]
['yes']
"""

from collections.abc import Mapping, Sequence
from contextlib import closing

from upstar.campaign import Job, Record, Store, executor
from upstar.papers.claims import near
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Paper,
    Preset,
    read_table,
)
from upstar.papers.reproduction import Reproduction, reproduce

PAPER = Paper(
    authors="D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik",
    title="Solving 8x8 Domineering",
    year=2000,
    venue="Theoretical Computer Science",
)
ROWS, COLUMNS, PUBLISHED = read_table("""
                | 2 x 2 | 3 x 3 | 4 x 4 | 5 x 5 | 6 x 6 | 7 x 7 | 8 x 8
first or second | 1     | 1     | 1     | 2     | 1     | 1     | 1
""")
BOARDS: dict[Preset, Sequence[str]] = {"quick": COLUMNS[:5], "full": COLUMNS}


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """One job for each board."""
    sizes = {board: board.replace(" ", "") for board in BOARDS[preset]}
    return {
        (ROWS[0], board): [Job(game="domineering", position=size)] for board, size in sizes.items()
    }


def winner(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Who wins, from the record of the one job."""
    if not records or records[0].get("outcome") == "unknown":
        return None
    who = 1.0 if records[0].get("outcome") == "win" else 2.0
    return Estimate(value=who, low=who, high=who, count=1)


EXPERIMENT = Experiment(
    id="domineering-squares",
    title="Who wins Domineering on square boards",
    paper=PAPER,
    unit="the player who wins",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=winner,
    claims=[Claim("The winners are the printed ones", near(PUBLISHED, ROWS, 0.0))],
    resolved="Nothing is left open.",
    words={1: "first", 2: "second"},
)


def run(preset: Preset = "quick") -> Reproduction:
    """Solve the boards, and compare with what was printed."""
    with Store(":memory:") as store, closing(executor("local")) as workers:
        return reproduce(EXPERIMENT, preset, store, workers)


if __name__ == "__main__":
    found = run()
    for (_, board), estimate in found.measured.items():
        print(board, EXPERIMENT.words[estimate.value])
