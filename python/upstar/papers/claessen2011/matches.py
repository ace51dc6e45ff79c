"""Shared by Tables 6.1 to 6.7: the share of games won, and the length of games."""

from collections.abc import Mapping, Sequence

from upstar.campaign.job import Job
from upstar.campaign.store import Record
from upstar.papers.claessen2011 import ALPHA_BETA, PAPER, RESOLVED, SCALE, games
from upstar.papers.estimates import average, percentage
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Preset,
    read_table,
)

DEFAULT = "default player, total"
"""The row of the player without enhancements, the baseline of the others."""
WINS, WON, LOST = COLUMNS = ["wins, %", "moves, won", "moves, lost"]

_GAMES = {"as player 1": slice(0, None, 2), "as player 2": slice(1, None, 2)}


def figure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the figure of a cell. The player moves first in every second game."""
    row, column = cell
    games = _GAMES.get(row, slice(None))
    points = [p for record in records for p in record.get("points")[games]]
    if column == WINS:
        return percentage(sum(points), len(points))
    plies = [n for record in records for n in record.get("plies")[games]]
    wanted = 1.0 if column == WON else 0.0
    return average([n for n, p in zip(plies, points, strict=True) if p == wanted])


def table(
    number: int, variant: str, opponent: str, text: str, claims: Sequence[Claim]
) -> Experiment:
    """Return Table 6.`number`: a variant against `mila` or the default player."""
    rows, columns, published = read_table(text)
    assert columns == COLUMNS

    def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        cells: dict[Cell, Sequence[Job]] = {}
        for row in rows:
            played = games("default" if row == DEFAULT else variant, opponent, preset)
            cells |= {(row, column): played for column in columns}
        return cells

    against = "alpha-beta" if opponent == ALPHA_BETA else "the default player"
    return Experiment(
        id=f"claessen-table-6-{number}",
        title=f"Clobber: MCTS, {variant}, against {against}",
        paper=PAPER,
        unit="per cent of the games won; moves of both players in won and in lost games",
        rows=rows,
        columns=columns,
        published=published,
        jobs=jobs,
        measure=figure,
        claims=claims,
        resolved=RESOLVED,
        scale=SCALE,
        comparable=("full",),
        full_takes="half an hour on two cores",
        digits=1,
    )
