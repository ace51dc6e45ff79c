"""Runs an experiment, and compares the result with the published figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upstar.campaign import Executor, Record, RunProgress, Store, run_jobs
from upstar.campaign.report.origin import provenance
from upstar.papers.experiment import Cell, Estimate, Experiment, Preset, Published, Verdict
from upstar.progress import Auto


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """An experiment with its measured figures."""

    experiment: Experiment
    preset: Preset
    measured: dict[Cell, Estimate]
    verdicts: Sequence[Verdict]
    """One for each claim."""
    records: Sequence[Record]
    failures: Sequence[Record]
    wanted: int = 0
    """The jobs of the preset."""

    @property
    def runs(self) -> str:
        """How many jobs of the preset have a result, if not all; else nothing."""
        done = len({record.job.key for record in self.records if record.status == "done"})
        missing = self.wanted - done - len(self.failures)
        return f"{done:,} of the {self.wanted:,} runs of this preset" if missing > 0 else ""

    @property
    def published(self) -> Mapping[Cell, Published]:
        """The printed figures, if this preset measures what the paper measured."""
        return self.experiment.published if self.preset in self.experiment.comparable else {}

    def _repr_html_(self) -> str:
        from upstar.papers.document import document

        return document([self])._repr_html_()

    def to_json(self) -> dict[str, Any]:
        """Return plain data, with published and measured figures in separate entries."""
        e = self.experiment
        return {
            "id": e.id,
            "title": e.title,
            "paper": e.paper.citation,
            "preset": self.preset,
            "unit": e.unit,
            "cells": [
                {
                    "row": row,
                    "column": column,
                    "published": _published(self.published.get((row, column))),
                    "measured": _measured(self.measured.get((row, column))),
                    "ratio": ratio(self, (row, column)),
                }
                for row in e.rows
                for column in e.columns
                if (row, column) in self.published or (row, column) in self.measured
            ],
            "claims": [
                {"claim": claim.text, "verdict": verdict.answer, "reason": verdict.reason}
                for claim, verdict in zip(e.claims, self.verdicts, strict=True)
            ],
            "failures": [{"job": str(f.job), "reason": f.reason} for f in self.failures],
            "runs": {"done": len(self.records) - len(self.failures), "preset": self.wanted},
            "provenance": provenance(self.records),
        }


def ratio(reproduction: Reproduction, cell: Cell) -> float | None:
    """Return measured divided by published, if neither is only a lower bound.

    Parameters
    ----------
    reproduction : Reproduction
        A measured table.
    cell : tuple
        The row and the column of a figure.

    Returns
    -------
    float or None
        The ratio; None if the cell has no two numbers to compare.

    Examples
    --------
    >>> from contextlib import closing
    >>> from upstar.campaign import Store, executor
    >>> from upstar.papers import experiment
    >>> with closing(executor("local", workers=1)) as pool:
    ...     table = reproduce(experiment("pp-table-4"), "quick", Store(":memory:"), pool)
    >>> ratio(table, ("PPT", "5 x 6"))
    1.0
    """
    if reproduction.experiment.words:
        return None
    printed = reproduction.published.get(cell)
    own = reproduction.measured.get(cell)
    if printed is None or own is None or printed.more or own.more or not printed.value:
        return None
    return own.value / printed.value


def reproduce(
    experiment: Experiment,
    preset: Preset,
    store: Store,
    executor: Executor,
    *,
    progress: Callable[[RunProgress], None] | Auto | None = "auto",
    retry: bool = False,
    fresh: bool = False,
    seeds: int | None = None,
    stored: bool = False,
) -> Reproduction:
    """Run the jobs of an experiment that have no result in the store, and compare.

    Parameters
    ----------
    experiment : Experiment
        The table or figure.
    preset : str
        What to run.
    store : Store
        Where results are looked up and stored.
    executor : Executor
        What runs the jobs.
    progress : callable, 'auto' or None
        As for ``run_jobs``.
    retry : bool
        Whether to run failed jobs again.
    fresh : bool
        Whether to run all jobs again.
    seeds : int, optional
        Run only the jobs with a seed below this number.
    stored : bool
        Whether to run nothing and to compare the results that the store has.

    Returns
    -------
    Reproduction
        The measured figures; `runs` says if jobs of the preset are missing.
    """
    jobs = [job for listed in experiment.jobs(preset).values() for job in listed]
    if stored:
        found = [store.record_of(key) for key in dict.fromkeys(job.key for job in jobs)]
        return evaluate(experiment, preset, [record for record in found if record is not None])
    chosen = [job for job in jobs if seeds is None or job.seed < seeds]
    # All cells make progress alike, so an interrupted run has comparable figures.
    chosen.sort(key=lambda job: job.seed)
    name = f"{experiment.id} {preset}"
    options: dict[str, Any] = {"retry": retry, "fresh": fresh, "progress": progress}
    records = run_jobs(chosen, store, executor, campaign=name, **options)
    return evaluate(experiment, preset, records)


def evaluate(experiment: Experiment, preset: Preset, records: Sequence[Record]) -> Reproduction:
    """Compute the figures and verdicts of an experiment from records."""
    by_key = {record.job.key: record for record in records}
    measured = {}
    cells = experiment.jobs(preset)
    for cell, jobs in cells.items():
        found = [by_key[job.key] for job in jobs if job.key in by_key]
        estimate = experiment.measure(cell, [r for r in found if r.status == "done"])
        if estimate is not None:
            measured[cell] = estimate
    return Reproduction(
        experiment=experiment,
        preset=preset,
        measured=measured,
        verdicts=[claim.check(measured) for claim in experiment.claims],
        records=records,
        failures=[record for record in records if record.status == "failed"],
        wanted=len({job.key for jobs in cells.values() for job in jobs}),
    )


def _published(figure: Published | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    return {"value": figure.value, "more": figure.more, "spread": figure.spread}


def _measured(e: Estimate | None) -> dict[str, Any] | None:
    if e is None:
        return None
    interval = {"low": e.low, "high": e.high, "runs": e.count}
    return {"value": e.value, "more": e.more, **interval, "note": e.note}
