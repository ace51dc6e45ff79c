"""When a leaf of the tree gets children: three policies."""

from upstar.papers.bouzy2004 import POINTS, Setting, contest
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

ENDS, VISITS, PROBABILITY = "all ends", "visit count", "transition probability"
UCT = "mcts:c=0.3,bounds=false"
PLAYERS = {
    ENDS: f"{UCT},expand=all-ends",
    VISITS: f"{UCT},expand=visits,expand_after=10",
    PROBABILITY: f"{UCT},expand=probability,expand_after=10",
}

EXPERIMENT = contest(
    id="mc-expansion",
    title="Go: the policy by which leaves get children",
    reference=ENDS,
    score=dict.fromkeys(PLAYERS, 0),
    minutes={},
    printed=[],
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=PLAYERS.__getitem__,
            playouts=2_000,
            scale="2,000 playouts per move",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=PLAYERS.__getitem__,
            playouts=10_000,
            scale="10,000 playouts per move",
        ),
    },
    claims=[
        Claim("Transition probability plays better than all ends", above(POINTS, [PROBABILITY])),
    ],
    resolved=(
        "The lecture says that a policy with some transition probability is much better than the "
        "other two, and gives no figures or constants. Here a leaf gets children at its second "
        "visit with new playouts for all of them (all ends), after ten visits (visit count), or "
        "when its expected share of the visits of its parent reaches ten (transition probability)."
    ),
    full_takes="half a day on two cores",
)
