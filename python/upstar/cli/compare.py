"""``upstar compare``: compare two positions, sums or values by search on their difference."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import LIMIT, SOLVED, find_position, print_bold, print_fields, print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, MaxMemory, MaxNodes, MaxSeconds, Quiet, Threads

if TYPE_CHECKING:
    from upstar.comparison import Comparison

_WORDS = {
    "=": "equal: whoever starts in the difference loses",
    ">": "greater: left wins the difference, whoever starts",
    "<": "less: right wins the difference, whoever starts",
    "||": "fuzzy: whoever starts in the difference wins",
}


def compare_command(
    first: Annotated[str, Argument(help="A sum, such as 'clobber:xo/ox + {1|*}'.")],
    second: Annotated[str, Argument(help="Another sum.")],
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    threads: Threads = 1,
    proof: Annotated[
        Path | None,
        Option(
            "--proof",
            metavar="FILE",
            help="Write two certificates for 'upstar verify': FILE.left and FILE.right.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        Option(
            "--checkpoint",
            metavar="DIR",
            help="Save the tables of both searches to this folder; resume from it if it exists.",
        ),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compare two positions, sums or values by search on their difference.

    The difference is solved with Left to move and with Right to move. Values are not computed.
    Limits are for each of the two searches.

    Exit status: 0 decided, 2 bad input, 3 a limit was reached first, 130 interrupted.
    """
    import upstar
    from upstar.cli.progress import ProgressLine

    operands = [find_position("sum", text, None) for text in (first, second)]
    progress = None if quiet else ProgressLine()
    found = upstar.compare(
        *operands,
        proof=proof,
        checkpoint=checkpoint,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
        progress=progress,
    )
    if progress is not None:
        progress.clear()
    if json:
        print_json(found.to_json())
    else:
        _show(found)
    return LIMIT if found.relation is None else SOLVED


def _show(found: "Comparison") -> None:
    if found.relation is None:
        print_bold("not decided: a limit was reached first", "yellow")
    else:
        print_bold(_WORDS[found.relation], "green")
    rows = [("difference", str(found.left_starts.position))]
    for name, solution in (("left", found.left_starts), ("right", found.right_starts)):
        winner = "not known" if solution.winner is None else f"{solution.winner} wins"
        move = f" with {solution.best_move}" if solution.outcome == "win" else ""
        rows.append((f"{name} starts", winner + move))
    print_fields(rows)
