"""Positions of games: reading them, moves, drawings."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from upstar import _core
from upstar.errors import MoveError, ParameterError, PositionError, UnknownNameError
from upstar.game import Game, overrides
from upstar.registry import MISERE, find_game, resolve_alias
from upstar.render.drawable import Drawable
from upstar.sums import Summand
from upstar.text import valid_unicode

__all__ = ["Moves", "Position", "position"]

if TYPE_CHECKING:
    import numpy

    from upstar.render.picture import Picture

Outcome = Literal["win", "loss", "draw"]
Play = Literal["normal", "misere"]


class Moves(Sequence[str]):
    """The legal moves of a position, generated when they are first used.

    ``Position.moves`` returns it. It behaves like a tuple of move names in the order of the game.

    Parameters
    ----------
    find : callable
        Returns the list of moves. It is called once, on first use.

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
        """Store the function that generates the moves."""
        self._find = find
        self._found: tuple[str, ...] | None = None

    def _names(self) -> tuple[str, ...]:
        if self._found is None:
            self._found = tuple(self._find())
        return self._found

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        """Iterate over the moves in the order of the game."""
        return iter(self._names())

    def __contains__(self, move: object) -> bool:
        """Return whether a move is legal."""
        return move in self._names()

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Return the move at an index, or the moves of a slice."""
        return self._names()[index]

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same moves in the same order."""
        return tuple(self) == tuple(other) if isinstance(other, Sequence) else NotImplemented

    def __hash__(self) -> int:
        """Return a hash; equal moves have equal hashes."""
        return hash(self._names())

    def __repr__(self) -> str:
        """Return the number of moves and the first eight."""
        names = self._names()
        shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
        return f"<{len(names)} move{'' if len(names) == 1 else 's'}: {shown}>"


@dataclass(frozen=True, eq=False, repr=False)
class Position(Drawable, Summand):
    """A position of a game, with a player to move. It is immutable; ``position`` reads one.

    The two players are called Left and Right in combinatorial game theory. Each game has its own
    labels for them, such as ``'vertical'`` and ``'horizontal'``. Scores and outcomes are those of
    the player to move, where more is better.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> p.game, p.labels, p.to_move, p.scores
    ('domineering', ('vertical', 'horizontal'), 'vertical', (-1, 1))
    >>> q = p.play("a1a2")
    >>> q
    upstar.position('domineering', '#../#..', to_move='horizontal')
    >>> str(q), q.outcome, q.score
    ('#../#..', None, None)
    >>> print(p.ascii(mark="b1b2"))
    2 .[.].
    1 .[.].
      a b c
    """

    _core: _core.Position
    _before: "tuple[Position, str] | None" = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._core.game

    @property
    def labels(self) -> tuple[str, str]:
        """The labels of the two players, Left first."""
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
        """How the game ended for the player to move; None if it is not over.

        It is ``'win'``, ``'loss'`` or ``'draw'``.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("domineering", "1x1").outcome
        'loss'
        """
        score = self.score
        return None if score is None else outcome_of(score)

    @property
    def score(self) -> int | None:
        """The score for the player to move if the game is over, else None.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("domineering", "1x1").score
        -1
        """
        result = self._core.result
        return None if result is None else score_for_mover(self, result)

    def moves(self) -> Moves:
        """Return the legal moves; there are none when the game is over.

        Returns
        -------
        Moves
            A sequence of move names, in the order of the game.

        Examples
        --------
        >>> import upstar
        >>> list(upstar.position("domineering", "2x2").moves())
        ['a1a2', 'b1b2']
        """
        return Moves(self._core.moves)

    @property
    def legal_moves(self) -> Moves:
        """The legal moves, generated when they are first used; the same as ``moves()``.

        Examples
        --------
        >>> import upstar
        >>> p = upstar.position("domineering", "2x2")
        >>> "a1a2" in p.legal_moves, len(p.legal_moves)
        (True, 2)
        """
        return self.moves()

    @property
    def is_over(self) -> bool:
        """Whether the game is over.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("domineering", "1x1").is_over
        True
        """
        return self._core.result is not None

    @property
    def history(self) -> tuple[str, ...]:
        """The moves that ``play`` has made since the position was read, in order.

        It does not take part in comparisons, and a pickled position does not keep it.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("mnk", "3x3:3").play("a1").play("b2").history
        ('a1', 'b2')
        """
        moves: list[str] = []
        step = self._before
        while step is not None:
            moves.append(step[1])
            step = step[0]._before
        return tuple(reversed(moves))

    def pop(self) -> "Position":
        """Return the position before the last move. This position stays as it is.

        Returns
        -------
        Position
            The position on which ``play`` was called.

        Raises
        ------
        MoveError
            If the position was not reached by ``play``.

        Examples
        --------
        >>> import upstar
        >>> p = upstar.position("mnk", "3x3:3")
        >>> p.play("a1").pop() == p
        True
        """
        if self._before is None:
            raise MoveError("there is no move to take back: the position was not reached by play")
        return self._before[0]

    def play(self, move: str) -> "Position":
        """Return the position after a legal move. This position stays as it is.

        Parameters
        ----------
        move : str
            The name of a legal move.

        Returns
        -------
        Position
            The position after the move.

        Raises
        ------
        MoveError
            If the text is not a legal move.

        Examples
        --------
        >>> import upstar
        >>> str(upstar.position("domineering", "2x2").play("a1a2"))
        '#./#.'
        """
        return Position(self._core.play(valid_unicode(move, "a move")), (self, move))

    def cells(self, move: str) -> list[tuple[int, int]]:
        """Return the cells that a legal move touches.

        Parameters
        ----------
        move : str
            The name of a legal move.

        Returns
        -------
        list of tuple of int
            Row and column of each cell. Row 0 is the top row. In a sum the rows of all terms are
            counted through, from the first term on. Counters have the number of their heap and
            their number in it; a move of Nim has the first counter that it takes. Lines between
            dots have the row and the place that `upstar.render.dots` gives them.

        Raises
        ------
        MoveError
            If the text is not a legal move.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("domineering", "2x3").cells("b1b2")
        [(0, 1), (1, 1)]
        """
        from upstar.render.drawn_texts import drawn_cells, is_drawn_text

        touched = self._core.move_cells(valid_unicode(move, "a move"))
        if is_drawn_text(self.game):
            return drawn_cells(self, move)[0]
        if not self._is_sum():
            return touched
        number, _, name = move.partition(":")
        before, part = self._boards()[int(number) - 1]
        return [] if part is None else [(before + r, c) for r, c in part.cells(name)]

    def cells_of_moves(self) -> dict[str, list[tuple[int, int]]]:
        """Return the cells of every legal move. This is faster than ``cells`` for each of them.

        Returns
        -------
        dict
            The cells that each move touches, by the move's name, in the order of ``moves``.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("domineering", "2x2").cells_of_moves()
        {'a1a2': [(0, 0), (1, 0)], 'b1b2': [(0, 1), (1, 1)]}
        """
        from upstar.render.drawn_texts import drawn_cells, is_drawn_text

        touched = dict(self._core.cells_of_moves())
        if is_drawn_text(self.game):
            return {move: drawn_cells(self, move)[0] for move in touched}
        if not self._is_sum():
            return touched
        boards = [(b, {} if p is None else p.cells_of_moves()) for b, p in self._boards()]
        for move in touched:
            number, _, name = move.partition(":")
            before, cells = boards[int(number) - 1]
            touched[move] = [(before + r, c) for r, c in cells.get(name, ())]
        return touched

    def board(self) -> tuple[str, list[str]]:
        """Return the layout of the board and its rows.

        Returns
        -------
        layout : str
            ``'square'``, ``'points'``, ``'hexagons'``, ``'triangle'``, ``'graph'``, ``'vertices'``
            or ``'text'``.
        rows : list of str
            The rows from the top, one character for each cell.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("clobber", "xo/.x").board()
        ('square', ['xo', '.x'])
        """
        return self._core.board()

    def array(self) -> "numpy.ndarray[Any, Any]":
        """Return the board as an array of small integers.

        ``numpy.asarray(position)`` returns it too.

        Returns
        -------
        numpy.ndarray
            One ``int8`` for each cell, row 0 at the top: 0 empty, 1 Left's, -1 Right's, 2 blocked
            or taken by nobody, 3 outside the board (of a triangle).

        Raises
        ------
        UnsuitableError
            If the game has no board of cells.
        ImportError
            If NumPy is not installed.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("clobber", "xo/.x").array().tolist()
        [[1, -1], [0, 1]]
        """
        from upstar.render.array import board_array

        return board_array(self.game, *self.board())

    def planes(self) -> "numpy.ndarray[Any, Any]":
        """Return the board as planes of zeros and ones, for learning.

        Returns
        -------
        numpy.ndarray
            Five ``float32`` planes of the size of the board: the cells of the player to move, the
            cells of the opponent, the empty cells, the blocked cells, and a plane of ones if Left
            is to move, else of zeros.

        Raises
        ------
        UnsuitableError
            If the game has no board of cells.
        ImportError
            If NumPy is not installed.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("clobber", "xo/.x").planes().shape
        (5, 2, 2)
        """
        from upstar.render.array import board_planes

        return board_planes(self.array(), self._core.to_move == 0)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "numpy.ndarray[Any, Any]":
        """Return ``array()``, for ``numpy.asarray``."""
        found = self.array()
        return found if dtype is None else found.astype(dtype)

    def ascii(self, *, mark: str | None = None, cells: Iterable[tuple[int, int]] = ()) -> str:
        """Return a drawing of the board in plain text.

        Parameters
        ----------
        mark : str, optional
            A legal move whose cells are put in brackets.
        cells : iterable of tuple of int
            More cells to put in brackets: row from the top, column.

        Returns
        -------
        str
            The drawing, with coordinates.

        Raises
        ------
        MoveError
            If ``mark`` is not a legal move.

        Examples
        --------
        >>> import upstar
        >>> print(upstar.position("clobber", "xo/.x").ascii(cells=[(1, 0)]))
        2 x o
        1[.]x
          a b
        """
        from upstar.render.ascii import draw

        if self._is_sum():
            from upstar.render.beside import texts_beside

            parts = self._drawn_parts(mark)
            return texts_beside(
                [(s, p if isinstance(p, str) else p.ascii(mark=m)) for s, p, m in parts]
            )
        marked = [] if mark is None else self._core.move_cells(valid_unicode(mark, "a move"))
        return draw(*self.board(), marked=[*marked, *cells])

    def picture(
        self,
        *,
        mark: str | None = None,
        labels: Mapping[tuple[tuple[int, int], ...], tuple[str, str]] | None = None,
    ) -> "Picture":
        """Return a drawing of the board. ``svg``, ``tikz``, ``pdf`` and ``save`` write it.

        Parameters
        ----------
        mark : str, optional
            A legal move whose cells are marked.
        labels : mapping, optional
            Texts and outcomes by the cells of moves, as ``Analysis.labels`` returns them.

        Returns
        -------
        Picture
            The drawing.

        Raises
        ------
        MoveError
            If ``mark`` is not a legal move.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("clobber", "xo/.x").picture().width
        116.0
        """
        from upstar.render.board import picture

        if self._is_sum():
            from upstar.render.beside import beside
            from upstar.render.board import results
            from upstar.render.cells import placed_cells

            drawn = beside(
                [
                    (s, picture("text", [p]) if isinstance(p, str) else p.picture(mark=m))
                    for s, p, m in self._drawn_parts(mark)
                ]
            )
            if not labels:
                return drawn
            at = {cell: placed.at for cell, placed in placed_cells(self).items()}
            return replace(drawn, shapes=(*drawn.shapes, *results(at, labels)))
        layout, rows = self.board()
        sides = self.game == "hex"
        return picture(layout, rows, marked=self._cells(mark), sides=sides, labels=labels)

    def _drawn_parts(self, move: str | None) -> "list[tuple[str, Position | str, str | None]]":
        """Return the parts of a sum: the sign in a drawing, the part, the move to mark."""
        if move is not None:
            self.cells(move)  # Rejects a move that is not legal.
        number, _, name = (move or "").partition(":")
        terms = self._drawn_terms()
        if not terms:
            return [("", "0", None)]
        return [
            (
                "-" if sign < 0 else "+" if index else "",
                part,
                name if number == str(index + 1) and not isinstance(part, str) else None,
            )
            for index, (sign, part) in enumerate(terms)
        ]

    def _is_sum(self) -> bool:
        return self.game in ("sum", "misere:sum")

    def _drawn_terms(self) -> "tuple[tuple[int, Position | str], ...]":
        """Return the terms of a sum, also of one under misère play."""
        if self.game == "sum":
            return self.terms
        return position("sum", str(self), to_move=self.to_move).terms

    def _boards(self) -> "list[tuple[int, Position | None]]":
        """Return the terms of a sum with the number of rows before them; None for a value."""
        boards: list[tuple[int, Position | None]] = []
        rows = 0
        for _, part in self._drawn_terms():
            boards.append((rows, None if isinstance(part, str) else part))
            rows += 0 if isinstance(part, str) else len(part.board()[1])
        return boards

    def _cells(self, move: str | None) -> list[tuple[int, int]]:
        return [] if move is None else self.cells(move)

    def _identity(self) -> tuple[object, ...]:
        custom = self._core.custom or (self._core.text, *self._python_parts())
        return (self.game, *custom, self._core.to_move)

    def _python_parts(self) -> list[object]:
        """Return the games and states of the parts of a sum that are written in Python."""
        if self.game != "sum":
            return []
        return [part for _, part in self.terms if not isinstance(part, str) and part._core.custom]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the text, which ``position`` reads; it does not include the player to move."""
        return self._core.text

    def __repr__(self) -> str:
        """Return the expression that creates the position.

        A game in Python without ``parse`` reads no text. There it is the start and the moves.
        """
        custom = self._core.custom
        game = self.game if custom is None else custom[0]
        default = not self._core.to_move or game_decides_mover(game)
        if isinstance(game, Game) and not overrides(game, "parse"):
            if self._before is not None:
                before, move = self._before
                return f"{before!r}.play({move!r})"
            if custom is not None and game.start() == custom[1]:
                mover = "" if default else f", to_move={self.to_move!r}"
                return f"upstar.position({game!r}{mover})"
        mover = "" if default else f", to_move={self.to_move!r}"
        return f"upstar.position({game!r}, {str(self)!r}{mover})"

    def __eq__(self, other: object) -> bool:
        """Return whether game, board and player to move are the same."""
        return self._identity() == other._identity() if isinstance(other, Position) else False

    def __hash__(self) -> int:
        """Return a hash; equal positions have equal hashes."""
        return hash(self._identity())

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        """Pickle as game, text (the state, for a game written in Python) and player to move."""
        custom = self._core.custom
        if self._python_parts():
            return _restore_sum, (self.terms, self._core.to_move)
        partisan = self._core.partisan
        if partisan is not None and partisan.custom is not None:
            return _restore_impartial, (Position(partisan),)
        if custom is None:
            return _restore, (self.game, self._core.text, self._core.to_move)
        return position_of_state, (*custom, self._core.to_move)


def position(
    game: str | Game | type[Game],
    text: object = None,
    *,
    to_move: str | None = None,
    play: Play = "normal",
) -> Position:
    """Read a position.

    Parameters
    ----------
    game : str, Game or subclass of Game
        The name of a registered game (see ``games``), or a game written in Python. ``misere:NAME``
        is the game under misère play.
    text : str or graph, optional
        A size such as ``'6x6'``, or a position in the notation of the game. Games on graphs also
        take a graph of networkx, a mapping from vertices to neighbours, or a list of edges; see
        ``graph_text``. Without a text, a game written in Python begins at its start.
    to_move : str, optional
        The player to move: ``'left'``, ``'right'`` or a player's label. Left by default.
    play : {'normal', 'misere'}
        With ``'misere'``, the player who cannot move wins.

    Returns
    -------
    Position
        The position.

    Raises
    ------
    PositionError
        If the text is not a position of the game, or a registered game has none.
    UnknownNameError
        If there is no such game or player.
    ParameterError
        If ``to_move`` is given although the rules of a Python game decide the player to move, or
        ``play`` is neither, or is ``'misere'`` for a Python game.
    UnsuitableError
        If ``play`` is ``'misere'`` and the game does not end when a player cannot move.
    TypeError
        If ``game`` is neither a name nor a game.

    Examples
    --------
    >>> import upstar
    >>> upstar.position("domineering", "2x2", to_move="horizontal")
    upstar.position('domineering', '../..', to_move='horizontal')
    >>> upstar.position("snort", [("a", "b"), ("b", "c")])
    upstar.position('snort', 'graph:a-b-c')
    >>> upstar.position("nim", "1,1", play="misere")
    upstar.position('misere:nim', '1,1')
    """
    if play not in ("normal", "misere"):
        raise ParameterError(f"play must be 'normal' or 'misere', not {play!r}")
    if to_move is not None and not isinstance(to_move, str):
        raise TypeError(f"to_move must be a str, not {type(to_move).__name__} {to_move!r}")
    if text is not None and not isinstance(text, str):
        text = _graph_text(text)
    if isinstance(game, str):
        if play == "misere" and game.strip().lower().startswith(MISERE):
            raise ParameterError(f"'{valid_unicode(game)}' is under misère play already")
        name = MISERE + game if play == "misere" else game
        return _registered(*resolve_alias(valid_unicode(name), text), to_move)
    if isinstance(game, type) and issubclass(game, Game):
        game = game()
    if not isinstance(game, Game):
        raise TypeError(f"game must be a name or an upstar.Game, not {game!r}")
    if play == "misere":
        raise ParameterError(
            f"{game.name} is written in Python: its method outcome decides who wins without a move"
        )
    mover = _player(to_move, game.labels)
    if to_move is not None and game_decides_mover(game):
        raise ParameterError(
            f"the rules of {game.name} decide the player to move; leave out to_move"
        )
    state = game.start() if text is None else game.parse(text)
    return position_of_state(game, state, mover)


def _graph_text(graph: object) -> str:
    from upstar.graphs import graph_text

    try:
        return graph_text(graph)
    except TypeError:
        raise TypeError(
            f"a position must be a str or a graph, not {type(graph).__name__} {graph!r}"
        ) from None


def position_from(
    position: "Position | str | Game | type[Game]", arguments: tuple[Any, ...]
) -> tuple[Position, tuple[Any, ...]]:
    """Return the position that a call names, and the positional arguments after it.

    A call names a position, or a game and a text.
    """
    if isinstance(position, Position):
        return position, arguments
    if isinstance(position, str | Game) or (
        isinstance(position, type) and issubclass(position, Game)
    ):
        return _read(position, arguments[0] if arguments else None), arguments[1:]
    raise TypeError(
        "position must be an upstar.Position, or a game and a text, "
        f"not {type(position).__name__} {position!r}"
    )


def check_position(position: object) -> None:
    """Raise `TypeError` if this is not a position."""
    if not isinstance(position, Position):
        what = f"{type(position).__name__} {position!r}"
        raise TypeError(f"position must be an upstar.Position, not {what}")


def position_of_state(game: Game, state: object, mover: int) -> Position:
    """Return the position of a Python game with a state and a player to move (0 for Left)."""
    return Position(_core.custom_position(game, state, mover))


def python_game(position: Position) -> Game | None:
    """Return the game of a position if it is written in Python, else None."""
    custom = position._core.custom
    game = None if custom is None else custom[0]
    assert game is None or isinstance(game, Game)
    return game


def has_python_parts(position: Position) -> bool:
    """Return whether a game written in Python is part of a position, which its text cannot name."""
    partisan = position._core.partisan
    return (
        position._core.custom is not None
        or bool(position._python_parts())
        or (partisan is not None and partisan.custom is not None)
    )


def score_for_mover(position: Position, score: int) -> int:
    """Convert a score between Left's view and the view of the player to move, either way."""
    return -score if position._core.to_move else score


def outcome_of(score: int) -> Outcome:
    """Return the outcome that a score stands for."""
    return "win" if score > 0 else "loss" if score < 0 else "draw"


def _registered(game: str, text: str | None, to_move: str | None) -> Position:
    info = find_game(game)
    if info is None:
        # The core's error suggests a similar name; it checks the name before the text.
        return Position(_core.position(game, "", 0))
    if text is None:
        raise PositionError(f"{game} needs a position, such as {info.usual!r}")
    _prepare(game, text)
    return Position(_core.position(game, valid_unicode(text), _player(to_move, info.labels)))


def _player(name: str | None, labels: tuple[str, str]) -> int:
    """Return the number of the player with this name, 0 for Left."""
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
    """Return whether a game is written in Python and its rules decide who is to move."""
    return isinstance(game, Game) and overrides(game, "to_move")


def _prepare(game: str, text: str) -> None:
    """Load the patterns that a Go position names; the core does not read files."""
    if game == "go" and "patterns=" in text:
        from upstar.patterns import load_patterns_of

        load_patterns_of(text)


_read = position


def _restore(game: str, text: str, to_move: int) -> Position:
    _prepare(game, text)
    return Position(_core.position(game, text, to_move))


def _restore_impartial(partisan: Position) -> Position:
    """Return the impartial version of a position."""
    return Position(_core.impartial(partisan._core))


def _restore_sum(terms: "Iterable[tuple[int, Position | str]]", to_move: int) -> Position:
    """Return the sum of positions and texts of values, each with its sign."""
    parts = [(p if isinstance(p, str) else p._core, sign < 0) for sign, p in terms]
    return Position(_core.sum_position(parts, to_move))
