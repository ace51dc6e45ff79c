"""How fast the searches are: ``make bench``, or ``python benches/bench.py [--json] [--quick]``.

Answers are asserted, times never: a machine's speed is no test. Beside some rows stand the seconds
of Saffidine and Cazenave, *Developments on Product Propagation*, 2013, Tables 5 and 7, on their
machine of that time; the ratio says how many times faster ours was here. Their sizes are columns x
rows, ours ROWSxCOLUMNS. `preset=paper` makes the published choices, so that their trees are grown.

For scale: throw-away prototypes in C++ with standard containers reached on such a machine 1.5–3.3 M
created nodes/s at 56–61 bytes (PP), 0.3 M/s at 120–170 bytes (PPT), and depth first
0.4–1.6 M nodes/s.
"""

import argparse
import json
import platform
import sys
from dataclasses import asdict, dataclass, field
from typing import Any

import upstar


@dataclass(frozen=True)
class Job:
    """A search, the answer that it must give, and what others needed for it."""

    game: str
    position: str
    algorithm: str
    outcome: str
    parameters: dict[str, Any] = field(default_factory=dict)
    paper_seconds: float | None = None
    quick: bool = True


PAPER = {"preset": "paper"}
# The paper's alpha-beta has neither symmetry nor static bounds; these rows are ours as it comes.
JOBS = [
    Job("domineering", "6x6", "alpha-beta", "win"),
    Job("domineering", "7x6", "alpha-beta", "loss", quick=False),
    Job("domineering", "6x7", "alpha-beta", "win", quick=False),
    Job("domineering", "7x7", "alpha-beta", "win", quick=False),
    Job("nogo", "1x18", "alpha-beta", "win"),
    Job("nogo", "4x4", "alpha-beta", "loss"),
    Job("connect-four", "5x5", "alpha-beta", "draw"),
    Job("domineering", "6x5", "pp", "win", PAPER, 0.24),
    Job("domineering", "6x5", "ppt", "win", PAPER, 0.17),
    Job("domineering", "6x5", "pnt", "win", PAPER, 5.92),
    Job("domineering", "6x6", "pp", "win", PAPER, 20.1, quick=False),
    Job("domineering", "6x6", "ppt", "win", PAPER, 5.33),
    Job("domineering", "6x7", "ppt", "win", PAPER, 55.13, quick=False),
    Job("nogo", "1x18", "pp", "win", PAPER, 21.39),
    Job("nogo", "1x18", "ppt", "win", PAPER, 9.46),
    Job("nogo", "1x18", "pnt", "win", PAPER, 144.2, quick=False),
    Job("domineering", "6x7", "df-pn", "win"),
    Job("domineering", "7x6", "df-pp", "loss"),
    Job("clobber", "4x5", "df-pn", "win"),
    Job("nogo", "1x18", "df-pp", "win"),
]


@dataclass(frozen=True)
class Row:
    """What a job cost here."""

    job: Job
    nodes: int
    expansions: int
    seconds: float
    nodes_per_second: float
    expansions_per_second: float
    bytes_each: float | None
    """Of a table entry, or of a node of a best-first search with all that belongs to it."""
    peak_bytes: int
    times_faster_than_paper: float | None


def run(job: Job) -> Row:
    """Solve it and check the answer."""
    position = upstar.position(job.game, job.position)
    solution = upstar.solve(position, job.algorithm, threads=1, **job.parameters)
    assert solution.outcome == job.outcome, f"{job}: {solution}"
    stats = solution.stats
    seconds = max(stats.seconds, 1e-9)
    paper = job.paper_seconds
    details = solution.details
    return Row(
        job=job,
        nodes=stats.nodes,
        expansions=stats.expansions,
        seconds=stats.seconds,
        nodes_per_second=stats.nodes / seconds,
        expansions_per_second=stats.expansions / seconds,
        bytes_each=details.get("bytes_per_entry", details.get("bytes_per_node")),
        peak_bytes=stats.peak_bytes,
        times_faster_than_paper=None if paper is None else paper / seconds,
    )


HEAD = (
    f"{'search':<34} {'nodes':>12} {'seconds':>8} {'nodes/s':>8} {'expand/s':>8} "
    f"{'B each':>6} {'MB':>6} {'paper s':>8} {'ratio':>6}"
)


def show(row: Row) -> str:
    """A line for people."""
    job = row.job
    preset = " paper" if job.parameters else ""
    each = "-" if row.bytes_each is None else f"{row.bytes_each:.0f}"
    paper = "-" if job.paper_seconds is None else f"{job.paper_seconds:.2f}"
    ratio = "-" if row.times_faster_than_paper is None else f"{row.times_faster_than_paper:.0f}"
    return (
        f"{f'{job.algorithm}{preset} {job.game} {job.position}':<34} {row.nodes:>12,} "
        f"{row.seconds:>8.3f} {row.nodes_per_second / 1e6:>7.2f}M "
        f"{row.expansions_per_second / 1e6:>7.2f}M {each:>6} {row.peak_bytes / 1e6:>6.1f} "
        f"{paper:>8} {ratio:>6}"
    )


def main() -> None:
    """Run the benchmarks."""
    parser = argparse.ArgumentParser(description="Benchmarks that assert their answers.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--quick", action="store_true", help="only jobs of about a second")
    options = parser.parse_args()
    build = upstar.build_info()
    if build["profile"] != "release":
        sys.exit("a debug build measures nothing; make build makes a release one")
    if not options.json:
        print(f"upstar {build['version']}, {platform.machine()}, one thread")
        print(HEAD)
    rows = []
    for job in JOBS:
        if options.quick and not job.quick:
            continue
        rows.append(run(job))
        if not options.json:
            print(show(rows[-1]), flush=True)
    if options.json:
        print(json.dumps({"build": build, "rows": [asdict(row) for row in rows]}, indent=2))


if __name__ == "__main__":
    main()
