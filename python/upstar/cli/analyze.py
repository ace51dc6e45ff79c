"""``upstar analyze``: prove the result of every legal move."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import (
    INTERRUPTED,
    LIMIT,
    SOLVED,
    console,
    find_position,
    game_under,
    open_book,
    print_json,
)
from upstar.cli.declare import Option
from upstar.cli.options import (
    BookFile,
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxSeconds,
    Play,
    PositionText,
    Quiet,
    ToMove,
)
from upstar.cli.progress import FIRST_AFTER, PLAIN_EVERY

if TYPE_CHECKING:
    from rich.table import Table

    from upstar.analyze import Analysis

_STYLES = {"win": "green", "draw": "yellow", "loss": "red", "unknown": "dim"}


def analyze_command(
    game: GameName,
    position: PositionText = None,
    to_move: ToMove = None,
    play: Play = "normal",
    distance: Annotated[
        bool,
        Option("--distance", help="Also find the plies to the end: shortest wins, longest losses."),
    ] = False,
    values: Annotated[
        bool,
        Option("--values", help="Also find the value after each move, for at most 5 seconds."),
    ] = False,
    book: BookFile = None,
    checkpoint: Annotated[
        Path | None,
        Option(
            "--checkpoint",
            metavar="DIR",
            help="Save the settled moves to this folder; resume from them if it has some.",
        ),
    ] = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: Annotated[int, Option("--threads", metavar="N", help="Use this many threads.")] = 1,
    csv: Annotated[
        bool, Option("--csv", help="Print the moves as comma-separated values.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Prove the result of every legal move, and print the moves, best first.

    A terminal shows the moves while they are settled. The first Ctrl-C prints what is proved.

    Exit status: 0 all moves are settled, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar

    root = find_position(game_under(play, game), position, to_move)
    progress = None if quiet else AnalysisProgress()
    try:
        analysis = upstar.analyze(
            root,
            distance=distance,
            values=values,
            book=open_book(book, root),
            checkpoint=checkpoint,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            threads=threads,
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


class AnalysisProgress:
    """The moves while they are settled: a table on a terminal, elsewhere a line at intervals."""

    def __init__(self) -> None:
        """Check whether standard error is a terminal."""
        from rich.console import Console
        from rich.live import Live

        out = Console(stderr=True, highlight=False, markup=False, emoji=False)
        is_live = sys.stderr.isatty()
        self._live = Live(console=out, transient=True, auto_refresh=False) if is_live else None
        self._next = FIRST_AFTER if is_live else PLAIN_EVERY

    def __call__(self, analysis: "Analysis") -> None:
        """Show the analysis so far."""
        if analysis.stats.seconds < self._next:
            return
        if self._live is None:
            print(describe(analysis), file=sys.stderr, flush=True)
            self._next = analysis.stats.seconds + PLAIN_EVERY
        else:
            self._live.start()
            self._live.update(self._shown(analysis, self._live.console.height), refresh=True)

    def clear(self) -> None:
        """Remove the table."""
        if self._live is not None:
            self._live.stop()

    @staticmethod
    def _shown(analysis: "Analysis", height: int) -> "Table":
        from rich.table import Table

        shown = Table.grid()
        shown.add_row(describe(analysis))
        # The header, the line above and a line of the terminal below take three lines.
        shown.add_row(move_table(analysis, most=max(1, height - 4)))
        return shown


def describe(analysis: "Analysis") -> str:
    """Return the progress of an analysis as one line."""
    from upstar.text import short_count

    stats = analysis.stats
    settled = sum(move.is_settled for move in analysis.moves)
    return (
        f"{stats.seconds:.0f} s  {settled} of {len(analysis.moves)} moves settled  "
        f"{short_count(stats.nodes)} nodes  {stats.peak_bytes / 1e6:.0f} MB"
    )


def move_table(analysis: "Analysis", *, most: int | None = None) -> "Table":
    """Return a table of the moves, best first; at most `most` of them."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    has_values = any(move.value is not None for move in analysis.moves)
    for title in ("move", "outcome"):
        table.add_column(title)
    for title in ("score", "plies"):
        table.add_column(title, justify="right")
    if has_values:
        table.add_column("value")
    table.add_column("proved by")
    for move in analysis.moves[:most]:
        lo, hi = move.bounds
        score = str(lo) if lo == hi else f"{lo}..{hi}"
        plies = "" if move.distance is None else str(move.distance)
        value = [move.value or ""] if has_values else []
        table.add_row(
            *(move.move, move.outcome, score, plies, *value, move.proved_by or ""),
            style=_STYLES[move.outcome],
        )
    left = 0 if most is None else len(analysis.moves) - most
    if left > 0:
        table.add_row(f"and {left} more")
    return table


def _print_csv(analysis: "Analysis") -> None:
    import csv

    from upstar.analyze import COLUMNS

    out = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    out.writeheader()
    out.writerows(analysis.rows())


def show(analysis: "Analysis") -> None:
    """Print the board, a table of the moves and the effort."""
    out = console()
    first = analysis.moves[0] if analysis.moves else None
    best = first.move if first is not None and first.outcome != "unknown" else None
    board = analysis.position.ascii(mark=best)
    out.print(board, no_wrap=True, overflow="ignore", crop=False)
    out.print()
    if analysis.moves:
        out.print(move_table(analysis))
    else:
        out.print("the game is over; there are no moves")
    stats = analysis.stats
    memory = f"{stats.peak_bytes / 1e6:.1f} MB"
    out.print(f"effort  {stats.nodes:,} nodes, {stats.seconds:.3f} s, {memory}")
    if analysis.note:
        out.print(analysis.note)
    if analysis.stopped == "interrupted":
        out.print("interrupted")
    elif analysis.stopped is not None:
        out.print(f"the limit of {analysis.stopped} was reached first")
