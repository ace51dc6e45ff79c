"""Values of positions: of the whole, of its parts, after every move, and of all on a board."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from upstar import _core
from upstar.cgt.value import Value, value_from_core
from upstar.errors import ParameterError, UnsuitableError, ValueLimitError
from upstar.game import Game
from upstar.position import Position
from upstar.position import position as read_position

Method = Literal["exact", "claessen"]
Stopped = Literal["seconds", "memory", "interrupted"]


@dataclass(frozen=True, slots=True)
class ValueProgress:
    """How far a long computation of values is."""

    seconds: float
    positions: int
    """Positions worked out."""
    values: int
    """Values in the arena of the process."""
    bytes: int
    """Its memory."""


@dataclass(frozen=True, slots=True)
class Part:
    """An independent part of a position."""

    position: str
    value: Value | None
    """None if a limit was reached first, or the method has none."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move of one of the players, and what it leads to."""

    player: str
    """The label of the player."""
    move: str
    value: Value | None
    """The value after the move; None as in `Part`."""
    wins: bool | None
    """Does the player win who makes this move? None if the value is not known."""
    dominated_by: str | None
    """A move of the same player that is better, or as good and listed before."""
    reversible: bool
    """Has the opponent an answer that leaves the player no better off than before the move?"""


@dataclass(frozen=True)
class Dissection:
    """A position taken apart. What was found before a limit was reached is there."""

    value: Value | None
    """The value; None if a limit was reached first, or the method has none."""
    parts: tuple[Part, ...]
    """The independent parts in which somebody can move."""
    moves: tuple[MoveValue, ...]
    """Left's moves, then Right's; empty unless they were asked for."""
    method: Method
    stopped: Stopped | None
    """The limit that was reached."""
    positions: int
    """Positions worked out."""
    seconds: float
    bytes: int
    """The memory of all values of the process."""

    @property
    def hottest(self) -> Part | None:
        """The part with the highest temperature: where to move first, as a rule of thumb."""
        known = [(part.value.temperature, part) for part in self.parts if part.value is not None]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def _repr_html_(self) -> str:
        from upstar.render.html import dissection

        return dissection(self)


@dataclass(frozen=True)
class Census:
    """The values of all positions of a board."""

    positions: int
    """Positions looked at: all, unless a limit was reached."""
    valued: int
    """Those to which the method gives a value."""
    ups_and_nimbers: int
    """Those of value n·↑ + ∗k."""
    distinct: int
    """Different values."""
    method: Method
    stopped: Stopped | None
    seconds: float
    bytes: int

    @property
    def share(self) -> float:
        """The share of positions of value n·↑ + ∗k that the method finds, from 0 to 1."""
        return self.ups_and_nimbers / self.positions if self.positions else 0.0


def value(
    game: str | Game | type[Game] | Position,
    position: str | None = None,
    *,
    method: Method = "exact",
    max_seconds: float | None = None,
    max_memory: float | None = None,
) -> Value:
    """Tell the value of a position, of a game in which whoever cannot move loses.

    Parameters
    ----------
    game : str, PartisanGame or Position
        A game's name, a game written in Python, or a position; who is to move does not matter.
    position : str, optional
        A size or a position in the game's notation, after a game.
    method : str
        ``'exact'``, or ``'claessen'``: see `dissect`.
    max_seconds, max_memory : float, optional
        Limits, of memory in MB.

    Raises
    ------
    UnsuitableError
        If the game's positions have no values, or the method has none for this one.
    ValueLimitError
        If a limit is reached. `dissect` returns what was found by then.

    Examples
    --------
    >>> import upstar
    >>> upstar.value("domineering", "2x3")
    Value('{2|-1/2}')
    >>> upstar.value(upstar.position("clobber", "xxo"))
    Value('^')
    """
    found = dissect(game, position, method=method, max_seconds=max_seconds, max_memory=max_memory)
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    if found.stopped is not None:
        raise ValueLimitError(f"the limit of {found.stopped} was reached before the value")
    if found.value is None:
        raise UnsuitableError(f"the method '{method}' has no value for this position")
    return found.value


def dissect(
    game: str | Game | type[Game] | Position,
    position: str | None = None,
    *,
    moves: bool = False,
    method: Method = "exact",
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[ValueProgress], None] | None = None,
) -> Dissection:
    """Tell the values of a position, of its independent parts, and after each move.

    Parameters
    ----------
    game, position
        As for `value`.
    moves : bool
        Value each player's moves too.
    method : str
        ``'exact'`` has a value for every position. ``'claessen'`` keeps only values n·↑ + ∗k, and
        has none for a position of another value or with an option that has none.
    max_seconds, max_memory : float, optional
        Limits, of memory in MB. Reaching one is a result.
    progress : callable, optional
        Called about ten times a second.

    References
    ----------
    Claessen, *Combinatorial Game Theory in Clobber*, 2011.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.dissect("clobber", "xo.xxo", moves=True)
    >>> found.value, [(part.position, str(part.value)) for part in found.parts]
    (Value('^*'), [('xo....', '*'), ('...xxo', '^')])
    >>> [(move.player, move.move) for move in found.moves if move.wins]
    [('black', 'a1b1'), ('white', 'f1e1')]
    """
    board = _read(game, position)
    question = _core_question(method, moves, max_seconds, max_memory)
    answer = _core.dissect(board._core, question, _core_progress(progress))
    whole = _optional_value(answer["value"])
    return Dissection(
        value=whole,
        parts=tuple(Part(text, _optional_value(part)) for text, part in answer["parts"]),
        moves=tuple(_move_values(board.labels, whole, answer["moves"])),
        method=method,
        stopped=answer["stopped"],
        positions=answer["positions"],
        seconds=answer["seconds"],
        bytes=answer["bytes"],
    )


def census(
    game: str | Position,
    position: str | None = None,
    *,
    method: Method = "exact",
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[ValueProgress], None] | None = None,
) -> Census:
    """Value all positions of a board, given by its size or by any position on it.

    The parameters are those of `dissect`.

    Raises
    ------
    UnsuitableError
        If the game has no values or cannot list its positions.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.census("clobber", "1x6")
    >>> found.positions, found.distinct, f"{found.share:.1%}"
    (729, 30, '92.9%')
    """
    board = _read(game, position)
    question = _core_question(method, False, max_seconds, max_memory)
    answer = _core.census(board._core, question, _core_progress(progress))
    if answer is None:
        raise UnsuitableError(f"{board.game} cannot list all positions of a board")
    return Census(
        positions=answer["count"],
        valued=answer["valued"],
        ups_and_nimbers=answer["ups_and_nimbers"],
        distinct=answer["distinct"],
        method=method,
        stopped=answer["stopped"],
        seconds=answer["seconds"],
        bytes=answer["bytes"],
    )


def _read(game: str | Game | type[Game] | Position, position: str | None) -> Position:
    if isinstance(game, Position):
        return game
    if isinstance(game, str) and position is None:
        raise ParameterError(f"a position of '{game}' is wanted, such as a size")
    return read_position(game, position)


def _core_question(
    method: str, moves: bool, max_seconds: float | None, max_memory: float | None
) -> dict[str, Any]:
    if method not in ("exact", "claessen"):
        raise ParameterError(f"there is no method '{method}'; known: exact, claessen")
    for name, limit in (("max_seconds", max_seconds), ("max_memory", max_memory)):
        if limit is not None and not limit > 0:
            raise ParameterError(f"{name} must be positive, not {limit}")
    return {
        "claessen": method == "claessen",
        "moves": moves,
        "max_seconds": max_seconds,
        "max_bytes": None if max_memory is None else int(min(max_memory * 1e6, 2**62)),
    }


def _core_progress(
    progress: Callable[[ValueProgress], None] | None,
) -> Callable[[dict[str, Any]], None] | None:
    return None if progress is None else lambda told: progress(ValueProgress(**told))


def _optional_value(value: _core.Value | None) -> Value | None:
    return None if value is None else value_from_core(value)


def _move_values(
    labels: tuple[str, str],
    whole: Value | None,
    moves: list[tuple[int, str, _core.Value | None]],
) -> list[MoveValue]:
    """Each move with what the values say of it."""
    zero = _core.parse_value("0")
    judged = []
    for index, (side, name, value) in enumerate(moves):
        best = None if value is None else _best(moves, index)
        judged.append(
            MoveValue(
                player=labels[side],
                move=name,
                value=_optional_value(value),
                wins=None if value is None else value >= zero if side == 0 else value <= zero,
                dominated_by=None if best in (None, index) else moves[best or 0][1],
                reversible=value is not None
                and whole is not None
                and _reverses(whole, side, value),
            )
        )
    return judged


def _best(moves: list[tuple[int, str, _core.Value | None]], index: int) -> int:
    """The first of the best moves that are at least as good as one; that one if none is."""
    side = moves[index][0]
    best = index
    for i, (who, _, value) in enumerate(moves):
        held = moves[best][2]
        if who != side or value is None or held is None:
            continue
        better = value >= held if side == 0 else value <= held
        if better and (value != held or i < best):
            best = i
    return best


def _reverses(whole: Value, side: int, after: _core.Value) -> bool:
    """Has the opponent an answer to the move that is no worse than the whole was?"""
    answers = after.options()[1 - side]
    before = whole._core
    return any(answer <= before if side == 0 else answer >= before for answer in answers)
