"""Engines, which choose moves, and the text that names one."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from upstar.best_first import BestFirst
from upstar.errors import ParameterError, UpstarError
from upstar.load import load_object
from upstar.position import Position


class EngineError(UpstarError):
    """An engine failed: it crashed, sent an answer that is not valid, or did not answer in time.

    Parameters
    ----------
    message : str
        What happened.
    late : bool
        Whether the engine did not answer in time.

    Examples
    --------
    >>> from upstar.play import EngineError
    >>> EngineError("'gnugo' did not answer in time", late=True).late
    True
    """

    def __init__(self, message: str, *, late: bool = False) -> None:
        """Store the message and whether the engine was late."""
        super().__init__(message)
        self.late = late


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of an engine for one move.

    Parameters
    ----------
    max_seconds : float, optional
        Seconds.
    max_nodes : int, optional
        Nodes.
    max_playouts : int, optional
        Random playouts.
    max_memory : float, optional
        Megabytes.

    Examples
    --------
    >>> from upstar.play import Budget
    >>> budget = Budget(max_nodes=500)
    >>> budget.is_empty, budget.limits()
    (False, {'max_nodes': 500})
    """

    max_seconds: float | None = None
    max_nodes: int | None = None
    max_playouts: int | None = None
    max_memory: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no limit would end a search; a memory limit alone does not."""
        return self.max_seconds is None and self.max_nodes is None and self.max_playouts is None

    def completed_by(self, other: "Budget") -> "Budget":
        """Return this budget, completed by the limits of another one.

        Parameters
        ----------
        other : Budget
            Its limits are used if this budget is empty, its memory limit also if this one has none.

        Returns
        -------
        Budget
            The completed budget.

        Examples
        --------
        >>> from upstar.play import Budget
        >>> Budget(max_nodes=500).completed_by(Budget(max_seconds=1.0, max_memory=100)).limits()
        {'max_nodes': 500, 'max_memory': 100}
        """
        if not self.is_empty:
            return self if self.max_memory else replace(self, max_memory=other.max_memory)
        return replace(other, max_memory=self.max_memory or other.max_memory)

    def limits(self) -> dict[str, float | int]:
        """Return the limits that are set.

        Returns
        -------
        dict
            The limits by name, as keywords of ``upstar.solve``.
        """
        limits = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: limit for name, limit in limits.items() if limit is not None}


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that an engine chose.

    Attributes
    ----------
    move : str
        The move.
    proven : str or None
        ``'win'``, ``'draw'`` or ``'loss'`` if the engine proved it.
    playouts : int or None
        Random playouts, if the engine counts them.
    nodes : int or None
        Nodes, if the engine counts them.
    candidates : tuple of str
        One line for each move that the engine considered, the best first.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play import engine
    >>> choice = engine("alpha-beta").choose(upstar.position("domineering", "2x2"), seed=0)
    >>> choice.move, choice.proven
    ('a1a2', 'win')
    """

    move: str
    proven: str | None = None
    playouts: int | None = None
    nodes: int | None = None
    candidates: tuple[str, ...] = ()


class Engine(ABC):
    """An engine chooses moves. ``engine`` creates one. It plays one game at a time.

    Attributes
    ----------
    spec : str
        The text from which ``engine`` creates it.
    budget : Budget
        Its limits for one move.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play import engine
    >>> player = engine("alpha-beta:max_nodes=500")
    >>> p = upstar.position("domineering", "2x2")
    >>> player.begin(p)
    >>> move = player.choose(p, seed=0).move
    >>> player.follow(move)
    >>> player.close()
    >>> move
    'a1a2'
    """

    spec: str
    budget: Budget = Budget()

    @abstractmethod
    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return the move to play.

        Parameters
        ----------
        position : Position
            The position in which to move.
        seed : int
            The seed of random choices.

        Returns
        -------
        Choice
            The move.
        """

    def begin(self, position: Position) -> None:  # noqa: B027
        """Start a game. Engines without memory need not override it.

        Parameters
        ----------
        position : Position
            Where the game begins.

        Examples
        --------
        >>> import upstar
        >>> from upstar.play import engine
        >>> engine("random").begin(upstar.position("domineering", "2x2"))
        """

    def follow(self, move: str) -> None:  # noqa: B027
        """Follow a move that was played, by either player.

        Parameters
        ----------
        move : str
            The move.

        Examples
        --------
        >>> import upstar
        >>> from upstar.play import engine
        >>> engine("random").follow("a1a2")
        """

    def close(self) -> None:  # noqa: B027
        """Release resources. The engine plays no more games."""


_LIMITS: dict[str, Callable[[str], float]] = {
    "max_seconds": float,
    "max_nodes": int,
    "max_playouts": int,
    "max_memory": float,
}


def engine(
    spec: "str | Callable[..., str]", budget: Budget | None = None, *, keep_tree: bool = False
) -> Engine:
    """Create the engine that a text names.

    Parameters
    ----------
    spec : str or callable
        A function from a position to a move; or a text: an algorithm (see
        ``upstar.algorithms``), optionally with its parameters and limits after a colon,
        ``'mcts:c=0.7,max_playouts=1000'``; ``'random'``; or another program:
        ``'uci:fairy-stockfish'`` for Clobber, ``'gtp:gnugo --mode gtp'`` for Go; or Python code:
        ``'file.py:Name'``, a function from a position to a move or an ``upstar.BestFirst``, which
        takes parameters and limits after a second colon. With ``book=FILE`` a search plays the
        proved moves of a book as long as the book has the position.
    budget : Budget, optional
        The limits for one move, unless the text sets its own.
    keep_tree : bool
        Whether a search keeps its tree from move to move, if the algorithm can. With a tree, the
        same number of playouts plays better, and a move depends on the moves before.

    Returns
    -------
    Engine
        The engine.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If the algorithm does not accept those parameters.
    EngineError
        If another program cannot be started.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play import Budget, engine
    >>> player = engine("alpha-beta", Budget(max_nodes=500))
    >>> player.choose(upstar.position("domineering", "2x2"), seed=0).move
    'a1a2'
    """
    from upstar.play.book_engine import BookEngine
    from upstar.play.function_engine import FunctionEngine
    from upstar.play.gtp_engine import GtpEngine
    from upstar.play.search_engine import RandomEngine, SearchEngine
    from upstar.play.uci_engine import UciEngine

    if not isinstance(spec, str):
        return FunctionEngine(engine_name(spec), spec, budget or Budget())
    name, _, rest = spec.strip().partition(":")
    if name == "gtp":
        return GtpEngine(spec, rest, budget or Budget())
    if name == "uci":
        return UciEngine(spec, rest, budget or Budget())
    loaded = None
    if code := _CODE.fullmatch(spec.strip()):
        loaded, name, rest = load_object(code["name"]), code["name"], code["rest"] or ""
    parameters = _parameters(spec, rest)
    limits: dict[str, Any] = {
        key: _limit(spec, key, parameters.pop(key)) for key in _LIMITS if key in parameters
    }
    own = Budget(**limits).completed_by(budget or Budget())
    if loaded is not None and not isinstance(loaded, BestFirst):
        if parameters or not callable(loaded):
            raise ParameterError(
                f"'{spec}' must be a function from a position to a move, without parameters, "
                "or an upstar.BestFirst"
            )
        return FunctionEngine(spec, loaded, own)
    if name == "random":
        if parameters:
            raise ParameterError(f"'random' has no parameters, but '{spec}' gives it some")
        return RandomEngine(spec)
    if loaded is not None:
        loaded.name = name
    book = parameters.pop("book", None)
    search = SearchEngine(spec, loaded or name, own, parameters, keep_tree=keep_tree)
    return search if book is None else BookEngine(book, search)


_CODE = re.compile(r"(?P<name>.+\.py:[^\W\d]\w*)(:(?P<rest>.*))?")
"""An object in a Python file, with the parameters of a search after it."""


def engine_name(spec: "str | Callable[..., str]") -> str:
    """Return the text that names an engine in results; of a function, its own name.

    Parameters
    ----------
    spec : str or callable
        As for ``engine``.

    Returns
    -------
    str
        The name.

    Examples
    --------
    >>> engine_name("mcts"), engine_name(min)
    ('mcts', 'min')
    """
    if isinstance(spec, str):
        return spec
    return getattr(spec, "__qualname__", None) or type(spec).__qualname__


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
