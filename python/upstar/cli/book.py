"""``upstar book``: solve the positions near the start of a game and store them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import FAILED, INTERRUPTED, LIMIT, SOLVED, fail, find_position, print_json
from upstar.cli.declare import Option
from upstar.cli.options import (
    Algorithm,
    GameName,
    Json,
    MaxMemory,
    MaxSeconds,
    PositionText,
    Quiet,
    Set,
    ToMove,
)
from upstar.cli.progress import ProgressLine
from upstar.cli.solve import read_parameters
from upstar.cli.strong import BuildThreads, show_entry

if TYPE_CHECKING:
    from upstar.book_builder import BookProgress


def book_command(
    game: GameName,
    position: PositionText = None,
    depth: Annotated[
        int, Option("--depth", metavar="N", help="Solve all positions after N plies.")
    ] = 2,
    out: Annotated[
        Path,
        Option("--out", "-o", metavar="FILE", help="Write to this book, or extend it."),
    ] = Path("upstar.book"),
    algorithm: Algorithm = "auto",
    set_: Set = None,
    to_move: ToMove = None,
    distance: Annotated[
        bool, Option("--distance", help="Also store the plies to the end.")
    ] = False,
    position_nodes: Annotated[
        int | None,
        Option(
            "--position-nodes", metavar="N", help="Stop the search of a position after N nodes."
        ),
    ] = None,
    position_seconds: Annotated[
        float | None,
        Option(
            "--position-seconds", metavar="S", help="Stop the search of a position after S seconds."
        ),
    ] = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: BuildThreads = None,
    save_every: Annotated[
        float, Option("--save-every", metavar="S", help="Save every this many seconds.")
    ] = 30.0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve all positions up to N plies and store what is proved in a book.

    A book that exists is extended, so that an interrupted command resumes. Use it with --book in
    'upstar solve' and 'upstar play'.

    Exit status: 0 every position is solved, 1 a file cannot be written, 2 bad input or a damaged
    file, 3 a limit was reached first, 130 interrupted.
    """
    import upstar

    start = find_position(game, position, to_move)
    progress = ProgressLine(_describe)
    try:
        report = upstar.build_book(
            start,
            out,
            depth=depth,
            algorithm=algorithm,
            distance=distance,
            position_nodes=position_nodes,
            position_seconds=position_seconds,
            max_seconds=max_seconds,
            max_memory=max_memory,
            threads=threads,
            save_every=save_every,
            progress=None if quiet else progress,
            **read_parameters(set_ or []),
        )
    except OSError as error:
        progress.clear()
        return fail(str(error), FAILED)
    except KeyboardInterrupt:
        progress.clear()
        return fail("interrupted; the same command resumes", INTERRUPTED)
    progress.clear()
    found = upstar.Book(out).probe(start)
    if json:
        print_json(
            {
                "game": start.game,
                "position": str(start),
                "to_move": start.to_move,
                "file": str(out),
                "depth": depth,
                "positions": report.positions,
                "wanted": report.wanted,
                "solved": report.solved,
                "outcome": "unknown" if found is None else found.outcome,
                "best_moves": [] if found is None else list(found.best_moves),
            }
        )
    else:
        print(
            f"{out}: {report.positions:,} positions; solved {report.solved:,} of {report.wanted:,}"
        )
        if found is not None:
            show_entry(found)
    return SOLVED if report.complete else LIMIT


def _describe(progress: "BookProgress") -> str:
    return f"{progress.seconds:.0f} s  {progress.solved:,} of {progress.total:,} searches"
