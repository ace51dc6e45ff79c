"""``upstar value``: what a game is worth."""

from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from upstar.cli.common import console, find_position, print_json

if TYPE_CHECKING:
    from upstar.values import Value


def value_command(
    game: Annotated[str | None, typer.Argument(help="A game, see 'upstar games'.")] = None,
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
    from upstar.values import value_and_parts

    started = perf_counter()
    parts: list[tuple[str, Value]] = []
    if expr is None:
        if game is None:
            raise upstar.ParameterError("a game and a position are wanted, or --expr '{0|*}'")
        value, parts = value_and_parts(find_position(game, position, None))
    elif game is not None:
        raise upstar.ParameterError(f"either a game or --expr, not both ('{game}' and '{expr}')")
    else:
        value = upstar.Value(expr)
    notation: Literal["unicode", "ascii"] = "unicode" if unicode else "ascii"
    document = _document(value, notation)
    document["subgames"] = [
        {"position": text, "value": part.text(notation)} for text, part in parts
    ]
    document["seconds"] = perf_counter() - started
    if json:
        return print_json(document)
    out = console()
    out.print(f"{document['value']}", style="bold")
    for title, text in _rows(document):
        out.print(f"  {title:<14}{text}", soft_wrap=True)


def _document(value: "Value", notation: Literal["unicode", "ascii"]) -> dict[str, Any]:
    from upstar.errors import ValueLimitError

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
    if len(document["subgames"]) > 1:
        rows += [("part", f"{part['position']}  {part['value']}") for part in document["subgames"]]
    canonical = document["canonical"]
    if canonical is not None and len(canonical) <= 200:
        rows.append(("canonical", canonical))
    return rows
