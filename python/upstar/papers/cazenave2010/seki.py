"""Shared by the tables of seki problems: the problems, three searches, thirty seeds.

Rows are Min's liberties, columns Max's, as in the paper. Tables 4 and 5 also have rows that the
paper mentions but does not print: the playouts of the previous table's search divided by the
playouts of this one.
"""

from collections.abc import Mapping, Sequence
from math import inf
from statistics import fmean, median

from upstar.campaign.job import Job
from upstar.campaign.report.document import Plot, Series
from upstar.campaign.store import Record
from upstar.papers.cazenave2010 import PAPER
from upstar.papers.claims import above, mostly_above
from upstar.papers.estimates import mean_of
from upstar.papers.experiment import (
    Cell,
    Claim,
    Estimate,
    Experiment,
    Grid,
    Preset,
    Published,
    read_table,
)
from upstar.statistics import bootstrap

PLAIN, CUTS, GUIDED = "plain", "cuts", "guided"
RAVE: dict[str, object] = {
    "c": 0.5,
    "rave": "sqrt",
    "rave_k": 10,
    "rave_all": True,
    "bounds": False,
}
SEARCHES: dict[str, dict[str, object]] = {
    PLAIN: {**RAVE, "mode": "bounds"},
    CUTS: {**RAVE, "mode": "bounds+cuts"},
    GUIDED: {**RAVE, "mode": "bounds+cuts", "delta": 10_000},
}
BEFORE = {CUTS: PLAIN, GUIDED: CUTS}

_PRINTED = {
    PLAIN: """
  | 1          | 2          | 3          | 4          | 5          | 6
1 | 359        | 479        | 1,535      | 2,059      | 10,566     | 25,670
2 | 1,389      | 11,047     | 12,627     | 68,718     | 98,155     | 289,324
3 | 7,219      | 60,755     | 541,065    | 283,782    | 516,514    | 791,945
4 | 41,385     | 422,975    | >1,000,000 | >1,000,000 | >989,407   | >999,395
5 | 275,670    | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000
6 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000
""",
    CUTS: """
  | 1          | 2          | 3          | 4          | 5          | 6
1 | 192        | 421        | 864        | 2,000      | 4,605      | 14,521
2 | 786        | 3,665      | 3,427      | 17,902     | 40,364     | 116,749
3 | 4,232      | 22,021     | 107,353    | 94,844     | 263,485    | 588,912
4 | 21,581     | 177,693    | >964,871   | >1,000,000 | 878,072    | >1,000,000
5 | 125,793    | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000
6 | 825,760    | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000 | >1,000,000
""",
    GUIDED: """
  | 1          | 2          | 3          | 4          | 5          | 6
1 | 137        | 259        | 391        | 1,135      | 2,808      | 7,164
2 | 501        | 1,098      | 1,525      | 3,284      | 13,034     | 29,182
3 | 1,026      | 5,118      | 9,208      | 19,523     | 31,584     | 141,440
4 | 2,269      | 10,094     | 58,397     | 102,314    | 224,109    | 412,043
5 | 6,907      | 27,947     | 127,588    | 737,774    | >999,587   | >1,000,000
6 | 16,461     | 85,542     | 372,366    | >1,000,000 | >1,000,000 | >1,000,000
""",
}
ROWS, COLUMNS, _ = read_table(_PRINTED[PLAIN])
PRINTED = {search: read_table(text)[2] for search, text in _PRINTED.items()}

SEEDS: dict[Preset, int] = {"quick": 10, "full": 30}
PLAYOUTS = 1_000_000
"""The paper gave up after so many."""
NEUTRAL = 1
"""Points outside of the fight that both may fill."""
FITTED = [(row, column) for row in "12" for column in "12"]
"""The problems to which the board and k were fitted, with the searches plain and cuts."""
DRAWS = [(row, column) for row, column in PRINTED[PLAIN] if int(row) - int(column) in (0, 1)]
"""The problems that Table 2 calls drawn."""
OTHERS = [cell for cell in PRINTED[PLAIN] if cell not in DRAWS]
QUICK = [(row, column) for row in ROWS for column in COLUMNS if int(row) + int(column) <= 6]
SCALE: dict[Preset, str] = {"quick": f"{SEEDS['quick']} seeds, six liberties at most"}

BOARD = (
    "The paper shows one problem and says that the others are similar. Here each problem is a "
    "board on which both targets have their own outside liberties and two shared ones. Only "
    "these points and a pass may be played; the surrounding stones cannot be taken. A player "
    "who takes the opponent's target wins, two passes are a draw, suicide is illegal, and Max "
    "moves first."
)
SEARCH = (
    " For the counts the board has one more point, which both may fill and which touches neither "
    "target: the drawn problem of the paper seems to have such moves. The paper uses RAVE but "
    "gives neither its constants nor an exploration constant. Here the weight of a move's own "
    "playouts is 1 − √(k/(3n + k)), with c = 0.5 and k = 10. Of none, one or two neutral points, "
    "c = 0, 0.1, 0.2, 0.3, 0.5, 0.7, 1 and 1.4, and no RAVE or k = 10, 100 and 1000, these fit "
    "best the problems with one or two liberties each, for the searches plain and cuts (by the "
    "mean squared logarithm of the ratio). All other problems, and the whole of Table 5, were "
    "held out. The paper's plain solver knows only wins and losses; the paper does not say how it "
    "proves draws. As in Table 6, plain is bounds without cuts here. Every move of a node is "
    "tried before any is tried again, as the paper says."
)


def drawing(own: int, other: int, shared: int) -> str:
    """Return the board of a problem with Max's, Min's and shared liberties, and a neutral point.

    >>> drawing(1, 1, 2)
    '../oo/+X/XX/++/OO/+O/xx/../+./..'
    """
    width = max(own, other, shared)
    rows = [".", "o", "+" * own + "X" * (width - own), "X", "+" * shared + "O" * (width - shared)]
    rows += ["O", "+" * other + "O" * (width - other), "x", "."]
    rows += ["+" + "." * (width - 1), "."] * NEUTRAL
    return "/".join(row * width if len(row) == 1 < width else row for row in rows)


def was_fitted(search: str, cell: Cell) -> bool:
    """Return whether the board and the constants were fitted to this problem and search."""
    return search != GUIDED and cell in FITTED


CELLS = {drawing(int(most), int(least), 2): (least, most) for least, most in PRINTED[PLAIN]}
"""The problems by their boards."""


def job(search: str, cell: Cell, seed: int) -> Job:
    """Return the job of one run."""
    least, most = cell
    return Job(
        game="seki",
        position=drawing(int(most), int(least), 2),
        algorithm="sb-mcts",
        parameters=SEARCHES[search],
        seed=seed,
        limits={"max_playouts": PLAYOUTS},
    )


def experiment(number: int, search: str, claim: str, claims: Sequence[Claim] = ()) -> Experiment:
    """Return Table 3, 4 or 5."""
    before = BEFORE.get(search)
    gains = {row: f"{before} / {search}, {row}" for row in ROWS} if before else {}
    published = dict(PRINTED[search])
    if before:
        for (row, column), figure in PRINTED[search].items():
            other = PRINTED[before][row, column]
            if not (figure.more or other.more):
                published[gains[row], column] = Published(other.value / figure.value)

    def jobs(preset: Preset) -> Mapping[Cell, Sequence[Job]]:
        cells = QUICK if preset == "quick" else list(PRINTED[search])
        seeds = range(SEEDS[preset])
        found: dict[Cell, list[Job]] = {}
        for row, column in cells:
            own = [job(search, (row, column), seed) for seed in seeds]
            found[row, column] = own
            if before:
                others = [job(before, (row, column), seed) for seed in seeds]
                found[gains[row], column] = [*others, *own]
        return found

    def measure(cell: Cell, records: Sequence[Record]) -> Estimate | None:
        if cell[0] not in gains.values():
            return mean_of(records, [record.get("playouts") for record in records])
        own = [record for record in records if record.job.parameters == SEARCHES[search]]
        return gain([record for record in records if record not in own], own)

    def plots(grid: Grid, _: Sequence[Record]) -> list[Plot]:
        """Return a plot of our counts against those of the paper."""
        both = [
            (figure.value, grid[cell].value)
            for cell, figure in PRINTED[search].items()
            if cell in grid and not (figure.more or grid[cell].more)
        ]
        series = Series(name=search, x=[x for x, _ in both], y=[y for _, y in both])
        return [
            Plot(
                kind="scatter",
                title=f"Seki problems, {search}",
                series=[series],
                x_title="playouts, published",
                y_title="playouts, measured",
            )
        ]

    def factors(cells: Sequence[Cell]) -> list[Cell]:
        return [(gains[row], column) for row, column in cells]

    gain_rows = list(gains.values())
    if before:
        claims = [
            Claim(f"{claim} on most problems", mostly_above(factors(DRAWS + OTHERS), 1.0)),
            Claim(f"{claim} on most of the drawn problems", mostly_above(factors(DRAWS), 1.0)),
            Claim(
                f"On three liberties against three the search '{search}' saves two thirds of the "
                "playouts or more",
                above(gains["3"], ["3"], 3.0),
            ),
            *claims,
        ]

    def reasoning(records: Sequence[Record]) -> list[str]:
        """Return how far the fit carries over to the problems that were held out."""
        solved: dict[Cell, list[float]] = {}
        for record in records:
            if record.status == "done" and record.job.parameters == SEARCHES[search]:
                cell = CELLS[record.job.position]
                solved.setdefault(cell, []).append(record.get("playouts") if record.solved else inf)
        ratios = {
            cell: fmean(counts) / figure.value
            for cell, figure in PRINTED[search].items()
            if not figure.more and max(counts := solved.get(cell, [inf])) < inf
        }
        fitted = [ratio for cell, ratio in ratios.items() if was_fitted(search, cell)]
        held_out = [ratio for cell, ratio in ratios.items() if not was_fitted(search, cell)]
        groups = {"fitted problems": fitted, "problems that were held out": held_out}
        return [
            f"Measured by printed figure, {name}: median {median(group):.2f}, from "
            f"{min(group):.2f} to {max(group):.2f} ({len(group)} problems)"
            for name, group in groups.items()
            if group
        ]

    return Experiment(
        id=f"sb-table-{number}",
        title=f"Playouts to solve seki problems, {search}: Min's liberties (rows) and Max's",
        paper=PAPER,
        unit="playouts, mean of the runs" + ("; and factors" if before else ""),
        rows=[*ROWS, *gain_rows],
        columns=COLUMNS,
        published=published,
        jobs=jobs,
        measure=measure,
        claims=claims,
        resolved=BOARD + SEARCH,
        full_takes="some minutes on two cores",
        scale=SCALE,
        digits=2,
        reasoning=reasoning,
        plots=plots,
    )


def gain(before: Sequence[Record], after: Sequence[Record]) -> Estimate | None:
    """Return the playouts of `before` divided by those of `after`; a lower bound after a limit."""
    if not before or not after or not all(record.solved for record in after):
        return None
    pairs = [
        (float(a.get("playouts")), float(b.get("playouts")))
        for a, b in zip(before, after, strict=False)
    ]

    def factor(drawn: Sequence[float]) -> float:
        chosen = [pairs[int(number)] for number in drawn]
        return fmean(a for a, _ in chosen) / fmean(b for _, b in chosen)

    interval = bootstrap(range(len(pairs)), factor)
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        count=len(pairs),
        more=not all(record.solved for record in before),
    )
