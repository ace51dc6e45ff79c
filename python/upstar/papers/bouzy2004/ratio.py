"""Progressive pruning: the ratio r_d, which sets the width of the intervals of moves."""

from upstar.papers.bouzy2004 import POINTS, PRUNING, TIME, Setting, contest
from upstar.papers.claims import above, rises
from upstar.papers.experiment import Claim

OTHERS = ["2", "4", "8"]

EXPERIMENT = contest(
    id="mc-pruning-ratio",
    title="Go, progressive pruning: the ratio r_d",
    reference="1",
    score={"1": 0, "2": 5.6, "4": 7.3, "8": 9.0},
    minutes={"1": 10, "2": 35, "4": 90, "8": 150},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda r: f"{PRUNING},sigma_e=0.2,pruning_least=20,pruning_period=20,r_d={r}",
            playouts=5_000,
            scale="20 playouts of each move before any is pruned, at most 200",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda r: f"{PRUNING},sigma_e=0.2,r_d={r}",
            playouts=810_000,
            scale="100 playouts of each move before any is pruned, at most 10,000",
        ),
    },
    claims=[
        Claim("A greater r_d plays better than 1", above(POINTS, OTHERS)),
        Claim("A greater r_d is slower than 1", above(TIME, OTHERS, 1.0)),
        Claim("The time increases with r_d", rises([(TIME, column) for column in OTHERS])),
    ],
    resolved="We take σ as the standard error of a move's mean: for single games an equality at "
    "0.2 points would make no sense. σ_e is 0.2. Moves are compared again after every 100 "
    "playouts.",
    full_takes="days",
)
