"""Table 2.1: the complexity of Clobber."""

from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from upstar.campaign.job import Job
from upstar.campaign.kinds import Stop
from upstar.campaign.store import Record
from upstar.papers.claessen2011 import ALPHA_BETA, PAPER
from upstar.papers.claims import near
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset, read_table
from upstar.statistics import mean

STATES, BRANCHING, LENGTH, TREE = "state space", "branching", "length", "game tree"
ROWS, COLUMNS, PUBLISHED = read_table("""
        | state space | branching | length | game tree
8 x 8   | 4.16e29     | 40.0      | 46.3   | 1.30e74
10 x 10 | 5.01e46     | 56.7      | 71.6   | 3.60e125
""")
GAMES: dict[Preset, int] = {"quick": 10, "full": 400}
NODES: dict[Preset, int] = {"quick": 5000, "full": 100_000}
PLIES = 4
"""Random moves before each pair of games, because equal players repeat the same game."""


def count_states(job: Job, _: Stop) -> dict[str, Any]:
    """Run a job: count the positions of a board with as many white as black stones, or one more."""
    rows, columns = map(int, job.position.split("x"))
    cells = rows * columns
    total = sum(
        comb(cells, (stones + 1) // 2) * comb(cells - (stones + 1) // 2, stones // 2)
        for stones in range(1, cells)
    )
    # As text, because JSON has no integers of that size.
    return {"states": str(total), "seconds": 0.0}


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs: the formula, and games of the alpha-beta player against itself."""
    cells: dict[Cell, Sequence[Job]] = {}
    for row in ROWS:
        size = row.replace(" ", "")
        formula = Job(game="clobber", position=size, kind=f"{__name__}:count_states")
        player = f"{ALPHA_BETA}:max_nodes={NODES[preset]}"
        played = [
            Job(
                game="clobber",
                position=size,
                kind="match",
                algorithm=player,
                parameters={"against": player, "opening_plies": PLIES},
                limits={"max_memory": 500},
                seed=seed,
            )
            for seed in range(GAMES[preset] // 2)
        ]
        cells[row, STATES] = [formula]
        cells |= {(row, column): played for column in (BRANCHING, LENGTH, TREE)}
    return cells


def figure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the figure of a cell. The game tree is branching to the power of length."""
    if not records:
        return None
    if cell[1] == STATES:
        states = float(records[0].get("states"))
        return Estimate(value=states, low=states, high=states, count=1)
    lengths = mean([n for record in records for n in record.get("plies")])
    branching = mean([n for record in records for n in record.get("branching")])
    if cell[1] == TREE:
        low, value, high = (
            getattr(branching, end) ** getattr(lengths, end) for end in ("low", "value", "high")
        )
        return Estimate(value=value, low=low, high=high, count=lengths.count)
    found = lengths if cell[1] == LENGTH else branching
    return Estimate(value=found.value, low=found.low, high=found.high, count=lengths.count)


def _only(columns: Sequence[str]) -> dict[Cell, Any]:
    return {cell: figure for cell, figure in PUBLISHED.items() if cell[1] in columns}


EXPERIMENT = Experiment(
    id="claessen-table-2-1",
    title="Complexity of Clobber",
    paper=PAPER,
    unit="positions; moves of a position; moves of a game; leaves of the game tree",
    rows=ROWS,
    columns=COLUMNS,
    published=PUBLISHED,
    jobs=jobs,
    measure=figure,
    claims=[
        Claim("The state space is the printed one", near(_only([STATES]), ROWS, 0.005)),
        Claim(
            "Branching and length are within 10 % of the printed ones",
            near(_only([BRANCHING, LENGTH]), ROWS, 0.1),
        ),
    ],
    resolved=(
        "The state space is the thesis's formula, an upper bound. 40.0 to the power of 46.3 "
        "is 1.5e74, so the printed 1.30e74 comes from means that were not rounded. In the "
        "thesis MILA played 400 games against itself, with a time for a move that the thesis "
        "does not give. MILA is not public: here our player with the same techniques plays, "
        "with a limit of nodes for a move. It would always play the same game, so each pair "
        "of games begins with four random moves, which count. The branching factor is the "
        "mean over games of the mean number of moves of the player to move, with the start "
        "and without the end."
    ),
    scale={preset: f"{GAMES[preset]} games, {NODES[preset]:,} nodes per move" for preset in GAMES},
    full_takes="ten minutes on two cores",
    digits=1,
)
