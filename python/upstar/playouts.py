"""Random play from a position, counted by how it ends."""

from collections.abc import Mapping
from dataclasses import dataclass

from upstar import _core
from upstar.core_bridge import core_parameters
from upstar.errors import ParameterError
from upstar.position import Position, score_for_mover

__all__ = ["Playouts", "playouts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Playouts:
    """How random plays from a position ended, for its player to move."""

    position: Position
    scores: Mapping[int, int]
    """For each score that a game can end with, how many plays did; ascending."""
    seed: int
    seconds: float

    @property
    def count(self) -> int:
        """How many plays there were."""
        return sum(self.scores.values())

    @property
    def mean(self) -> float:
        """The mean score; 0 without a single play."""
        total = sum(score * number for score, number in self.scores.items())
        return total / self.count if self.count else 0.0

    @property
    def win_rate(self) -> float:
        """The share of plays that the player to move wins; 0 without a single play."""
        won = sum(number for score, number in self.scores.items() if score > 0)
        return won / self.count if self.count else 0.0

    @property
    def per_second(self) -> float:
        """How fast it went."""
        return self.count / self.seconds if self.seconds > 0 else 0.0


def playouts(
    position: Position,
    count: int = 1000,
    seed: int = 0,
    *,
    max_seconds: float | None = None,
    **parameters: object,
) -> Playouts:
    """Play at random from a position to the end, each move as likely as any other.

    Parameters
    ----------
    position : Position
        Where each play starts.
    count : int
        How many plays, unless the time is up before (or, of a game written in Python, 4 GiB
        are full of its states).
    seed : int
        Equal seeds give equal plays.
    max_seconds : float, optional
        Stop after this time with the plays made by then.
    **parameters
        Those of `value_parameters`, on games with values: with ``solved_positions=True`` a play
        ends as soon as the sum of the parts is known.

    Raises
    ------
    ParameterError
        If a number cannot have its value.

    Examples
    --------
    >>> import upstar
    >>> result = upstar.playouts(upstar.position("mnk", "3x3:3"), 10_000, seed=1)
    >>> sorted(result.scores), result.count
    ([-1, 0, 1], 10000)
    >>> 0.57 < result.win_rate < 0.60                     # 737/1260 = 0.585
    True
    """
    for name, number, most in (("count", count, 2**63), ("seed", seed, 2**64)):
        if not isinstance(number, int) or not 0 <= number < most:
            limit = f"2**{most.bit_length() - 1} - 1"
            raise ParameterError(f"{name} must be a whole number from 0 to {limit}, not {number}")
    if max_seconds is not None and not max_seconds > 0:
        raise ParameterError(f"max_seconds must be more than 0, not {max_seconds}")
    ends, seconds = _core.playouts(
        position._core, count, seed, max_seconds, core_parameters(parameters)
    )
    scores = {score_for_mover(position, score): number for score, number in ends}
    ordered = dict(sorted(scores.items()))
    return Playouts(position=position, scores=ordered, seed=seed, seconds=seconds)
