"""Playouts until Connect Four is proved, compared with Cazenave and Saffidine's Table 6.

Sizes there are width x height, ours are ROWSxCOLUMNS. *Plain* is bounds without the cut test, and
the exploration constant 0.05. Neither is in the paper; both were fitted to its counts. The paper
has means of thirty runs, with an error of 2 %. Ours are of a hundred runs if that is quick.
"""

from statistics import mean

import pytest

import upstar

PLAIN, CUTS = {"mode": "bounds"}, {"mode": "bounds+cuts"}
GUIDED = {"mode": "bounds+cuts", "delta": -0.1}
TABLE = [
    ("3x3", PLAIN, 2700.9),
    ("3x3", CUTS, 2529.2),
    ("3x3", GUIDED, 1607.1),
    ("4x3", PLAIN, 26042.7),
    ("4x3", CUTS, 12496.7),
    ("4x3", GUIDED, 9792.7),
    ("3x4", PLAIN, 227617.6),
    ("3x4", CUTS, 31772.9),
    ("3x4", GUIDED, 24340.2),
    ("4x4", CUTS, 386324.0),
    ("4x4", GUIDED, 351320.0),
]


def playouts(size, parameters, seed):
    p = upstar.position("connect-four", size)
    solution = upstar.solve(p, "sb-mcts", preset="paper", seed=seed, **parameters)
    assert solution.outcome == "draw"
    return solution.stats.playouts


@pytest.mark.parametrize(
    ("size", "parameters", "published"),
    [
        pytest.param(*row, marks=[] if row[0] == "3x3" else [pytest.mark.slow], id=f"{row[0]}-{i}")
        for i, row in enumerate(TABLE)
    ],
)
def test_playouts_are_as_published(size, parameters, published):
    seeds = range(30 if published > 100_000 else 100)
    ours = mean(playouts(size, parameters, seed) for seed in seeds)
    assert ours == pytest.approx(published, rel=0.05)
