"""Figure 2: bounds that guide the selection."""

from collections.abc import Sequence

from upstar.papers.cazenave2010 import PAPER
from upstar.papers.worked import Step, example

B, C = (0.6, 0.0, 0.7), (0.5, 0.5, 1.0)
"""Means, pessimistic and optimistic bounds of the children b and c."""


def value(child: tuple[float, float, float], gamma: float, delta: float) -> float:
    """Return Q' of a child of a Max node."""
    mean, pess, opti = child
    return mean + gamma * pess + delta * opti


def steps() -> Sequence[Step]:
    """Return the steps: the choice by means alone, and with weights of the bounds."""

    def choice(gamma: float, delta: float) -> str:
        return "b" if value(B, gamma, delta) > value(C, gamma, delta) else "c"

    return [
        Step("by the means", choice(0, 0), "0.6 for b, 0.5 for c"),
        Step(
            "with bounds",
            choice(0.5, 0.5),
            f"with γ = δ = ½ the values are {value(B, 0.5, 0.5):.2f} for b "
            f"and {value(C, 0.5, 0.5):.2f} for c",
        ),
    ]


EXPERIMENT = example(
    id="sb-figure-2",
    title="Figure 2: bounds that guide the selection",
    paper=PAPER,
    module=__name__,
    printed={"by the means": "b", "with bounds": "c"},
    resolved=(
        "The means and bounds of b and c are only in the drawing. The text says that the playouts "
        "favour b and the bounds favour c. The numbers here are ours; γ and δ are those of the "
        "text's formula for Q'."
    ),
)
