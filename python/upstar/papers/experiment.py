"""A published table or figure as data: its jobs, its printed figures, its claims.

Published and measured figures have different types: `Published` comes from a paper, `Estimate` from
records.
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
Answer = Literal["yes", "no", "open"]


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A publication."""

    authors: str
    title: str
    year: int
    venue: str

    @property
    def citation(self) -> str:
        """The reference as one line."""
        return f"{self.authors}: {self.title}. {self.venue}, {self.year}."


@dataclass(frozen=True)
class Published:
    """A printed figure; with `more`, a lower bound."""

    value: float
    more: bool = False
    spread: float = 0.0
    """Half the width of the printed interval; 0 if none was printed."""
    text: str = ""
    """The figure as it was printed."""


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A measured figure; `low` and `high` are a 95 % confidence interval."""

    value: float
    low: float
    high: float
    count: int
    """The number of runs."""
    more: bool = False
    """A limit was reached, so the figure is a lower bound."""
    note: str = ""


Grid = Mapping[Cell, Estimate]


@dataclass(frozen=True)
class Verdict:
    """Whether a claim holds for the measured figures, with the reason."""

    answer: Answer
    reason: str


@dataclass(frozen=True)
class Claim:
    """A statement about a table, and its check on the measured figures."""

    text: str
    check: Callable[[Grid], Verdict]


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A published table or figure that ``upstar reproduce`` can repeat.

    Parameters
    ----------
    id : str
        The name on the command line.
    title : str
        The title.
    paper : Paper
        The publication.
    unit : str
        What the figures count.
    rows : sequence of str
        The names of the rows.
    columns : sequence of str
        The names of the columns.
    published : mapping of tuple of str to Published
        The printed figure of each cell.
    jobs : callable
        Returns the jobs of each cell for a preset.
    measure : callable
        Returns a cell's figure from the records of its jobs; None if there is none.
    claims : sequence of upstar.papers.experiment.Claim
        What the table is said to show.
    resolved : str
        What the paper leaves open, and how it is resolved here.
    full_takes : str
        Roughly how long the full preset takes.
    digits : int
        Digits after the decimal point, for figures below ten.
    words : mapping of float to str
        Names of figures that are codes, such as 1 for won.
    scale : mapping
        What a preset runs, if that is less than what the paper ran.
    comparable : sequence of str
        The presets that measure what the paper measured, so that its figures are shown beside ours.
    method : callable, optional
        Returns the name of a job's method, if several solve the same positions. The report then has
        totals over all and over the commonly solved positions, PAR2 and cactus plots.
    reasoning : callable, optional
        Returns the lines of a worked example from its records.
    plots : callable, optional
        Returns the plots; by default bars, and measured against printed figures.

    Examples
    --------
    >>> from upstar.papers import experiment
    >>> table = experiment("pp-table-4")
    >>> len(table.published) == len(table.rows) * len(table.columns)
    True
    """

    id: str
    title: str
    paper: Paper
    unit: str
    rows: Sequence[str]
    columns: Sequence[str]
    published: Mapping[Cell, Published]
    jobs: Callable[[Preset], Mapping[Cell, Sequence[Job]]]
    measure: Callable[[Cell, Sequence[Record]], Estimate | None]
    claims: Sequence[Claim]
    resolved: str
    full_takes: str = ""
    digits: int = 0
    words: Mapping[float, str] = field(default_factory=dict)
    scale: Mapping[Preset, str] = field(default_factory=dict)
    comparable: Sequence[Preset] = PRESETS
    method: Callable[[Job], str] | None = None
    reasoning: Callable[[Sequence[Record]], Sequence[str]] | None = None
    plots: Callable[[Grid, Sequence[Record]], Sequence[Plot]] | None = None


def read_table(text: str) -> tuple[list[str], list[str], dict[Cell, Published]]:
    """Parse a table: return its rows, columns and figures.

    >>> rows, columns, cells = read_table('''
    ...       | 5 x 6  | 6 x 6
    ...   PP  | 1,234  | >99
    ...   PPT | 0.25   |
    ... ''')
    >>> rows, columns, cells[("PP", "6 x 6")], len(cells)
    (['PP', 'PPT'], ['5 x 6', '6 x 6'], Published(value=99.0, more=True, spread=0.0, text='>99'), 3)
    """
    lines = [line.split("|") for line in text.strip("\n").splitlines() if line.strip()]
    columns = [cell.strip() for cell in lines[0][1:]]
    rows, cells = [], {}
    for name, *figures in lines[1:]:
        rows.append(name.strip())
        for column, figure in zip(columns, figures, strict=True):
            if text := figure.strip():
                cells[rows[-1], column] = read_figure(text)
    return rows, columns, cells


def read_figure(text: str) -> Published:
    """Parse a printed figure, which may be a lower bound or have an interval.

    >>> read_figure("16.8 ± 3.3")
    Published(value=16.8, more=False, spread=3.3, text='16.8 ± 3.3')
    """
    value, _, spread = text.replace(",", "").partition("±")
    return Published(float(value.strip("> ")), text.startswith(">"), float(spread or 0.0), text)


def check_preset(preset: str) -> Preset:
    """Return the preset with this name."""
    for known in PRESETS:
        if preset == known:
            return known
    raise ParameterError(f"there is no preset '{preset}'; known: {', '.join(PRESETS)}")
