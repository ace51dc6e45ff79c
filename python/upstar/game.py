"""Games written in Python: subclass `Game`, and every algorithm plays by its rules."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from upstar.errors import PositionError


def _kebab(name: str) -> str:
    """TicTacToe -> tic-tac-toe."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()


class Game(ABC):
    """The rules of a game of two players, Left and Right; Left moves first.

    A game needs four methods: `start`, `moves`, `play` and `outcome`. A state is any hashable
    value that never changes, such as a tuple or a string; equal states must have equal
    futures, because searches recognise a state that they have met before. Every game must
    end. `upstar.testing.check_game` checks these laws by random play.

    An exception raised by one of these methods ends the search and comes out unchanged.

    Attributes
    ----------
    name : str
        What the game is called; by default the class's name in kebab-case.
    labels : tuple of str
        What the players are called, Left first.
    scores : tuple of int
        The scores that a finished game can have, from Left's point of view, ascending.

    Examples
    --------
    Take one or two counters; who takes the last one wins (the other has no move left):

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

    def __init_subclass__(cls, **options: Any) -> None:
        """Names the game after its class unless it names itself."""
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = _kebab(cls.__name__)

    # ---- required ----

    @abstractmethod
    def start(self) -> Any:
        """The first state."""

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Any]:
        """The legal moves of the player to move, always in the same order.

        Where there is none although `outcome` says nothing, the player to move has lost (with
        the worst score that the game has), as is usual in combinatorial games (normal play).
        """

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """The state after a legal move; the given state stays as it is."""

    @abstractmethod
    def outcome(self, state: Any) -> str | int | None:
        """None while the game goes on, or how it ended for the player to move.

        That is ``'win'``, ``'loss'``, ``'draw'`` (the scores 1, -1 and 0), or a score, where
        more is better for the player to move; one that `scores` has.
        """

    # ---- optional ----

    def to_move(self, state: Any) -> int:
        """Who moves: 0 for Left, 1 for Right.

        Override it where the players do not simply take turns; otherwise upstar keeps count and
        never calls it.
        """
        raise NotImplementedError

    def evaluate(self, state: Any) -> int | None:
        """A guess of how good the state is for Left; it orders moves and proves nothing."""
        return None

    def print(self, state: Any) -> str:
        """The text of a state."""
        return str(state)

    def parse(self, text: str) -> Any:
        """The state that a text describes: the inverse of `print`.

        Raises
        ------
        PositionError
            If the text is no state of the game; by default always.
        """
        raise PositionError(f"{self.name} reads no text; it begins at its start")

    def print_move(self, state: Any, move: Any) -> str:
        """The name of a legal move; no two moves in a state have the same one."""
        return str(move)

    # ---- not to override ----

    def __repr__(self) -> str:
        """The call that makes the game, when it takes no arguments."""
        return f"{type(self).__name__}()"

    def __eq__(self, other: object) -> bool:
        """Two games are equal if they are of one class and have equal attributes."""
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return vars(self) == vars(other)

    def __hash__(self) -> int:
        """Equal games have equal hashes."""
        return hash((type(self).__module__, type(self).__qualname__))


class PartisanGame(Game):
    """A game under normal play, told by both players' moves: whoever cannot move loses.

    Its positions have values, which `upstar.value` and `upstar.dissect` tell, and every algorithm
    solves it. It needs four methods: `start`, `left_moves`, `right_moves` and `play`; a state
    does not hold who is to move. With `parts` it says how a state falls apart, which can make
    valuing it very much faster.

    Examples
    --------
    Toads and Frogs: toads hop to the right, frogs to the left, onto the next cell or over one
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
        """Left's moves, always in the same order."""

    @abstractmethod
    def right_moves(self, state: Any) -> Iterable[Any]:
        """Right's moves, always in the same order."""

    @abstractmethod
    def play(self, state: Any, move: Any) -> Any:
        """The state after a move of either player; the given state stays as it is."""

    # ---- optional ----

    def parts(self, state: Any) -> Iterable[Any]:
        """States that are worth as much together as this one: no move in one changes another."""
        return [state]

    # ---- not to override ----

    def moves(self, state: Any) -> Iterable[Any]:
        """Both players' moves; whose turn it is, upstar knows."""
        return [*self.left_moves(state), *self.right_moves(state)]

    def outcome(self, state: Any) -> None:
        """Whoever cannot move loses; nothing else ends the game."""
        return None


def moves_of(game: Game, state: Any, player: int) -> Iterable[Any]:
    """The legal moves of the player (0 for Left) who is to move."""
    if isinstance(game, PartisanGame):
        return game.right_moves(state) if player else game.left_moves(state)
    return game.moves(state)


def overrides(game: Game, method: str) -> bool:
    """Does a game define this optional method itself?"""
    return getattr(type(game), method) is not getattr(Game, method)
