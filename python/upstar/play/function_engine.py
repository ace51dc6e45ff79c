"""Functions from a position to a move as engines."""

import inspect
from collections.abc import Callable
from typing import Any

from upstar.play.engine import Budget, Choice, Engine
from upstar.position import Position


class FunctionEngine(Engine):
    """An engine that calls a function of the position.

    An exception of the function ends the match and reaches the caller unchanged. An illegal move
    loses the game.

    Parameters
    ----------
    spec : str
        The text that names it.
    function : callable
        Takes a position and returns a legal move. A parameter ``seed`` gets the seed of the move.
    budget : Budget
        The limits for each move. A move that takes clearly more seconds is counted as late.

    Examples
    --------
    >>> import upstar
    >>> first = FunctionEngine("first", lambda position: position.moves()[0], Budget())
    >>> first.choose(upstar.position("domineering", "2x2"), seed=0).move
    'a1a2'
    """

    def __init__(self, spec: str, function: Callable[..., str], budget: Budget) -> None:
        """Store the function and find out whether it takes a seed."""
        self.spec = spec
        self.budget = budget
        self._function = function
        self._takes_seed = _takes_seed(function)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return the move that the function returns."""
        options: dict[str, Any] = {"seed": seed} if self._takes_seed else {}
        move = self._function(position, **options)
        if not isinstance(move, str):
            raise TypeError(f"the engine {self.spec} must return a move as text, not {move!r}")
        return Choice(move)


def _takes_seed(function: Callable[..., str]) -> bool:
    try:
        return "seed" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
