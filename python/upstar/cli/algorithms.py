"""``upstar algorithms``: list the algorithms."""

from dataclasses import asdict
from typing import Annotated

from upstar.cli.common import console, print_json, print_list
from upstar.cli.declare import Argument
from upstar.cli.options import Json


def algorithms_command(
    name: Annotated[str | None, Argument(help="Show this algorithm only.")] = None,
    json: Json = False,
) -> None:
    """List the algorithms, or show the reference and the parameters of one algorithm."""
    from rich.table import Table

    import upstar
    from upstar.text import valid_unicode

    algorithms = upstar.algorithms()
    if name is None:
        if json:
            return print_json([asdict(a) for a in algorithms])
        return print_list([(a.name, a.summary) for a in algorithms])
    algorithm = next((a for a in algorithms if a.name == name), None)
    if algorithm is None:
        known = ", ".join(a.name for a in algorithms)
        raise upstar.UnknownNameError(
            f"there is no algorithm '{valid_unicode(name)}'; known: {known}"
        )
    if json:
        return print_json(asdict(algorithm))
    out = console()
    out.print(f"{algorithm.name}: {algorithm.summary}", style="bold")
    if algorithm.reference:
        out.print(algorithm.reference)
    lists = [
        ("parameter" if algorithm.parameters else "no parameters", algorithm.parameters),
        ("on games with values", upstar.value_parameters()),
    ]
    for heading, parameters in lists:
        table = Table(box=None, padding=(0, 2, 0, 0), title_justify="left")
        for title in (heading, "default", "values", "meaning"):
            table.add_column(title)
        for p in parameters:
            table.add_row(p.name, p.default, p.values, p.help)
        out.print()
        out.print(table)
