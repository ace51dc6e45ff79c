"""Depth 2 compared with depth 1: strength, and the value of the root."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import upstar
from upstar.campaign.job import Job
from upstar.campaign.kinds import Stop, position_of
from upstar.campaign.store import Record
from upstar.papers.bouzy2004 import FLAT, POINTS, Setting, contest, measure
from upstar.papers.claims import above, below
from upstar.papers.experiment import Cell, Claim, Estimate, Preset
from upstar.statistics import mean

ONE, TWO = "depth 1", "depth 2"
PLAYERS = {ONE: FLAT, TWO: f"{FLAT.replace('depth=1', 'depth=2')},backup=minimax"}
OVER = "root value minus that of UCT, points"
POSITIONS: dict[Preset, int] = {"quick": 12, "full": 100}
TIMES = 8
"""UCT gets this many times the playouts."""


def estimates(job: Job, _: Stop) -> dict[str, Any]:
    """Run a job: return the values of depth 1 and 2 minus that of a long UCT search, in points."""
    position = position_of(job)
    playouts = int(job.limits["max_playouts"])

    def value(times: int = 1, **choices: Any) -> float:
        best = upstar.best_move(
            position, "mcts", seed=job.seed, max_playouts=times * playouts, bounds=False, **choices
        )
        chosen = next(c for c in best.candidates if c.move == best.move)
        assert chosen.value is not None
        return float((2 * chosen.value - 1) * max(position.scores))

    baseline = value(TIMES, c=0.3)
    one = value(depth=1, final="value")
    two = value(depth=2, final="value", backup="minimax")
    return {ONE: one - baseline, TWO: two - baseline}


_BASE = contest(
    id="mc-depth",
    title="Go: all positions two moves deep instead of one",
    reference=ONE,
    score={ONE: 0, TWO: 0},
    minutes={},
    presets={
        "quick": Setting(
            board="5x5",
            pairs=8,
            player=PLAYERS.__getitem__,
            playouts=2_500,
            scale="2,500 playouts per move",
        ),
        "full": Setting(
            board="9x9",
            pairs=100,
            player=PLAYERS.__getitem__,
            playouts=200_000,
            scale="200,000 playouts per move",
        ),
    },
    claims=[
        Claim("Depth 2 plays worse than depth 1", below(POINTS, [TWO])),
        Claim("Depth 1 overestimates the root", above(OVER, [ONE])),
        Claim("Depth 2 underestimates the root", below(OVER, [TWO])),
    ],
    resolved="The lecture gives no figures. It says only that depth 2 is worse, that depth 1 "
    "overestimates the root and that depth 2 underestimates it. Both have the same number of "
    f"playouts. UCT with {TIMES} times as many playouts judges the value of the root, on "
    "positions after some random moves.",
    full_takes="half a day on two cores",
)


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs of the match and of the positions after random moves."""
    match = _BASE.jobs(preset)
    (first, *_) = match[POINTS, TWO]
    kind = f"{__name__}:{estimates.__name__}"
    compared = [
        replace(first, kind=kind, algorithm="mcts", parameters={}, seed=seed, position=text)
        for seed, text in enumerate(openings(first.position, POSITIONS[preset]))
    ]
    return {**match, (OVER, ONE): compared, (OVER, TWO): compared}


def openings(board: str, count: int) -> list[str]:
    """Return positions after six random moves."""
    from upstar.play.matches.opening import random_opening

    found = []
    for seed in range(count):
        position = upstar.position("go", board)
        for move in random_opening(position, 6, seed):
            position = position.play(move)
        found.append(str(position))
    return found


def figure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the figure of a cell: as in the other tables, or the difference of values."""
    if cell[0] != OVER:
        return measure(cell, records)
    if not records:
        return None
    interval = mean([record.get(cell[1]) for record in records])
    return Estimate(
        value=interval.value, low=interval.low, high=interval.high, count=interval.count
    )


EXPERIMENT = replace(
    _BASE,
    rows=[*_BASE.rows, OVER],
    columns=[ONE, TWO],
    published={},
    jobs=jobs,
    measure=figure,
    plots=lambda _, __: (),
)
