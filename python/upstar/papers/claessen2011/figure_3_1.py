"""Figures 3.2 to 3.6: values of Hackenbush positions."""

from collections.abc import Sequence

from upstar.papers.claessen2011 import PAPER
from upstar.papers.claessen2011.values import value_steps
from upstar.papers.worked import Step, example

POSITIONS = {
    "Figure 3.2a: three edges of Left, two of Right": ("hackenbush", "L,L,L,R,R"),
    "Figure 3.2b: Right has two edges more": ("hackenbush", "R,R"),
    "Figure 3.2c: two edges each": ("hackenbush", "L,L,R,R"),
    "Figure 3.3a: Left's edge below one of Right": ("hackenbush", "LR"),
    "Figure 3.3b: with an edge of Right": ("hackenbush", "LR,R"),
    "Figure 3.3c: twice Figure 3.3a, with an edge of Right": ("hackenbush", "LR,LR,R"),
    "Figure 3.4a": ("hackenbush", "LRR"),
    "Figure 3.5": ("hackenbush", "L,L,L,LR"),
    "Figure 3.6": ("hackenbush", "LR,LRRR"),
}

PRINTED = dict(
    zip(POSITIONS, ["1", "-2", "0", "1/2", "-1/2", "0", "1/4", "7/2", "5/8"], strict=True)
)


def steps() -> Sequence[Step]:
    """Return the value of each position."""
    return value_steps(POSITIONS, PRINTED)


EXPERIMENT = example(
    id="claessen-figure-3-1",
    title="Figures 3.2 to 3.6: Hackenbush",
    paper=PAPER,
    module=__name__,
    printed=PRINTED,
    resolved=(
        "The drawings are stalks, which the text describes; where it gives only a value, the "
        "stalks are ours. Figure 3.3b is not a zero position: the text shows that Right wins it, "
        "so its value is below 0, and it is 1/2 − 1. Figure 3.1 has no value in the text."
    ),
)
