"""Computes figures from records."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from upstar.campaign.store import Record
from upstar.papers.experiment import Estimate
from upstar.statistics import bootstrap, mean, wilson


def mean_of(records: Sequence[Record], numbers: Sequence[float]) -> Estimate | None:
    """Return the mean of one number per record; a lower bound if a run reached a limit."""
    if not records:
        return None
    interval = mean(numbers)
    stopped = sorted({str(r.get("stopped")) for r in records if not r.solved})
    return Estimate(
        value=interval.value,
        low=interval.low,
        high=interval.high,
        count=interval.count,
        more=bool(stopped),
        note=f"limit of {', '.join(stopped)}" if stopped else "",
    )


TIME_SPREAD = 1.25
"""Times of the same search on the same machine differ by up to this factor."""


def time_of(records: Sequence[Record], seconds: Sequence[float]) -> Estimate | None:
    """Return the mean of one time per record; a time that was measured once has an interval too."""
    found = mean_of(records, seconds)
    if found is None or found.count > 1:
        return found
    return replace(found, low=found.value / TIME_SPREAD, high=found.value * TIME_SPREAD)


def quotient(pairs: Sequence[tuple[float, float]]) -> Estimate | None:
    """Return the sum of the first numbers of pairs divided by that of the second ones.

    The interval is a bootstrap over the pairs.
    """
    if not pairs or not sum(b for _, b in pairs):
        return None

    def statistic(drawn: Sequence[float]) -> float:
        chosen = [pairs[int(number)] for number in drawn]
        divisor = sum(b for _, b in chosen)
        return sum(a for a, _ in chosen) / divisor if divisor else 0.0

    interval = bootstrap(range(len(pairs)), statistic)
    return Estimate(
        value=interval.value, low=interval.low, high=interval.high, count=interval.count
    )


def points(records: Sequence[Record]) -> Estimate | None:
    """Return the points of the first player of matches, in per cent; a draw is half a point."""
    games = [point for record in records for point in record.get("points")]
    return percentage(sum(games), len(games))


def margin(records: Sequence[Record]) -> Estimate | None:
    """Return the mean margin of the first player of matches.

    The interval is over pairs of games with colours exchanged, since these are independent.
    """
    margins = [record.get("margins") for record in records]
    pairs = [
        fmean(pair)
        for games in margins
        for pair in zip(games[::2], games[1::2], strict=True)
        if None not in pair
    ]
    found = average(pairs)
    return None if found is None else replace(found, count=2 * len(pairs))


def average(numbers: Sequence[float]) -> Estimate | None:
    """Return a mean with its interval."""
    if not numbers:
        return None
    found = mean(numbers)
    return Estimate(value=found.value, low=found.low, high=found.high, count=found.count)


def percentage(count: float, total: int) -> Estimate | None:
    """Return a share in per cent with its interval."""
    if total == 0:
        return None
    share = wilson(count, total)
    return Estimate(
        value=100 * share.value, low=100 * share.low, high=100 * share.high, count=total
    )
