"""Statistics of games and runs: confidence intervals, Elo, sequential tests.

References
----------
Wilson, *Probable inference, the law of succession, and statistical inference*, 1927. Student, *The
probable error of a mean*, 1908. Efron, *Bootstrap methods: another look at the jackknife*, 1979.
Wald, *Sequential tests of statistical hypotheses*, 1945. Van den Bergh, *The generalized SPRT for
chess engine testing*, 2016.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist, fmean, stdev

_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""97.5 % points of Student's distribution with 1 to 30 degrees of freedom."""


@dataclass(frozen=True)
class Interval:
    """An estimate with a confidence interval of 95 %.

    Attributes
    ----------
    value : float
        The estimate.
    low : float
        The lower end of the interval.
    high : float
        The upper end of the interval.
    count : int
        The size of the sample.

    Examples
    --------
    >>> from upstar.statistics import wilson
    >>> wilson(8, 10).value
    0.8
    """

    value: float
    low: float
    high: float
    count: int


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Interval:
    """Return a share with Wilson's interval, which stays within 0 and 1.

    Parameters
    ----------
    successes : float
        The successes; a draw counts as half a success.
    trials : int
        The trials.
    confidence : float
        The confidence level of the interval.

    Returns
    -------
    Interval
        The share of successes.

    Raises
    ------
    ValueError
        If there are more successes than trials, or fewer than 0.

    Examples
    --------
    >>> i = wilson(8, 10)
    >>> round(i.value, 3), round(i.low, 3), round(i.high, 3)
    (0.8, 0.49, 0.943)
    >>> wilson(0, 0).high
    1.0
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"successes must be from 0 to the trials, {trials}, not {successes}")
    if trials == 0:
        return Interval(0.0, 0.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    spread = z / (1 + z * z / trials) * sqrt(share * (1 - share) / trials + (z / trials / 2) ** 2)
    return Interval(share, max(0.0, centre - spread), min(1.0, centre + spread), trials)


def mean(sample: Sequence[float]) -> Interval:
    """Return a mean with Student's interval; for one number the interval is that number.

    Parameters
    ----------
    sample : sequence of float
        The numbers, at least one.

    Returns
    -------
    Interval
        The mean.

    Examples
    --------
    >>> i = mean([1, 2, 3, 4, 5])
    >>> i.value, round(i.low, 2), round(i.high, 2)
    (3.0, 1.04, 4.96)
    """
    centre = fmean(sample)
    if len(sample) < 2:
        return Interval(centre, centre, centre, len(sample))
    freedom = len(sample) - 1
    # Beyond the table: the first term of Cornish and Fisher, correct to three digits.
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
    """Return a statistic with its percentile bootstrap interval.

    Parameters
    ----------
    sample : sequence of float
        The numbers, at least one.
    statistic : callable
        A function of a sample; the mean by default.
    seed : int
        The seed; equal seeds give equal intervals.
    rounds : int
        The number of resamples.

    Returns
    -------
    Interval
        The statistic of the sample.

    Examples
    --------
    >>> i = bootstrap([1, 2, 3, 4, 100], statistic=lambda s: sorted(s)[len(s) // 2])
    >>> i.value, i.low, i.high
    (3, 1, 100)
    """
    rng = random.Random(seed)
    drawn = sorted(statistic(rng.choices(sample, k=len(sample))) for _ in range(rounds))
    low, high = drawn[int(0.025 * rounds)], drawn[int(0.975 * rounds) - 1]
    return Interval(statistic(sample), low, high, len(sample))


def elo_of(share: float) -> float:
    """Return the difference in Elo that corresponds to a share of the points.

    Parameters
    ----------
    share : float
        The share, from 0 to 1.

    Returns
    -------
    float
        The difference; infinite for 0 and 1.

    Examples
    --------
    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1) + 0.0


def elo(pairs: Sequence[float]) -> Interval:
    """Return the difference in Elo from the points of pairs of games.

    The two games of a pair share their opening. So pairs, not games, are independent, and the
    interval comes from the spread of the pairs. If one player has all the points there is no
    spread, and the interval is Wilson's.

    Parameters
    ----------
    pairs : sequence of float
        The points of each pair: 0, ½, 1, 1½ or 2.

    Returns
    -------
    Interval
        The difference in Elo.

    Examples
    --------
    >>> round(elo([2.0, 2.0]).low), round(elo([2.0] * 50).low)
    (-113, 446)
    """
    if len(pairs) < 2:
        return Interval(elo_of(pairs[0] / 2) if pairs else 0.0, -inf, inf, len(pairs))
    share = mean([points / 2 for points in pairs])
    if share.value in (0.0, 1.0):
        share = wilson(sum(pairs) / 2, len(pairs))
    value, low, high = (elo_of(end) for end in (share.value, share.low, share.high))
    return Interval(value, low, high, len(pairs))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test between two differences in Elo.

    It is Wald's test on the points of pairs of games, with the generalized likelihood ratio. For
    each of the two means it uses the most likely probabilities of 0, ½, 1, 1½ and 2 points with
    that mean. No spread is assumed, so a few pairs with equal results decide nothing.

    Parameters
    ----------
    elo0 : float
        The difference of the first hypothesis.
    elo1 : float
        The difference of the second hypothesis.
    alpha : float
        The probability of accepting ``elo1`` if ``elo0`` is true.
    beta : float
        The probability of accepting ``elo0`` if ``elo1`` is true.

    Examples
    --------
    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.verdict([1.0, 1.5] * 100), test.verdict([1.0, 0.5] * 100), test.verdict([1.0])
    ('elo1', 'elo0', None)
    >>> test.verdict([2.0] * 2), test.verdict([2.0] * 40)
    (None, 'elo1')

    References
    ----------
    Wald, *Sequential tests of statistical hypotheses*, 1945. Van den Bergh, *The generalized SPRT
    for chess engine testing*, 2016.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, pairs: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio of the two hypotheses.

        Parameters
        ----------
        pairs : sequence of float
            The points of each pair: 0, ½, 1, 1½ or 2.

        Returns
        -------
        float
            The logarithm; positive values favour ``elo1``.

        Examples
        --------
        >>> Sprt(elo0=0, elo1=50).ratio([2.0, 2.0]) > 0
        True
        """
        # A small count for results that did not occur yet, because they are possible.
        counts = {points / 4: pairs.count(points / 2) or 1e-3 for points in range(5)}
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        return _log_likelihood(counts, high) - _log_likelihood(counts, low)

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """Return the hypothesis that the test accepts, if it is decided.

        Parameters
        ----------
        pairs : sequence of float
            The points of each pair: 0, ½, 1, 1½ or 2.

        Returns
        -------
        str or None
            ``'elo0'``, ``'elo1'``, or None while the test is not decided.

        Examples
        --------
        >>> Sprt(elo0=0, elo1=50).verdict([2.0] * 40)
        'elo1'
        """
        ratio = self.ratio(pairs)
        if ratio <= log(self.beta / (1 - self.alpha)):
            return "elo0"
        return "elo1" if ratio >= log((1 - self.beta) / self.alpha) else None


def _log_likelihood(counts: Mapping[float, float], mean: float) -> float:
    """Return the log-likelihood of counts at the most likely probabilities with this mean.

    These are count / (1 + t · (points − mean)), up to a factor, with the t that gives the mean (Van
    den Bergh's proposition 1.1). The factor is the same for every mean.
    """

    def excess(t: float) -> float:
        return sum(n * (x - mean) / (1 + t * (x - mean)) for x, n in counts.items())

    # Between the two poles the sum decreases from +inf to -inf.
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return -sum(n * log(1 + low * (x - mean)) for x, n in counts.items())
