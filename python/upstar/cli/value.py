"""``upstar value``: what a game is worth."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upstar.cli.common import SOLVED, console, find_position, print_json
from upstar.cli.options import Json, MaxMemory, MaxSeconds
from upstar.cli.progress import Teller, describe_values
from upstar.cli.value_output import (
    Notation,
    Wanted,
    document_of,
    ending,
    limit_line,
    move_rows,
    moves_of,
    rows_of,
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
    wanted = Wanted.of(set_ or [], notation, max_seconds, max_memory, json)
    if expr is not None:
        if game is not None:
            raise upstar.ParameterError(
                f"either a game or --expr, not both ('{game}' and '{expr}')"
            )
        if moves or share:
            raise upstar.ParameterError("--moves and --share need a game and a position")
        return _show_expression(expr, wanted)
    if game is None:
        raise upstar.ParameterError("a game and a position are wanted, or --expr '{0|*}'")
    sizes = value_tables.sizes_of(position)
    if share:
        if moves:
            raise upstar.ParameterError("either --moves or --share, not both")
        return value_tables.show_shares(game, sizes or [position], wanted)
    if sizes is not None:
        if moves:
            raise upstar.ParameterError("--moves needs one position, not a family")
        return value_tables.show_values(game, sizes, wanted)
    return _show_position(game, position, moves, wanted)


def _show_expression(expr: str, wanted: Wanted) -> int:
    import upstar

    started = perf_counter()
    document = document_of(upstar.Value(expr), wanted.notation)
    document["subgames"] = []
    document["seconds"] = perf_counter() - started
    _show(document, wanted)
    return SOLVED


def _show_position(game: str, position: str | None, moves: bool, wanted: Wanted) -> int:
    import upstar

    started = perf_counter()
    place = find_position(game, position, None)
    teller = Teller(describe_values)
    found = upstar.dissect(place, moves=moves, progress=teller, **wanted.options())
    document = document_of(found.value, wanted.notation)
    document["subgames"] = [
        {"position": part.position, "value": wanted.text(part.value)} for part in found.parts
    ]
    if moves:
        document["moves"] = moves_of(found, wanted)
        hottest = found.hottest
        document["hottest"] = None if hottest is None else hottest.position
    if wanted.method != "exact":
        document["method"] = wanted.method
    if found.stopped is not None:
        document["stopped"] = found.stopped
    document["seconds"] = perf_counter() - started
    teller.clear()
    _show(document, wanted, found)
    return ending(found.stopped)


def _show(document: dict[str, Any], wanted: Wanted, found: "Dissection | None" = None) -> None:
    if wanted.json:
        return print_json(document)
    out = console()
    if document["value"] is not None:
        out.print(f"{document['value']}", style="bold", soft_wrap=True)
    elif found is not None:
        out.print(limit_line(found.stopped, wanted), style="bold", soft_wrap=True)
    for title, text in rows_of(document):
        out.print(f"  {title:<14}{text}", soft_wrap=True)
    if found is not None and found.moves:
        for line in move_rows(found, wanted):
            out.print(line, soft_wrap=True)
