"""Progressive pruning: the deviation σ_e below which moves count as equal."""

from upstar.papers.bouzy2004 import POINTS, PRUNING, TIME, Setting, contest
from upstar.papers.claims import below
from upstar.papers.experiment import Claim

OTHERS = ["0.5", "1"]

EXPERIMENT = contest(
    id="mc-pruning-equality",
    title="Go, progressive pruning: the deviation for equality σ_e",
    reference="0.2",
    score={"0.2": 0, "0.5": -0.7, "1": -6.7},
    minutes={"0.2": 10, "0.5": 9, "1": 7},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=lambda sigma: f"{PRUNING},r_d=1,sigma_e={sigma}",
            playouts=20_000,
            scale="100 playouts of each move before any is pruned, at most 800",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=lambda sigma: f"{PRUNING},r_d=1,sigma_e={sigma}",
            playouts=810_000,
            scale="100 playouts of each move before any is pruned, at most 10,000",
        ),
    },
    claims=[
        Claim("A greater σ_e plays worse than 0.2", below(POINTS, OTHERS)),
        Claim("A greater σ_e is faster than 0.2", below(TIME, OTHERS, 1.0)),
    ],
    resolved="We take σ as the standard error of a move's mean, in points. r_d is 1.",
    full_takes="a day on two cores",
)
