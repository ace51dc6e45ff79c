"""A published table or figure as data: what was run, what was printed, what it is said to show.

Published figures and measured ones never share a structure: `Published` comes from a paper,
`Estimate` from records.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from upstar.campaign.job import Job
from upstar.campaign.report.document import Plot
from upstar.campaign.store import Record
from upstar.errors import ParameterError

Cell = tuple[str, str]
"""Row and column."""
Preset = Literal["quick", "full"]
PRESETS: tuple[Preset, ...] = ("quick", "full")


@dataclass(frozen=True, kw_only=True)
class Paper:
    """Who published it."""

    authors: str
    title: str
    year: int
    venue: str

    @property
    def citation(self) -> str:
        """The reference in a line."""
        return f"{self.authors}: {self.title}. {self.venue}, {self.year}."


@dataclass(frozen=True)
class Published:
    """A printed figure; `more` where the paper says that it is more than that."""

    value: float
    more: bool = False


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """What was measured here; `low` and `high` are a confidence interval of 95 %."""

    value: float
    low: float
    high: float
    count: int
    """Runs."""
    more: bool = False
    """A limit was reached: it is more than that."""
    note: str = ""


Grid = Mapping[Cell, Estimate]


@dataclass(frozen=True)
class Verdict:
    """Does the claim hold here? With the reason."""

    answer: Literal["yes", "no", "open"]
    reason: str


@dataclass(frozen=True)
class Claim:
    """What a table is said to show, and how to tell from what was measured."""

    text: str
    check: Callable[[Grid], Verdict]


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One table or figure."""

    id: str
    title: str
    paper: Paper
    unit: str
    """What its figures count."""
    rows: Sequence[str]
    columns: Sequence[str]
    published: Mapping[Cell, Published]
    jobs: Callable[[Preset], Mapping[Cell, Sequence[Job]]]
    """The jobs of each cell that a preset runs."""
    measure: Callable[[Cell, Sequence[Record]], Estimate | None]
    """A cell's figure from the records of its jobs; None where there is none."""
    claims: Sequence[Claim]
    resolved: str
    """What the paper leaves open, and how it is resolved here."""
    full_takes: str = ""
    """Roughly how long the full preset takes."""
    digits: int = 0
    """Digits after the point, of figures below ten."""
    words: Mapping[float, str] = field(default_factory=dict)
    """What figures are called where they only stand for something, such as 1 for won."""
    scale: Mapping[Preset, str] = field(default_factory=dict)
    """What a preset runs, where that is less than what the paper ran."""
    method: Callable[[Job], str] | None = None
    """Who did a job, where several solve the same positions: the report then has totals over all
    and over the commonly solved ones, PAR2 and cactus plots."""
    plots: Callable[[Grid, Sequence[Record]], Sequence[Plot]] | None = None
    """Pictures of its own; without them bars, and what was measured against what was printed."""


def read_table(text: str) -> tuple[list[str], list[str], dict[Cell, Published]]:
    """Rows, columns and figures of a table that is written as text.

    >>> rows, columns, cells = read_table('''
    ...       | 5 x 6  | 6 x 6
    ...   PP  | 1,234  | >99
    ...   PPT | 0.25   |
    ... ''')
    >>> rows, columns, cells[("PP", "6 x 6")], len(cells)
    (['PP', 'PPT'], ['5 x 6', '6 x 6'], Published(value=99.0, more=True), 3)
    """
    lines = [line.split("|") for line in text.strip("\n").splitlines() if line.strip()]
    columns = [cell.strip() for cell in lines[0][1:]]
    rows, cells = [], {}
    for name, *figures in lines[1:]:
        rows.append(name.strip())
        for column, figure in zip(columns, figures, strict=True):
            plain = figure.strip().replace(",", "")
            if plain:
                value = Published(float(plain.lstrip("> ")), plain.startswith(">"))
                cells[rows[-1], column] = value
    return rows, columns, cells


def check_preset(preset: str) -> Preset:
    """The preset of that name."""
    for known in PRESETS:
        if preset == known:
            return known
    raise ParameterError(f"there is no preset '{preset}'; there are {', '.join(PRESETS)}")
