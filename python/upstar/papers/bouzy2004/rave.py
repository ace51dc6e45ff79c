"""RAVE, which mixes a move's own playouts with all moves as first, against AMAF alone."""

from upstar.papers.bouzy2004 import AMAF, FLAT, POINTS, Setting, contest
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

PLAYERS = {
    "AMAF": AMAF,
    "α = ½": f"{FLAT},rave=fixed,rave_alpha=0.5",
    "RAVE": f"{FLAT},rave=sqrt,rave_k=100",
}

EXPERIMENT = contest(
    id="mc-rave",
    title="Go: RAVE against all moves as first",
    reference="AMAF",
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
    claims=[Claim("RAVE plays better than AMAF alone", above(POINTS, ["RAVE"]))],
    resolved=(
        "The lecture says that a weight of a move's own playouts works better than none, and gives "
        "no figure. RAVE has the weight 1 − √(k/(3n + k)) with k = 100."
    ),
    full_takes="half a day on two cores",
)
