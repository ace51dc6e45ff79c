"""Checks for claims: which row has less, and how close a count is to the printed one.

If a limit was reached, a figure is only a lower bound, and a comparison may stay open. An interval
that contains a number leaves open on which side of the number the true value is.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from upstar.papers.experiment import Cell, Estimate, Grid, Published, Verdict

Check = Callable[[Grid], Verdict]


def least(row: str, others: Sequence[str], columns: Sequence[str]) -> Check:
    """Check that `row` has the least figure of these rows in every measured column."""

    def check(grid: Grid) -> Verdict:
        held, broken, unclear = [], [], []
        for column in columns:
            own = grid.get((row, column))
            rivals = {o: grid[o, column] for o in others if (o, column) in grid}
            if own is None or not rivals:
                continue
            answers = {name: _less(own, rival) for name, rival in rivals.items()}
            if all(answers.values()):
                close = [name for name, rival in rivals.items() if _overlap(own, rival)]
                held.append(f"{column}, within noise of {', '.join(close)}" if close else column)
            elif any(answer is False for answer in answers.values()):
                better = [name for name, answer in answers.items() if answer is False]
                broken.append(f"{column}: {', '.join(better)} not more")
            else:
                unclear.append(column)
        return _verdict(held, broken, unclear)

    return check


def near(published: Mapping[Cell, Published], rows: Sequence[str], tolerance: float) -> Check:
    """Check that all exact counts of the rows are within `tolerance` of the printed ones."""

    def check(grid: Grid) -> Verdict:
        held, broken = [], []
        for (row, column), figure in published.items():
            own = grid.get((row, column))
            if row not in rows or figure.more or own is None or own.more:
                continue
            ratio = own.value / figure.value
            name = f"{row} {column}"
            if abs(ratio - 1) <= tolerance + 1e-12:
                held.append(name if own.value != figure.value else f"{name} exactly")
            else:
                broken.append(f"{name}: {ratio:.3g} times")
        return _verdict(held, broken, [])

    return check


def most(row: str, column: str, others: Sequence[str]) -> Check:
    """Check that `column` has the greatest figure of these columns in a row."""

    def check(grid: Grid) -> Verdict:
        own = grid.get((row, column))
        rivals = {o: grid[row, o] for o in others if (row, o) in grid}
        if own is None or not rivals:
            return _verdict([], [], [])
        better = [f"{name} more" for name, rival in rivals.items() if rival.value > own.value]
        return _verdict([] if better else [row], better, [])

    return check


def same(published: Mapping[Cell, Published], digits: int) -> Check:
    """Check that all measured figures equal the printed ones to `digits` decimal places."""

    def check(grid: Grid) -> Verdict:
        common = {cell: own for cell, own in grid.items() if cell in published}
        # Half a unit of the last digit, with a margin for rounding errors.
        tolerance = 0.5 * 10**-digits + 1e-9
        broken = [
            f"{row}, {column}: {own.value:.{digits + 1}f}"
            for (row, column), own in common.items()
            if abs(own.value - published[row, column].value) > tolerance
        ]
        return _verdict([f"all {len(common)}"] if common and not broken else [], broken, [])

    return check


def within(published: Mapping[Cell, Published], points: float) -> Check:
    """Check that all measured figures differ by at most `points` from the printed ones."""

    def check(grid: Grid) -> Verdict:
        differences = {
            f"{row}, {column}": grid[row, column].value - figure.value
            for (row, column), figure in published.items()
            if (row, column) in grid
        }
        broken = [f"{name}: {by:+.1f}" for name, by in differences.items() if abs(by) > points]
        if broken or not differences:
            return _verdict([], broken, [])
        low, high = min(differences.values()), max(differences.values())
        return _verdict([f"{low:+.1f} to {high:+.1f}"], [], [])

    return check


def rises(cells: Sequence[Cell]) -> Check:
    """Check that each figure of a list exceeds the one before it, as far as both are known."""

    def check(grid: Grid) -> Verdict:
        measured = [grid[cell] for cell in cells if cell in grid]
        known = [(a.value, b.value) for a, b in pairwise(measured) if not a.more]
        if not known:
            return _verdict([], [], [])
        broken = [f"{b:,.4g} after {a:,.4g}" for a, b in known if b <= a]
        return _verdict([f"{known[0][0]:,.6g} to {known[-1][1]:,.6g}"], broken, [])

    return check


def above(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Check that the figures of a row, with their whole intervals, are above a number."""
    return _side(row, columns, than, 1)


def below(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Check that the figures of a row, with their whole intervals, are below a number."""
    return _side(row, columns, than, -1)


def _side(row: str, columns: Sequence[str], than: float, sign: int) -> Check:
    def check(grid: Grid) -> Verdict:
        held: list[str] = []
        broken: list[str] = []
        unclear: list[str] = []
        for column in columns:
            own = grid.get((row, column))
            if own is None:
                continue
            near, far = sorted(sign * (end - than) for end in (own.low, own.high))
            interval = f"{column}: {own.low:.3g} to {own.high:.3g}"
            (held if near > 0 else broken if far < 0 else unclear).append(interval)
        return _verdict(held, broken, unclear, why="the interval has both sides")

    return check


def mostly_above(cells: Sequence[Cell], than: float) -> Check:
    """Check that most figures, with their whole intervals, are above a number.

    The answer is "no" if more figures are below the number than above it, and else "open".
    """

    def check(grid: Grid) -> Verdict:
        measured = [grid[cell] for cell in cells if cell in grid]
        more = sum(own.low > than for own in measured)
        less = sum(own.high < than and not own.more for own in measured)
        counts = f"{more} of {len(measured)} are above, {less} are below"
        if less > more:
            return Verdict("no", counts)
        return Verdict("yes" if 2 * more > len(measured) > 0 else "open", counts)

    return check


def _less(own: Estimate, rival: Estimate) -> bool | None:
    """Return whether `own` is less than `rival`; None if a limit was reached too early."""
    if own.more:
        return None if rival.more or rival.value >= own.value else False
    if rival.value > own.value:
        return True
    return None if rival.more else False


def _overlap(own: Estimate, rival: Estimate) -> bool:
    """Return whether the confidence intervals of two means overlap."""
    return own.count > 1 and rival.count > 1 and not rival.more and rival.low < own.high


def _verdict(
    held: list[str], broken: list[str], unclear: list[str], why: str = "a limit was reached first"
) -> Verdict:
    if broken:
        also = f"; it holds on {', '.join(held)}" if held else ""
        return Verdict("no", "; ".join(broken) + also)
    if unclear or not held:
        reason = f"{', '.join(unclear)}: {why}" if unclear else "nothing to compare"
        return Verdict("open", reason + (f"; it holds on {', '.join(held)}" if held else ""))
    return Verdict("yes", ", ".join(held))
