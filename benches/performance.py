"""Measure boards for which other programs have known times, and the growth of cost with size.

``make performance`` solves every board of every family (`performance_boards.py`) in its own
process, with one thread and then with two. It stops a family at the first board that one thread
does not solve within the limit. It records how each answer was checked, regenerates the tables of
docs/performance.md and draws docs/growth.svg.
``python benches/performance.py --seconds 20`` sets the limit of each board. What was measured is
kept in a file and not measured again by the same engine. So an interrupted run resumes, and
families can be measured in parallel (``--only``). ``--known`` skips every board that was tried
before, even with a shorter limit, so that only some families get a longer one.

Known answers are asserted. A board without a published winner is solved again: with a certificate
that the verifier accepts, or else by another algorithm than the one that found the answer. The run
stops if two answers differ. The figures of other programs are data: the best known time of each
program on one core of a similar machine, with its name.
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
"""A run of at most `BRIEF` seconds is repeated until there are `RUNS`, and the fastest counts."""
CERTIFY_BELOW, CERTIFY_SECONDS = 0.1, 10.0
"""A board that took fewer CPU seconds than the first number also gets a certificate, if it can be
written within the second number of seconds."""
MINUTE = 60.0
ALGORITHMS = "df-pn", "alpha-beta"
Found = dict[str, Any]


# Functions that run in their own process.


def peak_megabytes() -> float:
    """Return the peak memory of this process. `getrusage` would include that of its parent."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1024  # type: ignore[index]


def winner(position: upstar.Position, outcome: str | None) -> str | None:
    """Return the winner, or draw, from the outcome for the player to move."""
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
    """Write a certificate and verify it within the limit. The answer is that of the verifier."""
    position = upstar.position(job.game, job.position, to_move=job.to_move)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"
        solution = upstar.solve(position, proof=path, **limits)
        left = limits["max_seconds"] - (time.monotonic() - begin)
        if solution.proof is None or left <= 0:
            return {"answer": None, "clock": time.monotonic() - begin}
        report = upstar.verify(path, max_seconds=left)
    assert report.verdict in ("right", "stopped"), f"{job.name}: {report}"
    if report.verdict == "right":
        proved = report.game, report.position, report.to_move, report.outcome
        expected = job.game, str(position), position.to_move, solution.outcome
        assert proved == expected, f"{job.name}: the certificate proves {proved}, not {expected}"
    return {
        "answer": winner(position, report.outcome) if report.verdict == "right" else None,
        "clock": time.monotonic() - begin,
        "bytes": solution.proof.bytes,
        "decisions": solution.proof.decisions,
    }


def one(job: Job, asked: str, seconds: float, memory: float | None) -> Found:
    """Run a job. `asked` is a number of threads, ``certificate``, or an algorithm."""
    limits = {"max_seconds": seconds, "max_memory": memory}
    if asked == "certificate":
        found = certify(job, limits)
    elif asked.isdigit():
        found = solve(job, "auto", int(asked), limits)
    else:
        found = solve(job, asked, 1, limits)
    # Imported after the search, so that it does not count as memory of the search.
    from upstar.campaign.job import engine_id

    return found | {"engine": engine_id()}


def in_its_own_process(job: Job, asked: str, seconds: float, memory: float | None) -> Found:
    """Run a job as `one` does, in its own process. Its standard error is shown."""
    command = [sys.executable, __file__, "--one", str(JOBS.index(job)), "--ask", asked]
    command += ["--seconds", str(seconds)]
    memory = memory or job.megabytes
    command += [] if memory is None else ["--max-memory", str(memory)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: Found = json.loads(done.stdout)
    return found


# Results and their checks.


class Results:
    """The results of this engine, kept in a file."""

    def __init__(self, path: Path, is_enough: bool = False, memory: float | None = None) -> None:
        """Read the file. With `is_enough`, a result with a shorter limit is not measured again."""
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
        """Run a job, unless it is solved already, or was not solved within as many seconds."""
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
        """Run a job. A short one runs several times and the fastest run counts, because the speed
        of a machine varies."""
        found = in_its_own_process(job, asked, seconds, self.memory)
        assert found["engine"] == self.engine, "the core was rebuilt during the run; start again"
        if not asked.isdigit() or found["answer"] is None or found["clock"] > BRIEF:
            return found
        more = [in_its_own_process(job, asked, seconds, self.memory) for _ in range(RUNS - 1)]
        answers = {other["answer"] for other in more} | {found["answer"]}
        assert len(answers) == 1, f"{job.name}: answers differ between runs: {answers}"
        unit = "cpu" if asked == "1" else "clock"
        return min(found, *more, key=lambda run: float(run[unit]))

    def _keep(self, found: Found) -> None:
        """Append a result to the file at once, so that several runs can share the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(found) + "\n")
        self.known[found["job"], found["asked"]] = found

    def _agree(self, job: Job) -> None:
        """Check that all answers to a job agree."""
        answers = {job.winner: job.source or "expected"} if job.winner else {}
        answers |= {
            other["answer"]: f"asked: {asked}"
            for (name, asked), other in self.known.items()
            if name == job.name and other["answer"] is not None
        }
        assert len(answers) <= 1, f"{job.name}: answers differ: {answers}; see {self.path}"

    def check(self, job: Job, found: Found, seconds: float) -> str:
        """Check the answer of one thread, and return by what it was checked."""
        known_by = job.known_by
        if known_by:
            is_quick = found["cpu"] <= CERTIFY_BELOW
            limit = min(seconds, CERTIFY_SECONDS)
            if is_quick and self.ask(job, "certificate", limit)["answer"] is not None:
                return f"{known_by}, certificate"
            return known_by
        finder = who(found["note"])
        for asked in ("certificate", *(name for name in ALGORITHMS if name != finder)):
            if self.ask(job, asked, seconds)["answer"] is not None:
                return asked
        return ""


def who(note: str) -> str:
    """Return the algorithm that answered, from the note of `auto`; empty for sums."""
    second = re.search(r"; (\S+) answered after", note)
    first = re.match(r"auto took ([\w-]+),", note)
    return (second or first or ["", ""])[1]


# Tables.


@dataclass
class Row:
    """A board with its measurements."""

    job: Job
    alone: Found
    """On one thread."""
    together: Found | None = None
    """On two."""
    checked: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether one thread solved the board."""
        return self.alone["answer"] is not None

    def __str__(self) -> str:
        """Return a line of the table."""
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
        """Return the largest board that took at most this many seconds."""
        within = [row for row in self.rows if row.is_solved and row.alone["cpu"] <= seconds]
        return max(reversed(within), key=lambda row: row.job.cells, default=None)


def measure(job: Job, results: Results, seconds: float, check_seconds: float) -> Row:
    """Solve a board on one thread and, if that succeeds, on two. Check the answer."""
    row = Row(job, results.ask(job, "1", seconds * job.times))
    if row.is_solved:
        row.together = results.ask(job, "2", seconds * job.times)
        row.checked = results.check(job, row.alone, check_seconds)
    return row


def measure_all(
    results: Results, seconds: float, check_seconds: float, only: str = ""
) -> list[Family]:
    """Measure every family up to the first board that is not solved."""
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
    """Return the table of jobs, with the sources of published answers."""
    titles = "job | winner | checked | CPU s | nodes | MB | s, two threads | speed-up"
    table = f"| {titles} | best of others, s |\n|{'---|' * 9}\n"
    rows = [row for family in families for row in family.rows]
    table += "".join(f"{row}\n" for row in rows)
    for kind in ("published", "theory"):
        found = dict.fromkeys(row.job.source for row in rows if row.checked.startswith(kind))
        table += f"\n`{kind}`: {'; '.join(found)}.\n" if found else ""
    return table


def span(seconds: float) -> str:
    """Return a time for a heading."""
    minutes = seconds / MINUTE
    if minutes < 1 or minutes % 1:
        return f"{seconds:g} s"
    words = {1.0: "a minute", 10.0: "ten minutes"}
    return words.get(minutes, f"{minutes:g} minutes")


def largest_table(families: Sequence[Family], seconds: float) -> str:
    """Return the table of the largest board of each family in a minute and in the limit."""
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
    """Return the machine, date and version of the measurements as one line."""
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
    """Return the picture as the text of an SVG file."""
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
    """Return the document with the text between two marks replaced."""
    begin, end = f"<!-- measured by make performance: {what} -->\n", "<!-- end -->"
    pattern = re.compile(re.escape(begin) + "(.*?)" + re.escape(end), flags=re.DOTALL)
    assert pattern.search(text), f"{DOCUMENT} has no mark for {what}"
    return pattern.sub(lambda _: begin + new + end, text)


def main() -> None:
    """Regenerate the tables, or run one job."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seconds", type=float, default=600.0, help="time limit of each board")
    add("--check-seconds", type=float, default=300.0, help="time limit of each check of an answer")
    add("--only", default="", help="measure only families that match a pattern; write no document")
    add("--known", action="store_true", help="measure only boards that were never tried")
    add("--results", type=Path, default=RESULTS, help="keep results in this file")
    add("--one", type=int, help="run this job only and print it as JSON")
    add("--ask", default="1", help="with --one: threads, 'certificate' or an algorithm")
    add("--max-memory", type=float, help="memory limit of each board in megabytes")
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
