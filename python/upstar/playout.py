"""Random play to the end, as the Monte-Carlo searches do it."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from upstar.errors import ParameterError
from upstar.game import Position

_CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random play led to, for the player to move."""

    scores: Mapping[int, int]
    """How often each score came up."""
    seconds: float

    @property
    def count(self) -> int:
        """How many playouts."""
        return sum(self.scores.values())

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(score * times for score, times in self.scores.items()) / self.count

    @property
    def wins(self) -> float:
        """The share of wins, a draw counting one half."""
        won = sum(times for score, times in self.scores.items() if score > 0)
        return (won + self.scores.get(0, 0) / 2) / self.count

    @property
    def rate(self) -> float:
        """Playouts in a second."""
        return self.count / max(self.seconds, 1e-9)


def playouts(position: Position, count: int = 10_000, *, seed: int = 0) -> Playouts:
    """Play a position out at random many times, by the game's own policy.

    Parameters
    ----------
    position : Position
        Where to begin; in Go no eyes are filled.
    count : int
        How many times.
    seed : int
        The same seed gives the same playouts.

    Raises
    ------
    ParameterError
        If the count is not above 0 or the seed is negative.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.playouts(upstar.position("mnk", "3x3:3"), 20_000)
    >>> 0.6 < found.wins < 0.7       # the first player of Tic-Tac-Toe
    True
    """
    if count < 1 or seed < 0:
        raise ParameterError("playouts need a count above 0 and a seed that is not negative")
    began = perf_counter()
    scores = [position._seen(score) for score in position._core.scores]
    totals = [0] * len(scores)
    for number in range(0, count, _CHUNK):
        # In small parts, so that Ctrl-C works; each has a seed of its own.
        start = (seed * 1_000_003 + number) % 2**63
        part = position._core.playouts(min(_CHUNK, count - number), start)
        totals = [total + new for total, new in zip(totals, part, strict=True)]
    found = {score: total for score, total in zip(scores, totals, strict=True) if total}
    return Playouts(found, perf_counter() - began)
