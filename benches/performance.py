"""The jobs on which other programs have published or measured times, beside ours, and how the cost
grows with the board.

``make performance`` solves every board of every family (`performance_boards.py`) in a process of
its own, with one thread and then with two; it stops a family at the first board that one thread
does not solve within the limit. It says how each answer is known to be right, writes
the tables of docs/performance.md anew and draws docs/growth.svg.
``python benches/performance.py --seconds 20`` sets the limit of each board. What was measured is
kept in a file and not measured again by the same engine, so an interrupted run goes on, and
families can be measured side by side (``--only``). ``--known`` measures nothing that was tried
before, in however short a time, so that only some families need be given longer.

Known answers are asserted. A board whose winner nobody has published is solved once more: with a
certificate that the verifier accepts, or else by an algorithm that did not find the answer. Any
two answers that differ end the run. The others' figures are data: best times known of each program
on one core of a similar machine, with its name.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from performance_boards import FAMILIES, JOBS, Job

import upstar

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT, PICTURE = DOCS / "performance.md", DOCS / "growth.svg"
RESULTS = Path(__file__).parents[1] / "target" / "performance.jsonl"
BRIEF, RUNS = 6.0, 5
"""What takes at most so many seconds is run so many times, and the least is told."""
WORTH_A_CERTIFICATE, QUICKLY = 0.1, 10.0
"""What took at most so many CPU seconds gets a certificate too, if so many seconds are enough."""
MINUTE = 60.0
ALGORITHMS = "df-pn", "alpha-beta"
Found = dict[str, Any]


# What runs in a process of its own.


def peak_megabytes() -> float:
    """The most that this process used; `getrusage` would count what its parent had."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1024  # type: ignore[index]


def winner(position: upstar.Position, outcome: str | None) -> str | None:
    """Who wins, or draw, by the outcome for the player to move."""
    left, right = position.labels
    other = right if position.to_move == left else left
    return {"win": position.to_move, "loss": other, "draw": "draw"}.get(outcome or "")


def solve(job: Job, algorithm: str, threads: int, limits: dict[str, Any]) -> Found:
    """Solve a job in this process and measure it."""
    position = upstar.position(job.game, job.position, to_move=job.to_move)
    before = resource.getrusage(resource.RUSAGE_SELF)
    solution = upstar.solve(position, algorithm, threads=threads, **limits)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "answer": winner(position, solution.outcome) if solution.solved else None,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "clock": solution.stats.seconds,
        "nodes": solution.stats.nodes,
        "megabytes": peak_megabytes(),
        "threads": solution.details.get("threads", 1),
        "note": solution.note,
    }


def certify(job: Job, limits: dict[str, Any]) -> Found:
    """Write a certificate and have it verified, all within the limit; the answer is what the
    verifier says."""
    position = upstar.position(job.game, job.position, to_move=job.to_move)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        solution = upstar.solve(position, proof=path, **limits)
        left = limits["max_seconds"] - (time.monotonic() - begin)
        if solution.proof is None or left <= 0:
            return {"answer": None, "clock": time.monotonic() - begin}
        said = upstar.verify(path, max_seconds=left)
    assert said.verdict in ("right", "stopped"), f"{job.name}: {said}"
    if said.verdict == "right":
        about = said.game, said.position, said.to_move, said.outcome
        meant = job.game, str(position), position.to_move, solution.outcome
        assert about == meant, f"{job.name}: the certificate is about {about}, not {meant}"
    return {
        "answer": winner(position, said.outcome) if said.verdict == "right" else None,
        "clock": time.monotonic() - begin,
        "bytes": solution.proof.bytes,
        "decisions": solution.proof.decisions,
    }


def one(job: Job, asked: str, seconds: float, memory: float | None) -> Found:
    """What was asked for: a number of threads, a certificate, or the name of an algorithm."""
    limits = {"max_seconds": seconds, "max_memory": memory}
    if asked == "certificate":
        found = certify(job, limits)
    elif asked.isdigit():
        found = solve(job, "auto", int(asked), limits)
    else:
        found = solve(job, asked, 1, limits)
    # Imported only now: it would count as memory of the search.
    from upstar.campaign.job import engine_id

    return found | {"engine": engine_id()}


def in_its_own_process(job: Job, asked: str, seconds: float, memory: float | None) -> Found:
    """The same in a process of its own; what it complains about is shown."""
    command = [sys.executable, __file__, "--one", str(JOBS.index(job)), "--ask", asked]
    command += ["--seconds", str(seconds)]
    memory = memory or job.megabytes
    command += [] if memory is None else ["--max-memory", str(memory)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: Found = json.loads(done.stdout)
    return found


# What is known, and how.


class Results:
    """What was measured by this engine, in a file."""

    def __init__(self, path: Path, is_enough: bool = False, memory: float | None = None) -> None:
        """Read what is there; is it enough, whatever the limit was? And the megabytes allowed."""
        from upstar.campaign.job import engine_id
        from upstar.campaign.provenance import commit

        self.path = path
        self.is_enough = is_enough
        self.memory = memory
        self.engine = engine_id()
        self.commit = commit()
        self.known: dict[tuple[str, str], Found] = {}
        for line in path.read_text().splitlines() if path.exists() else []:
            found = json.loads(line)
            if found["engine"] == self.engine and "date" in found:  # older lines have none
                self.known[found["job"], str(found["asked"])] = found

    def ask(self, job: Job, asked: str, seconds: float) -> Found:
        """Have it run, unless it is known: solved, or not in as many seconds."""
        found = self.known.get((job.name, asked))
        is_solved = found is not None and found["answer"] is not None
        if not found or not (is_solved or self.is_enough or found["limit"] >= seconds):
            found = self._run(job, asked, seconds)
            found |= {"job": job.name, "asked": asked, "limit": seconds, "commit": self.commit}
            found |= {"date": time.strftime("%Y-%m-%d")}
            self._keep(found)
        self._agree(job)
        return found

    def _run(self, job: Job, asked: str, seconds: float) -> Found:
        """Have it run: what is brief several times, and the least counts, for a machine's speed
        changes from one second to the next."""
        found = in_its_own_process(job, asked, seconds, self.memory)
        assert found["engine"] == self.engine, "the core was built anew meanwhile; begin again"
        if not asked.isdigit() or found["answer"] is None or found["clock"] > BRIEF:
            return found
        more = [in_its_own_process(job, asked, seconds, self.memory) for _ in range(RUNS - 1)]
        answers = {other["answer"] for other in more} | {found["answer"]}
        assert len(answers) == 1, f"{job.name}: answers differ from run to run: {answers}"
        unit = "cpu" if asked == "1" else "clock"
        return min(found, *more, key=lambda run: float(run[unit]))

    def _keep(self, found: Found) -> None:
        """Note it; a line is written at once, so that several runs may share the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(found) + "\n")
        self.known[found["job"], found["asked"]] = found

    def _agree(self, job: Job) -> None:
        """All that is known of a job must be the same."""
        said = {job.winner: job.source or "expected"} if job.winner else {}
        said |= {
            other["answer"]: f"asked: {asked}"
            for (name, asked), other in self.known.items()
            if name == job.name and other["answer"] is not None
        }
        assert len(said) <= 1, f"{job.name}: answers differ: {said}; see {self.path}"

    def check(self, job: Job, found: Found, seconds: float) -> str:
        """How the answer of one thread is known to be right."""
        known_by = job.known_by
        if known_by:
            is_quick = found["cpu"] <= WORTH_A_CERTIFICATE
            limit = min(seconds, QUICKLY)
            if is_quick and self.ask(job, "certificate", limit)["answer"] is not None:
                return f"{known_by}, certificate"
            return known_by
        finder = who(found["note"])
        for asked in ("certificate", *(name for name in ALGORITHMS if name != finder)):
            if self.ask(job, asked, seconds)["answer"] is not None:
                return asked
        return ""


def who(note: str) -> str:
    """The algorithm that answered, by the note of `auto`; empty for sums, which are like none."""
    second = re.search(r"; (\S+) answered after", note)
    first = re.match(r"auto took ([\w-]+),", note)
    return (second or first or ["", ""])[1]


# Tables.


@dataclass
class Row:
    """A board with all that was measured of it."""

    job: Job
    alone: Found
    """On one thread."""
    together: Found | None = None
    """On two."""
    checked: str = ""

    @property
    def is_solved(self) -> bool:
        """Was it solved on one thread?"""
        return self.alone["answer"] is not None

    def __str__(self) -> str:
        """A line of the table."""
        one = self.alone
        peer = "" if self.job.peer_seconds is None else f"{self.job.peer_seconds:g}"
        peer += f" ({self.job.peer})" if self.job.peer else ""
        cells = [
            self.job.name,
            one["answer"] or "unknown",
            self.checked,
            f"{one['cpu']:.3f}" if self.is_solved else f"not in {one['cpu']:.0f}",
            f"{one['nodes']:,}",
            f"{one['megabytes']:.0f}",
            *self._two_threads(),
            peer,
        ]
        return f"| {' | '.join(cells)} |"

    def _two_threads(self) -> tuple[str, str]:
        two = self.together
        if two is None:
            return "", ""
        if two["threads"] < 2:
            return "one thread", ""
        if two["answer"] is None:
            return f"not in {two['clock']:.0f}", ""
        return f"{two['clock']:.3f}", f"{self.alone['clock'] / two['clock']:.2f}"


@dataclass
class Family:
    """The boards of a family, up to the first that was not solved."""

    name: str
    rows: list[Row] = field(default_factory=list)

    def largest(self, seconds: float) -> Row | None:
        """The largest board that took at most so long."""
        within = [row for row in self.rows if row.is_solved and row.alone["cpu"] <= seconds]
        return max(reversed(within), key=lambda row: row.job.cells, default=None)


def measure(job: Job, results: Results, seconds: float, check_seconds: float) -> Row:
    """Solve a board on one thread and, if that succeeds, on two; and check the answer."""
    row = Row(job, results.ask(job, "1", seconds * job.times))
    if row.is_solved:
        row.together = results.ask(job, "2", seconds * job.times)
        row.checked = results.check(job, row.alone, check_seconds)
    return row


def measure_all(
    results: Results, seconds: float, check_seconds: float, only: str = ""
) -> list[Family]:
    """Every family up to the first board that is not solved."""
    families = []
    for name, jobs in FAMILIES.items():
        if not re.search(only, name, re.IGNORECASE):
            continue
        family = Family(name)
        for job in jobs:
            family.rows.append(measure(job, results, seconds, check_seconds))
            print(family.rows[-1], flush=True)
            if not family.rows[-1].is_solved:
                break
        families.append(family)
    return families


def job_table(families: Sequence[Family]) -> str:
    """The table of jobs, and who has published the answers."""
    titles = "job | winner | checked | CPU s | nodes | MB | s, two threads | speed-up"
    table = f"| {titles} | best of others, s |\n|{'---|' * 9}\n"
    rows = [row for family in families for row in family.rows]
    table += "".join(f"{row}\n" for row in rows)
    for kind in ("published", "theory"):
        found = dict.fromkeys(row.job.source for row in rows if row.checked.startswith(kind))
        table += f"\n`{kind}`: {'; '.join(found)}.\n" if found else ""
    return table


def span(seconds: float) -> str:
    """A time in a heading."""
    minutes = seconds / MINUTE
    if minutes < 1 or minutes % 1:
        return f"{seconds:g} s"
    words = {1.0: "a minute", 10.0: "ten minutes"}
    return words.get(minutes, f"{minutes:g} minutes")


def largest_table(families: Sequence[Family], seconds: float) -> str:
    """The largest board of each family in a minute and in as long as was given."""
    spans = sorted({min(seconds, MINUTE), seconds})
    titles = [f"largest in {span(limit)} | CPU s" for limit in spans]
    table = f"| game | {' | '.join(titles)} | not solved |\n|---|{'---|---|' * len(spans)}---|\n"
    for family in families:
        cells = [family.name]
        for limit in spans:
            row = family.largest(limit)
            cells += [row.job.name, f"{row.alone['cpu']:.3f}"] if row else ["", ""]
        failed = [row for row in family.rows if not row.is_solved]
        cells += [f"{row.job.name} in {span(row.alone['limit'])}" for row in failed] or [""]
        table += f"| {' | '.join(cells)} |\n"
    return table


def provenance(families: Sequence[Family], seconds: float) -> str:
    """Where, when and with what it was measured, in a line."""
    from upstar.campaign.provenance import machine

    found = [row.alone for family in families for row in family.rows]
    last = max(found, key=lambda one: one["date"])
    first = min(one["date"] for one in found)
    days = last["date"] if first == last["date"] else f"{first} to {last['date']}"
    version, _, core = str(last["engine"]).partition("+core.")
    commit = f", commit {last['commit']}" if last["commit"] else ""
    return (
        f"Measured {days} on {machine()}; upstar {version}{commit}, core {core}. "
        f"Limit of each board: {span(seconds)} by the clock.\n"
    )


def picture(families: Sequence[Family]) -> str:
    """The picture, as the text of an SVG file."""
    from performance_picture import Point, svg

    panels = {}
    for family in families:
        panels[family.name] = [
            Point(
                row.job.cells,
                row.alone["cpu" if row.is_solved else "limit"],
                row.job.size,
                row.is_solved,
            )
            for row in family.rows
        ]
    return svg(panels)


def replace(text: str, what: str, new: str) -> str:
    """The document with what stands between two marks written anew."""
    begin, end = f"<!-- measured by make performance: {what} -->\n", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + "(.*?)" + re.escape(end), flags=re.DOTALL)
    assert pattern.search(text), f"{DOCUMENT} has lost the place for {what}"
    return pattern.sub(lambda _: begin + new + end, text)


def main() -> None:
    """Write the tables anew, or run one job."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seconds", type=float, default=600.0, help="limit of each board, by the clock")
    add("--check-seconds", type=float, default=300.0, help="limit of each check of an answer")
    add("--only", default="", help="measure only these families (a pattern), write no document")
    add("--known", action="store_true", help="measure only what was never tried")
    add("--results", type=Path, default=RESULTS, help="where results are kept")
    add("--one", type=int, help="run this job only and print it as JSON")
    add("--ask", default="1", help="with --one: threads, 'certificate' or an algorithm")
    add("--max-memory", type=float, help="megabytes for each board")
    options = parser.parse_args()
    if options.one is not None:
        found = one(JOBS[options.one], options.ask, options.seconds, options.max_memory)
        print(json.dumps(found))
        return
    results = Results(options.results, options.known, options.max_memory)
    families = measure_all(results, options.seconds, options.check_seconds, options.only)
    if options.only:
        return
    text = DOCUMENT.read_text()
    text = replace(text, "machine", provenance(families, options.seconds))
    text = replace(text, "jobs", job_table(families))
    DOCUMENT.write_text(replace(text, "largest", largest_table(families, options.seconds)))
    PICTURE.write_text(picture(families))


if __name__ == "__main__":
    main()
