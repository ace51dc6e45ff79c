"""Figures 3.7 to 3.16: values of Clobber positions."""

from collections.abc import Sequence

from upstar.papers.claessen2011 import PAPER
from upstar.papers.claessen2011.values import value_steps
from upstar.papers.worked import Step, example

POSITIONS = {
    "Figure 3.7: two stones": ("clobber", "xo"),
    "Figure 3.8: *2": ("clobber", ".xxoo/xxoo."),
    "Figure 3.9: {0|*}": ("clobber", "xxo"),
    "Figure 3.13: two parts of value ^": ("clobber", "oxx.xxo"),
    "Figure 3.15: three options of Left and of Right": ("clobber", "..x./xoxo"),
    "Figure 3.16: a zero": ("clobber", "..xx/.ooo"),
}

PRINTED = dict(zip(POSITIONS, ["*", "*2", "^", "^2", "{*,^|v}", "0"], strict=True))


def steps() -> Sequence[Step]:
    """Return the value of each position."""
    return value_steps(POSITIONS, PRINTED)


EXPERIMENT = example(
    id="claessen-figure-3-7",
    title="Figures 3.7 to 3.16: values of Clobber positions",
    paper=PAPER,
    module=__name__,
    printed=PRINTED,
    resolved=(
        "The boards are only drawn, except those of Figures 3.7, 3.9 and 3.13, which the text "
        "describes. The others here have the values and the options that the text names; tests of "
        "the package check the options. In Figure 3.16 the text prints a form of Right with a down "
        "and without an up, which is not zero."
    ),
)
