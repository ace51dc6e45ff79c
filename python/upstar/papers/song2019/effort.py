"""Shared by Figures 7, 8, 10 and 11: the mean effort to solve a tree."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from upstar.campaign.store import Record
from upstar.papers.claims import least
from upstar.papers.estimates import mean_of
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment
from upstar.papers.song2019 import PAPER, RESOLVED, ROWS, SEARCHES, Series, method
from upstar.statistics import bootstrap

COLUMNS = ["mean", "median"]


def iterations(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the normalised iterations to solve a tree."""
    one_node = SEARCHES[cell[0]].one_node
    counts = [r.get("iterations") / (r.get("branching") if one_node else 1) for r in records]
    return _estimate(cell, records, counts)


def milliseconds(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the time to solve a tree."""
    return _estimate(cell, records, [1000 * r.get("seconds") for r in records])


def _estimate(cell: Cell, records: Sequence[Record], sample: Sequence[float]) -> Estimate | None:
    mean = mean_of(records, sample)
    if mean is None or cell[1] == "mean":
        return mean
    middle = bootstrap(sample, median)
    return replace(mean, value=middle.value, low=middle.low, high=middle.high)


def _claims(less_effort: str) -> list[Claim]:
    """Return the claims of the text on both series, for both readings of pure MCTS."""

    def less(better: str, worse: Sequence[str]) -> Claim:
        return Claim(
            f"{better} needs {less_effort} than {', '.join(worse)}", least(better, worse, ["mean"])
        )

    return [
        less("PPN", ["MCPN"]),
        less("PPN", ["UCT", "PN"]),
        less("PPN", ["pure MCTS (10)"]),
        less("PPN", ["pure MCTS (1)"]),
        less("MCPN", ["UCT", "PN"]),
        less("pure MCTS (10)", ["UCT", "PN"]),
        less("pure MCTS (1)", ["UCT", "PN"]),
    ]


def seconds_figure(number: int, series: Series) -> Experiment:
    """Return Figure 7 or 10."""
    return Experiment(
        id=f"ppn-figure-{number}",
        title=f"Time to solve P-games with {series.branching} branches",
        paper=PAPER,
        unit="milliseconds for a tree, wall-clock time with a trace",
        rows=ROWS,
        columns=COLUMNS,
        published={},
        jobs=lambda preset: series.jobs(COLUMNS, preset),
        measure=milliseconds,
        claims=_claims("less time"),
        resolved=RESOLVED,
        scale=series.scale,
        method=method,
        digits=2,
    )


def iterations_figure(number: int, series: Series) -> Experiment:
    """Return Figure 8 or 11."""
    return Experiment(
        id=f"ppn-figure-{number}",
        title=f"Iterations to solve P-games with {series.branching} branches",
        paper=PAPER,
        unit="normalised iterations per tree",
        rows=ROWS,
        columns=COLUMNS,
        published={},
        jobs=lambda preset: series.jobs(COLUMNS, preset),
        measure=iterations,
        claims=_claims("fewer iterations"),
        resolved=RESOLVED,
        scale=series.scale,
        method=method,
        digits=1,
    )
