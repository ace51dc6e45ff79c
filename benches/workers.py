"""Solve one position by jobs on one worker and on two: ``python benches/workers.py``.

The table has for each number of workers: wall-clock seconds, CPU seconds, nodes and jobs. On an
idle machine, compare the wall-clock seconds. On a busy one they mean nothing, so the last column
has the nodes per worker relative to the first row: the speed-up of equally fast workers. With
several workers the search depends on which job ends first, so runs differ. `--runs` repeats them,
and the table shows the median. Answers are compared with those of one search without jobs. With
`--proof`, the merged certificate is written and verified.
"""

import argparse
import resource
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import upstar
from upstar.campaign import executor
from upstar.distributed import solve_by_jobs


@dataclass(frozen=True)
class Run:
    """The cost of one search."""

    wall: float
    processor: float
    nodes: int
    jobs: int
    busy: float


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="domineering")
    parser.add_argument("position", nargs="?", default="8x7")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--on", default="local")
    parser.add_argument("--rule", default="pp")
    parser.add_argument("--algorithm", default="auto")
    parser.add_argument("--job-nodes", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--proof", action="store_true", help="write and verify a certificate too")
    options = parser.parse_args()
    place = upstar.position(options.game, options.position)
    known = upstar.solve(place, options.algorithm)
    print(f"{options.game} {options.position}: {known.outcome}; without jobs {_effort(known)}\n")
    print("| workers | wall s | processor s | nodes | jobs | busy | nodes per worker, ratio |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    first = None
    for workers in options.workers:
        runs = [_run(place, workers, options, known.outcome) for _ in range(options.runs)]
        wall, processor, nodes, jobs, busy = (
            median(getattr(run, name) for run in runs)
            for name in ("wall", "processor", "nodes", "jobs", "busy")
        )
        first = first or nodes / workers
        cells = f"{wall:.2f} | {processor:.2f} | {nodes:,.0f} | {jobs:,.0f} | {busy:.2f}"
        print(f"| {workers} | {cells} | {nodes / workers / first:.2f} |", flush=True)


def _run(place: upstar.Position, workers: int, options: argparse.Namespace, outcome: str) -> Run:
    pool = executor(options.on, workers=workers)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "all.proof" if options.proof else None
        wall, before = time.monotonic(), _processor()
        try:
            solution = solve_by_jobs(
                place,
                pool,
                rule=options.rule,
                algorithm=options.algorithm,
                job_nodes=options.job_nodes,
                proof=path,
            )
        finally:
            wall, after = time.monotonic() - wall, _processor()
            pool.close()
        assert solution.outcome == outcome, "the search by jobs has another answer"
        assert path is None or upstar.verify(path), "the certificate is wrong"
    stats = solution.stats
    busy = solution.details["job_seconds"] / stats.seconds
    return Run(wall, after - before, stats.nodes, stats.iterations, busy)


def _processor() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _effort(solution: upstar.Solution) -> str:
    return f"{solution.stats.nodes:,} nodes in {solution.stats.seconds:.2f} s"


if __name__ == "__main__":
    main()
