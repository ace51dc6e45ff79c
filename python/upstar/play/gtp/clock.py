"""Time control: how long a move may take."""

from dataclasses import dataclass, field

_SHARE = 0.9
"""The share of the time that the search gets; the rest is overhead."""
_LEAST = 0.01


@dataclass(slots=True)
class Clock:
    """The time of both players, in seconds, by the rules of the protocol.

    The main time comes first. Then there are byo-yomi periods, in each of which a number of stones
    must be played. A byo-yomi time without stones means that there is no limit.

    Examples
    --------
    >>> clock = Clock()
    >>> clock.seconds("black", 40) is None
    True
    >>> clock.set(600, 30, 10)
    >>> clock.seconds("black", 40)
    13.5
    >>> clock.set_left("black", 30, 10)
    >>> clock.seconds("black", 40)
    2.7
    """

    byo_yomi: float = 0.0
    stones: int = 0
    _is_limited: bool = False
    _left: dict[str, tuple[float, int]] = field(default_factory=dict)
    _main: float = 0.0

    def set(self, main: float, byo_yomi: float, stones: int) -> None:
        """Set the time of both players for a new game."""
        self._main, self.byo_yomi, self.stones = main, byo_yomi, stones
        self._is_limited = not (byo_yomi > 0 and stones == 0)
        self._left.clear()

    def set_left(self, player: str, seconds: float, stones: int) -> None:
        """Set the time that a player has left; ``stones`` is 0 in the main time."""
        self._is_limited = True
        self._left[player] = seconds, stones

    def _state(self, player: str) -> tuple[float, int]:
        left = self._left.get(player, (self._main, 0))
        if left[1] == 0 and left[0] <= 0 and self.stones > 0:
            return self.byo_yomi, self.stones
        return left

    def seconds(self, player: str, moves: int) -> float | None:
        """Return the seconds for the next move of a player who has this many moves to make."""
        if not self._is_limited:
            return None
        left, stones = self._state(player)
        if stones == 0 and self.stones > 0:
            # Byo-yomi follows the main time, so that it may be used up.
            share = max(left / max(moves, 1), min(left, self.byo_yomi / self.stones))
        else:
            share = left / max(stones or moves, 1)
        return max(_LEAST, round(_SHARE * share, 6))

    def spend(self, player: str, seconds: float) -> None:
        """Subtract the time of a move."""
        if not self._is_limited:
            return
        left, stones = self._state(player)
        left -= seconds
        if stones == 0:
            self._left[player] = left, 0
        elif stones == 1:
            self._left[player] = self.byo_yomi, self.stones
        else:
            self._left[player] = left, stones - 1
