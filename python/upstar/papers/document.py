"""A reproduction as a document: published | measured | ratio, verdicts, plots, provenance."""

from collections.abc import Sequence

from upstar.papers.experiment import Estimate, Published
from upstar.papers.reproduction import Reproduction, ratio
from upstar.report.document import Block, Document, Heading, Paragraph, Plot, Series, Table, Tone
from upstar.report.origin import provenance, told

_TONES: dict[str, Tone] = {"yes": "good", "no": "bad", "open": "open"}


def document(reproductions: Sequence[Reproduction]) -> Document:
    """One report on one or more experiments."""
    if len(reproductions) == 1:
        only = reproductions[0]
        return Document(f"{only.experiment.id}: {only.experiment.title}", _blocks(only))
    blocks: list[Block] = [_summary(reproductions)]
    for each in reproductions:
        blocks.append(Heading(f"{each.experiment.id}: {each.experiment.title}"))
        blocks += _blocks(each)
    return Document("Published tables and figures beside our own", blocks)


def _summary(reproductions: Sequence[Reproduction]) -> Table:
    rows = []
    for each in reproductions:
        answers = [verdict.answer for verdict in each.verdicts]
        counts = [str(answers.count(word)) for word in ("yes", "no", "open")]
        rows.append([each.experiment.id, each.experiment.title, each.preset, *counts])
    header = ["id", "what", "preset", "claims that hold", "do not", "open"]
    return Table(header=header, rows=rows, left=3)


def _blocks(reproduction: Reproduction) -> list[Block]:
    e = reproduction.experiment
    blocks: list[Block] = [
        Paragraph(f"{e.paper.citation} Preset: {reproduction.preset}. Figures: {e.unit}.", "faint"),
        _table(reproduction),
    ]
    for claim, verdict in zip(e.claims, reproduction.verdicts, strict=True):
        words = f"{claim.text}: {verdict.answer} ({verdict.reason})"
        blocks.append(Paragraph(words, _TONES[verdict.answer]))
    for failure in reproduction.failures:
        tries = f", {failure.tries} tries" if failure.tries > 1 else ""
        blocks.append(Paragraph(f"failed: {failure.job}: {failure.reason}{tries}", "bad"))
    blocks += _plots(reproduction)
    blocks.append(Paragraph(f"What the paper leaves open. {e.resolved}"))
    blocks.append(Paragraph(told(provenance(reproduction.records)), "faint"))
    return blocks


def _table(reproduction: Reproduction) -> Table:
    e = reproduction.experiment
    columns = [c for c in e.columns if any(cell[1] == c for cell in reproduction.measured)]
    rows = []
    for row in e.rows:
        line = [row]
        for column in columns:
            own, theirs = reproduction.measured.get((row, column)), e.published.get((row, column))
            share = ratio(reproduction, (row, column))
            line += [_printed(theirs, e.digits), _measured(own, e.digits)]
            line.append("" if share is None else f"{share:.3g}")
        if any(line[1:]):
            rows.append(line)
    header = [""]
    for column in columns:
        header += [f"{column} published", "measured", "ratio"]
    left = [c for c in e.columns if c not in columns]
    caption = f"Only in the full preset: {', '.join(left)}." if left else ""
    return Table(header=header, rows=rows, caption=caption)


def number(value: float, digits: int) -> str:
    """A figure as reports print it.

    >>> number(1234567.0, 0), number(0.0123, 3), number(56.78, 3)
    ('1,234,567', '0.012', '56.8')
    """
    if digits == 0:
        return f"{value:,.0f}"
    return f"{value:,.{digits if abs(value) < 10 else 1}f}"


def _printed(figure: Published | None, digits: int) -> str:
    if figure is None:
        return ""
    return (">" if figure.more else "") + number(figure.value, min(digits, 2))


def _measured(own: Estimate | None, digits: int) -> str:
    if own is None:
        return ""
    text = (">" if own.more else "") + number(own.value, digits)
    if own.count > 1 and own.high > own.low:
        text += f" ± {number((own.high - own.low) / 2, digits)}"
    return text


def _plots(reproduction: Reproduction) -> list[Block]:
    """Bars of what was measured, and a scatter of it against what was printed."""
    e = reproduction.experiment
    columns = [c for c in e.columns if any(cell[1] == c for cell in reproduction.measured)]
    bars = []
    for row in e.rows:
        there = [(i, reproduction.measured.get((row, c))) for i, c in enumerate(columns)]
        points = [(i, own) for i, own in there if own is not None]
        if points:
            spread = any(own.high > own.low for _, own in points)
            bars.append(
                Series(
                    name=row,
                    x=[i for i, _ in points],
                    y=[own.value for _, own in points],
                    low=[own.low for _, own in points] if spread else (),
                    high=[own.high for _, own in points] if spread else (),
                )
            )
    dots = []
    for row in e.rows:
        both = [
            (e.published[row, c].value, reproduction.measured[row, c].value)
            for c in columns
            if ratio(reproduction, (row, c)) is not None
        ]
        if both:
            dots.append(Series(name=row, x=[x for x, _ in both], y=[y for _, y in both]))
    return [
        Plot(
            kind="bars",
            title=f"{e.title}: measured",
            series=bars,
            groups=columns,
            y_title=e.unit,
            log_y=True,
        ),
        Plot(
            kind="scatter",
            title=f"{e.title}: measured against published",
            series=dots,
            x_title=f"published, {e.unit}",
            y_title="measured",
        ),
    ]
