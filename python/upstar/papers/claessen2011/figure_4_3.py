"""Figures 4.3 and 4.4: positions with and without a value n·↑ + ∗k."""

from collections.abc import Sequence

import upstar
from upstar.papers.claessen2011 import PAPER
from upstar.papers.worked import Step, example

POSITIONS = {
    "Figure 4.4a": ("..o./.xo./oo../.xoo", "*"),
    "Figure 4.4b": ("ooo./.oxx/...o/.ooo", "v5*"),
    "Figure 4.4c": (".o../xooo/x..o/o...", "^"),
    "Figure 4.4d": ("o.../o.oo/o.o./oxxo", "v3*"),
}
UNSOLVED = "boards of 1x4 without a value"


def steps() -> Sequence[Step]:
    """Return the values, and the boards of four cells to which the procedure gives none."""
    census = upstar.census("clobber", "1x4", method="claessen")
    return [
        Step(
            UNSOLVED,
            float(census.positions - census.valued),
            f"of {census.positions}; one is xxoo, {upstar.value('clobber', 'xxoo')}",
        ),
        *(
            Step(name, str(upstar.value("clobber", text, method="claessen")), text)
            for name, (text, _) in POSITIONS.items()
        ),
    ]


EXPERIMENT = example(
    id="claessen-figure-4-3",
    title="Figures 4.3 and 4.4: positions with and without a value",
    paper=PAPER,
    module=__name__,
    printed={UNSOLVED: 2.0, **{name: value for name, (_, value) in POSITIONS.items()}},
    resolved=(
        "The boards are only drawn. Those here fill 4x4, touch all four borders, are one part, and "
        "have the printed values."
    ),
)
