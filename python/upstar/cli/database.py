"""``upstar database``: the values of all positions of small boards, in files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upstar.cli.common import BAD_INPUT, FAILED, INTERRUPTED, SOLVED, console, fail, print_json
from upstar.cli.options import Json, MaxMemory, Quiet
from upstar.cli.progress import ProgressLine
from upstar.text import short_count

if TYPE_CHECKING:
    from upstar.cgt.database import BoardStat, BuildProgress, Share

database_app = typer.Typer(
    help="Build and read endgame databases: values of all positions.", no_args_is_help=True
)


@database_app.command("build")
def build_command(
    game: Annotated[
        str, typer.Argument(help="A game with values on a board (see 'upstar games').")
    ],
    size: Annotated[str, typer.Argument(help="The largest board, such as 4x4.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the files go.")],
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Threads; by default cores.")
    ] = None,
    max_memory: MaxMemory = None,
    save_every: Annotated[
        float,
        typer.Option(
            "--save-every", metavar="SECONDS", help="How often a board under way is saved."
        ),
    ] = 30.0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Value every position of every board up to a size, as far as DIR does not have them.

    Exit status: 0 complete, 1 out of memory or a file cannot be written, 2 bad input or a damaged
    file, 130 interrupted; then the same command goes on.
    """
    import time

    import upstar

    started = time.monotonic()
    progress = ProgressLine(_describe)
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
        return fail("interrupted; the same command goes on from here", INTERRUPTED)
    progress.clear()
    seconds = time.monotonic() - started
    if json:
        print_json(
            {"game": game, "size": size, "directory": str(out), "built": built, "seconds": seconds}
        )
    elif built:
        _say(f"{out}: {', '.join(built)} in {seconds:.1f} s")
    else:
        _say(f"{out}: complete, nothing to do")
    return SOLVED


@database_app.command("stat")
def stat_command(
    path: Annotated[Path, typer.Argument(metavar="DIR|FILE", help="A database, or one board.")],
    json: Json = False,
) -> int:
    """Tell how many positions each board has, and how many have values n·^ + *k.

    Exit status: 0 counted, 2 there is no database, or a file of it is damaged.
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
        _say("  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip())
    return SOLVED


@database_app.command("probe")
def probe_command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A database.")],
    position: Annotated[str, typer.Argument(help="A position of its game, on any board.")],
    json: Json = False,
) -> int:
    """Look a position up: its value, or its parts'.

    Exit status: 0 found, 1 a part is on no board of the database, 2 bad input, no
    database or a damaged file.
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
        _say(value if value is not None else "not in the database")
        for text, part in parts if len(parts) > 1 or value is None else []:
            _say(f"  part  {text}  {part if part is not None else '-'}")
    return SOLVED if value is not None else FAILED


def _row(board: "BoardStat") -> tuple[str, ...]:
    def shares(share: "Share") -> tuple[str, str]:
        return _percent(share.share), _percent(share.restricted_share)

    every, whole = board.all, board.non_decomposable
    counts = (f"{every.positions:,}", f"{every.values:,}")
    return (board.board, *counts, *shares(every), f"{whole.positions:,}", *shares(whole))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _describe(progress: "BuildProgress") -> str:
    done = progress.positions / progress.total
    positions, total = short_count(progress.positions), short_count(progress.total)
    counts = f"{positions} of {total} positions  {done:.0%}"
    return f"{progress.seconds:.0f} s  {counts}  {progress.bytes / 1e6:.0f} MB"


def _say(line: str) -> None:
    console().print(line, soft_wrap=True)
