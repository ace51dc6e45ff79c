"""``upstar semeai``: liberty races under random play."""

from typing import Annotated

import typer

from upstar.cli.common import print_json
from upstar.cli.options import Json


def semeai_command(
    own: Annotated[int | None, typer.Argument(help="Liberties of the player to move.")] = None,
    opponent: Annotated[int | None, typer.Argument(help="The opponent's liberties.")] = None,
    elsewhere: Annotated[
        float, typer.Option(help="Probability of playing outside the fight.")
    ] = 0.0,
    size: Annotated[int, typer.Option(help="Liberties of the largest row of the table.")] = 9,
    json: Json = False,
) -> None:
    """Tell how likely the player to move wins a liberty race when both play at random.

    Exit status: 0, 2 bad input.
    """
    import upstar

    if own is not None and opponent is None:
        raise upstar.ParameterError("the opponent's liberties are missing: upstar semeai 9 9")
    if own is not None and opponent is not None:
        probability = upstar.semeai(own, opponent, elsewhere=elsewhere)
        if json:
            return print_json(
                {
                    "own": own,
                    "opponent": opponent,
                    "elsewhere": elsewhere,
                    "probability": probability,
                }
            )
        return print(f"{probability:.6f}")
    table = upstar.semeai_table(size, elsewhere=elsewhere)
    if json:
        return print_json({"elsewhere": elsewhere, "table": table})
    print("own \\ opponent" + "".join(f"{number:>6}" for number in range(1, size + 1)))
    for number, row in enumerate(table, 1):
        print(f"{number:>14}" + "".join(f"{value:>6.2f}" for value in row))
