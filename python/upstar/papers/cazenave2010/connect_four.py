"""The match on the full Connect Four board: a search with cuts against one without."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.cazenave2010 import PAPER
from upstar.papers.claims import above
from upstar.papers.estimates import points
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, Published

CELL: Cell = ("cuts against no cuts", "7 x 6")
GAMES: dict[Preset, int] = {"quick": 60, "full": 400}
PLAYOUTS: dict[Preset, int] = {"quick": 1000, "full": 10_000}


def player(mode: str) -> str:
    """Return the player of a mode."""
    return f"sb-mcts:preset=paper,mode={mode}"


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs, one for each pair of games."""
    pairs = [
        Job(
            game="connect-four",
            position="6x7",
            kind="match",
            algorithm=player("bounds+cuts"),
            parameters={"against": player("bounds")},
            limits={"max_playouts": PLAYOUTS[preset]},
            seed=seed,
        )
        for seed in range(GAMES[preset] // 2)
    ]
    return {CELL: pairs}


def share(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the points of the search with cuts, in per cent."""
    return points(records)


EXPERIMENT = Experiment(
    id="sb-connect-four",
    title="A match on the full Connect Four board, with cuts against without",
    paper=PAPER,
    unit="per cent of the points",
    rows=[CELL[0]],
    columns=[CELL[1]],
    published={CELL: Published(100 * 114.5 / 200, text="114.5 of 200 points")},
    jobs=jobs,
    measure=share,
    claims=[Claim("The player with cuts is stronger", above(CELL[0], [CELL[1]], 50.0))],
    resolved=(
        "The paper writes width x height. It gives neither the exploration constant nor the "
        "rule for the final move. Here c = 0.05 as in Table 6, and the final move is the one "
        "with the most visits unless something is proved. Both players keep bounds; one of "
        "them cuts. The paper's 114.5 points in 200 games have themselves an interval from 50 "
        "to 64 per cent, so its match hardly decides its claim. The quick preset cannot "
        "decide it."
    ),
    full_takes="five minutes on two cores",
    scale={
        "quick": "60 games, 1,000 playouts per move",
        "full": "400 games, two in a run, 10,000 playouts per move; the paper has 200 games",
    },
    comparable=("full",),
    digits=1,
    plots=lambda _, __: (),
)
