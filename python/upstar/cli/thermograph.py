"""``upstar thermograph``: the picture of a value."""

from pathlib import Path
from typing import Annotated

import typer

from upstar.cgt.description import describe_value
from upstar.cli.common import LIMIT, SOLVED, fail, find_position, print_json
from upstar.cli.options import Json, MaxMemory, MaxSeconds
from upstar.cli.progress import ProgressLine, describe_values
from upstar.cli.value_output import ValueOptions, exit_status, limit_line

_LONGEST_TITLE = 48


def thermograph_command(
    game: Annotated[
        str | None, typer.Argument(help="A game (see 'upstar games'), or FILE.py:CLASS.")
    ] = None,
    position: Annotated[str | None, typer.Argument(help="A position of it.")] = None,
    expr: Annotated[
        str | None,
        typer.Option("--expr", metavar="TEXT", help="A value or an expression, as {4|2||-1}."),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A file .svg or .png.")
    ] = Path("thermograph.svg"),
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
) -> int:
    """Draw what a game is worth to whoever starts, as every move is taxed.

    Exit status: 0 drawn, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar

    options = ValueOptions.of([], "unicode", max_seconds, max_memory, False)
    if (expr is None) == (game is None):
        raise upstar.ParameterError(
            "either a game and a position are wanted, or --expr '{4|2||-1}'"
        )
    if output.suffix not in (".svg", ".png"):
        raise upstar.ParameterError(f"--output must end in .svg or .png, not '{output}'")
    if expr is not None:
        value = upstar.Value(expr)
        name = expr
    else:
        assert game is not None
        progress = ProgressLine(describe_values)
        board = find_position(game, position, None)
        found = upstar.dissect(board, progress=progress, **options.arguments())
        progress.clear()
        if found.value is None:
            status = exit_status(found.stopped)
            return fail(limit_line(found.stopped, options), status if status else LIMIT)
        value = found.value
        name = f"{game} {position or ''}".strip()
    text = options.text(value)
    title = text if text is not None and len(text) <= _LONGEST_TITLE else name
    graph = value.thermograph
    try:
        graph.save(output, title=title[:_LONGEST_TITLE])
    except OSError as error:
        raise upstar.ParameterError(f"cannot write '{output}': {error.strerror}") from None
    if json:
        walls = {"left_wall": graph.left, "right_wall": graph.right}
        breaks = {name: [[str(t), str(x)] for t, x in wall] for name, wall in walls.items()}
        print_json({"file": str(output), **describe_value(value, "ascii"), **breaks})
    else:
        print(f"{output}: mean {graph.mean}, temperature {graph.temperature}")
    return SOLVED
