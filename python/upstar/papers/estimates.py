"""From records to figures."""

from collections.abc import Sequence

from upstar.campaign.store import Record
from upstar.papers.experiment import Estimate
from upstar.statistics import mean, wilson


def mean_of(records: Sequence[Record], numbers: Sequence[float]) -> Estimate | None:
    """The mean of a number of each record; more than that where a limit ended one of them."""
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


def percentage(count: int, total: int) -> Estimate | None:
    """A share in per cent, with its interval."""
    if total == 0:
        return None
    share = wilson(count, total)
    return Estimate(
        value=100 * share.value, low=100 * share.low, high=100 * share.high, count=total
    )
