"""Progressive pruning: hard against soft."""

from upstar.papers.bouzy2004 import FLAT, POINTS, TIME, Setting, contest
from upstar.papers.claims import above
from upstar.papers.experiment import Claim

BASE = f"{FLAT},r_d=1,sigma_e=0.2"


def player(column: str, least: int) -> str:
    """Return the player of a column."""
    period = f"pruning_least={least},pruning_period={least},pruning_most={100 * least}"
    return f"{BASE},pruning={column},{period}"


EXPERIMENT = contest(
    id="mc-pruning-soft",
    title="Go, progressive pruning: soft, in which moves may come back, and hard",
    reference="hard",
    score={"hard": 0, "soft": 0},
    minutes={},
    printed=[],
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda column: player(column, 20),
            playouts=4_000,
            scale="20 playouts of each move before any is pruned, at most 4,000 in all",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda column: player(column, 100),
            playouts=810_000,
            scale="100 playouts of each move before any is pruned, at most 10,000",
        ),
    },
    claims=[
        Claim("Soft pruning plays better than hard pruning", above(POINTS, ["soft"])),
        Claim("Soft pruning is slower", above(TIME, ["soft"], 1.0)),
    ],
    resolved=(
        "The lecture describes both rules and gives no figures. Whether a pruned move comes back "
        "is checked as often as pruning is."
    ),
    full_takes="a day on two cores",
)
