"""All moves as first, compared with the basic idea and progressive pruning."""

from upstar.papers.bouzy2004 import AMAF, FLAT, POINTS, PRUNING, Setting, contest
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

FACTOR = 24
"""The basic idea took two hours where all moves as first took five minutes."""


def player(playouts: int, column: str) -> str:
    """Return the player of a column; all moves as first has `playouts` per move."""
    return {
        "AMAF": f"{AMAF},max_playouts={playouts}",
        "basic": f"{FLAT},max_playouts={FACTOR * playouts}",
        "PP": f"{PRUNING},r_d=1,sigma_e=0.2",
    }[column]


EXPERIMENT = contest(
    id="mc-amaf",
    title="Go: all moves as first, the basic idea, progressive pruning",
    reference="AMAF",
    score={"AMAF": 0, "basic": 13.0, "PP": 4.0},
    minutes={"AMAF": 5, "basic": 120},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda column: player(400, column),
            playouts=5_000,
            scale=f"400 playouts per move, the basic idea {FACTOR} times as many, PP at most 5,000",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda column: player(10_000, column),
            playouts=810_000,
            scale=f"10,000 playouts per move, the basic idea {FACTOR} times as many, PP at most "
            "810,000",
        ),
    },
    claims=[
        Claim("The basic idea plays better than all moves as first", above(POINTS, ["basic"])),
        Claim("Progressive pruning plays better than all moves as first", above(POINTS, ["PP"])),
    ],
    resolved="The lecture gives only the times of the basic idea and of all moves as first, so the "
    "basic idea gets 24 times the playouts. The value of a move by all moves as first is the "
    "mean of all playouts in which the player made it before anybody else; its own playouts "
    "have no extra weight. PP has r_d = 1 and σ_e = 0.2.",
    full_takes="a day on two cores",
)
