"""What a player is, and how one is named."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from upstar.errors import ParameterError, UpstarError
from upstar.position import Position


class EngineError(UpstarError):
    """A player that failed: it crashed, answered nonsense or did not answer in time."""

    def __init__(self, message: str, *, late: bool = False) -> None:
        """`late` where it did not answer in time."""
        super().__init__(message)
        self.late = late


@dataclass(frozen=True, slots=True)
class Budget:
    """What a player may use for one move; memory in megabytes."""

    max_seconds: float | None = None
    max_nodes: int | None = None
    max_playouts: int | None = None
    max_memory: float | None = None

    @property
    def is_empty(self) -> bool:
        """Is nothing limited that would end a search?"""
        return self.max_seconds is None and self.max_nodes is None and self.max_playouts is None

    def completed_by(self, other: "Budget") -> "Budget":
        """This budget; where it limits nothing that ends a search, the other's limits."""
        if not self.is_empty:
            return self if self.max_memory else replace(self, max_memory=other.max_memory)
        return replace(other, max_memory=self.max_memory or other.max_memory)

    def limits(self) -> dict[str, float | int]:
        """The limits that there are."""
        limits = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: limit for name, limit in limits.items() if limit is not None}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose."""

    move: str
    proven: str | None = None
    """``'win'``, ``'draw'`` or ``'loss'`` where the player has proved it."""
    playouts: int | None = None
    nodes: int | None = None
    candidates: tuple[str, ...] = ()
    """What the player thinks of the moves it looked at, a line each, the best first."""


class Engine(ABC):
    """Chooses moves; made by `engine`. One engine plays one game at a time."""

    spec: str
    """The text that makes the engine again."""
    budget: Budget = Budget()
    """What it may use for a move."""

    @abstractmethod
    def choose(self, position: Position, *, seed: int) -> Choice:
        """The move to play."""

    def begin(self, position: Position) -> None:  # noqa: B027
        """A game begins here; engines that keep nothing need not override it."""

    def follow(self, move: str) -> None:  # noqa: B027
        """A move was played, by either player."""

    def close(self) -> None:  # noqa: B027
        """No more games will follow."""


_LIMITS: dict[str, Callable[[str], float]] = {
    "max_seconds": float,
    "max_nodes": int,
    "max_playouts": int,
    "max_memory": float,
}


def engine(spec: str, budget: Budget | None = None, *, keep_tree: bool = False) -> Engine:
    """The player that a text names.

    Parameters
    ----------
    spec : str
        An algorithm (see `upstar.algorithms`) with parameters and limits of its own after a
        colon, ``'mcts:c=0.7,max_playouts=1000'``; ``'random'``; or another program:
        ``'uci:fairy-stockfish'`` for Clobber, ``'gtp:gnugo --mode gtp'`` for Go.
    budget : Budget, optional
        What it may use for a move, unless the text says so itself.
    keep_tree : bool
        Whether a search keeps its tree from move to move, where the algorithm can. With a tree, the
        same number of playouts is worth more, and a move depends on the moves before.

    Raises
    ------
    UnknownNameError, ParameterError
        If there is no such algorithm, or it cannot be given those parameters.

    Examples
    --------
    >>> from upstar.play import Budget, engine
    >>> player = engine("alpha-beta:max_nodes=500")
    >>> import upstar
    >>> player.choose(upstar.position("domineering", "2x2"), seed=0).move
    'a1a2'
    """
    from upstar.play.gtp_engine import GtpEngine
    from upstar.play.search_engine import RandomEngine, SearchEngine
    from upstar.play.uci_engine import UciEngine

    name, _, rest = spec.strip().partition(":")
    if name == "gtp":
        return GtpEngine(spec, rest, budget or Budget())
    if name == "uci":
        return UciEngine(spec, rest, budget or Budget())
    parameters = _parameters(spec, rest)
    limits: dict[str, Any] = {
        key: _limit(spec, key, parameters.pop(key)) for key in _LIMITS if key in parameters
    }
    own = Budget(**limits).completed_by(budget or Budget())
    if name == "random":
        if parameters:
            raise ParameterError(f"'random' has no parameters, but '{spec}' gives it some")
        return RandomEngine(spec)
    return SearchEngine(spec, name, own, parameters, keep_tree=keep_tree)


def _parameters(spec: str, text: str) -> dict[str, str]:
    parameters: dict[str, str] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise ParameterError(f"'{spec}' should be NAME:KEY=VALUE,…; '{item}' has no value")
        parameters[key] = value
    return parameters


def _limit(spec: str, key: str, text: str) -> float:
    try:
        limit = _LIMITS[key](text)
    except ValueError:
        limit = 0
    if not limit > 0:
        raise ParameterError(f"{key} in '{spec}' must be a number above 0, not '{text}'")
    return limit
