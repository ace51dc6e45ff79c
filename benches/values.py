"""Measure values: ``python benches/values.py [--json] [--quick]``; ``make bench`` runs it too.

Each job runs in its own process, so that no job reuses the values of another. The table has CPU
seconds and the peak memory of the process. Answers are asserted, times are not. The rows also show
the CPU seconds of CGSuite (its engine with a compiled move generator) and of cgt-py 0.11, measured
once on a similar machine. With ``--cgt-py``, an installed cgt-py is measured in the same run.
"""

import argparse
import json
import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from typing import Any


@dataclass(frozen=True)
class ValueJob:
    """A position, or a whole board, and its known value."""

    game: str
    position: str
    answer: str | int
    """The text or the outcome class of the value; of a whole board how many different values."""
    census: bool = False
    cgsuite_seconds: float | None = None
    cgt_py_seconds: float | None = None
    quick: bool = True


JOBS = [
    ValueJob("clobber", "3x3", 356, True, 0.14, 0.30),
    ValueJob("clobber", "3x4", 14785, True, 2.0),
    ValueJob("clobber", "4x4", "*", False, 12),
    ValueJob("domineering", "5x5", "0", False, 1.6, 4.0),
    ValueJob("domineering", "6x4", "N", False, 1.0, 2.0),
    ValueJob("domineering", "6x5", "3/2", False, 38, 135, quick=False),
    ValueJob("nogo", "3x4", "0"),
]


@dataclass(frozen=True)
class ValueRow:
    """The measured cost of a job."""

    job: ValueJob
    cpu_seconds: float
    positions: int
    peak_bytes: int


def run(job: ValueJob) -> ValueRow:
    """Compute the value and check the answer."""
    import upstar

    started = time.process_time()
    if job.census:
        census = upstar.census(job.game, job.position)
        answer, positions = census.distinct, census.positions
        assert answer == job.answer, f"{job}: {answer}"
    else:
        found = upstar.dissect(job.game, job.position)
        positions = found.positions
        assert found.value is not None
        answers = [found.value.outcome] if job.answer in "LRNP" else [str(found.value)]
        assert job.answer in answers, f"{job}: {answers}"
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return ValueRow(job, seconds, positions, peak)


def peer_seconds(position: str) -> float:
    """Return the CPU seconds of cgt-py for the same board of Domineering."""
    import cgt_py

    height, width = (int(word) for word in position.split("x"))
    started = time.process_time()
    assert cgt_py.Domineering("|".join(["." * width] * height)).canonical_form is not None
    return time.process_time() - started


def rows(quick: bool, cgt_py: bool = False) -> "list[ValueRow]":
    """Run the jobs, one after the other, each in a fresh process."""

    def alone(task: Callable[..., Any], *arguments: object) -> Any:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return pool.submit(task, *arguments).result()

    found = []
    for job in JOBS:
        if job.quick or not quick:
            if cgt_py and job.game == "domineering":
                job = replace(job, cgt_py_seconds=alone(peer_seconds, job.position))
            found.append(alone(run, job))
    return found


def show(found: list[ValueRow]) -> None:
    """Print a table."""
    heads = ("values", "positions", "CPU s", "MB", "CGSuite s", "cgt-py s")
    print(f"{heads[0]:<26} {heads[1]:>10} {heads[2]:>8} {heads[3]:>6} {heads[4]:>10} {heads[5]:>9}")
    for row in found:
        job = row.job
        name = f"{'all ' if job.census else ''}{job.game} {job.position}"
        peers = [
            "-" if seconds is None else f"{seconds:.3g}"
            for seconds in (job.cgsuite_seconds, job.cgt_py_seconds)
        ]
        print(
            f"{name:<26} {row.positions:>10,} {row.cpu_seconds:>8.2f} "
            f"{row.peak_bytes / 1e6:>6.0f} {peers[0]:>10} {peers[1]:>9}"
        )


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description="Values of positions; answers are asserted.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--quick", action="store_true", help="only jobs of about a second")
    parser.add_argument("--cgt-py", action="store_true", help="measure an installed cgt-py too")
    options = parser.parse_args()
    found = rows(options.quick, options.cgt_py)
    if options.json:
        print(json.dumps([asdict(row) for row in found], indent=2))
    else:
        show(found)


if __name__ == "__main__":
    main()
