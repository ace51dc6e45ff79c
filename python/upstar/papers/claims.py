"""Checks that claims are made of: who needs less, and how near a count is to the printed one.

A figure that is "more than" something decides a comparison only where that is enough; an interval
with both sides of a number in it does not decide on which side the truth is.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from upstar.papers.experiment import Cell, Estimate, Grid, Published, Verdict

Check = Callable[[Grid], Verdict]


def least(row: str, others: Sequence[str], columns: Sequence[str]) -> Check:
    """Does `row` have the least figure, of itself and the others, in every column measured?"""

    def check(grid: Grid) -> Verdict:
        held, broken, unclear = [], [], []
        for column in columns:
            own = grid.get((row, column))
            rivals = {o: grid[o, column] for o in others if (o, column) in grid}
            if own is None or not rivals:
                continue
            said = {name: _less(own, rival) for name, rival in rivals.items()}
            if all(said.values()):
                close = [name for name, rival in rivals.items() if _overlap(own, rival)]
                held.append(f"{column}, within noise of {', '.join(close)}" if close else column)
            elif any(answer is False for answer in said.values()):
                better = [name for name, answer in said.items() if answer is False]
                broken.append(f"{column}: {', '.join(better)} not more")
            else:
                unclear.append(column)
        return _verdict(held, broken, unclear)

    return check


def near(published: Mapping[Cell, Published], rows: Sequence[str], tolerance: float) -> Check:
    """Are all counts of the rows that were measured to the end this near to the printed ones?"""

    def check(grid: Grid) -> Verdict:
        held, broken = [], []
        for (row, column), figure in published.items():
            own = grid.get((row, column))
            if row not in rows or figure.more or own is None or own.more:
                continue
            ratio = own.value / figure.value
            name = f"{row} {column}"
            if abs(ratio - 1) <= tolerance + 1e-12:
                held.append(name if own.value != figure.value else f"{name} to the node")
            else:
                broken.append(f"{name}: {ratio:.3g} times")
        return _verdict(held, broken, [])

    return check


def most(row: str, column: str, others: Sequence[str]) -> Check:
    """Does `column` have the greatest figure, of itself and the others, in a row?"""

    def check(grid: Grid) -> Verdict:
        own = grid.get((row, column))
        rivals = {o: grid[row, o] for o in others if (row, o) in grid}
        if own is None or not rivals:
            return _verdict([], [], [])
        better = [f"{name} more" for name, rival in rivals.items() if rival.value > own.value]
        return _verdict([] if better else [row], better, [])

    return check


def same(published: Mapping[Cell, Published], digits: int) -> Check:
    """Are all figures that were measured the printed ones, to so many digits after the point?"""

    def check(grid: Grid) -> Verdict:
        there = {cell: own for cell, own in grid.items() if cell in published}
        # Half a unit of the last digit, and a little for figures that lie on the edge.
        apart = 0.5 * 10**-digits + 1e-9
        broken = [
            f"{row}, {column}: {own.value:.{digits + 1}f}"
            for (row, column), own in there.items()
            if abs(own.value - published[row, column].value) > apart
        ]
        return _verdict([f"all {len(there)}"] if there and not broken else [], broken, [])

    return check


def within(published: Mapping[Cell, Published], points: float) -> Check:
    """Are all figures that were measured at most so many points from the printed ones?"""

    def check(grid: Grid) -> Verdict:
        apart = {
            f"{row}, {column}": grid[row, column].value - figure.value
            for (row, column), figure in published.items()
            if (row, column) in grid
        }
        broken = [f"{name}: {by:+.1f}" for name, by in apart.items() if abs(by) > points]
        most = f"{min(apart.values()):+.1f} to {max(apart.values()):+.1f}" if apart else ""
        return _verdict([most] if apart and not broken else [], broken, [])

    return check


def rises(cells: Sequence[Cell]) -> Check:
    """Does each figure of a list exceed the one before it, as far as these are known?"""

    def check(grid: Grid) -> Verdict:
        there = [grid[cell] for cell in cells if cell in grid]
        known = [(a.value, b.value) for a, b in pairwise(there) if not a.more]
        if not known:
            return _verdict([], [], [])
        broken = [f"{b:,.4g} after {a:,.4g}" for a, b in known if b <= a]
        return _verdict([f"{known[0][0]:,.6g} to {known[-1][1]:,.6g}"], broken, [])

    return check


def above(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Are the figures of a row above a number, with their whole intervals?"""
    return _side(row, columns, than, 1)


def below(row: str, columns: Sequence[str], than: float = 0.0) -> Check:
    """Are the figures of a row below a number, with their whole intervals?"""
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
            told = f"{column}: {own.low:.3g} to {own.high:.3g}"
            (held if near > 0 else broken if far < 0 else unclear).append(told)
        return _verdict(held, broken, unclear, why="an interval has both")

    return check


def mostly_above(cells: Sequence[Cell], than: float) -> Check:
    """Are most figures above a number with their whole intervals, or more below it than above?"""

    def check(grid: Grid) -> Verdict:
        there = [grid[cell] for cell in cells if cell in grid]
        more = sum(own.low > than for own in there)
        less = sum(own.high < than and not own.more for own in there)
        told = f"{more} of {len(there)} are, {less} are less"
        if less > more:
            return Verdict("no", told)
        return Verdict("yes" if 2 * more > len(there) > 0 else "open", told)

    return check


def _less(own: Estimate, rival: Estimate) -> bool | None:
    """None where a limit was reached too early to tell."""
    if own.more:
        return None if rival.more or rival.value >= own.value else False
    if rival.value > own.value:
        return True
    return None if rival.more else False


def _overlap(own: Estimate, rival: Estimate) -> bool:
    """Do the confidence intervals of two means meet?"""
    return own.count > 1 and rival.count > 1 and not rival.more and rival.low < own.high


def _verdict(
    held: list[str], broken: list[str], unclear: list[str], why: str = "a limit came first"
) -> Verdict:
    if broken:
        also = f"; it holds on {', '.join(held)}" if held else ""
        return Verdict("no", "; ".join(broken) + also)
    if unclear or not held:
        told = f"{', '.join(unclear)}: {why}" if unclear else "nothing to compare"
        return Verdict("open", told + (f"; it holds on {', '.join(held)}" if held else ""))
    return Verdict("yes", ", ".join(held))
