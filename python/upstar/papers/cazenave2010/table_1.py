"""Table 1: the probability to win a liberty race under random play."""

from collections.abc import Mapping, Sequence
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Stop
from upstar.campaign.store import Record
from upstar.papers.cazenave2010 import PAPER
from upstar.papers.claims import rises, same
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, read_table
from upstar.play.semeai import semeai

ROWS, COLUMNS, PUBLISHED = read_table("""
  | 1    | 2    | 3    | 4    | 5    | 6    | 7    | 8    | 9
1 | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00
2 | 1.00 | 0.50 | 0.30 | 0.20 | 0.14 | 0.11 | 0.08 | 0.07 | 0.05
3 | 1.00 | 0.70 | 0.50 | 0.37 | 0.29 | 0.23 | 0.18 | 0.15 | 0.13
4 | 1.00 | 0.80 | 0.63 | 0.50 | 0.40 | 0.33 | 0.28 | 0.24 | 0.20
5 | 1.00 | 0.86 | 0.71 | 0.60 | 0.50 | 0.42 | 0.36 | 0.31 | 0.27
6 | 1.00 | 0.89 | 0.77 | 0.67 | 0.58 | 0.50 | 0.44 | 0.38 | 0.34
7 | 1.00 | 0.92 | 0.82 | 0.72 | 0.64 | 0.56 | 0.50 | 0.45 | 0.40
8 | 1.00 | 0.93 | 0.85 | 0.76 | 0.69 | 0.62 | 0.55 | 0.50 | 0.45
9 | 1.00 | 0.95 | 0.87 | 0.80 | 0.73 | 0.66 | 0.60 | 0.55 | 0.50
""")


def race(job: Job, _: Stop) -> dict[str, Any]:
    """Run a job: compute the probability for the liberties `OWN,OPPONENT`."""
    own, opponent = (int(number) for number in job.position.split(","))
    return {"probability": semeai(own, opponent)}


def jobs(_: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return one job for each entry."""
    kind = f"{__name__}:{race.__name__}"
    return {
        (own, opponent): [Job(game="semeai", position=f"{own},{opponent}", kind=kind)]
        for own, opponent in PUBLISHED
    }


def probability(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the probability, which is exact."""
    if not records:
        return None
    value = records[0].get("probability")
    return Estimate(value=value, low=value, high=value, count=1)


EXPERIMENT = Experiment(
    id="sb-table-1",
    title="Probability to win a random liberty race, own liberties (rows) and opponent's",
    paper=PAPER,
    unit="probability",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=probability,
    claims=[
        Claim("All entries agree to two digits", same(PUBLISHED, digits=2)),
        Claim(
            "The probability to win with one liberty less increases with the number of liberties",
            rises([(str(n), str(n + 1)) for n in range(1, 9)]),
        ),
    ],
    resolved=(
        "The paper does not print its equations. These give the table: a player whose "
        "opponent has one liberty takes it and wins. Otherwise every liberty of the fight, "
        "the opponent's or one's own, is equally likely to be filled, but nobody fills their "
        "own last liberty. The paper also has a probability of playing elsewhere, which is 0 "
        "in the table; `upstar semeai --elsewhere` sets it."
    ),
    full_takes="less than a second",
    digits=2,
    plots=lambda _, __: (),
)
