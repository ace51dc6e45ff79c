"""All moves as first: the number of playouts per move."""

from upstar.papers.bouzy2004 import AMAF, POINTS, Setting, contest
from upstar.papers.claims import above, below
from upstar.papers.experiment import Claim


def player(column: str, share: int) -> str:
    """Return the player of a column, with its playouts divided by `share`."""
    return f"{AMAF},max_playouts={int(column.replace(',', '')) // share}"


EXPERIMENT = contest(
    id="mc-playouts",
    title="Go, all moves as first: playouts per move",
    reference="10,000",
    score={"1,000": -12.7, "10,000": 0, "100,000": 3.2},
    minutes={},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda column: player(column, 25),
            playouts=4_000,
            scale="one 25th of the playouts",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda column: player(column, 1),
            playouts=100_000,
            scale="the playouts in the column titles",
        ),
    },
    claims=[
        Claim("A tenth of the playouts plays worse", below(POINTS, ["1,000"])),
        Claim("Ten times the playouts play better", above(POINTS, ["100,000"])),
    ],
    resolved="Playouts are uniformly random, so the moves at the root are those of the basic idea; "
    "only the counting differs.",
    full_takes="half a day on two cores",
)
