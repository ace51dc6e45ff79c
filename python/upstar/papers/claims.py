"""Checks for claims: which row has less, and how close a figure is to the printed one.

There is one rule for all verdicts. A figure is an interval: a number without noise is an interval
of one point, and a run that reached its limit has no upper end. A comparison is *yes* or *no* only
if the intervals separate, and else *open*. A claim is *no* if one of its comparisons is, *yes* if
all of them are, and else *open*.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf

from upstar.papers.experiment import Answer, Cell, Estimate, Grid, Published, Verdict

Check = Callable[[Grid], Verdict]
Comparison = tuple[Answer, str]
"""The answer of one comparison, with its text for the report."""


def less(own: Estimate, rival: Estimate) -> Answer:
    """Return whether a figure is less than another, as far as their intervals separate."""
    return _is_less(_ends(own), _ends(rival))


def least(row: str, others: Sequence[str], columns: Sequence[str]) -> Check:
    """Check that `row` has the least figure of these rows in every measured column."""

    def check(grid: Grid) -> Verdict:
        found: list[Comparison] = []
        for column in columns:
            own = grid.get((row, column))
            rivals = {o: grid[o, column] for o in others if (o, column) in grid}
            if own is None or not rivals:
                continue
            answers = {name: less(own, rival) for name, rival in rivals.items()}
            answer = _all(list(answers.values()))
            against = [name for name, each in answers.items() if each == answer]
            said = {"yes": "", "no": f": {', '.join(against)} not more"}
            found.append((answer, column + said.get(answer, f": {', '.join(against)}")))
        return combine(found)

    return check


def most(row: str, column: str, others: Sequence[str]) -> Check:
    """Check that `column` has the greatest figure of these columns in a row."""

    def check(grid: Grid) -> Verdict:
        own = grid.get((row, column))
        return combine(
            (less(grid[row, other], own), f"{row}, {other}")
            for other in others
            if own is not None and (row, other) in grid
        )

    return check


def near(published: Mapping[Cell, Published], rows: Sequence[str], tolerance: float) -> Check:
    """Check that all finished figures of the rows are within `tolerance` of the printed ones."""

    def check(grid: Grid) -> Verdict:
        found: list[Comparison] = []
        for (row, column), figure in published.items():
            own = grid.get((row, column))
            if row not in rows or figure.more or own is None or own.more:
                continue
            slack = tolerance * abs(figure.value) + 1e-12
            answer = _is_in(own, figure.value - slack, figure.value + slack)
            ratio = own.value / figure.value
            is_same = own.value == figure.value
            said = "exactly" if is_same else "" if answer == "yes" else f"{ratio:.3g} times"
            found.append((answer, f"{row} {column} {said}".rstrip()))
        return combine(found)

    return check


def same(published: Mapping[Cell, Published], digits: int) -> Check:
    """Check that all measured figures equal the printed ones to `digits` decimal places."""
    # Half a unit of the last digit, with a margin for rounding errors.
    return _all_within(published, 0.5 * 10**-digits + 1e-9, digits + 1)


def within(published: Mapping[Cell, Published], points: float) -> Check:
    """Check that all measured figures differ by at most `points` from the printed ones."""
    return _all_within(published, points, 1)


def _all_within(published: Mapping[Cell, Published], points: float, digits: int) -> Check:
    def check(grid: Grid) -> Verdict:
        found: list[Comparison] = []
        for cell, figure in published.items():
            if (own := grid.get(cell)) is not None and not figure.more:
                answer = _is_in(own, figure.value - points, figure.value + points)
                by = f"{own.value - figure.value:+.{digits}f}"
                found.append((answer, f"{', '.join(cell)}: {by}"))
        verdict = combine(found)
        return Verdict("yes", f"all {len(found)}") if verdict.answer == "yes" else verdict

    return check


def rises(cells: Sequence[Cell]) -> Check:
    """Check that each figure of a list exceeds the one before it."""

    def check(grid: Grid) -> Verdict:
        measured = [grid[cell] for cell in cells if cell in grid]
        found = [
            (less(a, b), f"{b.value:,.4g} after {a.value:,.4g}") for a, b in pairwise(measured)
        ]
        verdict = combine(found)
        if verdict.answer != "yes":
            return verdict
        return Verdict("yes", f"{measured[0].value:,.6g} to {measured[-1].value:,.6g}")

    return check


def above(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Check that the figures of a row are above a number."""
    return _side(row, columns, lambda own: _is_less((than, than), own))


def below(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Check that the figures of a row are below a number."""
    return _side(row, columns, lambda own: _is_less(own, (than, than)))


def _side(
    row: str, columns: Sequence[str], compare: Callable[[tuple[float, float]], Answer]
) -> Check:
    def check(grid: Grid) -> Verdict:
        return combine(
            (compare(_ends(own)), f"{column}: {_text(own)}")
            for column in columns
            if (own := grid.get((row, column))) is not None
        )

    return check


def mostly_above(cells: Sequence[Cell], than: float) -> Check:
    """Check that more than half of the figures are above a number.

    The answer is *no* if more than half are below it.
    """

    def check(grid: Grid) -> Verdict:
        measured = [grid[cell] for cell in cells if cell in grid]
        number = (than, than)
        more = [_is_less(number, _ends(own)) == "yes" for own in measured]
        fewer = [_is_less(_ends(own), number) == "yes" for own in measured]
        counts: dict[Answer, int] = {"yes": sum(more), "no": sum(fewer)}
        reason = f"{counts['yes']} of {len(measured)} are above, {counts['no']} are below"
        for answer, count in counts.items():
            if 2 * count > len(measured):
                return Verdict(answer, reason)
        return Verdict("open", reason)

    return check


def combine(comparisons: Iterable[Comparison]) -> Verdict:
    """Return the verdict of a claim from its comparisons."""
    found = list(comparisons)
    if not found:
        return Verdict("open", "nothing to compare")
    texts = {
        answer: [text for each, text in found if each == answer] for answer in ("no", "open", "yes")
    }
    parts = ["; ".join(texts["no"])] if texts["no"] else []
    if texts["open"]:
        parts.append(f"not decided: {'; '.join(texts['open'])}")
    if texts["yes"] and parts:
        parts.append(f"it holds: {', '.join(texts['yes'])}")
    answer = _all([each for each, _ in found])
    return Verdict(answer, "; ".join(parts) if parts else ", ".join(texts["yes"]))


def _all(answers: Sequence[Answer]) -> Answer:
    return "no" if "no" in answers else "open" if "open" in answers else "yes"


def _ends(own: Estimate) -> tuple[float, float]:
    """Return the ends of a figure's interval."""
    return (own.low, inf) if own.more else (own.low, own.high)


def _is_less(own: tuple[float, float], rival: tuple[float, float]) -> Answer:
    if own[1] < rival[0]:
        return "yes"
    is_point = own[0] == own[1] and rival[0] == rival[1]
    return "no" if own[0] > rival[1] or (is_point and own == rival) else "open"


def _is_in(own: Estimate, low: float, high: float) -> Answer:
    """Return whether a figure is from `low` to `high`."""
    first, last = _ends(own)
    if low <= first and last <= high:
        return "yes"
    return "no" if last < low or first > high else "open"


def _text(own: Estimate) -> str:
    low, high = _ends(own)
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
