"""Figure 3: two liberty races."""

from collections.abc import Sequence

from upstar.papers.cazenave2010 import PAPER
from upstar.papers.worked import Step, example
from upstar.play.semeai import semeai


def steps() -> Sequence[Step]:
    """Return the steps: the probabilities under random play, and who wins by counting."""
    return [
        Step("nine liberties each, first to move", semeai(9, 9), "random play"),
        Step(
            "nine liberties each, by perfect play",
            "won",
            "with equally many liberties the player to move fills the last one first",
        ),
        Step("eight against nine, first to move", semeai(8, 9), "random play"),
        Step(
            "eight against nine, by perfect play",
            "lost" if 8 < 9 else "won",
            "the player to move needs nine moves, the opponent eight",
        ),
    ]


EXPERIMENT = example(
    id="sb-figure-3",
    title="Figure 3: two liberty races",
    paper=PAPER,
    module=__name__,
    printed={
        "nine liberties each, first to move": 0.5,
        "nine liberties each, by perfect play": "won",
        "eight against nine, first to move": 0.45,
        "eight against nine, by perfect play": "lost",
    },
    resolved=(
        "The probabilities are those of Table 1, whose rows and columns the text names for the "
        "first race. 0.45 is the entry for eight against nine liberties."
    ),
)
