"""A report as plain data: headings, paragraphs, tables, plots. Renderers turn it into text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Tone = Literal["plain", "good", "bad", "open", "faint"]


@dataclass(frozen=True)
class Heading:
    """A title within the report."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """A few sentences; the tone sets their colour."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of texts; the first `left` columns are left-aligned, the others right."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    left: int = 1


@dataclass(frozen=True, kw_only=True)
class Series:
    """Points of one method; `low` and `high` are the band around `y`."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A plot; `upstar.campaign.report.plots` draws it.

    `scatter`: y against x on logarithmic axes with the diagonal. `curves`: lines with bands.
    `bars`: groups of bars; x is the number of the group. `cactus`: the number of solved positions
    (x) within an effort (y).
    """

    kind: Literal["scatter", "curves", "bars", "cactus"]
    title: str
    series: Sequence[Series]
    x_title: str = ""
    y_title: str = ""
    groups: Sequence[str] = ()
    log_x: bool = False
    log_y: bool = False


Block = Heading | Paragraph | Table | Plot


@dataclass(frozen=True)
class Document:
    """A report."""

    title: str
    blocks: Sequence[Block] = field(default_factory=list)

    def _repr_html_(self) -> str:
        from upstar.campaign.report.render import fragment

        return fragment(self)
