"""Makes a document of a reproduction: published, measured, ratio, verdicts, plots, provenance."""

from collections.abc import Sequence

from upstar.campaign.report.comparison import by_method, cactus, totals
from upstar.campaign.report.document import (
    Block,
    Document,
    Heading,
    Paragraph,
    Plot,
    Series,
    Table,
    Tone,
)
from upstar.campaign.report.origin import provenance, provenance_text
from upstar.papers.experiment import Estimate, Experiment, Published
from upstar.papers.reproduction import Reproduction, ratio

_TONES: dict[str, Tone] = {"yes": "good", "no": "bad", "open": "open"}


def document(reproductions: Sequence[Reproduction]) -> Document:
    """Return a report on one or more reproductions."""
    if len(reproductions) == 1:
        only = reproductions[0]
        return Document(f"{only.experiment.id}: {only.experiment.title}", _blocks(only, []))
    blocks: list[Block] = [_summary(reproductions)]
    for number, each in enumerate(reproductions):
        blocks.append(Heading(f"{each.experiment.id}: {each.experiment.title}"))
        blocks += _blocks(each, [before.experiment for before in reproductions[:number]])
    return Document("Published and measured tables and figures", blocks)


def _summary(reproductions: Sequence[Reproduction]) -> Table:
    rows = []
    for each in reproductions:
        answers = [verdict.answer for verdict in each.verdicts]
        counts = [str(answers.count(word)) for word in ("yes", "no", "open")]
        rows.append([each.experiment.id, each.experiment.title, each.preset, *counts])
    header = ["id", "title", "preset", "claims that hold", "do not hold", "open"]
    return Table(header=header, rows=rows, left=3)


def _blocks(reproduction: Reproduction, before: Sequence[Experiment]) -> list[Block]:
    e = reproduction.experiment
    parts = [part for part in (e.scale.get(reproduction.preset, ""), reproduction.runs) if part]
    scale = f" ({'; '.join(parts)})" if parts else ""
    about = f"{e.paper.citation} Preset: {reproduction.preset}{scale}. Figures: {e.unit}."
    blocks: list[Block] = [Paragraph(about, "faint"), _table(reproduction)]
    if e.reasoning is not None:
        blocks += [Paragraph(line) for line in e.reasoning(reproduction.records)]
    for claim, verdict in zip(e.claims, reproduction.verdicts, strict=True):
        text = f"{claim.text}: {verdict.answer} ({verdict.reason})"
        blocks.append(Paragraph(text, _TONES[verdict.answer]))
    for failure in reproduction.failures:
        tries = f", {failure.tries} tries" if failure.tries > 1 else ""
        blocks.append(Paragraph(f"failed: {failure.job}: {failure.reason}{tries}", "bad"))
    if e.plots is None:
        blocks += _plots(reproduction)
    else:
        blocks += e.plots(reproduction.measured, reproduction.records)
    if e.method is not None and reproduction.records:
        methods = by_method(reproduction.records, e.method)
        blocks += [totals(methods), *cactus(methods)]
    blocks += [Heading("Choices that the paper leaves open", level=3)]
    blocks.append(Paragraph(_resolved(e, before)))
    blocks.append(Paragraph(provenance_text(provenance(reproduction.records)), "faint"))
    return blocks


def _resolved(experiment: Experiment, before: Sequence[Experiment]) -> str:
    """Return how open questions are resolved, without repeating an earlier text."""
    for other in before:
        if experiment.resolved.startswith(other.resolved):
            rest = experiment.resolved.removeprefix(other.resolved)
            return f"As for {other.id}.{rest}"
    return experiment.resolved


_MAX_WIDE_COLUMNS = 3
"""With more columns, published and measured figures are in separate lines."""


def _table(reproduction: Reproduction) -> Table:
    e = reproduction.experiment
    columns = [c for c in e.columns if any(cell[1] == c for cell in reproduction.measured)]
    missing = [c for c in e.columns if c not in columns]
    notes = [f"Only in the full preset: {', '.join(missing)}."] if missing else []
    if e.published and not reproduction.published:
        notes.append("The paper measured something larger, so its figures are not shown.")
    caption = " ".join(notes)
    if len(columns) > _MAX_WIDE_COLUMNS:
        return _stacked(reproduction, columns, caption)
    printed = {column for _, column in reproduction.published}
    rows = []
    for row in e.rows:
        line = [row]
        for column in columns:
            own = reproduction.measured.get((row, column))
            theirs = reproduction.published.get((row, column))
            share = ratio(reproduction, (row, column))
            text, printed_text = _measured(own, e), _printed(theirs, e)
            if column in printed:
                line += [printed_text, text, "" if share is None else f"{share:.3g}"]
            else:
                line.append(text)
        if any(line[1:]):
            rows.append(line)
    header = [""]
    for column in columns:
        header += [f"{column} published", "measured", "ratio"] if column in printed else [column]
    return Table(header=header, rows=rows, caption=caption)


def _stacked(reproduction: Reproduction, columns: Sequence[str], caption: str) -> Table:
    """Return a table with lines of printed figures, measured ones and ratios for each row."""
    e = reproduction.experiment
    rows = []
    for row in e.rows:
        cells = [(row, column) for column in columns]
        if not any(cell in reproduction.measured for cell in cells):
            continue
        shares = [ratio(reproduction, cell) for cell in cells]
        lines = {
            "published": [_printed(reproduction.published.get(cell), e) for cell in cells],
            "measured": [_measured(reproduction.measured.get(cell), e) for cell in cells],
            "ratio": ["" if share is None else f"{share:.3g}" for share in shares],
        }
        filled = {name: line for name, line in lines.items() if any(line)}
        rows += [[row if n == 0 else "", name, *filled[name]] for n, name in enumerate(filled)]
    return Table(header=["", "", *columns], rows=rows, caption=caption, left=2)


def number(value: float, digits: int) -> str:
    """Format a figure for reports.

    >>> number(1234567.0, 1), number(0.0123, 3), number(56.78, 3), number(4.163e29, 1)
    ('1,234,567', '0.012', '56.8', '4.16e+29')
    """
    if abs(value) >= 1e15:
        return f"{value:.3g}"
    if digits == 0 or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:,.{digits if abs(value) < 10 else 1}f}"


def _printed(figure: Published | None, experiment: Experiment) -> str:
    if figure is None:
        return ""
    if figure.value in experiment.words:
        return experiment.words[figure.value]
    if figure.text:
        return figure.text
    return (">" if figure.more else "") + number(figure.value, min(experiment.digits, 2))


def _measured(own: Estimate | None, experiment: Experiment) -> str:
    if own is None:
        return ""
    if own.value in experiment.words:
        return experiment.words[own.value]
    digits = experiment.digits
    text = (">" if own.more else "") + number(own.value, digits)
    if own.count > 1 and own.high > own.low:
        half = (own.high - own.low) / 2
        if abs(own.high - own.value - half) < 0.01 * half:
            text += f" ± {number(half, digits)}"
        else:
            low, high = (number(end, max(0, digits - 1)) for end in (own.low, own.high))
            text += f" ({low} to {high})"
    return text


def _plots(reproduction: Reproduction) -> list[Block]:
    """Return bars of the measured figures, and a scatter plot of measured against published."""
    e = reproduction.experiment
    columns = [c for c in e.columns if any(cell[1] == c for cell in reproduction.measured)]
    bars = []
    for row in e.rows:
        cells = [(i, reproduction.measured.get((row, c))) for i, c in enumerate(columns)]
        points = [(i, own) for i, own in cells if own is not None]
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
            (reproduction.published[row, c].value, reproduction.measured[row, c].value)
            for c in columns
            if ratio(reproduction, (row, c)) is not None
        ]
        if both:
            dots.append(Series(name=row, x=[x for x, _ in both], y=[y for _, y in both]))
    plots = [
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
    return [plot for plot in plots if plot.series]
