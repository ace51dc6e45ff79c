"""Checks that claims are made of: who needs less, and how near a count is to the printed one.

A figure that is "more than" something decides a comparison only where that is enough.
"""

from collections.abc import Callable, Mapping, Sequence

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


def _verdict(held: list[str], broken: list[str], unclear: list[str]) -> Verdict:
    if broken:
        also = f"; it holds on {', '.join(held)}" if held else ""
        return Verdict("no", "; ".join(broken) + also)
    if unclear or not held:
        told = f"{', '.join(unclear)}: a limit came first" if unclear else "nothing to compare"
        return Verdict("open", told + (f"; it holds on {', '.join(held)}" if held else ""))
    return Verdict("yes", ", ".join(held))
