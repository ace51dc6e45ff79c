"""Statistics of reports: penalised mean times, positions that all have solved."""

from collections.abc import Mapping, Sequence
from statistics import fmean


def par2(seconds: Sequence[float | None], limit: float) -> float:
    """Return the mean time; an unsolved position (None) counts as twice the limit.

    >>> par2([1.0, 3.0, None], limit=10)
    8.0
    """
    return fmean(2 * limit if s is None else s for s in seconds) if seconds else 0.0


def solved_by_all(solved: Mapping[str, set[str]]) -> set[str]:
    """Return what all methods have solved.

    >>> sorted(solved_by_all({"a": {"1", "2"}, "b": {"2", "3"}}))
    ['2']
    """
    return set.intersection(*solved.values()) if solved else set()
