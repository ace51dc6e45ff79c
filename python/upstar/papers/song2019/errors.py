"""Shared by Figures 9 and 12: the share of wrong choices during the search."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

from upstar.campaign.report.comparison import by_method
from upstar.campaign.report.document import Plot
from upstar.campaign.report.document import Series as Curve
from upstar.campaign.store import Record
from upstar.papers.claims import least
from upstar.papers.estimates import percentage
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Grid
from upstar.papers.song2019 import PAPER, RESOLVED, ROWS, Series, method
from upstar.papers.song2019.trees import doublings
from upstar.statistics import bootstrap

LAST = 4096
"""The curves are compared up to this many iterations."""
POINTS = [1, 16, 64, 256, 1024]
COLUMNS = [*(f"{i:,}" for i in POINTS), "average", "rises"]


def rate(iterations: int, records: Sequence[Record]) -> Estimate | None:
    """Return the share of trees whose choice after `iterations` is wrong, in per cent."""
    wrong = sum(iterations in record.get("wrong") for record in records)
    return percentage(wrong, len(records))


def error(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return a point of the curve, its average over the doublings, or the sum of its rises."""
    if not records:
        return None
    if cell[1] not in COLUMNS[-2:]:
        return rate(int(cell[1].replace(",", "")), records)
    rows = [_row(record.get("wrong")) for record in records]
    interval = bootstrap(rows, _average if cell[1] == "average" else _rises)
    return Estimate(value=interval.value, low=interval.low, high=interval.high, count=len(records))


_DIGIT = 32
"""Bits for the number of wrong choices at one number of iterations."""


def _row(wrong: Sequence[int]) -> int:
    """Return the choices of one tree as a number, with a digit of 0 or 1 for each doubling.

    The sum of such numbers counts the wrong choices of many trees at once.
    """
    return sum(1 << _DIGIT * place for place, i in enumerate(doublings(LAST)) if i in wrong)


def _curve(rows: Sequence[float]) -> list[float]:
    """Return the error rate after each doubling, in per cent."""
    total, places = sum(map(int, rows)), range(len(doublings(LAST)))
    counts = [total >> _DIGIT * place & (1 << _DIGIT) - 1 for place in places]
    return [100 * count / len(rows) for count in counts]


def _average(rows: Sequence[float]) -> float:
    return fmean(_curve(rows))


def _rises(rows: Sequence[float]) -> float:
    return sum(max(0.0, b - a) for a, b in pairwise(_curve(rows)))


def curves(_: Grid, records: Sequence[Record]) -> list[Plot]:
    """Return a plot of the error rate of each search over its iterations, with intervals."""
    done = [record for record in records if record.status == "done"]
    series = []
    for name, own in by_method(done, method).items():
        last = max((max(r.get("wrong"), default=1) for r in own), default=1)
        x = doublings(2 * last)
        y = [each for i in x if (each := rate(i, own)) is not None]
        series.append(
            Curve(
                name=name,
                x=x,
                y=[each.value for each in y],
                low=[each.low for each in y],
                high=[each.high for each in y],
            )
        )
    return [
        Plot(
            kind="curves",
            title="Wrong choices by number of iterations",
            series=series,
            x_title="normalised iterations",
            y_title="per cent of the trees",
            log_x=True,
        )
    ]


def errors_figure(number: int, series: Series) -> Experiment:
    """Return Figure 9 or 12."""
    others = [row for row in ROWS if row not in ("PPN", "UCT")]
    average = ["average"]
    return Experiment(
        id=f"ppn-figure-{number}",
        title=f"Wrong choices in P-games with {series.branching} branches",
        paper=PAPER,
        unit=(
            "per cent of the trees with a wrong choice after that number of normalised "
            f"iterations; the average over 1, 2, 4, … {LAST:,}; and the sum of the rises of "
            "the curve, in points"
        ),
        rows=ROWS,
        columns=COLUMNS,
        published={},
        jobs=lambda preset: series.jobs(COLUMNS, preset),
        measure=error,
        claims=[
            Claim(
                "On average, PPN makes fewer errors than PN, MCPN and pure MCTS",
                least("PPN", others, average),
            ),
            Claim("UCT errs least of all, on average", least("UCT", [*others, "PPN"], average)),
            Claim("MCPN's curve fluctuates more than PPN's", least("PPN", ["MCPN"], ["rises"])),
        ],
        resolved=RESOLVED
        + " A Monte-Carlo search would choose its secure child; the others would choose the "
        "child that they would follow next. If Max cannot win, no choice is wrong.",
        scale=series.scale,
        plots=curves,
        digits=1,
    )
