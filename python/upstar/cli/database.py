"""``upstar database``: the values of all positions of small boards, in files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import BAD_INPUT, FAILED, INTERRUPTED, SOLVED, console, fail, print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, Quiet
from upstar.cli.progress import ProgressLine
from upstar.progress import describe_build

if TYPE_CHECKING:
    from upstar.cgt.database import BoardStat, Share


def build_command(
    game: Annotated[str, Argument(help="A game with values on a board (see 'upstar games').")],
    size: Annotated[str, Argument(help="The largest board, such as 4x4.")],
    out: Annotated[Path, Option("--out", metavar="DIR", help="Write the files to this folder.")],
    threads: Annotated[
        int | None,
        Option("--threads", metavar="N", help="Use this many threads (default: one per core)."),
    ] = None,
    max_memory: MaxMemory = None,
    save_every: Annotated[
        float,
        Option(
            "--save-every",
            metavar="S",
            help="Save an unfinished board every this many seconds.",
        ),
    ] = 30.0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compute the values of all positions of all boards up to a size.

    Boards that DIR already has are skipped. After an interruption, the same command resumes.

    Exit status: 0 complete, 1 out of memory or a file cannot be written, 2 bad input or a damaged
    file, 130 interrupted.
    """
    import time

    import upstar

    started = time.monotonic()
    progress = ProgressLine(describe_build)
    try:
        built = upstar.build_database(
            game,
            size,
            out,
            threads=threads,
            max_memory=max_memory,
            save_every=save_every,
            progress=None if quiet else progress,
        )
    except OSError as error:
        return fail(str(error), FAILED)
    except KeyboardInterrupt:
        progress.clear()
        return fail("interrupted; the same command resumes", INTERRUPTED)
    progress.clear()
    seconds = time.monotonic() - started
    if json:
        print_json(
            {"game": game, "size": size, "directory": str(out), "built": built, "seconds": seconds}
        )
    elif built:
        _print(f"{out}: built {', '.join(built)} in {seconds:.1f} s")
    else:
        _print(f"{out}: already complete")
    return SOLVED


def stat_command(
    path: Annotated[
        Path,
        Argument(metavar="DIR|FILE", help="The folder of a database, or the file of a board."),
    ],
    json: Json = False,
) -> int:
    """Count the positions of each board, and those with a value of the form n·^ + *k.

    Exit status: 0 counted, 2 no database or a damaged file.
    """
    import upstar

    try:
        found = upstar.database_stat(path)
    except OSError as error:
        return fail(str(error), BAD_INPUT)
    if json:
        boards = [board.to_json() for board in found]
        print_json({"game": found[0].game, "directory": str(path), "boards": boards})
        return SOLVED
    heads = ("board", "positions", "values", "n·^ + *k", "restricted")
    rows: list[tuple[str, ...]] = [(*heads, "non-decomposable", "n·^ + *k", "restricted")]
    rows += [_row(board) for board in found]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        _print("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())
    return SOLVED


def probe_command(
    directory: Annotated[Path, Argument(metavar="DIR", help="The folder of a database.")],
    position: Annotated[
        str, Argument(help="A position of the database's game, on a board of any size.")
    ],
    json: Json = False,
) -> int:
    """Look up the value of a position and the values of its independent parts.

    Exit status: 0 found, 1 the database lacks the board of a part, 2 bad input, no database or a
    damaged file.
    """
    import upstar

    try:
        found = upstar.probe(directory, position)
    except OSError as error:
        return fail(str(error), BAD_INPUT)
    value = None if found.value is None else str(found.value)
    parts = [(text, None if part is None else str(part)) for text, part in found.parts]
    if json:
        named = [{"position": text, "value": part} for text, part in parts]
        print_json({"position": position, "value": value, "subgames": named})
    else:
        _print(value if value is not None else "not in the database")
        for text, part in parts if len(parts) > 1 or value is None else []:
            _print(f"  part  {text}  {part if part is not None else '-'}")
    return SOLVED if value is not None else FAILED


def _row(board: "BoardStat") -> tuple[str, ...]:
    def shares(share: "Share") -> tuple[str, str]:
        return _percent(share.share), _percent(share.restricted_share)

    every, whole = board.all, board.non_decomposable
    counts = (f"{every.positions:,}", f"{every.values:,}")
    return (board.board, *counts, *shares(every), f"{whole.positions:,}", *shares(whole))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _print(line: str) -> None:
    console().print(line, soft_wrap=True)
