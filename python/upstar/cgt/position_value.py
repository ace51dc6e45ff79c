"""Values of positions: of the whole, of its parts, after every move, and of a whole board."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, get_args

from upstar import _core
from upstar.cgt.limits import core_limits
from upstar.cgt.value import Value, value_from_core
from upstar.errors import ParameterError, UnsuitableError, ValueLimitError
from upstar.game import Game
from upstar.nimbers import NimberProgress, nimber
from upstar.position import Position, has_python_parts
from upstar.position import position as read_position
from upstar.progress import Auto, reporting, values_work

Method = Literal["exact", "claessen", "claessen-printed"]
_SECONDS_BEFORE_SEARCH = 2.0
"""The seconds after which a search for nimbers replaces the recursion over options."""
Stopped = Literal["seconds", "memory", "interrupted"]


@dataclass(frozen=True, slots=True)
class ValueProgress:
    """The state of a running computation of values, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    positions : int
        Positions whose value is computed.
    values : int
        Different values stored in this process.
    bytes : int
        The memory that they use.

    Examples
    --------
    >>> from upstar.cgt.position_value import ValueProgress
    >>> ValueProgress(seconds=0.5, positions=10, values=3, bytes=500).positions
    10
    """

    seconds: float
    positions: int
    values: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Part:
    """An independent part of a position: no move in it changes another part.

    Attributes
    ----------
    position : str
        The text of the part.
    value : Value or None
        Its value; None if a limit was reached first, or the method has none.

    Examples
    --------
    >>> import upstar
    >>> part = upstar.dissect("clobber", "xo.xxo").parts[0]
    >>> part.position, part.value
    ('xo....', Value('*'))
    """

    position: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move of one of the players and the value to which it leads.

    A move is dominated if another move of the same player is at least as good. It is reversible if
    the opponent has an answer that leaves the player no better off than before the move.

    Attributes
    ----------
    player : str
        The label of the player.
    move : str
        The move.
    value : Value or None
        The value after the move; None if a limit was reached first, or the method has none.
    wins : bool or None
        Whether the player wins with this move; None if the value is not known.
    dominated_by : str or None
        A move of the same player that is better, or equally good and listed before.
    reversible : bool
        Whether the move is reversible.
    reversed_by : str or None
        The opponent's reply that reverses the move. None if the move is not reversible, or if only
        the canonical form of the position after the move has such a reply.
    reversed_to : Value or None
        The value after that reply; None if the move is not reversible.

    Examples
    --------
    >>> import upstar
    >>> first = upstar.dissect("domineering", "2x3", moves=True).moves[0]
    >>> first.player, first.move, first.value, first.wins, first.reversible
    ('vertical', 'a1a2', Value('+-1'), False, True)
    >>> first.reversed_by, first.reversed_to
    ('b2c2', Value('-1'))
    """

    player: str
    move: str
    value: Value | None
    wins: bool | None
    dominated_by: str | None
    reversible: bool
    reversed_by: str | None
    reversed_to: Value | None


@dataclass(frozen=True)
class Dissection:
    """The values of a position and its parts. After a limit it holds what was found until then.

    Attributes
    ----------
    value : Value or None
        The value of the position; None if a limit was reached first, or the method has none.
    parts : tuple of Part
        The independent parts in which a player can move.
    moves : tuple of MoveValue
        Left's moves, then Right's; empty unless asked for.
    method : str
        ``'exact'``, ``'claessen'`` or ``'claessen-printed'``.
    stopped : str or None
        The limit that was reached: ``'seconds'``, ``'memory'``, or ``'interrupted'``.
    positions : int
        Positions whose value was computed.
    seconds : float
        Elapsed time.
    bytes : int
        The memory of all values of the process.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.dissect("domineering", "2x2")
    >>> found.value, found.stopped, found.hottest.position
    (Value('+-1'), None, '../..')
    """

    value: Value | None
    parts: tuple[Part, ...]
    moves: tuple[MoveValue, ...]
    method: Method
    stopped: Stopped | None
    positions: int
    seconds: float
    bytes: int

    @property
    def hottest(self) -> Part | None:
        """The part with the highest temperature, where a move is most urgent; else None."""
        known = [(part.value.temperature, part) for part in self.parts if part.value is not None]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def _repr_html_(self) -> str:
        from upstar.render.html import dissection

        return dissection(self)


@dataclass(frozen=True)
class Census:
    """Statistics of the values of all positions of a board.

    Attributes
    ----------
    positions : int
        Positions valued or tried: all, unless a limit was reached.
    valued : int
        Positions to which the method gives a value.
    whole : int
        Positions that are one part and reach all borders.
    whole_valued : int
        Those of them to which the method gives a value.
    ups_and_nimbers : int
        Positions of value n·↑ + ∗k.
    distinct : int
        Different values.
    method : str
        ``'exact'``, ``'claessen'`` or ``'claessen-printed'``.
    stopped : str or None
        The limit that was reached: ``'seconds'``, ``'memory'``, or ``'interrupted'``.
    seconds : float
        Elapsed time.
    bytes : int
        The memory of all values of the process.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.census("clobber", "1x3")
    >>> found.positions, found.valued, found.share
    (27, 27, 1.0)
    """

    positions: int
    valued: int
    whole: int
    whole_valued: int
    ups_and_nimbers: int
    distinct: int
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
    """Return the combinatorial value of a position, in a game where who cannot move loses.

    Parameters
    ----------
    game : str, PartisanGame or Position
        The name of a game, a game written in Python, or a position. The player to move does not
        matter.
    position : str, optional
        After a game: a size, or a position in the notation of the game.
    method : {'exact', 'claessen', 'claessen-printed'}
        How to compute the value; see ``dissect``.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory, in megabytes.

    Returns
    -------
    Value
        The value.

    Raises
    ------
    UnsuitableError
        If positions of the game have no values, or the method has none for this one.
    ValueLimitError
        If a limit is reached. ``dissect`` returns what was found until then.
    ParameterError
        If there is no position, or a method or limit is not allowed.
    KeyboardInterrupt
        After Ctrl-C.

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
        raise ValueLimitError(
            f"the limit of {found.stopped} was reached before the value was known"
        )
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
    progress: Callable[[ValueProgress], None] | Auto | None = "auto",
) -> Dissection:
    """Compute the values of a position, of its independent parts, and after each move.

    The values of impartial positions are nimbers. If the recursion over their options takes longer
    than two seconds, or half of the time limit, ``nimber`` searches for them.

    Parameters
    ----------
    game : str, PartisanGame or Position
        The name of a game, a game written in Python, or a position. The player to move does not
        matter.
    position : str, optional
        After a game: a size, or a position in the notation of the game.
    moves : bool
        Whether to value each player's moves too.
    method : {'exact', 'claessen', 'claessen-printed'}
        ``'exact'`` has a value for every position. ``'claessen'`` keeps only values n·↑ + ∗k. It
        has none for a position of another value, or with an option that has none.
        ``'claessen-printed'`` is the same with fewer comparisons of options. It was fitted to the
        shares that Claessen's thesis prints.
    max_seconds : float, optional
        Stop after this many seconds and return what was found until then.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, 'auto' or None
        Called with a ``ValueProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    Dissection
        The values.

    Raises
    ------
    UnsuitableError
        If positions of the game have no values.
    ParameterError
        If there is no position, or a method or limit is not allowed.

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
    may_search = method == "exact" and board._core.is_impartial
    seconds = max_seconds
    if may_search:
        seconds = _SECONDS_BEFORE_SEARCH if max_seconds is None else max_seconds / 2
    question = _core_question(method, moves, max_seconds, max_memory)
    question["max_seconds"] = seconds
    with reporting(progress, values_work(max_seconds=max_seconds)) as report:
        answer = _core.dissect(board._core, question, _core_progress(report))
        if may_search and answer["stopped"] in ("seconds", "memory"):
            left = None if max_seconds is None else max_seconds - answer["seconds"]
            answer = _by_nimbers(board, answer, left, max_memory, report)
    whole = _optional_value(answer["value"])
    return Dissection(
        value=whole,
        parts=tuple(Part(text, _optional_value(part)) for text, part in answer["parts"]),
        moves=tuple(_move_values(board.labels, answer["moves"])),
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
    progress: Callable[[ValueProgress], None] | Auto | None = "auto",
) -> Census:
    """Compute the values of all positions of a board.

    Parameters
    ----------
    game : str or Position
        The name of a game, or any position on the board.
    position : str, optional
        After a name: the size of the board, or any position on it.
    method : {'exact', 'claessen', 'claessen-printed'}
        How to compute values; see ``dissect``.
    max_seconds : float, optional
        Stop after this many seconds and return what was found until then.
    max_memory : float, optional
        The most memory, in megabytes.
    progress : callable, 'auto' or None
        Called with a ``ValueProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    Census
        The statistics.

    Raises
    ------
    UnsuitableError
        If positions of the game have no values, or the game cannot list its positions.
    ParameterError
        If there is no position, or a method or limit is not allowed.

    Examples
    --------
    >>> import upstar
    >>> found = upstar.census("clobber", "1x6")
    >>> found.positions, found.distinct, f"{found.share:.1%}"
    (729, 30, '92.9%')
    """
    board = _read(game, position)
    question = _core_question(method, False, max_seconds, max_memory)
    with reporting(progress, values_work(max_seconds=max_seconds)) as report:
        answer = _core.census(board._core, question, _core_progress(report))
    if answer is None:
        raise UnsuitableError(f"{board.game} cannot list all positions of a board")
    return Census(
        positions=answer["count"],
        valued=answer["valued"],
        whole=answer["whole"],
        whole_valued=answer["whole_valued"],
        ups_and_nimbers=answer["ups_and_nimbers"],
        distinct=answer["distinct"],
        method=method,
        stopped=answer["stopped"],
        seconds=answer["seconds"],
        bytes=answer["bytes"],
    )


def _by_nimbers(
    board: Position,
    found: dict[str, Any],
    max_seconds: float | None,
    max_memory: float | None,
    report: Callable[[ValueProgress], None] | None,
) -> dict[str, Any]:
    """Return the values of an impartial position and of its parts and moves, by their nimbers.

    `found` has what the recursion over options has found before its limit.
    """
    started = perf_counter()
    bytes_ = found["bytes"]

    def tell(progress: NimberProgress) -> None:
        if report is not None:
            seconds = found["seconds"] + perf_counter() - started
            report(ValueProgress(seconds, found["positions"] + progress.nodes, 0, progress.bytes))

    def value_of(position: Position) -> _core.Value | None:
        left = None if max_seconds is None else max_seconds - (perf_counter() - started)
        if answer["stopped"] is not None or (left is not None and left <= 0):
            answer["stopped"] = answer["stopped"] or "seconds"
            return None
        solution = nimber(position, max_seconds=left, max_memory=max_memory, progress=tell)
        answer["stopped"] = solution.stopped
        answer["positions"] += solution.nodes
        answer["bytes"] = max(answer["bytes"], bytes_ + solution.peak_bytes)
        return None if solution.nimber is None else Value(f"*{solution.nimber}")._core

    answer = {**found, "stopped": None}
    answer["value"] = value_of(board)
    if not has_python_parts(board):
        answer["parts"] = [
            (text, value_of(read_position(board.game, text)) if part is None else part)
            for text, part in found["parts"]
        ]
    if found["moves"]:
        after = {move: value_of(board.play(move)) for move in board.moves()}
        answer["moves"] = [(player, move, after.get(move)) for player, move, _ in found["moves"]]
    answer["seconds"] = found["seconds"] + perf_counter() - started
    return answer


def _read(game: str | Game | type[Game] | Position, position: str | None) -> Position:
    if isinstance(game, Position):
        return game
    if isinstance(game, str) and position is None:
        raise ParameterError(f"{game} needs a position, such as a size")
    return read_position(game, position)


def _core_question(
    method: str, moves: bool, max_seconds: float | None, max_memory: float | None
) -> dict[str, Any]:
    known = get_args(Method)
    if method not in known:
        raise ParameterError(f"there is no method '{method}'; there are {', '.join(known)}")
    limits = core_limits(max_seconds, max_memory)
    return {"method": method, "moves": moves, **limits}


def _core_progress(
    progress: Callable[[ValueProgress], None] | None,
) -> Callable[[dict[str, Any]], None] | None:
    return None if progress is None else lambda state: progress(ValueProgress(**state))


def _optional_value(value: _core.Value | None) -> Value | None:
    return None if value is None else value_from_core(value)


_CoreMove = tuple[int, str, _core.Value | None, tuple[str | None, _core.Value] | None]


def _move_values(labels: tuple[str, str], moves: list[_CoreMove]) -> list[MoveValue]:
    """Return each move with what the values imply about it."""
    zero = _core.parse_value("0")
    found = []
    for index, (side, name, value, reply) in enumerate(moves):
        best = None if value is None else _best(moves, index)
        found.append(
            MoveValue(
                player=labels[side],
                move=name,
                value=_optional_value(value),
                wins=None if value is None else value >= zero if side == 0 else value <= zero,
                dominated_by=None if best in (None, index) else moves[best or 0][1],
                reversible=reply is not None,
                reversed_by=None if reply is None else reply[0],
                reversed_to=None if reply is None else value_from_core(reply[1]),
            )
        )
    return found


def _best(moves: list[_CoreMove], index: int) -> int:
    """Return the index of the first best move that is at least as good as the given one."""
    side = moves[index][0]
    best = index
    for i, (who, _, value, _) in enumerate(moves):
        best_value = moves[best][2]
        if who != side or value is None or best_value is None:
            continue
        better = value >= best_value if side == 0 else value <= best_value
        if better and (value != best_value or i < best):
            best = i
    return best
