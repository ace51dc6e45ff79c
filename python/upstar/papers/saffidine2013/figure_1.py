"""Figure 1: the time of two Monte-Carlo searches against that of PP, on the game of Y."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from statistics import correlation, median

from upstar.campaign.job import Job
from upstar.campaign.report.document import Plot, Series
from upstar.campaign.store import Record
from upstar.papers.claims import above
from upstar.papers.estimates import percentage
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Grid, Preset
from upstar.papers.saffidine2013 import PAPER, y
from upstar.statistics import bootstrap

OTHERS = ["MCTS", "MCTS-E"]
SLOWER, TIMES, RANKS = (
    "slower than PP, % of positions",
    "time divided by PP's, median",
    "rank correlation",
)
ROWS = [SLOWER, TIMES, RANKS]
SAMPLE: dict[Preset, int] = {"quick": 24, "full": 150}


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return jobs on the first positions of Table 3, which shares these runs."""
    every = y.jobs(preset, SAMPLE[preset])
    return {(row, column): every for row in ROWS for column in OTHERS}


def seconds(records: Sequence[Record], other: str) -> list[tuple[float, float]]:
    """Return the times of PP and another search on positions that PP has solved.

    If the other search reached its limit, its time is that limit.
    """
    return [
        (by["PP"].get("seconds"), by[other].get("seconds"))
        for by in y.tried(records)
        if by["PP"].solved
    ]


def measure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the figure of a cell."""
    row, column = cell
    pairs = seconds(records, column)
    if row == SLOWER:
        return percentage(sum(other > own for own, other in pairs), len(pairs))
    if len(pairs) < 2:
        return None

    def statistic(drawn: Sequence[float]) -> float:
        chosen = [pairs[int(number)] for number in drawn]
        own, others = [a for a, _ in chosen], [b for _, b in chosen]
        if row == TIMES:
            return median(b / a for a, b in chosen if a > 0)
        if len(set(own)) < 2 or len(set(others)) < 2:
            return 0.0
        return correlation(ranks(own), ranks(others))

    interval = bootstrap(range(len(pairs)), statistic)
    return Estimate(
        value=interval.value, low=interval.low, high=interval.high, count=interval.count
    )


def ranks(numbers: Sequence[float]) -> list[float]:
    """Return the rank of each number; equal numbers share the mean of their ranks.

    >>> ranks([0.5, 0.1, 0.5, 2.0])
    [1.5, 0.0, 1.5, 3.0]
    """
    ordered = sorted(numbers)
    return [bisect_left(ordered, n) / 2 + (bisect_right(ordered, n) - 1) / 2 for n in numbers]


def plots(_: Grid, records: Sequence[Record]) -> list[Plot]:
    """Return the figure as a plot."""
    done = [record for record in records if record.status == "done"]
    series = [
        Series(name=other, x=[a for a, _ in points], y=[b for _, b in points])
        for other in OTHERS
        if (points := [(a, b) for a, b in seconds(done, other) if a > 0 and b > 0])
    ]
    return [
        Plot(
            kind="scatter",
            title="Y: the time of MCTS and MCTS-E against that of PP",
            series=series,
            x_title="seconds of PP",
            y_title="seconds of the other",
        )
    ]


EXPERIMENT = Experiment(
    id="pp-figure-1",
    title="Y on a board of size 6: the time of MCTS and MCTS-E against that of PP",
    paper=PAPER,
    unit="as in the rows; the figure itself is the plot",
    rows=ROWS,
    columns=OTHERS,
    published={},
    jobs=jobs,
    measure=measure,
    claims=[
        Claim("PP is faster on most positions", above(SLOWER, OTHERS, 50.0)),
        Claim(
            "Positions that are hard for PP are also hard for the others", above(RANKS, OTHERS, 0.0)
        ),
    ],
    resolved=f"{y.RESOLVED} The paper plots about 150 positions of various difficulty. Here they "
    "are the first of the list; their times differ by a factor of a thousand. If the other search "
    "reached its limit, the point is at that limit.",
    full_takes="some minutes on two cores",
    scale={
        "quick": f"{SAMPLE['quick']} positions, 1 second for each search",
        "full": f"{SAMPLE['full']} positions, 60 seconds for each search",
    },
    digits=2,
    plots=plots,
)
