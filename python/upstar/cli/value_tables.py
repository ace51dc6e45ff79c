"""``upstar value`` for whole families: a table of boards, and all positions of a board."""

import re
from typing import TYPE_CHECKING, Any

from upstar.cgt.description import describe_value
from upstar.cli.common import console, find_position, print_json
from upstar.cli.progress import ProgressLine, describe_values
from upstar.cli.value_output import ValueOptions, exit_status, limit_line

if TYPE_CHECKING:
    from upstar.cgt.position_value import Census

_FAMILY = re.compile(r"(\d+)x(\d+)\.\.(\d+)x(\d+)")
_MOST = 1000


def sizes_of(text: str | None) -> list[str | None] | None:
    """The sizes that ``1x1..5x5`` means, row by row; None if the text is no family."""
    import upstar

    match = _FAMILY.fullmatch(text or "")
    if match is None:
        return None
    rows, columns, last_row, last_column = (int(number[:6]) for number in match.groups())
    if last_row < rows or last_column < columns:
        raise upstar.ParameterError(f"'{text}' is empty: the second size is at least the first")
    if (last_row - rows + 1) * (last_column - columns + 1) > _MOST:
        raise upstar.ParameterError(f"'{text}' has more than {_MOST} sizes")
    return [f"{r}x{c}" for r in range(rows, last_row + 1) for c in range(columns, last_column + 1)]


def _left(options: ValueOptions, used: float) -> dict[str, Any]:
    """The options, with the seconds that are left."""
    arguments = options.arguments()
    if options.max_seconds is not None:
        arguments["max_seconds"] = max(options.max_seconds - used, 1e-9)
    return arguments


def show_values(game: str, sizes: list[str | None], options: ValueOptions) -> int:
    """A row for each size: value, outcome, mean, temperature."""
    import upstar

    boards = [(size, find_position(game, size, None)) for size in sizes]
    rows: list[dict[str, Any]] = []
    stopped, used = None, 0.0
    for size, board in boards:
        progress = ProgressLine(describe_values)
        found = upstar.dissect(board, progress=progress, **_left(options, used))
        progress.clear()
        stopped, used = found.stopped, used + found.seconds
        if stopped is not None:
            break
        rows.append({"position": size, **describe_value(found.value, options.notation)})
        rows[-1]["seconds"] = found.seconds
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
        _say(f"{limit_line(stopped, options)} at {sizes[len(rows)]}")
    return exit_status(stopped)


def show_shares(game: str, sizes: list[str | None], options: ValueOptions) -> int:
    """How many of all positions of each size are worth n·↑ + ∗k."""
    import upstar

    boards = [(size, find_position(game, size, None)) for size in sizes]
    found: list[tuple[str | None, Census]] = []
    used = 0.0
    for size, board in boards:
        progress = ProgressLine(describe_values)
        census = upstar.census(board, progress=progress, **_left(options, used))
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
        _say("method claessen: positions with an option of another kind have no value")
    if stopped is not None:
        _say(f"{limit_line(stopped, options)}; {found[-1][0]} is not complete")
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


def _say(line: str) -> None:
    console().print(line, soft_wrap=True)


def _print_table(cells: list[tuple[str, ...]], *, right: bool = False) -> None:
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    for row in cells:
        padded = [
            cell.rjust(width) if right and i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        _say("  ".join(padded).rstrip())
