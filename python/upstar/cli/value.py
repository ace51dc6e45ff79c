"""``upstar value``: compute the combinatorial value of a position or an expression."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from upstar.cgt.description import Notation, describe_value
from upstar.cli.common import SOLVED, console, find_position, print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxSeconds
from upstar.cli.progress import ProgressLine
from upstar.cli.value_output import (
    ValueOptions,
    exit_status,
    fact_rows,
    limit_line,
    move_documents,
    move_rows,
)
from upstar.progress import describe_values

if TYPE_CHECKING:
    from upstar.cgt.expression import ValueComparison
    from upstar.cgt.position_value import Dissection


def value_command(
    game: Annotated[
        str | None,
        Argument(help="A game (see 'upstar games'), or a game in Python as FILE.py:CLASS."),
    ] = None,
    position: Annotated[
        str | None,
        Argument(
            help="A size such as 6x6, a position (see 'upstar games GAME'), or a range of sizes "
            "such as 1x1..5x5."
        ),
    ] = None,
    expr: Annotated[
        str | None,
        Option(
            "--expr",
            metavar="TEXT",
            help="Compute an expression such as {0|*}+3.^ instead of a position, or compare two: "
            "'^ <> *' (fuzzy), = != < <= > >=.",
        ),
    ] = None,
    explain: Annotated[
        bool,
        Option(
            "--explain",
            help="With --expr {a,b|c}: explain which options are dominated or reversible.",
        ),
    ] = False,
    moves: Annotated[
        bool,
        Option("--moves", help="List the moves of both players with the value after each."),
    ] = False,
    share: Annotated[
        bool,
        Option(
            "--share",
            help="Count the positions of the board whose value has the form n·^ + *k.",
        ),
    ] = False,
    set_: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="KEY=VALUE",
            help="Set the method: method=exact (default), claessen or claessen-printed.",
        ),
    ] = None,
    bfile: Annotated[
        Path | None,
        Option(
            "--bfile",
            metavar="FILE",
            help="With a range of sizes: write integers or nimbers as a b-file of the OEIS.",
        ),
    ] = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    unicode: Annotated[
        bool,
        Option("--unicode", help="Print values with ↑ ↓ ∗ ± ⧾ instead of ASCII."),
    ] = False,
    json: Json = False,
) -> int:
    """Compute a value: canonical form, outcome class, temperature, mean and atomic weight.

    Exit status: 0 found, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.cli import value_tables

    notation: Notation = "unicode" if unicode else "ascii"
    options = ValueOptions.of(set_ or [], notation, max_seconds, max_memory, json)
    if expr is not None:
        if game is not None:
            raise upstar.ParameterError(
                f"give either a game or --expr, not both ('{game}' and '{expr}')"
            )
        if moves or share:
            raise upstar.ParameterError("--moves and --share need a game and a position")
        return _show_simplification(expr, options) if explain else _show_expression(expr, options)
    if explain:
        raise upstar.ParameterError("--explain needs a game by its options: --expr '{0,*|1}'")
    if game is None:
        raise upstar.ParameterError("give a game and a position, or an expression: --expr '{0|*}'")
    sizes = value_tables.sizes_of(position)
    if bfile is not None and (sizes is None or share):
        raise upstar.ParameterError("--bfile needs a range of sizes such as 1x1..1x9, no --share")
    if share:
        if moves:
            raise upstar.ParameterError("give either --moves or --share, not both")
        return value_tables.show_shares(game, sizes or [position], options)
    if sizes is not None:
        if moves:
            raise upstar.ParameterError(f"--moves needs one position, not the sizes '{position}'")
        return value_tables.show_values(game, sizes, options, bfile)
    return _show_position(game, position, moves, options)


def _show_expression(expr: str, options: ValueOptions) -> int:
    import upstar

    started = perf_counter()
    found = upstar.evaluate(expr)
    if isinstance(found, upstar.ValueComparison):
        return _show_comparison(expr, found, options, started)
    document = describe_value(found, options.notation)
    document["subgames"] = []
    document["seconds"] = perf_counter() - started
    _show(document, options)
    return SOLVED


def _show_comparison(
    expr: str, found: "ValueComparison", options: ValueOptions, started: float
) -> int:
    left, right = options.text(found.left), options.text(found.right)
    difference = options.text(found.difference)
    document = {
        "expression": expr,
        "left": left,
        "operator": found.operator,
        "right": right,
        "holds": found.holds,
        "relation": found.relation,
        "difference": difference,
        "seconds": perf_counter() - started,
    }
    if options.json:
        print_json(document)
        return SOLVED
    words = {"=": "equals", "<": "is less than", ">": "is greater than", "||": "is fuzzy with"}
    out = console()
    out.print("true" if found.holds else "false", style="bold")
    out.print(f"  {'relation':<14}{left} {words[found.relation]} {right}", soft_wrap=True)
    out.print(f"  {'difference':<14}{difference}", soft_wrap=True)
    return SOLVED


def _show_simplification(expr: str, options: ValueOptions) -> int:
    import upstar

    started = perf_counter()
    found = upstar.simplify(expr)
    document = describe_value(found.value, options.notation)
    document["subgames"] = []
    document["steps"] = [
        {
            "player": step.player,
            "option": options.text(step.option),
            "dominated_by": options.text(step.dominated_by),
            "reversed_by": options.text(step.reversed_by),
            "replaced_by": [options.text(option) for option in step.replaced_by],
        }
        for step in found.steps
    ]
    document["seconds"] = perf_counter() - started
    _show(document, options)
    if not options.json:
        lines = [step.text(options.notation) for step in found.steps]
        for line in lines or [
            "The game is in canonical form: no option is dominated or reversible."
        ]:
            console().print(f"  {line}", soft_wrap=True)
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
        headline = limit_line(found.stopped, options)
        if found.value is not None:
            headline = f"a value with {found.value.nodes:,} positions, too long to print"
        out.print(headline, style="bold", soft_wrap=True)
    for title, text in fact_rows(document):
        out.print(f"  {title:<14}{text}", soft_wrap=True)
    if found is not None and found.moves:
        for line in move_rows(found, options):
            out.print(line, soft_wrap=True)
