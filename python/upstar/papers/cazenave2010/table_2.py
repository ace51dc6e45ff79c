"""Table 2: the values of the seki problems."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.cazenave2010 import PAPER
from upstar.papers.cazenave2010.seki import BOARD, COLUMNS, ROWS
from upstar.papers.claims import same
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, Published

WORDS = {1.0: "Won", 0.0: "Draw", -1.0: "Lost"}
_PRINTED = """
Draw Won  Won  Won  Won  Won
Draw Draw Won  Won  Won  Won
Lost Draw Draw Won  Won  Won
Lost Lost Draw Draw Won  Won
Lost Lost Lost Draw Draw Won
Lost Lost Lost Lost Draw Draw
"""
PUBLISHED = {
    (row, column): Published({word: value for value, word in WORDS.items()}[word])
    for row, line in zip(ROWS, _PRINTED.strip().splitlines(), strict=True)
    for column, word in zip(COLUMNS, line.split(), strict=True)
}


def jobs(_: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs, which solve every problem exactly."""
    return {
        (row, column): [
            Job(game="seki", position=f"{column},{row},2", algorithm="alpha-beta", limits=LIMITS)
        ]
        for row, column in PUBLISHED
    }


LIMITS = {"max_seconds": 600}


def value(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the proved value for Max, who moves first."""
    if not records or not records[0].solved:
        return None
    found = {"win": 1.0, "draw": 0.0, "loss": -1.0}[records[0].get("outcome")]
    return Estimate(value=found, low=found, high=found, count=1)


EXPERIMENT = Experiment(
    id="sb-table-2",
    title="Values of the seki problems, Min's liberties (rows) and Max's",
    paper=PAPER,
    unit="proved value for Max",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=value,
    claims=[Claim("All values agree", same(PUBLISHED, digits=0))],
    resolved=BOARD,
    full_takes="seconds",
    words=WORDS,
    plots=lambda _, __: (),
)
