"""Figure 1: a node that is cut by bounds."""

from collections.abc import Sequence

from upstar.papers.cazenave2010 import PAPER
from upstar.papers.worked import Step, example

UNKNOWN, DRAWN = (0.0, 1.0), (0.5, 0.5)
"""Pessimistic and optimistic bounds of an open node, and of one that is solved with ½."""


def steps() -> Sequence[Step]:
    """Return the steps: the bounds of the Min node d and of the Max node a, and the cut."""
    c = f = DRAWN
    d = tuple(min(bounds) for bounds in zip(UNKNOWN, f, strict=True))
    a = tuple(max(bounds) for bounds in zip(c, d, strict=True))
    return [
        Step("opti(d)", d[1], "Min moves at d, and its child f is solved with ½"),
        Step("pess(a)", a[0], "Max moves at a, and its child c is solved with ½"),
        Step("d is cut", "yes" if d[1] <= a[0] else "no", "opti(d) ≤ pess(a)"),
    ]


EXPERIMENT = example(
    id="sb-figure-1",
    title="Figure 1: a node that is cut by bounds",
    paper=PAPER,
    module=__name__,
    printed={"opti(d)": 0.5, "pess(a)": 0.5, "d is cut": "yes"},
    resolved=(
        "The text names the nodes a, c, d and f and the scores of c and f. The rules are those of "
        "`sb-mcts`, written out here for one node. A test of the package compares the search with "
        "and without cuts."
    ),
)
