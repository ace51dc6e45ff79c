"""Figures 1 and 2: proof numbers and probabilities at an OR node."""

from collections.abc import Sequence

from upstar.papers.song2019 import PAPER
from upstar.papers.song2019.backup import both
from upstar.papers.worked import Step, example

LEAVES = (0.2, 0.2, 0.3)
"""The proof numbers of the leaves of tree (a)."""


def steps() -> Sequence[Step]:
    """Return the steps: MIN of proof numbers, and the OR rule of probabilities."""
    proof, probability = both(LEAVES, is_or=True)
    alone = both(LEAVES[:1], is_or=True)
    return [
        Step("PN of tree (a)", proof, "the least of 0.2, 0.2 and 0.3"),
        Step(
            "PN with the first leaf alone",
            alone[0],
            "so any tree whose other leaves have larger numbers has the same PN",
        ),
        Step(
            "PPN of tree (a)",
            "larger" if probability > alone[1] else "not larger",
            f"{probability:.3f} = 1 − 0.2 · 0.2 · 0.3, where a leaf has PPN = 1 − PN; "
            f"the first leaf alone gives {alone[1]:.3f}",
        ),
    ]


EXPERIMENT = example(
    id="ppn-figure-1",
    title="Figures 1 and 2: MIN of proof numbers, OR of probabilities",
    paper=PAPER,
    module=__name__,
    printed={
        "PN of tree (a)": 0.2,
        "PN with the first leaf alone": 0.2,
        "PPN of tree (a)": "larger",
    },
    resolved=(
        "The text has the leaves of tree (a), 0.2, 0.2 and 0.3, and the proof number of both "
        "roots, 0.2. The leaves of tree (b) are only in the drawing, so a single leaf takes its "
        "place. The text says that the PPN of (a) is larger, and prints no number."
    ),
    digits=3,
)
