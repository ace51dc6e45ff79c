"""Positions: what is played, drawn and solved."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from upstar import _core
from upstar.errors import ParameterError, PositionError, UnknownNameError
from upstar.game import Game, overrides
from upstar.registry import games
from upstar.text import valid_unicode

Outcome = Literal["win", "loss", "draw"]


class Moves(Sequence[str]):
    """The legal moves of a position, found when they are first looked at.

    Examples
    --------
    >>> import upstar
    >>> moves = upstar.position("domineering", "2x2").moves()
    >>> len(moves), "a1a2" in moves, moves[0]
    (2, True, 'a1a2')
    >>> list(moves)
    ['a1a2', 'b1b2']
    """

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], list[str]]) -> None:
        """`find` is called when the moves are first looked at."""
        self._find = find
        self._found: tuple[str, ...] | None = None

    def _names(self) -> tuple[str, ...]:
        if self._found is None:
            self._found = tuple(self._find())
        return self._found

    def __len__(self) -> int:
        """How many there are."""
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        """In the game's order."""
        return iter(self._names())

    def __contains__(self, move: object) -> bool:
        """Is a move legal?"""
        return move in self._names()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """The move, or the moves, at a place of the list."""
        return self._names()[index]

    def __eq__(self, other: object) -> bool:
        """Are they the same moves in the same order?"""
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        """Equal moves have equal hashes."""
        return hash(self._names())

    def __repr__(self) -> str:
        """The first few."""
        names = self._names()
        shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        return f"<{len(names)} move{'' if len(names) == 1 else 's'}: {shown}>"


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game with a player to move; it never changes. Made by `position`.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> q = p.play("a1a2")
    >>> q
    upstar.position('domineering', '#../#..', to_move='horizontal')
    >>> str(q), q.to_move, q.outcome
    ('#../#..', 'horizontal', None)
    >>> print(p.ascii(mark="b1b2"))
    2 .[.].
    1 .[.].
      a b c
    """

    _core: _core.Position

    @property
    def game(self) -> str:
        """The game's name."""
        return self._core.game

    @property
    def labels(self) -> tuple[str, str]:
        """What the players are called, Left first."""
        return self._core.labels

    @property
    def to_move(self) -> str:
        """The label of the player to move."""
        return self.labels[self._core.to_move]

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that a finished game can have for the player to move, ascending."""
        return tuple(sorted(score_for_mover(self, score) for score in self._core.scores))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended for the player to move; None while it goes on."""
        score = self.score
        return None if score is None else outcome_of(score)

    @property
    def score(self) -> int | None:
        """The score of the finished game for the player to move; None while it goes on."""
        result = self._core.result
        return None if result is None else score_for_mover(self, result)

    def moves(self) -> Moves:
        """The legal moves; none once the game is over."""
        return Moves(self._core.moves)

    def play(self, move: str) -> "Position":
        """The position after a legal move.

        Raises
        ------
        MoveError
            If the text names no legal move.
        """
        return Position(self._core.play(valid_unicode(move)))

    def cells(self, move: str) -> list[tuple[int, int]]:
        """The cells that a legal move touches, as row from the top and column.

        Raises
        ------
        MoveError
            If the text names no legal move.
        """
        return self._core.move_cells(valid_unicode(move))

    def board(self) -> tuple[str, list[str]]:
        """The layout of the board, and its cells as rows of characters from the top."""
        return self._core.board()

    def ascii(self, *, mark: str | None = None, cells: Iterable[tuple[int, int]] = ()) -> str:
        """A drawing of the board in plain text; cells, or those of a legal move, in brackets."""
        from upstar.render.ascii import draw

        return draw(*self.board(), marked=[*self._cells(mark), *cells])

    def svg(self, *, mark: str | None = None) -> str:
        """A drawing of the board as an SVG document, with a legal move's cells marked."""
        from upstar.render.svg import draw

        layout, rows = self.board()
        return draw(layout, rows, marked=self._cells(mark), sides=self.game == "hex")

    def _cells(self, move: str | None) -> list[tuple[int, int]]:
        return [] if move is None else self.cells(move)

    def _identity(self) -> tuple[object, ...]:
        return (self.game, *(self._core.custom or (self._core.text,)), self._core.to_move)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The text, which reads back as the same position but for the player to move."""
        return self._core.text

    def __repr__(self) -> str:
        """The expression that makes the position."""
        custom = self._core.custom
        game = self.game if custom is None else custom[0]
        told = "" if not self._core.to_move or game_decides_mover(game) else self.to_move
        mover = f", to_move={told!r}" if told else ""
        return f"upstar.position({game!r}, {str(self)!r}{mover})"

    def __eq__(self, other: object) -> bool:
        """Equal positions have the same game, the same board and the same player to move."""
        return self._identity() == other._identity() if isinstance(other, Position) else False

    def __hash__(self) -> int:
        """Equal positions have equal hashes."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        """Pickles as game, text (or state, of a game written in Python) and player to move."""
        custom = self._core.custom
        if custom is None:
            return _restore, (self.game, self._core.text, self._core.to_move)
        return position_of_state, (*custom, self._core.to_move)


def position(
    game: str | Game | type[Game], text: str | None = None, *, to_move: str | None = None
) -> Position:
    """Read a position.

    Parameters
    ----------
    game : str, Game or subclass of Game
        The name of a registered game (see `games`), or a game written in Python.
    text : str, optional
        A size such as ``'6x6'``, or a position in the game's own notation. A game written in
        Python begins at its start when there is none.
    to_move : str, optional
        ``'left'``, ``'right'`` or a player's label; Left by default.

    Raises
    ------
    PositionError
        If the text is no position of the game.
    UnknownNameError
        If there is no such game or player.

    Examples
    --------
    >>> import upstar
    >>> upstar.position("domineering", "2x2", to_move="horizontal")
    upstar.position('domineering', '../..', to_move='horizontal')
    """
    if isinstance(game, str):
        return _registered(valid_unicode(game), text, to_move)
    if isinstance(game, type) and issubclass(game, Game):
        game = game()
    if not isinstance(game, Game):
        raise TypeError(f"a game's name or an upstar.Game is wanted, not {game!r}")
    mover = _player(to_move, game.labels)
    if to_move is not None and game_decides_mover(game):
        raise ParameterError(f"{game.name} itself says who is to move; leave out to_move")
    state = game.start() if text is None else game.parse(text)
    return position_of_state(game, state, mover)


def position_of_state(game: Game, state: object, mover: int) -> Position:
    """The position of a game written in Python with a state and a player to move (0 for Left)."""
    return Position(_core.custom_position(game, state, mover))


def python_game(position: Position) -> Game | None:
    """The game of a position, if it is written in Python."""
    custom = position._core.custom
    game = None if custom is None else custom[0]
    assert game is None or isinstance(game, Game)
    return game


def score_for_mover(position: Position, score: int) -> int:
    """A score of Left's as the player to move sees it; its own inverse."""
    return -score if position._core.to_move else score


def outcome_of(score: int) -> Outcome:
    """What a score is called by the player who sees it."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _registered(game: str, text: str | None, to_move: str | None) -> Position:
    info = next((info for info in games() if info.name == game), None)
    if info is None:
        # The core says what is near; it looks at the name first.
        return Position(_core.position(game, "", 0))
    if text is None:
        raise PositionError(f"{game} needs a position, such as {info.usual!r}")
    _prepare(game, text)
    return Position(_core.position(game, valid_unicode(text), _player(to_move, info.labels)))


def _player(name: str | None, labels: tuple[str, str]) -> int:
    """The number of the player with this name."""
    names = {"left": 0, "right": 1}
    for number, label in enumerate(labels):
        names.setdefault(label.lower(), number)
    if name is None:
        return 0
    if name.lower() not in names:
        raise UnknownNameError(
            f"there is no player '{valid_unicode(name)}'; there are {', '.join(names)}"
        )
    return names[name.lower()]


def game_decides_mover(game: object) -> bool:
    """Does a game written in Python say itself who is to move?"""
    return isinstance(game, Game) and overrides(game, "to_move")


def _prepare(game: str, text: str) -> None:
    """Fetch what a text names and the core does not read itself."""
    if game == "go" and "patterns=" in text:
        from upstar.patterns import load_patterns_of

        load_patterns_of(text)


def _restore(game: str, text: str, to_move: int) -> Position:
    _prepare(game, text)
    return Position(_core.position(game, text, to_move))
