"""Statistics for reports: intervals, penalised times, totals. Pure Python; exact where it matters.

References
----------
Wilson, *Probable inference, the law of succession, and statistical inference*, 1927. Student, *The
probable error of a mean*, 1908. Efron, *Bootstrap methods: another look at the jackknife*, 1979.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev

_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""97.5 % points of Student's distribution with 1 to 30 degrees of freedom."""


@dataclass(frozen=True)
class Interval:
    """An estimate with a confidence interval of 95 %."""

    value: float
    low: float
    high: float
    count: int


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Interval:
    """A share with Wilson's interval, which stays within 0 and 1.

    >>> i = wilson(8, 10)
    >>> round(i.value, 3), round(i.low, 3), round(i.high, 3)
    (0.8, 0.49, 0.943)
    >>> wilson(0, 0).high
    1.0
    """
    if trials == 0:
        return Interval(0.0, 0.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + (z / trials / 2) ** 2)
    return Interval(share, max(0.0, centre - spread), min(1.0, centre + spread), trials)


def mean(sample: Sequence[float]) -> Interval:
    """A mean with Student's interval; of one number the interval is that number.

    >>> i = mean([1, 2, 3, 4, 5])
    >>> i.value, round(i.low, 2), round(i.high, 2)
    (3.0, 1.04, 4.96)
    """
    centre = fmean(sample)
    if len(sample) < 2:
        return Interval(centre, centre, centre, len(sample))
    freedom = len(sample) - 1
    # Beyond the table: Cornish and Fisher's first term, right to three digits.
    z = NormalDist().inv_cdf(0.975)
    t = _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else z + (z**3 + z) / (4 * freedom)
    spread = t * stdev(sample) / sqrt(len(sample))
    return Interval(centre, centre - spread, centre + spread, len(sample))


def bootstrap(
    sample: Sequence[float],
    statistic: Callable[[Sequence[float]], float] = fmean,
    *,
    seed: int = 0,
    rounds: int = 2000,
) -> Interval:
    """A statistic with its percentile interval from samples drawn again; equal seeds, equal answer.

    >>> i = bootstrap([1, 2, 3, 4, 100], statistic=lambda s: sorted(s)[len(s) // 2])
    >>> i.value, i.low, i.high
    (3, 1, 100)
    """
    rng = random.Random(seed)
    drawn = sorted(statistic(rng.choices(sample, k=len(sample))) for _ in range(rounds))
    low, high = drawn[int(0.025 * rounds)], drawn[int(0.975 * rounds) - 1]
    return Interval(statistic(sample), low, high, len(sample))


def par2(seconds: Sequence[float | None], limit: float) -> float:
    """The mean time where an unsolved position (None) counts as twice the limit.

    >>> par2([1.0, 3.0, None], limit=10)
    8.0
    """
    return fmean(2 * limit if s is None else s for s in seconds) if seconds else 0.0


def common(solved: Mapping[str, set[str]]) -> set[str]:
    """What everybody has solved.

    >>> sorted(common({"a": {"1", "2"}, "b": {"2", "3"}}))
    ['2']
    """
    return set.intersection(*solved.values()) if solved else set()
