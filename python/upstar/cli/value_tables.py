"""``upstar value`` for ranges of sizes, and for all positions of a board."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from upstar.cgt.description import describe_value
from upstar.cli.common import console, find_position, print_json
from upstar.cli.progress import ProgressLine
from upstar.cli.value_output import ValueOptions, exit_status, limit_line
from upstar.progress import describe_values

if TYPE_CHECKING:
    from upstar.cgt.position_value import Census
    from upstar.cgt.value import Value

_RANGE = re.compile(r"(\d+)x(\d+)\.\.(\d+)x(\d+)")
_MAX_SIZES = 1000


def sizes_of(text: str | None) -> list[str | None] | None:
    """Return the sizes of a range such as ``1x1..5x5``; None if the text is no range."""
    import upstar

    match = _RANGE.fullmatch(text or "")
    if match is None:
        return None
    rows, columns, last_row, last_column = (int(number[:6]) for number in match.groups())
    if last_row < rows or last_column < columns:
        raise upstar.ParameterError(
            f"'{text}' has no sizes: the second size must not be smaller than the first"
        )
    if (last_row - rows + 1) * (last_column - columns + 1) > _MAX_SIZES:
        raise upstar.ParameterError(f"'{text}' has more than {_MAX_SIZES} sizes")
    return [f"{r}x{c}" for r in range(rows, last_row + 1) for c in range(columns, last_column + 1)]


def _remaining(options: ValueOptions, used: float) -> dict[str, Any]:
    """Return the arguments with the seconds that remain."""
    arguments = options.arguments()
    if options.max_seconds is not None:
        arguments["max_seconds"] = max(options.max_seconds - used, 1e-9)
    return arguments


def show_values(
    game: str, sizes: list[str | None], options: ValueOptions, bfile: Path | None = None
) -> int:
    """Print value, outcome, mean and temperature of the empty board of each size."""
    import upstar

    boards = [(size, find_position(game, size, None)) for size in sizes]
    rows: list[dict[str, Any]] = []
    values: list[Value] = []
    stopped, used = None, 0.0
    for size, board in boards:
        progress = ProgressLine(describe_values)
        found = upstar.dissect(board, progress=progress, **_remaining(options, used))
        progress.clear()
        stopped, used = found.stopped, used + found.seconds
        if stopped is not None:
            break
        rows.append({"position": size, **describe_value(found.value, options.notation)})
        rows[-1]["seconds"] = found.seconds
        if found.value is not None:
            values.append(found.value)
    if bfile is not None:
        _write_bfile(bfile, values)
    if options.json:
        document = {"game": game, "method": options.method, "rows": rows}
        print_json({**document, "stopped": stopped, "seconds": used})
        return exit_status(stopped)
    cells: list[tuple[str, ...]] = [("position", "value", "outcome", "mean", "temperature")]
    for row in rows:
        text = row["value"] or "-"
        if len(text) > 60:
            text = f"({row['nodes']} positions)"
        facts = (row[key] or "-" for key in ("outcome", "mean", "temperature"))
        cells.append((row["position"], text, *facts))
    _print_table(cells)
    if stopped is not None:
        _print(f"{limit_line(stopped, options)} at {sizes[len(rows)]}")
    return exit_status(stopped)


def _write_bfile(file: Path, values: "list[Value]") -> None:
    import upstar

    text = upstar.bfile(values)
    try:
        file.write_text(text, encoding="ascii")
    except OSError as error:
        raise upstar.ParameterError(f"cannot write '{file}': {error.strerror}") from None


def show_shares(game: str, sizes: list[str | None], options: ValueOptions) -> int:
    """Print for each size how many of its positions have a value of the form n·↑ + ∗k."""
    import upstar

    boards = [(size, find_position(game, size, None)) for size in sizes]
    found: list[tuple[str | None, Census]] = []
    used = 0.0
    for size, board in boards:
        progress = ProgressLine(describe_values)
        census = upstar.census(board, progress=progress, **_remaining(options, used))
        progress.clear()
        used += census.seconds
        found.append((size, census))
        if census.stopped is not None:
            break
    stopped = found[-1][1].stopped if found else None
    if options.json:
        rows = [_share_document(size, census) for size, census in found]
        print_json({"game": game, "method": options.method, "rows": rows, "seconds": used})
        return exit_status(stopped)
    cells: list[tuple[str, ...]] = [("board", "positions", "n·^ + *k", "share", "values")]
    for size, census in found:
        counts = (f"{n:,}" for n in (census.positions, census.ups_and_nimbers))
        share = f"{census.share:.1%}".replace("%", " %")
        cells.append((str(size), *counts, share, f"{census.distinct:,}"))
    _print_table(cells, right=True)
    if options.method == "claessen":
        _print("method claessen: a position has no value if an option has another form")
    if options.method == "claessen-printed":
        _print("method claessen-printed: claessen with fewer comparisons, fitted to printed shares")
    if stopped is not None:
        _print(f"{limit_line(stopped, options)}; {found[-1][0]} is not complete")
    return exit_status(stopped)


def _share_document(size: str | None, census: "Census") -> dict[str, Any]:
    return {
        "board": size,
        "positions": census.positions,
        "valued": census.valued,
        "ups_and_nimbers": census.ups_and_nimbers,
        "share": census.share,
        "values": census.distinct,
        "stopped": census.stopped,
        "seconds": census.seconds,
    }


def _print(line: str) -> None:
    console().print(line, soft_wrap=True)


def _print_table(cells: list[tuple[str, ...]], *, right: bool = False) -> None:
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    for row in cells:
        padded = [
            cell.rjust(width) if right and i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        _print("  ".join(padded).rstrip())
