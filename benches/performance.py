"""The jobs on which other programs have published or measured times, beside ours.

``make performance`` runs every job in a process of its own and writes the table of
docs/performance.md anew; ``python benches/performance.py --seconds 20`` sets the limit of each.
Answers are asserted. Seconds are CPU seconds of the solve; memory is the most that the process
used, the interpreter included. The others' figures are data: best times known of each program on
one core of a similar machine, with its name.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import upstar

DOCUMENT = Path(__file__).parents[1] / "docs" / "performance.md"
BEGIN, END = "<!-- measured by make performance -->\n", "<!-- end of what was measured -->"


@dataclass(frozen=True)
class Job:
    """A position, who wins it (or draw), and the best figure of another program."""

    game: str
    position: str
    winner: str
    peer: str = ""
    peer_seconds: float | None = None
    to_move: str | None = None


# One best figure is known for these three together, not which of them reached it.
LINE_PROGRAMS = "best of Fhourstones, Pons, c4"

JOBS = [
    Job("domineering", "6x6", "vertical", "Obsequi", 0.003),
    Job("domineering", "7x6", "horizontal", "Obsequi", 0.009),
    Job("domineering", "7x7", "vertical", "Obsequi", 0.009),
    Job("domineering", "8x7", "vertical"),
    Job("domineering", "8x8", "vertical", "Obsequi", 1.0),
    Job("nogo", "4x4", "white", "SBHSolver", 3.3),
    Job("nogo", "5x4", "black", "SBHSolver", 47.5),
    Job("nogo", "1x18", "black", "MCGS with a database", 0.19),
    Job("nogo", "1x20", "black", "MCGS with a database", 0.24),
    Job("nogo", "1x22", "black", "MCGS with a database", 1.3),
    Job("connect-four", "4x5", "draw", LINE_PROGRAMS, 0.01),
    Job("connect-four", "5x5", "draw", LINE_PROGRAMS, 0.07),
    Job("connect-four", "5x6", "draw", LINE_PROGRAMS, 0.25),
    Job("connect-four", "6x6", "second", LINE_PROGRAMS, 2.0),
    Job("clobber", "4x5", "black", "MCGS", 0.47),
    Job("y", "5", "black", "morat", 0.15),
    Job("y", "6", "black", "morat", 27.0),
    Job("hex", "5x5", "black"),
]


def solve(job: Job, seconds: float) -> dict[str, object]:
    """Solve a job in this process and measure it."""
    position = upstar.position(job.game, job.position, to_move=job.to_move)
    before = resource.getrusage(resource.RUSAGE_SELF)
    solution = upstar.solve(position, max_seconds=seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    answer = "draw" if solution.outcome == "draw" else solution.winner
    return {
        "answer": answer if solution.solved else None,
        "seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "nodes": solution.stats.nodes,
        "megabytes": after.ru_maxrss / 1024,
    }


def row(job: Job, seconds: float) -> str:
    """Run a job in a process of its own; a line of the table."""
    command = [sys.executable, __file__, "--one", str(JOBS.index(job)), "--seconds", str(seconds)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["answer"] in (None, job.winner), f"{job}: {found}"
    if found["answer"] is None:
        cost = f"not in {found['seconds']:.0f} | {found['nodes']:,}"
    else:
        cost = f"{found['seconds']:.3f} | {found['nodes']:,}"
    peer = "" if job.peer_seconds is None else f"{job.peer_seconds:g} ({job.peer})"
    return (
        f"| {job.game} {job.position} | {found['answer'] or 'unknown'} | {cost} "
        f"| {found['megabytes']:.0f} | {peer} |\n"
    )


def main() -> None:
    """Write the table anew, or run one job."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60.0, help="limit of each job, by the clock"
    )
    parser.add_argument("--only", default="", help="only jobs whose name has this in it")
    parser.add_argument("--one", type=int, help="run this job only and print it as JSON")
    options = parser.parse_args()
    if options.one is not None:
        print(json.dumps(solve(JOBS[options.one], options.seconds)))
        return
    text = DOCUMENT.read_text()
    pattern = re.compile(re.escape(BEGIN) + "(.*?)" + re.escape(END), flags=re.DOTALL)
    measured = pattern.search(text)
    assert measured, f"{DOCUMENT} has lost the place for the table"
    before = {line.split("|")[1].strip(): line + "\n" for line in measured[1].splitlines()}
    lines = "| job | winner | CPU s | nodes | MB | best of others, s |\n|---|---|---|---|---|---|\n"
    for job in JOBS:
        name = f"{job.game} {job.position}"
        if options.only not in name and name in before:
            lines += before[name]
            continue
        line = row(job, options.seconds)
        print(line, end="", flush=True)
        lines += line
    DOCUMENT.write_text(pattern.sub(lambda _: BEGIN + lines + END, text))


if __name__ == "__main__":
    main()
