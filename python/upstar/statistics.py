"""What a number of games, or of runs, says about the truth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt

NORMAL_95 = 1.959963984540054
"""Two-sided 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its 95 % interval."""

    estimate: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Interval:
    """The share of successes with Wilson's score interval; half a success is a draw.

    References
    ----------
    Wilson, *Probable inference, the law of succession, and statistical inference*, 1927.

    Examples
    --------
    >>> share = wilson(60, 100)
    >>> f"{share.estimate:.2f} [{share.low:.3f}, {share.high:.3f}]"
    '0.60 [0.502, 0.691]'
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    share, square = successes / trials, NORMAL_95**2
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = NORMAL_95 * sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    spread /= 1 + square / trials
    return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))


def mean(numbers: Sequence[float]) -> Interval:
    """The mean with its normal 95 % interval.

    >>> mean([1.0, 2.0, 3.0]).estimate
    2.0
    """
    if not numbers:
        raise ValueError("the mean of nothing")
    middle = sum(numbers) / len(numbers)
    if len(numbers) == 1:
        return Interval(middle, -inf, inf)
    spread = NORMAL_95 * sqrt(_variance(numbers, middle) / len(numbers))
    return Interval(middle, middle - spread, middle + spread)


def elo_of(share: float) -> float:
    """The difference in Elo that a share of the points stands for.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if share <= 0 or share >= 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1) + 0.0


def elo(pairs: Sequence[float]) -> Interval:
    """The difference in Elo from the points of pairs of games (0, ½, 1, 1½ or 2 each).

    The two games of a pair share their opening, so the pair, not the game, is what is drawn
    independently; the interval comes from the spread of the pairs.
    """
    if not pairs:
        return Interval(0.0, -inf, inf)
    share = mean([points / 2 for points in pairs])
    return Interval(*(elo_of(end) for end in (share.estimate, share.low, share.high)))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the difference `elo0` or rather `elo1`?

    Wald's test on the points of pairs with the normal approximation of the likelihood ratio:
    n · (s₁ − s₀) · (2m − s₀ − s₁) / (2v), where m and v are the mean and the variance of the
    n observations and s the expected points.

    References
    ----------
    Wald, *Sequential tests of statistical hypotheses*, 1945; Van den Bergh, *The generalized
    SPRT for chess engine testing*, 2016.

    Examples
    --------
    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.verdict([1.0, 1.5] * 100), test.verdict([1.0, 0.5] * 100), test.verdict([1.0])
    ('elo1', 'elo0', None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio."""
        if len(pairs) < 2:
            return 0.0
        points = [pair / 2 for pair in pairs]
        middle = sum(points) / len(points)
        # A match without any spread says nothing of it; a little is taken for granted.
        variance = max(_variance(points, middle), 1e-3)
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        return len(points) * (high - low) * (2 * middle - low - high) / (2 * variance)

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """``'elo0'`` or ``'elo1'`` once one of them is accepted."""
        ratio = self.ratio(pairs)
        if ratio <= log(self.beta / (1 - self.alpha)):
            return "elo0"
        return "elo1" if ratio >= log((1 - self.beta) / self.alpha) else None


def _variance(numbers: Iterable[float], middle: float) -> float:
    squares = [(number - middle) ** 2 for number in numbers]
    return sum(squares) / (len(squares) - 1)
