"""Figure 5.3: a position that is played out optimally."""

from collections.abc import Sequence

import upstar
from upstar.papers.claessen2011 import PAPER
from upstar.papers.worked import Step, example

BOARD = "xxo...xx/...ox.xx/..x....x/ooox.xo./......../...xoxx./..x...../..o.oo.."


def steps() -> Sequence[Step]:
    """Return the value of the board, and the moves of Black that do not win."""
    found = upstar.dissect("clobber", BOARD, moves=True)
    parts = " + ".join(str(part.value) for part in found.parts)
    own = [move for move in found.moves if move.player == "black"]
    lost = [move for move in own if move.value is None or not move.value >= upstar.Value("0")]
    return [
        Step("the value", str(found.value), f"the parts with moves are {parts}"),
        Step(
            "moves of Black that lose",
            " ".join(move.move for move in lost),
            f"of {len(own)}; after b8c8 the value is {lost[0].value}" if lost else "",
        ),
    ]


EXPERIMENT = example(
    id="claessen-figure-5-3",
    title="Figure 5.3: a position that is played out optimally",
    paper=PAPER,
    module=__name__,
    printed={"the value": "*", "moves of Black that lose": "b8c8"},
    resolved=(
        "The board is in the text, and Black is to move. The text lists the values of ten groups, "
        "of which two are 0 because only one colour is there. Here these groups are no parts."
    ),
)
