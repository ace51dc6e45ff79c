"""Figures 3 and 4: proof numbers and probabilities at an AND node."""

from collections.abc import Sequence

from upstar.papers.song2019 import PAPER
from upstar.papers.song2019.backup import both
from upstar.papers.worked import Step, example

EVEN, UNEVEN = (0.3, 0.35, 0.35), (0.1, 0.1, 0.8)
"""Leaves with the same sum of proof numbers. One of the second tree is 0.8, as in the text."""


def steps() -> Sequence[Step]:
    """Return the steps: SUM of proof numbers, and the AND rule of probabilities."""
    even, uneven = both(EVEN, is_or=False), both(UNEVEN, is_or=False)
    return [
        Step(
            "PN of the trees",
            "same" if abs(even[0] - uneven[0]) < 1e-12 else "different",
            f"both sums are {even[0]:.2f}",
        ),
        Step(
            "PPN of tree (a)",
            "larger" if even[1] > uneven[1] else "not larger",
            f"{even[1]:.3f} for similar leaves, {uneven[1]:.3f} with a leaf that is very likely "
            "to be disproved",
        ),
    ]


EXPERIMENT = example(
    id="ppn-figure-3",
    title="Figures 3 and 4: SUM of proof numbers, AND of probabilities",
    paper=PAPER,
    module=__name__,
    printed={"PN of the trees": "same", "PPN of tree (a)": "larger"},
    resolved=(
        "Of the drawn leaves the text has only the 0.8 of tree (b). The others are ours, with the "
        "same sum in both trees. Of leaves with the same sum of proof numbers, equal ones have the "
        "largest product of 1 − PN, so the statement does not depend on the choice."
    ),
)
