"""``upstar strong``: the value of every position that can be reached, in a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    LIMIT,
    SOLVED,
    console,
    fail,
    find_position,
    print_json,
)
from upstar.cli.declare import Argument, Option
from upstar.cli.options import GameName, Json, MaxMemory, MaxSeconds, Quiet, ToMove
from upstar.cli.progress import ProgressLine
from upstar.text import short_count

if TYPE_CHECKING:
    from upstar.book import SolvedPosition
    from upstar.strong_solutions import StrongProgress, StrongSolution


StrongFile = Annotated[Path, Argument(metavar="FILE", help="A strong solution.")]
BuildThreads = Annotated[
    int | None,
    Option("--threads", metavar="N", help="Use this many threads (default: one per core)."),
]


def build_command(
    game: GameName,
    size: Annotated[str, Argument(help="A size such as 4x4, or a position to start from.")],
    out: Annotated[
        Path | None,
        Option(
            "--out", "-o", metavar="FILE", help="Write to this file (default: GAME-SIZE.strong)."
        ),
    ] = None,
    to_move: ToMove = None,
    threads: BuildThreads = None,
    max_memory: MaxMemory = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve every position that can be reached, with the plies to the end.

    After an interruption, the same command resumes. Until it is complete, the work is in
    FILE.build.

    Exit status: 0 complete, 1 a file cannot be written, 2 bad input or a damaged file, 3 the time
    is over, 130 interrupted.
    """
    import time

    import upstar

    started = time.monotonic()
    position = find_position(game, size, to_move)
    path = out or Path(f"{game}-{size.replace('/', '_').replace(':', '_')}.strong")
    progress = ProgressLine(_describe)
    try:
        solution = upstar.strong(
            position,
            path=path,
            threads=threads,
            max_memory=max_memory,
            max_seconds=max_seconds,
            progress=None if quiet else progress,
        )
    except TimeoutError:
        progress.clear()
        return fail("the time is over; the same command resumes", LIMIT)
    except OSError as error:
        progress.clear()
        return fail(str(error), FAILED)
    except KeyboardInterrupt:
        progress.clear()
        return fail("interrupted; the same command resumes", INTERRUPTED)
    progress.clear()
    if json:
        print_json({**solution.to_json(), "seconds": time.monotonic() - started})
    else:
        _show(solution)
    return SOLVED


def stat_command(file: StrongFile, json: Json = False) -> int:
    """Print the result of the start position and the numbers of positions.

    Exit status: 0 printed, 2 no strong solution or a damaged file.
    """
    import upstar

    try:
        solution = upstar.StrongSolution(file)
    except OSError as error:
        return fail(str(error), BAD_INPUT)
    if json:
        print_json(solution.to_json())
    else:
        _show(solution)
    return SOLVED


def probe_command(
    file: StrongFile,
    position: Annotated[str, Argument(help="A position on the board of the solution.")],
    to_move: ToMove = None,
    json: Json = False,
) -> int:
    """Look up a position: its outcome, the plies to the end and the best moves.

    Exit status: 0 found, 1 the position cannot be reached from the start position, 2 bad input or a
    damaged file.
    """
    import upstar

    try:
        solution = upstar.StrongSolution(file)
    except OSError as error:
        return fail(str(error), BAD_INPUT)
    here = upstar.position(solution.game, position, to_move=to_move)
    found = solution.probe(here)
    if json:
        document = {"position": str(here), "to_move": here.to_move, "game": here.game}
        if found is not None:
            document = {**found.to_json(), "degree": solution.degree}
        print_json({**document, "reachable": found is not None})
    elif found is None:
        _print(f"not reachable from {solution.root}")
    else:
        show_entry(found)
    return SOLVED if found is not None else FAILED


def show_entry(found: "SolvedPosition") -> None:
    """Print what a file says of a position, and of each move."""
    end = "" if found.distance is None else f" in {found.distance} plies"
    _print(f"{found.position.to_move}, to move: {found.outcome}{end}")
    for row in found.to_json()["moves"]:
        plies = "" if row["distance"] is None else f" in {row['distance']}"
        best = "  best" if row["move"] in found.best_moves else ""
        _print(f"  {row['move']}  {row['outcome']}{plies}{best}")


def _show(solution: "StrongSolution") -> None:
    document = solution.to_json()
    end = "" if document["distance"] is None else f" in {document['distance']} plies"
    counts = ", ".join(f"{count:,} {name}" for name, count in document["outcomes"].items())
    _print(f"{solution.path}: {solution.game} {solution.root}, {document['to_move']} to move")
    _print(f"result     {document['outcome']}{end}, strongly solved")
    _print(f"positions  {document['positions']:,}: {counts} (for the player to move)")
    _print(f"longest    {document['longest']} plies")
    _print(f"file       {document['bytes']:,} bytes")


def _describe(progress: "StrongProgress") -> str:
    reached = f"{short_count(progress.reached)} positions reached"
    solved = f"  {short_count(progress.solved)} solved" if progress.solved else ""
    memory = f"{progress.bytes / 1e6:.0f} MB"
    return f"{progress.seconds:.0f} s  ply {progress.ply}  {reached}{solved}  {memory}"


def _print(line: str) -> None:
    console().print(line, soft_wrap=True)
