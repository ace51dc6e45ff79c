"""Injects faults while the command line works, and counts what happened.

``python tests/faults.py`` prints a table of faults × places; ``--quick`` runs each a few times.
A fault is passed if nothing that was saved is lost, nothing wrong is accepted, and the command ends
with one clear line (or by the signal).
"""

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import upstar

COMMAND = [sys.executable, "-m", "upstar"]
SEARCH = ("solve", "nogo", "4x4", "--algorithm", "alpha-beta", "--set", "symmetry=false", "--quiet")
"""A search of some seconds whose outcome is known."""


Stop = Callable[[subprocess.Popen[str]], None]
"""What disturbs a process, and waits for its end."""


class Lost(Exception):
    """Something saved was lost, something wrong was accepted, or the end was not clear."""


def run(
    *arguments: str, cwd: Path | None = None, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        preexec_fn=before,
    )


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def clear(done: subprocess.CompletedProcess[str], *statuses: int) -> None:
    """Check that a command ended with one of the statuses and without a traceback."""
    lines = done.stderr.strip().splitlines()
    if done.returncode not in statuses or len(lines) > 1 or "Traceback" in done.stderr:
        raise Lost(f"status {done.returncode}: {done.stderr[-300:]}")


# ---- places: what is being written, and how it is checked afterwards ----


def checkpoint(at: Path, rng: random.Random, stop: Stop) -> None:
    """A search with a checkpoint is disturbed twice, then runs to its end."""
    order = (*SEARCH, "--checkpoint", str(at / "saved"), "--checkpoint-every", "0.05")
    for _ in range(2):
        process = start(*order)
        time.sleep(0.3 + rng.random() * 0.5)
        stop(process)
        table = at / "saved" / "table.upstar"
        # Reading it back is the check: the next run rejects a damaged file.
        if table.exists() and not table.stat().st_size:
            raise Lost("an empty checkpoint")
    done = run(*order)
    clear(done, 0)
    if "wins" not in done.stdout:
        raise Lost(done.stdout)


def database(at: Path, rng: random.Random, stop: Stop) -> None:
    """A build of a database is disturbed, then resumes; its values are right."""
    order = ("database", "build", "clobber", "3x4", f"--out={at / 'db'}", "--save-every=0.02", "-q")
    process = start(*order)
    time.sleep(0.2 + rng.random() * 0.6)
    stop(process)
    clear(run(*order), 0)
    for text in ("xo/ox", "xoxo/oxox/xoxo", "xxo/o.x"):
        if upstar.probe(at / "db", text).value != upstar.value("clobber", text):
            raise Lost(f"a wrong value of {text}")


def certificate(at: Path, rng: random.Random, stop: Stop) -> None:
    """A certificate is complete or absent."""
    file = at / "proof"
    process = start("solve", "domineering", "6x6", "--proof", str(file), "--quiet")
    time.sleep(0.2 + rng.random() * 0.3)
    stop(process)
    if file.exists() and upstar.verify(file).verdict != "right":
        raise Lost("an incomplete certificate")


def strong(at: Path, rng: random.Random, stop: Stop) -> None:
    """A strong solution is disturbed, then resumes; the root's result is right."""
    order = ("strong", "connect-four", "4x4", "--out", str(at / "c4"), "--quiet")
    process = start(*order)
    time.sleep(0.2 + rng.random() * 0.5)
    stop(process)
    clear(run(*order), 0)
    found = upstar.Book(at / "c4").probe(upstar.position("connect-four", "4x4"))
    if found is None or found.outcome != "draw":
        raise Lost("a wrong result")


def match(at: Path, rng: random.Random, stop: Stop) -> None:
    """A match that is disturbed keeps its finished games."""
    file = at / "match.jsonl"
    order = ("match", "clobber", "3x3", "--a", "mcts", "--b", "random", "--games", "20")
    order += ("--max-playouts", "50", "--record", str(file), "--quiet")
    process = start(*order)
    time.sleep(0.4 + rng.random() * 0.4)
    stop(process)
    before = file.read_text().count('"game"') if file.exists() else 0
    clear(run(*order), 0)
    if file.read_text().count('"kind": "game"') != 20 or before > 21:
        raise Lost("games are missing")


PLACES = {
    "checkpoint": checkpoint,
    "database": database,
    "certificate": certificate,
    "strong solution": strong,
    "match record": match,
}


# ---- faults that end or disturb a process ----


HITS: Counter[str] = Counter()
"""How often a command was still working when it was disturbed."""


def kill(process: subprocess.Popen[str]) -> None:
    """Kill -9."""
    HITS["kill -9"] += process.poll() is None
    process.kill()
    process.communicate()


def storm(process: subprocess.Popen[str]) -> None:
    """Many Ctrl-C, one after the other."""
    HITS["Ctrl-C storm"] += process.poll() is None
    for _ in range(20):
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGINT)
        time.sleep(0.01)
    _, errors = process.communicate(timeout=120)
    if process.returncode not in (0, 3, 130, -signal.SIGINT) or "panicked" in errors:
        raise Lost(f"status {process.returncode}: {errors[-300:]}")


# ---- faults of files ----


def damaged(at: Path, rng: random.Random, cut: bool) -> None:
    """Each kind of file, cut short or with a flipped bit, is rejected or still right."""
    files = _files(at)
    for name, read in files.items():
        whole = (at / name).read_bytes()
        if cut:
            (at / name).write_bytes(whole[: rng.randrange(len(whole))])
        else:
            place = rng.randrange(len(whole))
            changed = bytearray(whole)
            changed[place] ^= 1 << rng.randrange(8)
            (at / name).write_bytes(changed)
        try:
            read(at / name)
        finally:
            (at / name).write_bytes(whole)


_MADE: dict[Path, dict[str, Callable[[Path], None]]] = {}


def _files(at: Path) -> dict[str, Callable[[Path], None]]:
    """Write a file of each kind; return how each is read. A reader raises `Lost`."""
    if at in _MADE:
        return _MADE[at]
    upstar.solve("domineering", "4x4", proof=at / "proof")
    upstar.solve("domineering", "5x5", "alpha-beta", checkpoint=at / "saved")
    upstar.build_database("clobber", "2x3", at / "db")
    upstar.strong("mnk", "3x3:3", at / "strong")

    def proof(file: Path) -> None:
        if upstar.verify(file):
            raise Lost("a damaged certificate is accepted")

    def saved(file: Path) -> None:
        try:
            found = upstar.solve("domineering", "5x5", "alpha-beta", checkpoint=file.parent)
        except upstar.UpstarError:
            return
        if found.outcome != "loss":
            raise Lost(f"a damaged checkpoint leads to {found.outcome}")

    def values(file: Path) -> None:
        try:
            found = upstar.probe(file.parent, "xo/ox").value
        except upstar.UpstarError:
            return
        if found != upstar.value("clobber", "xo/ox"):
            raise Lost("a damaged database has a wrong value")

    def book(file: Path) -> None:
        try:
            found = upstar.Book(file).probe(upstar.position("mnk", "3x3:3"))
        except (upstar.UpstarError, OSError):
            return
        if found is None or found.outcome != "draw":
            raise Lost("a damaged strong solution has a wrong result")

    _MADE[at] = {
        "proof": proof,
        "saved/table.upstar": saved,
        "db/values.table": values,
        "db/2x2.ids": values,
        "strong": book,
    }
    return _MADE[at]


def _orders(at: Path) -> dict[str, tuple[str, ...]]:
    """Commands that write a file of each kind."""
    return {
        "checkpoint": ("solve", "domineering", "6x6", "--checkpoint", str(at / "saved"), "-q"),
        "database": ("database", "build", "clobber", "3x3", f"--out={at / 'db'}", "-q"),
        "certificate": ("solve", "domineering", "6x6", "--proof", str(at / "proof"), "-q"),
        "strong solution": ("strong", "connect-four", "4x4", "--out", str(at / "c4"), "-q"),
        "match record": (
            *("match", "clobber", "2x2", "--a", "random", "--b", "random", "--games", "4"),
            *("--record", str(at / "match.jsonl"), "--quiet"),
        ),
    }


def full_disk(at: Path, place: str) -> None:
    """No file may become larger than a few hundred bytes, as on a full disk."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

    clear(run(*_orders(at)[place], before=limit), 0, 1, 2)


def read_only(at: Path, place: str) -> None:
    """The directory cannot be written. Root writes everywhere, so /proc stands for it."""
    if os.getuid() == 0:
        at = Path("/proc/upstar")
    else:
        at.chmod(0o555)
    try:
        clear(run(*_orders(at)[place]), 1, 2)
    finally:
        if os.getuid():
            at.chmod(0o755)


def little_memory(at: Path, place: str) -> None:
    """A memory limit at every stage: the address space of the process is small."""
    most = 1 << random.Random(str(at)).choice((28, 29, 30))
    before = lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))  # noqa: E731
    done = run(*_orders(at)[place], before=before)
    if done.returncode not in (0, 1, 2, 3) and done.returncode != -signal.SIGABRT:
        raise Lost(f"status {done.returncode}: {done.stderr[-300:]}")


def two_processes(at: Path) -> None:
    """Two searches on one checkpoint: the second is rejected, and the first is right."""
    order = (*SEARCH, "--checkpoint", str(at / "saved"))
    first = start(*order)
    lock = at / "saved"
    until = time.monotonic() + 60
    while not lock.exists() and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.1)
    second = run(*order)
    out, _ = first.communicate(timeout=300)
    clear(second, 0, 2)
    if first.returncode != 0 or "wins" not in out:
        raise Lost("the first search failed")


def table(times: int, seed: int) -> list[tuple[str, str, int, int]]:
    """Inject all faults; return rows of fault, place, number of times, number lost."""
    counts: Counter[tuple[str, str]] = Counter()
    lost: Counter[tuple[str, str]] = Counter()

    def attempt(fault: str, place: str, work: Callable[[Path, random.Random], object]) -> None:
        kept = Path(tempfile.mkdtemp(prefix="upstar-faults-"))
        for number in range(times):
            own = kept if fault in ("cut short", "flipped bit") else kept / str(number)
            own.mkdir(exist_ok=True)
            counts[fault, place] += 1
            try:
                work(own, random.Random(f"{seed}:{fault}:{place}:{number}"))
            except Lost as error:
                lost[fault, place] += 1
                print(f"LOST {fault}, {place}, {number}: {error}", file=sys.stderr)
        shutil.rmtree(kept, ignore_errors=True)

    for place, work in PLACES.items():
        attempt("kill -9", place, lambda at, rng, w=work: w(at, rng, kill))
        attempt("Ctrl-C storm", place, lambda at, rng, w=work: w(at, rng, storm))
        attempt("full disk", place, lambda at, _, p=place: full_disk(at, p))
        attempt("read-only directory", place, lambda at, _, p=place: read_only(at, p))
        attempt("memory limit", place, lambda at, _, p=place: little_memory(at, p))
    attempt("cut short", "every file", lambda at, rng: damaged(at, rng, cut=True))
    attempt("flipped bit", "every file", lambda at, rng: damaged(at, rng, cut=False))
    attempt("two processes", "checkpoint", lambda at, _: two_processes(at))
    return [(fault, place, counts[fault, place], lost[fault, place]) for fault, place in counts]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--quick", action="store_true", help="each fault once")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rows = table(1 if given.quick else given.times, given.seed)
    print("| fault | place | times | lost |\n|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    print(f"\nstill working when disturbed: {dict(HITS)}")
    return int(any(lost for *_, lost in rows))


if __name__ == "__main__":
    sys.exit(main())
