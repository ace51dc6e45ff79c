"""Random playouts from a position, counted by their final score."""

from collections.abc import Mapping
from dataclasses import dataclass

from upstar import _core
from upstar.core_bridge import core_parameters, positive_number, whole_number
from upstar.errors import ParameterError
from upstar.game import Game
from upstar.position import Position, position_from, score_for_mover

__all__ = ["Playouts", "playouts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Playouts:
    """The results of random playouts, for the player to move at the start.

    Attributes
    ----------
    position : Position
        Where each playout started.
    scores : mapping of int to int
        For each possible score, ascending, the number of playouts that ended with it.
    seed : int
        The seed.
    seconds : float
        Elapsed time.

    Examples
    --------
    >>> import upstar
    >>> result = upstar.playouts(upstar.position("domineering", "2x2"), 100)
    >>> result.count, result.mean, result.win_rate, result.per_second > 0
    (100, 1.0, 1.0, True)
    """

    position: Position
    scores: Mapping[int, int]
    seed: int
    seconds: float

    @property
    def count(self) -> int:
        """The number of playouts."""
        return sum(self.scores.values())

    @property
    def mean(self) -> float:
        """The mean score; 0 without playouts."""
        total = sum(score * number for score, number in self.scores.items())
        return total / self.count if self.count else 0.0

    @property
    def win_rate(self) -> float:
        """The share of playouts that the player to move wins; 0 without playouts."""
        won = sum(number for score, number in self.scores.items() if score > 0)
        return won / self.count if self.count else 0.0

    @property
    def per_second(self) -> float:
        """The number of playouts per second; 0 if no time has passed."""
        return self.count / self.seconds if self.seconds > 0 else 0.0


def playouts(
    position: Position | str | Game | type[Game],
    *arguments: str | int,
    count: int = 1000,
    seed: int = 0,
    max_seconds: float | None = None,
    **parameters: object,
) -> Playouts:
    """Play random games from a position to the end; all moves are equally likely.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        Where each playout starts; or a game, and its text as the next argument.
    *arguments : str or int
        The text of the position, after a game; then the count and the seed, if they are no
        keywords.
    count : int
        The number of playouts. There are fewer if the time limit is reached, or if the states of a
        game written in Python fill 4 GiB.
    seed : int
        The seed; equal seeds give equal playouts.
    max_seconds : float, optional
        Stop after this many seconds.
    **parameters
        Those of ``value_parameters``, on games with values. With ``solved_positions=True`` a
        playout ends as soon as the sum of the parts is known.

    Returns
    -------
    Playouts
        The number of playouts for each score.

    Raises
    ------
    ParameterError
        If a number is outside its range.
    TypeError
        If there are too many arguments.

    Examples
    --------
    >>> import upstar
    >>> result = upstar.playouts(upstar.position("mnk", "3x3:3"), 10_000, seed=1)
    >>> sorted(result.scores), result.count
    ([-1, 0, 1], 10000)
    >>> 0.57 < result.win_rate < 0.60                     # 737/1260 = 0.585
    True
    """
    position, rest = position_from(position, arguments)
    if len(rest) > 2:
        raise TypeError("too many arguments: give a position, then count and seed")
    count = rest[0] if rest else count
    seed = rest[1] if len(rest) > 1 else seed
    for name, number, most in (("count", count, 2**63), ("seed", seed, 2**64)):
        if whole_number(name, number, least=0) >= most:
            limit = f"2**{most.bit_length() - 1} - 1"
            raise ParameterError(f"{name} must be a whole number from 0 to {limit}, not {number}")
    count, seed = int(count), int(seed)
    max_seconds = positive_number("max_seconds", max_seconds)
    ends, seconds = _core.playouts(
        position._core, count, seed, max_seconds, core_parameters(parameters)
    )
    scores = {score_for_mover(position, score): number for score, number in ends}
    ordered = dict(sorted(scores.items()))
    return Playouts(position=position, scores=ordered, seed=seed, seconds=seconds)
