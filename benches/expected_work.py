"""Compare Expected Work Search with other searches on positions of ten games.

``python benches/expected_work.py`` makes 40 positions of each game with random moves from a fixed
seed, solves each with every algorithm within a limit of CPU seconds, rewrites the tables of
docs/expected-work.md and draws docs/expected-work.svg. Answers that differ end the run. What was
measured is kept in a file and not measured again by the same engine, so an interrupted run resumes,
and `--only` measures one game. One run takes at most a minute or two per game.
"""

import argparse
import json
import random
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import upstar
from upstar.campaign.provenance import machine
from upstar.campaign.report.document import Plot, Series
from upstar.campaign.report.plots import svg
from upstar.solution import Progress

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT, PICTURE = DOCS / "expected-work.md", DOCS / "expected-work.svg"
RESULTS = Path(__file__).parents[1] / "target" / "expected_work.jsonl"
SECONDS, COUNT, MEGABYTES = 0.25, 40, 1024
"""CPU seconds for a position, positions of a game, and the memory limit of a search."""
ALGORITHMS = "ews", "alpha-beta", "df-pn", "pnt", "ppt", "mcts-solver"
Record = dict[str, Any]


class Family(NamedTuple):
    """Positions of a game: so many random moves from this board, at least and at most."""

    board: str
    least: int
    most: int


FAMILIES = {
    "amazons": Family("x..o/..../..../o..x", 1, 5),
    "clobber": Family("5x5", 3, 8),
    "connect-four": Family("6x6", 6, 14),
    "domineering": Family("8x8", 6, 14),
    "go": Family("3x3", 1, 4),
    "hex": Family("7x7", 1, 6),
    "konane": Family("6x6", 6, 14),
    "mnk": Family("5x5:4", 4, 9),
    "nogo": Family("4x5", 2, 6),
    "y": Family("8", 3, 10),
}


class OutOfTimeError(Exception):
    """The search has used its CPU seconds."""


def positions(game: str) -> list[upstar.Position]:
    """Return the positions of a game, all different and none over."""
    family, found = FAMILIES[game], {}
    draw = random.Random(f"{game} {family.board}")
    while len(found) < COUNT:
        position = upstar.position(game, family.board)
        for _ in range(draw.randint(family.least, family.most)):
            if position.is_over:
                break
            position = position.play(draw.choice(position.moves()))
        if not position.is_over:
            found[repr(position)] = position
    return list(found.values())


def measure(position: upstar.Position, algorithm: str) -> Record:
    """Solve a position within the limit of CPU seconds."""
    begin, nodes = time.process_time(), 0

    def watch(progress: Progress) -> None:
        nonlocal nodes
        nodes = progress.nodes
        if time.process_time() - begin > SECONDS:
            raise OutOfTimeError

    limits = {"max_memory": MEGABYTES * 2**20, "max_seconds": 60 * SECONDS}
    outcome = None
    try:
        solution = upstar.solve(position, algorithm, seed=1, progress=watch, **limits)
        nodes, outcome = solution.stats.nodes, solution.outcome
    except OutOfTimeError:
        pass
    seconds = time.process_time() - begin
    is_solved = outcome not in (None, "unknown") and seconds <= SECONDS
    return {"outcome": outcome if is_solved else None, "seconds": seconds, "nodes": nodes}


def load(core: str) -> dict[tuple[str, str, int], Record]:
    """Return what this engine has measured so far."""
    lines = RESULTS.read_text().splitlines() if RESULTS.exists() else []
    records = [json.loads(line) for line in lines]
    return {(r["game"], r["algorithm"], r["number"]): r for r in records if r["core"] == core}


def run(games: Iterable[str], core: str) -> None:
    """Measure what is missing."""
    known = load(core)
    RESULTS.parent.mkdir(exist_ok=True)
    for game in games:
        for number, position in enumerate(positions(game)):
            for algorithm in ALGORITHMS:
                if (game, algorithm, number) in known:
                    continue
                record = measure(position, algorithm)
                record |= {"game": game, "algorithm": algorithm, "number": number, "core": core}
                with RESULTS.open("a") as file:
                    file.write(json.dumps(record) + "\n")
        print(game, flush=True)


def check(records: Iterable[Record]) -> None:
    """Two algorithms never find different outcomes."""
    outcomes: dict[tuple[str, int], str] = {}
    for record in records:
        if record["outcome"] is not None:
            name = record["game"], record["number"]
            found = outcomes.setdefault(name, record["outcome"])
            assert found == record["outcome"], f"{name}: {found} and {record['outcome']}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, with numbers to the right."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def tables(records: Sequence[Record]) -> dict[str, str]:
    """Return the tables of the document by name."""
    by_game: dict[str, list[Record]] = {}
    for record in records:
        by_game.setdefault(record["game"], []).append(record)
    solved, effort = [], []
    for game, found in sorted(by_game.items()):
        cells = {a: [r for r in found if r["algorithm"] == a] for a in ALGORITHMS}
        counts = {a: sum(r["outcome"] is not None for r in cells[a]) for a in ALGORITHMS}
        best = max(counts.values())
        bold = [f"**{n}**" if n == best else str(n) for n in counts.values()]
        name = f"{game} {FAMILIES[game].board}"
        solved.append([name, *bold])
        open_numbers = {r["number"] for r in found if r["outcome"] is None}
        row = [name, str(len(cells["ews"]) - len(open_numbers))]
        for algorithm in ALGORITHMS:
            common = [r for r in cells[algorithm] if r["number"] not in open_numbers]
            nodes, seconds = (sum(r[k] for r in common) for k in ("nodes", "seconds"))
            row.append(f"{nodes:,} in {seconds:.2f}")
        effort.append(row)
    totals = [
        sum(r["outcome"] is not None for r in records if r["algorithm"] == a) for a in ALGORITHMS
    ]
    solved.append(["all", *map(str, totals)])
    return {
        "solved": table(["board", *ALGORITHMS], solved),
        "effort": table(["board", "positions", *ALGORITHMS], effort),
    }


def picture(records: Sequence[Record]) -> str:
    """Return the cactus plot: positions solved within so many CPU seconds each."""
    series = []
    for algorithm in ALGORITHMS:
        mine = [r for r in records if r["algorithm"] == algorithm and r["outcome"] is not None]
        seconds = sorted(max(r["seconds"], 1e-4) for r in mine)
        series.append(Series(name=algorithm, x=range(1, len(seconds) + 1), y=seconds))
    games = len({r["game"] for r in records})
    plot = Plot(
        kind="cactus",
        title=f"{COUNT} positions of each of {games} games",
        series=series,
        x_title="positions solved",
        y_title="CPU seconds for each",
        log_y=True,
    )
    return svg(plot)


def main() -> None:
    """Measure, then rewrite the document."""
    parser = argparse.ArgumentParser(description="Compare Expected Work Search with others.")
    parser.add_argument("--only", choices=sorted(FAMILIES), help="Measure only this game.")
    only = parser.parse_args().only
    build = upstar.build_info()
    run([only] if only else FAMILIES, build["sources"])
    if only:
        return
    records = list(load(build["sources"]).values())
    check(records)
    parts = tables(records)
    spent = sum(r["seconds"] for r in records) / 60
    parts["machine"] = (
        f"Measured {time.strftime('%Y-%m-%d')} on {machine()}, one thread, "
        f"{SECONDS} CPU seconds for each position; {spent:.0f} CPU minutes in all."
    )
    text = DOCUMENT.read_text()
    for name, part in parts.items():
        mark = rf"(<!-- measured: {name} -->\n).*?(<!-- end -->)"
        text = re.sub(mark, lambda m, part=part: m[1] + part + "\n" + m[2], text, flags=re.DOTALL)
    DOCUMENT.write_text(text)
    PICTURE.write_text(picture(records))


if __name__ == "__main__":
    main()
