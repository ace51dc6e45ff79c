"""Reads the Markdown reports of ``upstar reproduce``, from which the page of agreements is made."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import nan
from pathlib import Path

from upstar.papers.experiment import Answer, Cell


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of a report: its value, and its text as it was written."""

    value: float
    text: str
    more: bool = False


@dataclass
class WrittenReport:
    """One table or figure of a report."""

    id: str
    file: str
    anchor: str = ""
    """The anchor of its heading in the file."""
    preset: str = ""
    engine: str = ""
    published: dict[Cell, Figure] = field(default_factory=dict)
    measured: dict[Cell, Figure] = field(default_factory=dict)
    claims: list[tuple[str, Answer]] = field(default_factory=list)


_CLAIM = re.compile(r"^(.+): (yes|no|open) \(.+\)$")
_HEADING = re.compile(r"^#{1,2} ([a-z]+-[a-z0-9-]+): ")
NUMBER = re.compile(r"[-+−]?[\d,]*\.?\d+(?:e[+-]?\d+)?")


def read_reports(folder: Path) -> dict[str, WrittenReport]:
    """Return the reports in a folder by id; full presets take the place of quick ones.

    Parameters
    ----------
    folder : Path
        A folder with Markdown files that ``upstar reproduce --markdown`` wrote.

    Returns
    -------
    dict of str to WrittenReport
        The reports.
    """
    found: dict[str, WrittenReport] = {}
    for file in sorted(folder.glob("*.md")):
        for report in parse_reports(file.read_text(encoding="utf-8"), file.name):
            known = found.get(report.id)
            if known is None or report.preset == "full":
                found[report.id] = report
    return found


def parse_reports(text: str, file: str = "") -> list[WrittenReport]:
    """Return the tables and figures of a Markdown report."""
    reports: list[WrittenReport] = []
    lines = iter(text.splitlines())
    for line in lines:
        if heading := _HEADING.match(line):
            title = line.lstrip("# ").lower()
            anchor = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            reports.append(WrittenReport(heading[1], file, anchor))
            continue
        if not reports:
            continue
        report = reports[-1]
        if preset := re.search(r"Preset: (quick|full)", line):
            report.preset = preset[1]
        elif line.startswith("Engine "):
            report.engine = line.removeprefix("Engine ").split(". ")[0]
        elif line.startswith("|") and not report.measured:
            _read_table(report, line, lines)
        elif (claim := _CLAIM.match(line)) and report.measured:
            answer: Answer = claim[2]  # type: ignore[assignment]
            report.claims.append((claim[1], answer))
    return reports


def _cells(line: str) -> list[str]:
    # A bar inside of a cell is escaped.
    cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _read_table(report: WrittenReport, first: str, lines: Iterator[str]) -> None:
    """Read a table, whose published and measured figures are in columns or in lines."""
    header = _cells(first)
    next(lines)
    stacked = len(header) > 1 and not header[0] and not header[1]
    row = ""
    for line in lines:
        if not line.startswith("|"):
            return
        cells = _cells(line)
        row = cells[0] or row
        if stacked:
            named = list(zip([cells[1]] * len(cells), header, cells, strict=False))[2:]
        else:
            named = [(_kind(name), name, cell) for name, cell in zip(header, cells, strict=False)]
            named = named[1:]
        column = ""
        for kind, name, cell in named:
            title = name.removesuffix(" published")
            column = title if title not in ("measured", "ratio") else column
            figures = {"published": report.published, "measured": report.measured}.get(kind)
            if figures is not None and (figure := read_written(cell)):
                figures[row, column] = figure


def _kind(name: str) -> str:
    if name.endswith(" published"):
        return "published"
    return "ratio" if name == "ratio" else "measured"


def read_written(text: str) -> Figure | None:
    """Return a figure from its text, which may have an interval. A word has no value.

    >>> read_written("93.0 (89 to 96)").value, read_written(">1,000").more
    (93.0, True)
    """
    number = NUMBER.search(text)
    if number is None:
        return Figure(value=nan, text=text) if text else None
    plain = number[0].replace(",", "").replace("−", "-")
    return Figure(value=float(plain), text=text, more=text.startswith(">"))
