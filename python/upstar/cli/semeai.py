"""``upstar semeai``: compute who wins a liberty race under random play."""

from typing import Annotated

from upstar.cli.common import print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json


def semeai_command(
    own: Annotated[
        int | None,
        Argument(help="Liberties of the player to move (default: print a table)."),
    ] = None,
    opponent: Annotated[int | None, Argument(help="Liberties of the opponent.")] = None,
    elsewhere: Annotated[
        float, Option(metavar="P", help="Probability of a move outside the race, 0 to 1.")
    ] = 0.0,
    size: Annotated[
        int, Option(metavar="N", help="Print a table for 1 to N liberties of each player.")
    ] = 9,
    json: Json = False,
) -> None:
    """Compute the probability that the player to move wins a liberty race under random play.

    Exit status: 0 computed, 2 bad input.
    """
    import upstar

    if own is not None and opponent is None:
        raise upstar.ParameterError(
            f"the opponent's liberties are missing; give two numbers, such as 'semeai {own} 9'"
        )
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
