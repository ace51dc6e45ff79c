"""``upstar analyze``: prove the result of every legal move."""

from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import INTERRUPTED, LIMIT, SOLVED, console, find_position, print_json
from upstar.cli.declare import Option
from upstar.cli.options import (
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxSeconds,
    PositionText,
    Quiet,
    ToMove,
)

if TYPE_CHECKING:
    from upstar.analyze import Analysis


def analyze_command(
    game: GameName,
    position: PositionText = None,
    to_move: ToMove = None,
    distance: Annotated[
        bool,
        Option("--distance", help="Also find the plies to the end: shortest wins, longest losses."),
    ] = False,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    csv: Annotated[
        bool, Option("--csv", help="Print the moves as comma-separated values.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Prove the result of every legal move, and print the moves, best first.

    Exit status: 0 all moves are settled, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.cli.progress import ProgressLine

    root = find_position(game, position, to_move)
    progress = None if quiet else ProgressLine()
    try:
        analysis = upstar.analyze(
            root,
            distance=distance,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            progress=progress,
        )
    finally:
        if progress is not None:
            progress.clear()
    if json:
        print_json(analysis.to_json())
    elif csv:
        _print_csv(analysis)
    else:
        show(analysis)
    if analysis.stopped == "interrupted":
        return INTERRUPTED
    return SOLVED if analysis.solved else LIMIT


def _print_csv(analysis: "Analysis") -> None:
    import csv
    import sys

    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("move", "outcome", "score", "distance", "lowest", "highest"))
    for move in analysis.moves:
        out.writerow((move.move, move.outcome, move.score, move.distance, *move.bounds))


def show(analysis: "Analysis") -> None:
    """Print the board, a table of the moves and the effort."""
    from rich.table import Table

    out = console()
    best = analysis.moves[0].move if analysis.moves else None
    board = analysis.position.ascii(mark=best)
    out.print(board, no_wrap=True, overflow="ignore", crop=False)
    out.print()
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("move", "outcome"):
        table.add_column(title)
    for title in ("score", "plies"):
        table.add_column(title, justify="right")
    for move in analysis.moves:
        lo, hi = move.bounds
        score = str(lo) if lo == hi else f"{lo}..{hi}"
        plies = "" if move.distance is None else str(move.distance)
        table.add_row(move.move, move.outcome, score, plies)
    if analysis.moves:
        out.print(table)
    else:
        out.print("the game is over; there are no moves")
    stats = analysis.stats
    memory = f"{stats.peak_bytes / 1e6:.1f} MB"
    out.print(f"effort  {stats.nodes:,} nodes, {stats.seconds:.3f} s, {memory}")
