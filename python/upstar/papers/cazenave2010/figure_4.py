"""Figure 4: the seki problem with three liberties against four."""

from collections.abc import Sequence

import upstar
from upstar.papers.cazenave2010 import PAPER
from upstar.papers.worked import Step, example


def steps() -> Sequence[Step]:
    """Return the steps: the proved value, and the number of moves at the start."""
    position = upstar.position("seki", "3,4,2")
    solution = upstar.solve(position, "alpha-beta")
    return [
        Step(
            "the value",
            solution.outcome,
            f"proved by alpha-beta with {solution.stats.nodes:,} nodes; the line begins "
            f"{' '.join(solution.line[:4])}",
        ),
        Step(
            "liberties",
            float(len(position.moves()) - 1),
            "three of Max's, four of Min's and two shared ones, each of which may be filled",
        ),
    ]


EXPERIMENT = example(
    id="sb-figure-4",
    title="Figure 4: a seki problem with three liberties for Max and four for Min",
    paper=PAPER,
    module=__name__,
    printed={"the value": "draw", "liberties": 9.0},
    resolved=(
        "The board is only drawn. The text has the numbers of liberties, and Table 2 the value. "
        "The board of `upstar` has these liberties and no other points."
    ),
)
