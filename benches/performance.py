"""The jobs on which other programs have published or measured times, beside ours, and how the cost
grows with the board.

``make performance`` solves every board of every family in a process of its own, with one thread
and, where that took a while, with two; it stops a family at the first board that is not solved
within the limit. It writes the tables of docs/performance.md anew and draws docs/growth.svg;
``python benches/performance.py --seconds 20`` sets the limit of each board. What was measured is
kept in a file and not measured again by the same engine, so an interrupted run goes on, and
families can be measured side by side (``--only``). ``--known`` measures nothing that was tried
before, in however short a time, so that only some families need be given longer. Known answers
are asserted. The others' figures are data: best times known of each program on one core of a
similar machine, with its name.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import upstar
from upstar.report.document import Plot, Series
from upstar.report.plots import svg

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT, PICTURE = DOCS / "performance.md", DOCS / "growth.svg"
RESULTS = Path(__file__).parents[1] / "target" / "performance.jsonl"
WORTH_TWO_THREADS = 0.3, 100.0
"""Below so many seconds a second thread has nothing to gain; above, it would take too long."""
MINUTE = 60.0


@dataclass(frozen=True)
class Job:
    """A position, who wins it (or draw; empty if nobody has published it), and the best figure of
    another program."""

    game: str
    position: str
    winner: str = ""
    peer: str = ""
    peer_seconds: float | None = None
    to_move: str | None = None

    @property
    def name(self) -> str:
        """The job in a table."""
        first = f", {self.to_move} first" if self.to_move else ""
        pairs = self.position.count("xo")
        position = f"(xo)^{pairs}" if self.position == "xo" * pairs else self.position
        return f"{self.game} {position}{first}"

    @property
    def cells(self) -> int:
        """How large the board is."""
        if self.game == "y":
            side = int(self.position)
            return side * (side + 1) // 2
        if set(self.position) == set("xo"):
            return len(self.position)
        rows, columns = self.position.split("x")
        return int(rows) * int(columns)


# One best figure is known for these three together, not which of them reached it.
LINE_PROGRAMS = "best of Fhourstones, Pons, c4"
DATABASE = "MCGS with a database"

FAMILIES = {
    "Domineering": [
        Job("domineering", "4x4", "vertical"),
        Job("domineering", "5x5", "horizontal"),
        Job("domineering", "6x6", "vertical", "Obsequi", 0.003),
        Job("domineering", "7x6", "horizontal", "Obsequi", 0.009),
        Job("domineering", "7x7", "vertical", "Obsequi", 0.009),
        Job("domineering", "8x7", "vertical"),
        Job("domineering", "8x8", "vertical", "Obsequi", 1.0),
        Job("domineering", "9x8", "horizontal", "Obsequi", 6.6, to_move="horizontal"),
        Job("domineering", "9x8"),
        Job("domineering", "9x9", "vertical"),
        Job("domineering", "10x9"),
        Job("domineering", "10x10", "vertical"),
    ],
    "NoGo, boards": [
        Job("nogo", "3x3"),
        Job("nogo", "3x4"),
        Job("nogo", "4x4", "white", "SBHSolver", 3.3),
        Job("nogo", "3x6", "black", "SBHSolver", 4.5),
        Job("nogo", "2x9", "white", "SBHSolver", 12.0),
        Job("nogo", "5x4", "black", "SBHSolver", 47.5),
        Job("nogo", "3x7"),
        Job("nogo", "2x11"),
        Job("nogo", "4x6"),
        Job("nogo", "5x5"),
    ],
    "NoGo, strips": [
        Job("nogo", "1x16"),
        Job("nogo", "1x18", "black", DATABASE, 0.19),
        Job("nogo", "1x20", "black", DATABASE, 0.24),
        Job("nogo", "1x22", "black", DATABASE, 1.3),
        Job("nogo", "1x24", "black", DATABASE, 3.9),
        Job("nogo", "1x26", "black", DATABASE, 24.0),
        Job("nogo", "1x28", "black", DATABASE, 100.0),
        Job("nogo", "1x30"),
        Job("nogo", "1x32"),
        Job("nogo", "1x34"),
        Job("nogo", "1x36"),
    ],
    "Connect Four": [
        Job("connect-four", "4x4", "draw"),
        Job("connect-four", "4x5", "draw", LINE_PROGRAMS, 0.01),
        Job("connect-four", "5x5", "draw", LINE_PROGRAMS, 0.07),
        Job("connect-four", "5x6", "draw", LINE_PROGRAMS, 0.25),
        Job("connect-four", "6x6", "second", LINE_PROGRAMS, 2.0),
        Job("connect-four", "6x7", "first", "c4", 39.8),
        Job("connect-four", "7x7", "draw"),
    ],
    "Clobber": [
        Job("clobber", "3x4"),
        Job("clobber", "4x4", "black", "MCGS", 0.07),
        Job("clobber", "3x6", "white", "MCGS", 0.29),
        Job("clobber", "4x5", "black", "MCGS", 0.47),
        Job("clobber", "5x5", "white", "MCGS", 143.0),
        Job("clobber", "5x6", "white"),
    ],
    "Clobber, strips": [
        Job("clobber", "xo" * 18, "black", "SEGClobber", 0.16),
        Job("clobber", "xo" * 24, "black", "SEGClobber", 0.38),
        Job("clobber", "xo" * 30, "black", "SEGClobber", 6.3),
        Job("clobber", "xo" * 36),
        Job("clobber", "xo" * 42),
        Job("clobber", "xo" * 48),
    ],
    "Y": [
        Job("y", "4", "black"),
        Job("y", "5", "black", "morat", 0.15),
        Job("y", "6", "black", "morat", 27.0),
        Job("y", "7", "black"),
        Job("y", "8", "black"),
        Job("y", "9", "black"),
    ],
    "Hex": [
        Job("hex", "3x3", "black"),
        Job("hex", "4x4", "black"),
        Job("hex", "5x5", "black"),
        Job("hex", "5x6"),
        Job("hex", "6x6", "black"),
        Job("hex", "7x7", "black"),
        Job("hex", "8x8", "black"),
    ],
}
JOBS = [job for family in FAMILIES.values() for job in family]


def peak_megabytes() -> float:
    """The most that this process used; `getrusage` would count what its parent had."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1024  # type: ignore[index]


def solve(job: Job, threads: int, seconds: float, memory: float | None) -> dict[str, Any]:
    """Solve a job in this process and measure it."""
    position = upstar.position(job.game, job.position, to_move=job.to_move)
    before = resource.getrusage(resource.RUSAGE_SELF)
    solution = upstar.solve(position, max_seconds=seconds, max_memory=memory, threads=threads)
    after = resource.getrusage(resource.RUSAGE_SELF)
    answer = "draw" if solution.outcome == "draw" else solution.winner
    return {
        "answer": answer if solution.solved else None,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "clock": solution.stats.seconds,
        "nodes": solution.stats.nodes,
        "megabytes": peak_megabytes(),
        "threads": solution.details.get("threads", 1),
    }


class Results:
    """What was measured by this engine, in a file."""

    def __init__(self, path: Path, is_enough: bool, memory: float | None = None) -> None:
        """Read what is there; is it enough, whatever the limit was? And the megabytes allowed."""
        from upstar.campaign.job import engine  # not in the processes that are measured

        self.path = path
        self.is_enough = is_enough
        self.memory = memory
        self.engine = engine()
        self.known: dict[tuple[str, int], dict[str, Any]] = {}
        for line in path.read_text().splitlines() if path.exists() else []:
            found = json.loads(line)
            if found["engine"] == self.engine:
                self.known[found["job"], found["asked"]] = found

    def measure(self, job: Job, threads: int, seconds: float) -> dict[str, Any]:
        """A job in a process of its own, unless it is known: solved, or not in as many seconds."""
        known = self.known.get((job.name, threads))
        is_solved = known is not None and known["answer"] is not None
        if known and (is_solved or self.is_enough or known["limit"] >= seconds):
            return known
        command = [sys.executable, __file__, "--one", str(JOBS.index(job))]
        command += ["--threads", str(threads), "--seconds", str(seconds)]
        command += [] if self.memory is None else ["--max-memory", str(self.memory)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found: dict[str, Any] = json.loads(done.stdout)
        assert not job.winner or found["answer"] in (None, job.winner), f"{job}: {found}"
        found |= {"job": job.name, "asked": threads, "limit": seconds, "engine": self.engine}
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(found) + "\n")
        self.known[job.name, threads] = found
        return found


def row(job: Job, results: Results, seconds: float) -> tuple[str, dict[str, Any]]:
    """A line of the table, and what one thread took."""
    one = results.measure(job, 1, seconds)
    is_solved = one["answer"] is not None
    cost = f"{one['cpu']:.3f}" if is_solved else f"not in {one['cpu']:.0f}"
    together = " | "
    least, most = WORTH_TWO_THREADS
    if is_solved and least <= one["clock"] <= most:
        two = results.measure(job, 2, seconds)
        if two["threads"] == 2 and two["answer"] is not None:
            together = f"{two['clock']:.3f} | {one['clock'] / two['clock']:.2f}"
    peer = "" if job.peer_seconds is None else f"{job.peer_seconds:g} ({job.peer})"
    line = (
        f"| {job.name} | {one['answer'] or 'unknown'} | {cost} | {one['nodes']:,} "
        f"| {one['megabytes']:.0f} | {together} | {peer} |\n"
    )
    return line, one


def span(seconds: float) -> str:
    """A time in a heading."""
    if seconds < MINUTE:
        return f"{seconds:g} s"
    minutes = seconds / MINUTE
    return "a minute" if minutes == 1 else f"{minutes:g} minutes"


def measure_all(results: Results, seconds: float, only: str) -> tuple[str, str, list[Series]]:
    """The table of jobs, the table of largest boards, and the curves."""
    jobs = (
        "| job | winner | CPU s | nodes | MB | s, two threads | speed-up | best of others, s |\n"
        "|---|---|---|---|---|---|---|---|\n"
    )
    spans = sorted({min(seconds, MINUTE), seconds})
    titles = [f"largest in {span(limit)} | CPU s" for limit in spans]
    largest = f"| game | {' | '.join(titles)} | not solved |\n|---|{'---|---|' * len(spans)}---|\n"
    curves = []
    for family, boards in FAMILIES.items():
        if not re.search(only, family, re.IGNORECASE):
            continue
        solved: list[tuple[Job, dict[str, Any]]] = []
        failed = ""
        for job in boards:
            line, one = row(job, results, seconds)
            print(line, end="", flush=True)
            jobs += line
            if one["answer"] is None:
                failed = f"{job.name} in {one['limit']:.0f} s"
                break
            solved.append((job, one))
        cells = []
        for limit in spans:
            within = [(job, one) for job, one in solved if one["cpu"] <= limit]
            cells += [within[-1][0].name, f"{within[-1][1]['cpu']:.3f}"] if within else ["", ""]
        largest += f"| {family} | {' | '.join(cells)} | {failed} |\n"
        points = [(job.cells, max(one["cpu"], 1e-4)) for job, one in solved]
        points.sort()
        curves.append(Series(name=family, x=[x for x, _ in points], y=[y for _, y in points]))
    return jobs, largest, curves


def replace(text: str, what: str, new: str) -> str:
    """The document with what stands between two marks written anew."""
    begin, end = f"<!-- measured by make performance: {what} -->\n", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + "(.*?)" + re.escape(end), flags=re.DOTALL)
    assert pattern.search(text), f"{DOCUMENT} has lost the place for {what}"
    return pattern.sub(lambda _: begin + new + end, text)


def main() -> None:
    """Write the tables anew, or run one job."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="limit of each board, by the clock"
    )
    parser.add_argument(
        "--only", default="", help="measure only these families (a pattern), write no document"
    )
    parser.add_argument("--known", action="store_true", help="measure only what was never tried")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument("--one", type=int, help="run this job only and print it as JSON")
    parser.add_argument("--threads", type=int, default=1, help="threads, with --one")
    parser.add_argument("--max-memory", type=float, help="megabytes for each board")
    options = parser.parse_args()
    if options.one is not None:
        print(
            json.dumps(
                solve(JOBS[options.one], options.threads, options.seconds, options.max_memory)
            )
        )
        return
    results = Results(options.results, options.known, options.max_memory)
    jobs, largest, curves = measure_all(results, options.seconds, options.only)
    if options.only:
        return
    text = replace(DOCUMENT.read_text(), "jobs", jobs)
    DOCUMENT.write_text(replace(text, "largest", largest))
    plot = Plot(
        kind="curves",
        title="What a board costs, by its cells",
        series=curves,
        x_title="cells",
        y_title="CPU seconds, one thread",
        log_y=True,
    )
    PICTURE.write_text(svg(plot) + "\n")


if __name__ == "__main__":
    main()
