"""Playouts that prefer moves with high means: the constant temperature K."""

from upstar.papers.bouzy2004 import AMAF, POINTS, Setting, contest
from upstar.papers.claims import above, below
from upstar.papers.experiment import Claim

EXPERIMENT = contest(
    id="mc-temperature",
    title="Go, all moves as first: the temperature K of playouts",
    reference="2",
    score={"0": -8.1, "2": 0, "5": 2.6, "10": -4.9, "20": -11.3},
    minutes={},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda k: f"{AMAF},policy=softmax,temperature={k}",
            playouts=400,
            scale="400 playouts per move",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda k: f"{AMAF},policy=softmax,temperature={k}",
            playouts=10_000,
            scale="10,000 playouts per move",
        ),
    },
    claims=[
        Claim("K = 0, uniformly random playouts, plays worse than K = 2", below(POINTS, ["0"])),
        Claim("K = 5 plays better than K = 2", above(POINTS, ["5"])),
        Claim("K = 10 and 20 play worse than K = 2", below(POINTS, ["10", "20"])),
    ],
    resolved="The lecture does not give the unit of the value v in exp(K v). Here v is a move's "
    "mean from 0, all points lost, to 1, all points won. K from 0 to 20 makes sense for this unit: "
    "in points, a difference of one would already give a factor of e² at K = 2. Playouts are "
    "those of all moves as first.",
    full_takes="a day on two cores",
)
