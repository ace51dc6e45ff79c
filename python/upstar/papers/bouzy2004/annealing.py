"""Playouts whose temperature K increases from 0 to 5."""

from upstar.papers.bouzy2004 import AMAF, POINTS, Setting, contest
from upstar.papers.claims import below
from upstar.papers.experiment import Claim

RISING = "K from 0 to 5"


def player(column: str, playouts: int) -> str:
    """Return the player of a column."""
    if column != RISING:
        return f"{AMAF},policy=softmax,temperature=2"
    schedule = f"temperature=0,temperature_end=5,temperature_playouts={playouts}"
    return f"{AMAF},policy=softmax,{schedule}"


EXPERIMENT = contest(
    id="mc-annealing",
    title="Go, all moves as first: a temperature that increases",
    reference="K = 2",
    score={RISING: 0, "K = 2": 0},
    minutes={},
    printed=[],
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda column: player(column, 400),
            playouts=400,
            scale="400 playouts per move",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda column: player(column, 10_000),
            playouts=10_000,
            scale="10,000 playouts per move",
        ),
    },
    claims=[Claim("A K that increases is not five points better", below(POINTS, [RISING], 5.0))],
    resolved=(
        "The lecture says that increasing K from 0 to 5 does not help, and gives no figure; the "
        "five points are ours, about the effect of K = 0. K increases linearly over the playouts "
        "of a move."
    ),
    full_takes="a day on two cores",
)
