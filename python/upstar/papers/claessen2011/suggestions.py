"""The thesis's suggestions for further research, against the player with both enhancements."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.claessen2011 import (
    DEFAULT_PLAYER,
    PAPER,
    RESOLVED,
    SCALE,
    VARIANTS,
    match_jobs,
)
from upstar.papers.claims import above, below
from upstar.papers.estimates import percentage
from upstar.papers.experiment import Cell, Claim, Estimate, Experiment, Preset

SOLVED = f"{DEFAULT_PLAYER},solved_positions=true"
ALWAYS = f"{SOLVED},simplify=always"
ROOT, LATE, PARTS, ATOMIC, SMALL = COLUMNS = [
    "simplify at the root and before playouts",
    "no values in the first part of the game",
    "no values below three parts",
    "bounds by atomic weights",
    "only values n·↑ + ∗k",
]
FIRST_MOVES: dict[Preset, int] = {"quick": 6, "full": 20}
"""The thesis says 20 to 25 moves on 8x8, where a game has about 45; on 5x5 it has about 14."""


def players(preset: Preset) -> dict[str, str]:
    """Return the engines by their columns."""
    return {
        ROOT: f"{SOLVED},simplify=root",
        LATE: f"{ALWAYS},values_after={FIRST_MOVES[preset]}",
        PARTS: f"{ALWAYS},cgt_from=3",
        ATOMIC: f"{ALWAYS},atomic_bounds=true",
        SMALL: f"{ALWAYS},values=up-star",
    }


WINS = "wins, %"


def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
    """Return the jobs of each variant, one for each pair of games."""
    return {
        (WINS, column): match_jobs(spec, VARIANTS["both"], preset)
        for column, spec in players(preset).items()
    }


def share(_: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the share of games that a variant has won."""
    points = [point for record in records for point in record.get("points")]
    return percentage(sum(points), len(points))


EXPERIMENT = Experiment(
    id="claessen-suggestions",
    title="Clobber: suggestions for the enhancements, against both of them at every move",
    paper=PAPER,
    unit="per cent of the games won",
    rows=[WINS],
    columns=COLUMNS,
    published={},
    jobs=jobs,
    measure=share,
    claims=[
        Claim(
            "It is better to simplify only at the root and before playouts",
            above(WINS, [ROOT], 50.0),
        ),
        Claim(
            "It is better to use no values in the first part of the game", above(WINS, [LATE], 50.0)
        ),
        Claim("A player that knows fewer values is weaker", below(WINS, [SMALL], 50.0)),
    ],
    resolved=(
        f"{RESOLVED} The thesis suggests these variants in its conclusions and did not try them. "
        "It expects that a player with more values is stronger; its own knew only n·↑ + ∗k. "
        "Atomic weights and the limit on parts are ours. Here boards are simplified in playouts "
        "after every fourth move."
    ),
    scale=SCALE,
    full_takes="two hours on two cores",
    digits=1,
)
