"""Bouzy and Helmstetter: Monte-Carlo Go developments, 2004, as quoted in a lecture by Hsu.

Each small table compares several settings of one program with a reference setting, on 9x9 Go. The
figures are mean points per game. `contest` makes an experiment of such a table: pairs of games with
colours exchanged, against the reference setting, whose figure is 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from upstar.campaign.job import Job
from upstar.campaign.report.document import Plot, Series
from upstar.campaign.store import Record
from upstar.papers.estimates import margin, points, quotient
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Grid,
    Paper,
    Preset,
    Published,
)

PAPER = Paper(
    authors="Bruno Bouzy and Bernard Helmstetter",
    title="Monte-Carlo Go developments",
    venue="Advances in Computer Games 10, as quoted in Tsan-sheng Hsu's lecture Monte-Carlo Game "
    "Tree Search",
    year=2004,
)

POINTS, WON, TIME = "points", "games won, %", "time relative to the reference"
FLAT = "mcts:depth=1,final=value,bounds=false"
"""The basic idea: all moves share the playouts, and the move with the best mean is played."""
AMAF = f"{FLAT},rave=fixed,rave_alpha=0"
"""All moves as first: a playout counts for all moves that were made in it."""
PRUNING = f"{FLAT},pruning=hard"
"""The basic idea with progressive pruning."""

RESOLVED = (
    "The lecture quotes mean scores against one setting on 9x9. It does not say how many "
    "games were played. All stones count as alive at the end, and area is counted with komi "
    "0. We chose how a playout ends: no eyes are filled (diagonal rule), and a playout is "
    "over after two passes."
)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The games of a preset."""

    board: str
    pairs: int
    """Pairs of games for each column."""
    player: Callable[[str], str]
    """The player of a column."""
    playouts: int
    """The limit per move, if the player's text sets none."""
    scale: str
    """The budget of the players in words."""


def contest(
    *,
    id: str,
    title: str,
    reference: str,
    score: Mapping[str, float],
    minutes: Mapping[str, float],
    presets: Mapping[Preset, Setting],
    claims: Sequence[Claim],
    resolved: str,
    full_takes: str,
    printed: Sequence[str] | None = None,
) -> Experiment:
    """Return the experiment of a table; `score` and `minutes` are its rows, by column.

    Only the columns in `printed`, by default all, have a printed score.
    """
    columns = list(score)
    shown = {column: score[column] for column in (columns if printed is None else printed)}
    others = [column for column in columns if column != reference]
    published = {
        (POINTS, column): Published(score[column], text=f"{score[column]:+g}")
        for column in others
        if column in shown
    }
    for column in minutes:
        if column != reference:
            published[TIME, column] = Published(minutes[column] / minutes[reference])

    def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        setting = presets[preset]
        found: dict[Cell, Sequence[Job]] = {}
        for column in others:
            pairs = [
                Job(
                    game="go",
                    position=setting.board,
                    kind="match",
                    algorithm=setting.player(column),
                    parameters={"against": setting.player(reference)},
                    limits={"max_playouts": setting.playouts},
                    seed=seed,
                )
                for seed in range(setting.pairs)
            ]
            found.update({(row, column): pairs for row in (POINTS, WON, TIME)})
        return found

    def scale(preset: Preset) -> str:
        setting = presets[preset]
        games = 2 * setting.pairs
        return f"{games} games for each column on {setting.board}, {setting.scale}"

    return Experiment(
        id=id,
        title=f"{title}; against {reference}",
        paper=PAPER,
        unit="points per game; games won; time",
        rows=[POINTS, WON, TIME],
        columns=others,
        published={cell: figure for cell, figure in published.items() if cell[1] in others},
        jobs=jobs,
        measure=measure,
        claims=claims,
        resolved=f"{RESOLVED} {resolved}",
        full_takes=full_takes,
        scale={preset: scale(preset) for preset in presets},
        comparable=("full",),
        digits=2,
        plots=lambda grid, _: [_plot(title, others, shown, grid)],
    )


def measure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
    """Return the figure of a cell from its games."""
    if cell[0] == POINTS:
        return margin(records)
    if cell[0] == WON:
        return points(records)
    seconds = [record.get("seconds") for record in records]
    return quotient([(own, other) for own, other in seconds])


def _plot(title: str, columns: Sequence[str], score: Mapping[str, float], grid: Grid) -> Plot:
    places = range(len(columns))
    own = [(i, grid[POINTS, columns[i]]) for i in places if (POINTS, columns[i]) in grid]
    known = [i for i in places if columns[i] in score]
    printed = Series(name="published", x=known, y=[score[columns[i]] for i in known])
    ours = Series(
        name="measured",
        x=[i for i, _ in own],
        y=[each.value for _, each in own],
        low=[each.low for _, each in own],
        high=[each.high for _, each in own],
    )
    series = [printed, ours] if known else [ours]
    return Plot(kind="bars", title=title, series=series, groups=columns, y_title="points")
