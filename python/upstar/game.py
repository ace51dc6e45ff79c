"""Games written in Python: a subclass of ``Game`` works with every algorithm."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, ClassVar, Self

from upstar.errors import PositionError
from upstar.text import valid_unicode

__all__ = ["Game", "PartisanGame"]


def _kebab(name: str) -> str:
    """Convert a class name to kebab-case: TicTacToe -> tic-tac-toe."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


_LITERALS = (bool, int, float, str, bytes, type(None))


def _is_literal(value: object) -> bool:
    """Return whether the ``repr`` of a value is an expression that makes it again."""
    if type(value) in (tuple, list):
        return all(_is_literal(inner) for inner in value)  # type: ignore[attr-defined]
    return type(value) in _LITERALS and value == value and value not in (inf, -inf)


def _arguments_text(arguments: tuple[Any, ...], named: dict[str, Any]) -> str | None:
    """Return the arguments of a call as text; None if they are not all literals."""
    if not all(_is_literal(value) for value in (*arguments, *named.values())):
        return None
    texts = [repr(value) for value in arguments]
    return ", ".join([*texts, *(f"{name}={value!r}" for name, value in named.items())])


class Game(ABC):
    """The rules of a game of two players, Left and Right. Left moves first.

    A game needs four methods: ``start``, ``moves``, ``play`` and ``outcome``. A state is any
    hashable, immutable value, such as a tuple or a string. Searches treat equal states as the same
    position, so equal states must have the same continuations. Every game must end.
    ``upstar.testing.check_game`` checks these laws with random play.

    An exception that one of these methods raises ends the search and reaches the caller unchanged.

    Attributes
    ----------
    name : str
        The name of the game; by default the class name in kebab-case.
    labels : tuple of str
        The labels of the players, Left first.
    scores : tuple of int
        The scores that a finished game can have, from Left's point of view, ascending.
    layout : str
        How the board of ``draw`` is drawn: ``'square'``, ``'points'``, ``'hexagons'`` or
        ``'triangle'``.

    Examples
    --------
    Take one or two counters. Who takes the last one wins, because the other player cannot move:

    >>> import upstar
    >>> class TakeAway(upstar.Game):
    ...     scores = (-1, 1)
    ...     def start(self):
    ...         return 7
    ...     def moves(self, counters):
    ...         return [n for n in (1, 2) if n <= counters]
    ...     def play(self, counters, taken):
    ...         return counters - taken
    ...     def outcome(self, counters):
    ...         return None
    >>> solution = upstar.solve(upstar.position(TakeAway))
    >>> solution.outcome, solution.best_move
    ('win', '1')
    """

    name: ClassVar[str] = "game"
    labels: ClassVar[tuple[str, str]] = ("left", "right")
    scores: ClassVar[tuple[int, ...]] = (-1, 0, 1)
    layout: ClassVar[str] = "square"
    _arguments: str | None = ""

    def __init_subclass__(cls, **options: Any) -> None:
        """Name the game after its class unless the class sets a name."""
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = _kebab(cls.__name__)

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """Create a game, and keep the text of its arguments: ``repr`` and certificates name it."""
        game = super().__new__(cls)
        if arguments or named:
            game._arguments = _arguments_text(arguments, named)
        return game

    def __init__(self) -> None:
        """Create the game. A game with parameters has an ``__init__`` of its own."""
        super().__init__()

    # ---- required ----

    @abstractmethod
    def start(self) -> Any:
        """Return the first state.

        Returns
        -------
        object
            A hashable, immutable state; always the same one.
        """

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Any]:
        """Return the legal moves of the player to move.

        If there is no move and ``outcome`` returns None, the player to move has lost with the worst
        score of the game. Combinatorial game theory calls this normal play.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        iterable
            The moves, always in the same order.
        """

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """Return the state after a legal move. The given state must stay as it is.

        Parameters
        ----------
        state : object
            A state of the game.
        move : object
            One of its moves.

        Returns
        -------
        object
            The next state.
        """

    @abstractmethod
    def outcome(self, state: Any) -> str | int | None:
        """Return how the game ended for the player to move, or None if it is not over.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        str, int or None
            ``'win'``, ``'loss'`` or ``'draw'`` (the scores 1, -1 and 0), or one of ``scores``. More
            is better for the player to move.
        """

    # ---- optional ----

    def to_move(self, state: Any) -> int:
        """Return the player to move: 0 for Left, 1 for Right.

        Override it if the players do not simply alternate. Otherwise upstar keeps count and does
        not call it.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        int
            0 or 1.

        Examples
        --------
        >>> import upstar
        >>> class Countdown(upstar.Game):                    # Right moves at the even numbers
        ...     def start(self):
        ...         return 3
        ...     def moves(self, n):
        ...         return ["count"]
        ...     def play(self, n, move):
        ...         return n - 1
        ...     def outcome(self, n):
        ...         return "draw" if n == 0 else None
        ...     def to_move(self, n):
        ...         return 1 if n % 2 == 0 else 0
        >>> upstar.position(Countdown).play("count").to_move
        'right'
        """
        raise NotImplementedError

    def evaluate(self, state: Any) -> int | None:
        """Return a heuristic value of a state for Left. It orders moves and proves nothing.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        int or None
            More is better for Left. None, the default, means that there is no heuristic.

        Examples
        --------
        >>> import upstar
        >>> class Heaps(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def evaluate(self, state):
        ...         return len(state)
        >>> Heaps().evaluate((1, 2))
        2
        """
        return None

    def bounds(self, state: Any) -> tuple[int, int] | None:
        """Return proved bounds on the score of a state, or None if there are none.

        Searches trust them, so wrong bounds make wrong answers. ``check_game`` compares them with
        exhaustive search on small positions. A certificate does not rely on them.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        tuple of int or None
            The least and the greatest score for the player to move. In a ``PartisanGame``, whose
            states do not hold the player to move: for Left, whoever is to move.

        Examples
        --------
        >>> import upstar
        >>> class Heap(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def bounds(self, counters):
        ...         return (1, 1) if counters % 3 else None
        >>> Heap().bounds(4)
        (1, 1)
        """
        return None

    def symmetric_key(self, state: Any) -> Any:
        """Return a key that is equal for states that are images of each other.

        States with equal keys and the same player to move must have the same value. Alpha-beta,
        df-pn and df-pp then search only one of them.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        object
            A hashable key; by default the state itself.

        Examples
        --------
        >>> import upstar
        >>> class Row(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def symmetric_key(self, row):
        ...         return min(row, row[::-1])
        >>> Row().symmetric_key("xo.") == Row().symmetric_key(".ox")
        True
        """
        return state

    def print(self, state: Any) -> str:
        """Return the text of a state; by default ``str(state)``.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        str
            The text. ``parse`` reads it, if the game has a ``parse``.

        Examples
        --------
        >>> import upstar
        >>> class Heaps(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def print(self, heaps):
        ...         return "+".join(map(str, heaps))
        >>> Heaps().print((1, 2))
        '1+2'
        """
        return str(state)

    def parse(self, text: str) -> Any:
        """Return the state that a text describes: the inverse of ``print``.

        Parameters
        ----------
        text : str
            The text of a state.

        Returns
        -------
        object
            The state.

        Raises
        ------
        PositionError
            If the text is not a state of the game. The default implementation always raises it.

        Examples
        --------
        >>> import upstar
        >>> class Heaps(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def parse(self, text):
        ...         return tuple(map(int, text.split("+")))
        >>> Heaps().parse("1+2")
        (1, 2)
        """
        raise PositionError(f"{self.name} cannot read '{valid_unicode(text)}': it has no parse")

    def print_move(self, state: Any, move: Any) -> str:
        """Return the name of a legal move; by default ``str(move)``.

        Parameters
        ----------
        state : object
            A state of the game.
        move : object
            One of its moves.

        Returns
        -------
        str
            The name. No two moves of a state have the same name.

        Examples
        --------
        >>> import upstar
        >>> class Heaps(upstar.Game):
        ...     start = moves = play = outcome = lambda self, *_: ()
        ...     def print_move(self, heaps, move):
        ...         return f"heap{move}"
        >>> Heaps().print_move((1, 2), 1)
        'heap1'
        """
        return str(move)

    def draw(self, state: Any) -> Sequence[str] | None:
        """Return the board of a state as rows, from which all pictures are drawn.

        Pictures in notebooks, ``Position.svg``, arrays and the workbench use it.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        sequence of str or None
            The rows from the top, one character for each cell: ``.`` is empty, ``x`` Left's, ``o``
            Right's, ``#`` blocked. Other characters are drawn as text. None, the default, shows
            the text of the state.

        Examples
        --------
        >>> import upstar
        >>> class Corners(upstar.Game):
        ...     moves = play = outcome = lambda self, *_: ()
        ...     def start(self):
        ...         return "x..o"
        ...     def draw(self, cells):
        ...         return [cells[:2], cells[2:]]
        >>> print(upstar.position(Corners).ascii())
        2 x .
        1 . o
          a b
        """
        return None

    def move_cells(self, state: Any, move: Any) -> Sequence[tuple[int, int]]:
        """Return the cells of the drawn board that a legal move touches.

        A picture marks them, and a click on them plays the move in the workbench.

        Parameters
        ----------
        state : object
            A state of the game.
        move : object
            One of its moves.

        Returns
        -------
        sequence of tuple of int
            Row and column of each cell, from 0 at the top left. By default there are none.

        Examples
        --------
        >>> import upstar
        >>> class Corners(upstar.Game):
        ...     play = outcome = lambda self, *_: None
        ...     def start(self):
        ...         return "x..o"
        ...     def moves(self, cells):
        ...         return [i for i in range(4) if cells[i] == "."]
        ...     def draw(self, cells):
        ...         return [cells[:2], cells[2:]]
        ...     def move_cells(self, cells, i):
        ...         return [divmod(i, 2)]
        >>> upstar.position(Corners).cells("2")
        [(1, 0)]
        """
        return ()

    # ---- not to override ----

    def __repr__(self) -> str:
        """Return the call that creates the game, if its arguments are literals."""
        return f"{type(self).__name__}({'...' if self._arguments is None else self._arguments})"

    def __eq__(self, other: object) -> bool:
        """Return whether both games are of one class and have equal attributes."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        own, others = ({**vars(game), "_arguments": ""} for game in (self, other))
        return own == others

    def __hash__(self) -> int:
        """Return a hash; equal games have equal hashes."""
        return hash((type(self).__module__, type(self).__qualname__))


class PartisanGame(Game):
    """A game under normal play, given by the moves of both players: who cannot move loses.

    Its positions have combinatorial values, which ``upstar.value`` and ``upstar.dissect`` compute.
    Every algorithm solves it. It needs four methods: ``start``, ``left_moves``, ``right_moves`` and
    ``play``. A state does not hold the player to move. With ``parts`` it describes the independent
    parts of a state, which can make the computation of values much faster.

    Examples
    --------
    Toads and Frogs: toads move to the right, frogs to the left, onto the next cell or over one
    animal of the other kind:

    >>> import upstar
    >>> class ToadsAndFrogs(upstar.PartisanGame):
    ...     def start(self):
    ...         return "TT.FF"
    ...     def left_moves(self, row):
    ...         return [i for i in range(len(row)) if self.hop(row, i, "T", "F", 1)]
    ...     def right_moves(self, row):
    ...         return [i for i in range(len(row)) if self.hop(row, i, "F", "T", -1)]
    ...     def play(self, row, i):
    ...         toad = row[i] == "T"
    ...         return self.hop(row, i, row[i], "F" if toad else "T", 1 if toad else -1)
    ...     def hop(self, row, i, animal, other, step):
    ...         for far, over in ((step, ""), (2 * step, other)):
    ...             between = row[i + step] if over and 0 <= i + step < len(row) else ""
    ...             if row[i] == animal and between == over and row[i + far : i + far + 1] == ".":
    ...                 if i + far >= 0:
    ...                     cells = list(row)
    ...                     cells[i], cells[i + far] = ".", animal
    ...                     return "".join(cells)
    ...         return None
    ...     def parse(self, text):
    ...         return text
    >>> upstar.value(ToadsAndFrogs, "T.F"), upstar.value(ToadsAndFrogs, "TT.F")
    (Value('*'), Value('{1/2|0}'))
    >>> upstar.solve(upstar.position(ToadsAndFrogs)).outcome
    'win'
    """

    scores: ClassVar[tuple[int, ...]] = (-1, 1)

    # ---- required ----

    @abstractmethod
    def left_moves(self, state: Any) -> Iterable[Any]:
        """Return Left's moves, whether or not Left is to move.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        iterable
            The moves, always in the same order.
        """

    @abstractmethod
    def right_moves(self, state: Any) -> Iterable[Any]:
        """Return Right's moves, whether or not Right is to move.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        iterable
            The moves, always in the same order.
        """

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """Return the state after a move of either player. The given state must stay as it is."""

    # ---- optional ----

    def parts(self, state: Any) -> Iterable[Any]:
        """Return independent states whose sum is this state; by default the state alone.

        No move in one part may change another part.

        Parameters
        ----------
        state : object
            A state of the game.

        Returns
        -------
        iterable
            The states of the parts.

        Examples
        --------
        >>> import upstar
        >>> class Strips(upstar.PartisanGame):
        ...     start = left_moves = right_moves = play = lambda self, *_: ()
        ...     def parts(self, row):
        ...         return row.split("#")
        >>> Strips().parts("T.F#TT.")
        ['T.F', 'TT.']
        """
        return [state]

    # ---- not to override ----

    def moves(self, state: Any) -> Iterable[Any]:
        """Return both players' moves; upstar asks for those of one player."""
        return [*self.left_moves(state), *self.right_moves(state)]

    def outcome(self, state: Any) -> None:
        """Return None: only a player without a move ends the game."""
        return None


def moves_of(game: Game, state: Any, player: int) -> Iterable[Any]:
    """Return the legal moves of the player to move (0 for Left)."""
    if isinstance(game, PartisanGame):
        return game.right_moves(state) if player else game.left_moves(state)
    return game.moves(state)


def overrides(game: Game, method: str) -> bool:
    """Return whether a game implements this optional method itself."""
    return getattr(type(game), method) is not getattr(Game, method)
