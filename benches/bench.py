"""Measure the speed of searches: ``make bench``, or ``python benches/bench.py [--json] [--quick]``.

Answers are asserted, times are not. Some rows also show the seconds of Saffidine and Cazenave,
*Developments on Product Propagation*, 2013, Tables 5 and 7, on their machine. The ratio is their
seconds divided by ours. Their sizes are columns x rows, ours ROWSxCOLUMNS. `preset=paper` makes the
published choices, so that the search builds the same trees.

For comparison: simple C++ prototypes with standard containers reached on such a machine 1.5–3.3 M
created nodes/s at 56–61 bytes (PP), 0.3 M/s at 120–170 bytes (PPT), and depth first
0.4–1.6 M nodes/s.

The last rows are Monte-Carlo searches: playouts per second with selection, expansion and backup,
and, if it was measured on such a machine, the rate of OpenSpiel's C++ UCT per CPU second.
"""

import argparse
import importlib
import json
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import values

import upstar


@dataclass(frozen=True)
class Job:
    """A search, its correct answer, and the published time."""

    game: str
    position: str
    algorithm: str
    outcome: str
    parameters: dict[str, Any] = field(default_factory=dict)
    paper_seconds: float | None = None
    quick: bool = True


@dataclass(frozen=True)
class Plays:
    """Random playouts from a start position, and OpenSpiel's rate per second."""

    game: str
    position: str
    openspiel: float | None = None
    """OpenSpiel's C++ on such a machine, measured once; `--openspiel` measures it again."""
    openspiel_name: str | None = None


PLAYS = [
    Plays("connect-four", "6x7", 131_000, "connect_four"),
    Plays("clobber", "5x6", 88_900, "clobber(rows=5,columns=6)"),
    Plays("clobber", "8x8", 25_800, "clobber(rows=8,columns=8)"),
    Plays("y", "6", None, "y(board_size=6)"),
    Plays("y", "11", 85_700, "y(board_size=11)"),
    Plays("nogo", "9x9"),
    Plays("domineering", "8x8"),
    Plays("hex", "11", None, "hex(board_size=11)"),
    Plays("mnk", "3x3:3", 1_120_000, "tic_tac_toe"),
    Plays("go", "9x9"),
    Plays("go", "19x19"),
]
PAPER = {"preset": "paper"}
# The paper's alpha-beta has neither symmetry nor static bounds; these rows are our default.
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
    Job("y", "5", "sb-mcts", "win", {"rave": "sqrt"}),
    Job("connect-four", "4x4", "sb-mcts", "draw"),
]


@dataclass(frozen=True)
class Playing:
    """Full UCT from the start of a game: selection, expansion, playout, backup."""

    game: str
    position: str
    openspiel: float | None = None
    """Simulations a second of OpenSpiel's C++ UCT on such a machine, where that was measured."""
    openspiel_name: str | None = None


PLAYOUTS = 100_000
PLAYING = [
    Playing("connect-four", "6x7", 123_000, "connect_four"),
    Playing("clobber", "8x8", 24_600, "clobber(rows=8,columns=8)"),
    Playing("y", "6", None, "y(board_size=6)"),
    Playing("y", "11", 73_800, "y(board_size=11)"),
    Playing("nogo", "9x9"),
    Playing("domineering", "8x8"),
    Playing("go", "9x9"),
    Playing("go", "19x19"),
]


def play(job: Playing, beside: bool) -> dict[str, Any]:
    """Return playouts of `mcts` per CPU second on one thread: the best of three runs.

    Static bounds are disabled: they end searches, and OpenSpiel has none.
    """
    position = upstar.position(job.game, job.position)

    def ours(seed: int) -> None:
        best = upstar.best_move(position, max_playouts=PLAYOUTS, seed=seed, bounds=False)
        assert best.stats.playouts == PLAYOUTS
        assert best.move in position.moves()

    rate = PLAYOUTS / min(_seconds(ours, seed) for seed in range(3))
    others = job.openspiel
    if beside and job.openspiel_name:
        pyspiel = importlib.import_module("pyspiel")
        game = pyspiel.load_game(job.openspiel_name)

        def theirs(seed: int) -> None:
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed + 1)
            bot = pyspiel.MCTSBot(game, evaluator, 1.4, PLAYOUTS // 4, 1000, False, seed, False)
            bot.step(game.new_initial_state())

        others = PLAYOUTS // 4 / min(_seconds(theirs, seed) for seed in range(3))
    times = None if others is None else rate / others
    return {**asdict(job), "openspiel": others, "playouts_per_second": rate, "times_faster": times}


@dataclass(frozen=True)
class Row:
    """The measured cost of a job."""

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
    """Solve a job and check the answer."""
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


@dataclass(frozen=True)
class PlaysRow:
    """The measured rate of random playouts."""

    plays: Plays
    per_second: float
    openspiel_per_second: float | None
    """In the same run, if asked for."""


def run_plays(plays: Plays, beside: bool) -> PlaysRow:
    """Return the best of five rounds of a fifth of a CPU second each."""
    position = upstar.position(plays.game, plays.position)
    batch = max(256, int(upstar.playouts(position, 2000).per_second / 20))

    def ours(seed: int) -> None:
        assert upstar.playouts(position, batch, seed).count == batch

    theirs = None
    if beside and plays.openspiel_name:
        pyspiel = importlib.import_module("pyspiel")
        game = pyspiel.load_game(plays.openspiel_name)

        def others(seed: int) -> None:
            # A search of one simulation: the evaluation of one leaf by 2,000 plays, in C++.
            evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=2000, seed=seed + 1)
            bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, seed, False)
            bot.step(game.new_initial_state())

        theirs = 2000 / min(_seconds(others, seed) for seed in range(5))
    return PlaysRow(plays, batch / min(_seconds(ours, seed) for seed in range(5)), theirs)


def _seconds(work: Callable[[int], None], seed: int) -> float:
    start = time.process_time()
    work(seed)
    return time.process_time() - start


def show_plays(row: PlaysRow) -> str:
    """Return a line of the table."""
    plays = row.plays
    theirs = row.openspiel_per_second or plays.openspiel
    rate = "-" if theirs is None else f"{theirs / 1e3:.0f}k"
    ratio = "-" if theirs is None else f"{row.per_second / theirs:.1f}"
    when = "this run" if row.openspiel_per_second else "once" if plays.openspiel else ""
    name = f"playouts {plays.game} {plays.position}"
    return f"{name:<34} {row.per_second / 1e3:>11,.0f}k {rate:>12} {ratio:>6} {when}"


PLAYS_HEAD = f"{'random plays':<34} {'a second':>12} {'OpenSpiel':>12} {'ratio':>6}"
HEAD = (
    f"{'search':<34} {'nodes':>12} {'seconds':>8} {'nodes/s':>8} {'expand/s':>8} "
    f"{'B each':>6} {'MB':>6} {'paper s':>8} {'ratio':>6}"
)


def show(row: Row) -> str:
    """Return a line of the table."""
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
    parser.add_argument("--playouts", action="store_true", help="only playouts, random and of UCT")
    parser.add_argument("--openspiel", action="store_true", help="measure OpenSpiel's playouts too")
    options = parser.parse_args()
    build = upstar.build_info()
    if build["profile"] != "release":
        sys.exit("a debug build measures nothing; make build makes a release one")
    if not options.json:
        print(f"upstar {build['version']}, {platform.machine()}, one thread")
        print(PLAYS_HEAD)
    plays_rows = []
    for plays in PLAYS:
        plays_rows.append(run_plays(plays, options.openspiel))
        if not options.json:
            print(show_plays(plays_rows[-1]), flush=True)
    if not options.json and not options.playouts:
        print(f"\n{HEAD}")
    rows = []
    for job in JOBS:
        if options.playouts or (options.quick and not job.quick):
            continue
        rows.append(run(job))
        if not options.json:
            print(show(rows[-1]), flush=True)
    of_values = [] if options.playouts else values.rows(options.quick)
    if not options.json:
        if of_values:
            print()
            values.show(of_values)
        print(f"\n{'mcts, full UCT':<34} {'playouts/s':>12} {'OpenSpiel':>10} {'ratio':>6}")
    playing = []
    for game in PLAYING:
        playing.append(play(game, options.openspiel))
        if not options.json:
            row = playing[-1]
            rate, others, times = (
                row[name] for name in ("playouts_per_second", "openspiel", "times_faster")
            )
            beside = "" if times is None else f"{others:>10,.0f} {times:>6.1f}"
            print(f"{f'{game.game} {game.position}':<34} {rate:>12,.0f} {beside}", flush=True)
    if options.json:
        document = {
            "build": build,
            "rows": rows,
            "values": of_values,
            "playouts": [asdict(row) for row in plays_rows],
            "playing": playing,
        }
        print(json.dumps(document, indent=2, default=asdict))


if __name__ == "__main__":
    main()
