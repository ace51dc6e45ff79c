"""The page *What agrees and what does not*: one row for each table and figure of the papers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upstar.papers.contents import CONTENTS, Entry
from upstar.papers.written_report import NUMBER, Figure, WrittenReport

LEVELS = ("exact", "within 1 %", "within 5 %", "farther")


@dataclass(frozen=True)
class Row:
    """How far a table or figure agrees."""

    entry: Entry
    report: WrittenReport | None
    levels: Mapping[str, int]
    """The number of cells at each level."""
    open: int
    """Cells with a printed figure that cannot be compared."""

    @property
    def claims(self) -> tuple[int, int, int]:
        """The claims that hold, that do not, and that are open."""
        answers = [answer for _, answer in self.report.claims] if self.report else []
        return answers.count("yes"), answers.count("no"), answers.count("open")

    @property
    def word(self) -> str:
        """The agreement in a word: that of the worst cell, or that of the claims."""
        if self.report is None:
            return "not comparable"
        yes, no, _ = self.claims
        reached = [level for level in LEVELS if self.levels[level]]
        if reached and reached[-1] != "farther":
            return reached[-1] if not no else f"{reached[-1]}; a claim contradicted"
        if no:
            return "contradicted"
        return "direction only" if yes else "not decided"


def rows(reports: Mapping[str, WrittenReport]) -> list[Row]:
    """Return a row for each table and figure."""
    found = []
    for entry in CONTENTS:
        report = reports.get(entry.id) if entry.id else None
        levels = dict.fromkeys(LEVELS, 0)
        not_compared = 0
        for cell, printed in report.published.items() if report else ():
            own = report.measured.get(cell) if report else None
            if own is None or own.more or printed.more:
                not_compared += 1
            else:
                levels[_level(printed, own)] += 1
        found.append(Row(entry, report, levels, not_compared))
    return found


def _level(printed: Figure, own: Figure) -> str:
    if own.text == printed.text or abs(own.value - printed.value) <= _half_unit(printed.text) * (
        1 + 1e-9
    ):
        return "exact"
    ratio = abs(own.value / printed.value - 1) if printed.value else 1.0
    return "within 1 %" if ratio <= 0.01 else "within 5 %" if ratio <= 0.05 else "farther"


def _half_unit(text: str) -> float:
    """Return half a unit of the last printed digit of a figure; 0 for a whole number.

    >>> _half_unit("33.05"), _half_unit("101,244"), _half_unit("4.16e29")
    (0.005, 0.0, 5e+26)
    """
    number = NUMBER.search(text)
    if number is None or "." not in number[0]:
        return 0.0
    mantissa, _, power = number[0].replace(",", "").partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def page(reports: Mapping[str, WrittenReport]) -> str:
    """Return the page as Markdown."""
    lines = [*_HEAD]
    found = rows(reports)
    for paper in dict.fromkeys(row.entry.paper for row in found):
        own = [row for row in found if row.entry.paper == paper]
        lines += ["", f"## {paper}", "", *_table(own)]
    counts: dict[str, int] = {}
    for row in found:
        counts[row.word.split(";")[0]] = counts.get(row.word.split(";")[0], 0) + 1
    order = [*LEVELS[:3], "direction only", "contradicted", "not decided", "not comparable"]
    lines += ["", "## Sum", "", "| agreement | tables and figures |", "|---|---:|"]
    lines += [f"| {word} | {counts[word]} |" for word in order if word in counts]
    return "\n".join(lines) + "\n"


_HEAD = """\
# What agrees and what does not

This page lists every table and figure of the five papers that upstar repeats, and how far our
figures agree with the printed ones. It is for people who want to know which results they can rely
on. A command makes it from the reports in this folder:

<!-- not run: it rewrites this page -->
```sh
upstar reproduce --agreement docs/reproduce --markdown docs/reproduce/agreement.md
```

A cell is *exact* if our figure rounds to the printed one. *Claims* are statements of the paper,
checked on our figures: they hold, do not hold, or are open, because intervals overlap or a limit
was reached. The agreement of a table is that of its worst cell. If a cell differs by more than
5 %, the claims decide: the direction is as printed, or it is contradicted. Lower bounds, and
figures that only a drawing shows, are not compared. Tables of a quick preset are marked.
""".splitlines()


def _table(own: Sequence[Row]) -> list[str]:
    lines = [
        "|  | what | exact | 1 % | 5 % | farther | not compared | claims | agreement | report |",
        "|---|---|---:|---:|---:|---:|---:|---|---|---|",
    ]
    for row in own:
        entry, report = row.entry, row.report
        if report is None:
            why = entry.note or "not measured"
            lines.append(f"| {entry.label} | {entry.what} |  |  |  |  |  |  | {row.word} | {why} |")
            continue
        counts = [str(row.levels[level] or "") for level in LEVELS] + [str(row.open or "")]
        yes, no, unclear = row.claims
        said = [
            f"{n} {word}" for n, word in ((yes, "hold"), (no, "do not"), (unclear, "open")) if n
        ]
        link = f"[{entry.id}]({report.file}#{report.anchor})"
        quick = ", quick" if report.preset == "quick" else ""
        lines.append(
            f"| {entry.label} | {entry.what} | {' | '.join(counts)} | {', '.join(said)} | "
            f"{row.word} | {link}{quick} |"
        )
    return lines
