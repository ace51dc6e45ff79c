"""``upstar best-move``: choose a move within a budget and show the candidates."""

from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import (
    INTERRUPTED,
    SOLVED,
    console,
    find_algorithm,
    find_position,
    game_under,
    print_json,
)
from upstar.cli.declare import Option
from upstar.cli.options import (
    Algorithm,
    GameName,
    Json,
    MaxMemory,
    MaxNodes,
    MaxPlayouts,
    Play,
    PositionText,
    Quiet,
    Seed,
    Set,
    Threads,
    ToMove,
)
from upstar.cli.solve import read_parameters

if TYPE_CHECKING:
    from upstar.best_move import BestMove


def best_move_command(
    game: GameName,
    position: PositionText = None,
    algorithm: Algorithm = "mcts",
    set_: Set = None,
    to_move: ToMove = None,
    play: Play = "normal",
    max_playouts: MaxPlayouts = None,
    max_nodes: MaxNodes = None,
    max_seconds: Annotated[
        float | None,
        Option(
            "--max-seconds",
            metavar="S",
            help="Stop after this many seconds (default: 1 if there is no other limit).",
        ),
    ] = None,
    max_memory: MaxMemory = None,
    threads: Threads = 1,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Choose a move, and show the visits, value and bounds of each candidate.

    Exit status: 0 a move was chosen, proved or not; 2 bad input; 130 interrupted.
    """
    import upstar
    from upstar.best_move import best_move_of
    from upstar.cli.progress import ProgressLine

    parameters = read_parameters(set_ or [])
    root = find_position(game_under(play, game), position, to_move)
    progress = None if quiet else ProgressLine()
    status = SOLVED
    try:
        best = upstar.best_move(
            root,
            find_algorithm(algorithm),
            max_playouts=max_playouts,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            max_memory=max_memory,
            threads=threads,
            seed=seed,
            progress=progress,
            **parameters,
        )
    except upstar.Interrupted as interrupted:
        best = best_move_of(interrupted.solution)
        status = INTERRUPTED
    finally:
        if progress is not None:
            progress.clear()
    if json:
        print_json(best.to_json())
    else:
        show(best)
    return status


def show(best: "BestMove") -> None:
    """Print the board, the chosen move and a table of the candidates."""
    from rich.table import Table

    from upstar.solution import sentence

    out = console()
    solution = best.solution
    position = solution.position
    out.print(position.ascii(mark=best.move), no_wrap=True, overflow="ignore", crop=False)
    out.print()
    if best.move is None or solution.solved:
        out.print(sentence(solution), style="bold green")
    else:
        out.print(f"{position.to_move} should play {best.move}", style="bold yellow")
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("move")
    for title in ("visits", "value", "bounds"):
        table.add_column(title, justify="right")
    table.add_column("proven")
    for candidate in best.candidates:
        value = "-" if candidate.value is None else f"{candidate.value:.3f}"
        lo, hi = candidate.bounds
        bounds = str(lo) if lo == hi else f"{lo}..{hi}"
        proven = candidate.proven or ("pruned" if candidate.pruned else "")
        table.add_row(candidate.move, f"{candidate.visits:,}", value, bounds, proven)
    if best.candidates:
        out.print(table)
    stats = solution.stats
    effort = [
        f"{stats.nodes:,} nodes",
        f"{stats.seconds:.3f} s",
        f"{stats.peak_bytes / 1e6:.1f} MB",
    ]
    if stats.playouts is not None:
        effort.insert(0, f"{stats.playouts:,} playouts")
    out.print(f"effort  {', '.join(effort)}")
