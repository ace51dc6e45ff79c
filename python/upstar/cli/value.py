"""``upstar value``: what a game is worth."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from upstar.cli.common import console, print_json

if TYPE_CHECKING:
    from upstar.values import Value


def value_command(
    game: Annotated[str | None, typer.Argument(help="A game (not there yet: use --expr).")] = None,
    position: Annotated[str | None, typer.Argument(help="A position of it.")] = None,
    expr: Annotated[
        str | None,
        typer.Option("--expr", metavar="TEXT", help="A value or an expression, as {0|*}+^."),
    ] = None,
    unicode: Annotated[bool, typer.Option("--unicode", help="Print ↑ ↓ ∗ ± ⧾.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell a value's canonical form, outcome class, temperature, mean and atomic weight."""
    import upstar

    if expr is None:
        if game is None:
            raise upstar.ParameterError("a value is wanted: upstar value --expr '{0|*}'")
        raise upstar.UnsuitableError(
            "values of positions are not there yet; upstar value --expr TEXT takes a value"
        )
    if game is not None:
        raise upstar.ParameterError(f"either a game or --expr, not both ('{game}' and '{expr}')")
    started = perf_counter()
    document = _document(upstar.Value(expr), unicode)
    document["seconds"] = perf_counter() - started
    if json:
        return print_json(document)
    out = console()
    out.print(f"{document['value']}", style="bold")
    for title, text in _rows(document):
        out.print(f"  {title:<14}{text}", soft_wrap=True)


def _document(value: "Value", unicode: bool) -> dict[str, Any]:
    from upstar.errors import ValueLimitError

    notation: Literal["unicode", "ascii"] = "unicode" if unicode else "ascii"
    try:
        canonical = value.text("braces")
    except ValueLimitError:
        canonical = None  # far larger than the game's graph
    weight = value.atomic_weight
    return {
        "value": value.text(notation),
        "canonical": canonical,
        "outcome": value.outcome,
        "is_number": value.is_number,
        "is_infinitesimal": value.is_infinitesimal,
        "temperature": str(value.temperature),
        "mean": str(value.mean),
        "left_stop": str(value.left_stop),
        "right_stop": str(value.right_stop),
        "atomic_weight": None if weight is None else weight.text(notation),
        "birthday": value.birthday,
        "nodes": value.nodes,
        "subgames": [],
    }


_OUTCOMES = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}


def _rows(document: dict[str, Any]) -> list[tuple[str, str]]:
    kind = "number" if document["is_number"] else "not a number"
    if document["is_infinitesimal"] and document["value"] != "0":
        kind = "infinitesimal"
    rows = [
        ("outcome", f"{document['outcome']}: {_OUTCOMES[document['outcome']]}"),
        ("kind", kind),
        ("mean", document["mean"]),
        ("temperature", document["temperature"]),
        ("stops", f"{document['left_stop']} (Left starts), {document['right_stop']} (Right)"),
    ]
    if document["atomic_weight"] is not None:
        rows.append(("atomic weight", document["atomic_weight"]))
    rows.append(("born on day", f"{document['birthday']}, {document['nodes']} positions"))
    canonical = document["canonical"]
    if canonical is not None and len(canonical) <= 200:
        rows.append(("canonical", canonical))
    return rows
