"""Figure 6.1: simulations per second, by stage of the game and by enhancement."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.report.document import Plot, Series
from upstar.campaign.store import Record
from upstar.papers.claessen2011 import BOARD, PAPER, VARIANTS
from upstar.papers.claims import least
from upstar.papers.estimates import average
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Grid, Preset

STAGES = [0, 5, 10, 15, 20, 25, 30, 35, 40]
WIDTH = 5
COLUMNS = [f"{first} to {first + WIDTH - 1}" for first in STAGES]
GAMES: dict[Preset, int] = {"quick": 10, "full": 50}
PLAYOUTS: dict[Preset, int] = {"quick": 300, "full": 2000}
PLIES: dict[Preset, int] = {"quick": 15, "full": 45}
"""Later stages are omitted, because few games are that long."""


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs, in which each variant plays against itself."""
    cells: dict[Cell, Sequence[Job]] = {}
    for row, player in VARIANTS.items():
        limited = f"{player}{',' if ':' in player else ':'}max_playouts={PLAYOUTS[preset]}"
        played = [
            Job(
                game="clobber",
                position=BOARD[preset],
                kind="match",
                algorithm=limited,
                parameters={"against": limited},
                limits={"max_memory": 500},
                seed=seed,
            )
            for seed in range(GAMES[preset] // 2)
        ]
        stages = zip(STAGES, COLUMNS, strict=True)
        cells |= {(row, column): played for first, column in stages if first < PLIES[preset]}
    return cells


def rate(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the mean over games of the simulations per second at a stage, in thousands."""
    first = STAGES[COLUMNS.index(cell[1])]
    rates = []
    for record in records:
        for game in record.get("effort"):
            moves = [(n, s) for n, s in game[first : first + WIDTH] if n and s]
            if moves:
                rates.append(sum(n for n, _ in moves) / sum(s for _, s in moves) / 1000)
    return average(rates)


def curves(grid: Grid, _: Sequence[Record]) -> list[Plot]:
    """Return a plot with a curve for each variant."""
    series = []
    for row in VARIANTS:
        points = [
            (s, grid[row, c]) for s, c in zip(STAGES, COLUMNS, strict=True) if (row, c) in grid
        ]
        series.append(
            Series(
                name=row,
                x=[stage + (WIDTH - 1) / 2 for stage, _ in points],
                y=[own.value for _, own in points],
                low=[own.low for _, own in points],
                high=[own.high for _, own in points],
            )
        )
    return [
        Plot(
            kind="curves",
            title="Simulations per second by stage of the game",
            series=series,
            x_title="moves played",
            y_title="thousands per second",
        )
    ]


EXPERIMENT = Experiment(
    id="claessen-figure-6-1",
    title="Clobber: simulations per second by stage of the game",
    paper=PAPER,
    unit="thousands of simulations per second; columns are move numbers",
    rows=list(VARIANTS),
    columns=COLUMNS,
    published={},
    jobs=jobs,
    measure=rate,
    claims=[
        Claim(f"Fewer simulations with {row} than without", least(row, ["default"], COLUMNS))
        for row in VARIANTS
        if row != "default"
    ],
    resolved=(
        "The figure is a drawing without numbers. The text says that every enhancement costs "
        "many simulations. Each variant plays against itself with a number of playouts for a "
        "move instead of a time. Moves that need no playouts, because the position is solved, "
        "are left out. Seconds are wall-clock time and include the set-up of a search. With "
        "solved positions a simulation ends as soon as the sum of the values is known, so it "
        "is shorter: more simulations per second are not more work."
    ),
    scale={
        preset: f"{games} games on {BOARD[preset]}, {PLAYOUTS[preset]:,} playouts per move"
        for preset, games in GAMES.items()
    },
    full_takes="ten minutes on two cores",
    plots=curves,
    digits=1,
)
