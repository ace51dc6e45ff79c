"""``upstar value``: what a game is worth."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upstar.cgt.description import Notation, describe_value
from upstar.cli.common import SOLVED, console, find_position, print_json
from upstar.cli.options import Json, MaxMemory, MaxSeconds
from upstar.cli.progress import ProgressLine, describe_values
from upstar.cli.value_output import (
    ValueOptions,
    exit_status,
    fact_rows,
    limit_line,
    move_documents,
    move_rows,
)

if TYPE_CHECKING:
    from upstar.cgt.position_value import Dissection


def value_command(
    game: Annotated[
        str | None, typer.Argument(help="A game (see 'upstar games'), or FILE.py:CLASS.")
    ] = None,
    position: Annotated[
        str | None, typer.Argument(help="A position, a size, or sizes: 1x1..5x5.")
    ] = None,
    expr: Annotated[
        str | None,
        typer.Option("--expr", metavar="TEXT", help="A value or an expression, as {0|*}+^."),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="List both players' moves and what they lead to.")
    ] = False,
    share: Annotated[
        bool,
        typer.Option("--share", help="Value all positions of the board; how many are n·^ + *k?"),
    ] = False,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="method=exact or method=claessen."),
    ] = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    unicode: Annotated[bool, typer.Option("--unicode", help="Print ↑ ↓ ∗ ± ⧾.")] = False,
    json: Json = False,
) -> int:
    """Tell a value's canonical form, outcome class, temperature, mean and atomic weight.

    Exit status: 0 found, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.cli import value_tables

    notation: Notation = "unicode" if unicode else "ascii"
    options = ValueOptions.of(set_ or [], notation, max_seconds, max_memory, json)
    if expr is not None:
        if game is not None:
            raise upstar.ParameterError(
                f"either a game or --expr, not both ('{game}' and '{expr}')"
            )
        if moves or share:
            raise upstar.ParameterError("--moves and --share need a game and a position")
        return _show_expression(expr, options)
    if game is None:
        raise upstar.ParameterError("a game and a position are wanted, or --expr '{0|*}'")
    sizes = value_tables.sizes_of(position)
    if share:
        if moves:
            raise upstar.ParameterError("either --moves or --share, not both")
        return value_tables.show_shares(game, sizes or [position], options)
    if sizes is not None:
        if moves:
            raise upstar.ParameterError("--moves needs one position, not a family")
        return value_tables.show_values(game, sizes, options)
    return _show_position(game, position, moves, options)


def _show_expression(expr: str, options: ValueOptions) -> int:
    import upstar

    started = perf_counter()
    document = describe_value(upstar.Value(expr), options.notation)
    document["subgames"] = []
    document["seconds"] = perf_counter() - started
    _show(document, options)
    return SOLVED


def _show_position(game: str, position: str | None, moves: bool, options: ValueOptions) -> int:
    import upstar

    started = perf_counter()
    board = find_position(game, position, None)
    progress = ProgressLine(describe_values)
    found = upstar.dissect(board, moves=moves, progress=progress, **options.arguments())
    document = describe_value(found.value, options.notation)
    document["subgames"] = [
        {"position": part.position, "value": options.text(part.value)} for part in found.parts
    ]
    if moves:
        document["moves"] = move_documents(found, options)
        hottest = found.hottest
        document["hottest"] = None if hottest is None else hottest.position
    if options.method != "exact":
        document["method"] = options.method
    if found.stopped is not None:
        document["stopped"] = found.stopped
    document["seconds"] = perf_counter() - started
    progress.clear()
    _show(document, options, found)
    return exit_status(found.stopped)


def _show(
    document: dict[str, Any], options: ValueOptions, found: "Dissection | None" = None
) -> None:
    if options.json:
        return print_json(document)
    out = console()
    if document["value"] is not None:
        out.print(f"{document['value']}", style="bold", soft_wrap=True)
    elif found is not None:
        out.print(limit_line(found.stopped, options), style="bold", soft_wrap=True)
    for title, text in fact_rows(document):
        out.print(f"  {title:<14}{text}", soft_wrap=True)
    if found is not None and found.moves:
        for line in move_rows(found, options):
            out.print(line, soft_wrap=True)
