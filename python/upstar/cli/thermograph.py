"""``upstar thermograph``: draw the thermograph of a value."""

from pathlib import Path
from typing import Annotated

from upstar.cgt.description import describe_value
from upstar.cli.common import LIMIT, SOLVED, fail, find_position, print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxSeconds, PositionText
from upstar.cli.progress import ProgressLine
from upstar.cli.value_output import ValueOptions, exit_status, limit_line
from upstar.progress import describe_values

_MAX_TITLE = 48


def thermograph_command(
    game: Annotated[
        str | None,
        Argument(help="A game (see 'upstar games'), or a game in Python as FILE.py:CLASS."),
    ] = None,
    position: PositionText = None,
    expr: Annotated[
        str | None,
        Option(
            "--expr",
            metavar="TEXT",
            help="Draw a value or an expression such as {4|2||-1} instead of a position.",
        ),
    ] = None,
    output: Annotated[
        Path,
        Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write to this .svg, .png, .tikz, .tex or .pdf file.",
        ),
    ] = Path("thermograph.svg"),
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
) -> int:
    """Draw the thermograph of a position or of a value: its stops at each temperature.

    Exit status: 0 drawn, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.render.files import check_name

    options = ValueOptions.of([], "unicode", max_seconds, max_memory, False)
    if (expr is None) == (game is None):
        raise upstar.ParameterError(
            "give either a game and a position, or an expression: --expr '{4|2||-1}'"
        )
    check_name(output, "--output")
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
    is_short = text is not None and len(text) <= _MAX_TITLE
    title = text if text is not None and is_short else name[:_MAX_TITLE]
    latex = f"${value.text('latex')}$" if is_short else None
    graph = value.thermograph
    try:
        graph.save(output, title=title, latex=latex)
    except OSError as error:
        raise upstar.ParameterError(f"cannot write '{output}': {error.strerror}") from None
    if json:
        walls = {"left_wall": graph.left, "right_wall": graph.right}
        breaks = {name: [[str(t), str(x)] for t, x in wall] for name, wall in walls.items()}
        print_json({"file": str(output), **describe_value(value, "ascii"), **breaks})
    else:
        print(f"{output}: mean {graph.mean}, temperature {graph.temperature}")
    return SOLVED
