"""Analysing a position: the proved result of every legal move."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal

from upstar import _core
from upstar.book import Book, opened
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    bounds_for_mover,
    check_kinds,
    core_limits,
    outcome_from_bounds,
)
from upstar.errors import UnsuitableError
from upstar.game import Game
from upstar.position import Outcome, Position, position_from
from upstar.progress import Auto, analysis_work, reporting
from upstar.solution import Stats
from upstar.tables import data_frame

if TYPE_CHECKING:
    from upstar.render.picture import Picture

__all__ = ["Analysis", "MoveAnalysis", "analyze"]

_VALUE_SECONDS = 5.0
"""The most seconds for the values after all moves together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAnalysis:
    """A legal move with its proved result, for the player who makes it.

    Attributes
    ----------
    move : str
        The name of the move.
    outcome : str
        ``'win'``, ``'draw'``, ``'loss'``, or ``'unknown'`` if a limit came first.
    score : int or None
        The exact score, if it is proved.
    distance : int or None
        The plies to the end of the game, the move included, if they were asked for and are proved.
        The winner hastens and the loser delays. None for a draw.
    bounds : tuple of int
        The score is proved to be at least the first and at most the second.
    value : str or None
        The combinatorial value after the move, if it was asked for and was found.
    proved_by : str or None
        ``'rules'``: the move ends the game. ``'static bounds'``: the game proves the result without
        search. ``'values'``: the values of all parts decide. ``'search'``. ``'book'``: a book or a
        strong solution has it. None if it is open.

    Examples
    --------
    >>> from upstar.analyze import MoveAnalysis
    >>> move = MoveAnalysis(move="d", outcome="win", score=1, distance=3, bounds=(1, 1))
    >>> move.label, move.is_settled
    ('+3', False)
    """

    move: str
    outcome: Outcome | Literal["unknown"]
    score: int | None
    distance: int | None
    bounds: tuple[int, int]
    value: str | None = None
    proved_by: str | None = None

    @property
    def is_settled(self) -> bool:
        """Whether everything that was asked for is proved."""
        return self.proved_by is not None

    @property
    def label(self) -> str:
        """The result in a few characters: ``+3`` wins in 3 plies, ``-`` loses, ``=``, ``?``."""
        sign = {"win": "+", "draw": "=", "loss": "-", "unknown": "?"}[self.outcome]
        if self.outcome in ("draw", "unknown"):
            return sign
        if self.distance is not None:
            return f"{sign}{self.distance}"
        return sign if self.score is None or abs(self.score) == 1 else f"{sign}{abs(self.score)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The proved results of all legal moves of a position, best first.

    Attributes
    ----------
    position : Position
        The position.
    moves : tuple of MoveAnalysis
        Every legal move, best first.
    stats : Stats
        The work of the search.
    stopped : str or None
        What ended the search early: ``'nodes'``, ``'seconds'``, ``'memory'`` or ``'interrupted'``.
    note : str
        Why the checkpoint is not up to date, if it is not.

    Examples
    --------
    >>> import upstar
    >>> a = upstar.analyze(upstar.position("domineering", "3x3"))
    >>> a.solved, a.outcome, a.winning_moves
    (True, 'win', ('b2b3', 'b1b2'))
    >>> a.score, a.bounds, a.to_json()["moves"][0]["outcome"]
    (1, (1, 1), 'win')
    """

    position: Position
    moves: tuple[MoveAnalysis, ...]
    stats: Stats
    stopped: str | None = None
    note: str = ""

    @property
    def solved(self) -> bool:
        """Whether every move is settled."""
        return all(move.is_settled for move in self.moves)

    @property
    def bounds(self) -> tuple[int, int]:
        """The score of the position is proved to be at least the first, at most the second."""
        if self.position.score is not None:
            return self.position.score, self.position.score
        return max(m.bounds[0] for m in self.moves), max(m.bounds[1] for m in self.moves)

    @property
    def score(self) -> int | None:
        """The exact score for the player to move, if the moves prove it."""
        lo, hi = self.bounds
        return lo if lo == hi else None

    @property
    def outcome(self) -> Outcome | Literal["unknown"]:
        """The outcome for the player to move, as far as the moves prove it."""
        return _outcome(*self.bounds)

    @property
    def winning_moves(self) -> tuple[str, ...]:
        """The moves that are proved to win, best first."""
        return tuple(move.move for move in self.moves if move.outcome == "win")

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The position, whether it is solved, ``moves`` as a list of dictionaries, and the work.
        """
        return {
            "game": self.position.game,
            "position": str(self.position),
            "to_move": self.position.to_move,
            "solved": self.solved,
            "outcome": self.outcome,
            "score": self.score,
            "bounds": list(self.bounds),
            "winning_moves": list(self.winning_moves),
            "moves": [{**asdict(move), "bounds": list(move.bounds)} for move in self.moves],
            "stopped": self.stopped,
            "note": self.note,
            **asdict(self.stats),
        }

    def to_frame(self) -> Any:
        """Return the moves as a data frame of pandas or polars, whichever is installed.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            A row for each move, best first. The bounds are the columns ``lowest`` and ``highest``.

        Raises
        ------
        ParameterError
            If neither library is installed.

        Examples
        --------
        >>> import upstar
        >>> upstar.analyze("domineering", "2x2").to_frame().shape
        (2, 8)
        """
        return data_frame(self.rows(), COLUMNS)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each move, as ``to_frame`` and CSV files have it.

        Returns
        -------
        list of dict
            The rows, by the names of the columns.

        Examples
        --------
        >>> import upstar
        >>> upstar.analyze("domineering", "2x2").rows()[0]["move"]
        'a1a2'
        """
        rows = []
        for move in self.moves:
            row = asdict(move)
            row["lowest"], row["highest"] = row.pop("bounds")
            rows.append({name: row[name] for name in COLUMNS})
        return rows

    def picture(self) -> "Picture":
        """Return the board with the result of each move on its cell, or between its two cells.

        Returns
        -------
        Picture
            The picture. Of several moves in the same place, the best is shown.

        Examples
        --------
        >>> import upstar
        >>> upstar.analyze("connect-four", "4x4").picture().svg().startswith("<svg")
        True
        """
        return self.position.picture(labels=self.labels())

    def labels(self) -> dict[tuple[tuple[int, int], ...], tuple[str, str]]:
        """Return the result to show for each move, with its outcome.

        Returns
        -------
        dict
            The label and the outcome by the cells of the move (row from the top, column), best
            first. Of several moves on the same cells, the best. Moves without cells are left out.

        Examples
        --------
        >>> import upstar
        >>> upstar.analyze("mnk", "xx./oo./...:3").labels()[(0, 2),]
        ('+', 'win')
        """
        found: dict[tuple[tuple[int, int], ...], tuple[str, str]] = {}
        touched = self.position.cells_of_moves()
        for move in self.moves:
            cells = tuple(touched[move.move])
            if cells:
                found.setdefault(cells, (move.label, move.outcome))
        return found

    def _repr_html_(self) -> str:
        from upstar.render.html import analysis

        return analysis(self)


COLUMNS = ("move", "outcome", "score", "distance", "lowest", "highest", "value", "proved_by")
"""The columns of a table of moves."""


def analyze(
    position: Position | str | Game | type[Game],
    *arguments: str,
    distance: bool = False,
    values: bool = False,
    book: Book | str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int = 1,
    progress: Callable[[Analysis], None] | Auto | None = "auto",
) -> Analysis:
    """Prove the result of every legal move.

    The searches are those of ``'auto'``: on the board, or on sums of parts. All moves share one
    transposition table. When a limit is reached, the moves that are still open have their bounds.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        The position to analyse; or a game, and its text as the next argument.
    *arguments : str
        The text of the position, after a game.
    distance : bool
        Also find the plies to the end: the shortest win and the longest loss. The game must have
        no other results than win, draw and loss.
    values : bool
        Then find the combinatorial value after each move, in games with values. This takes at most
        five seconds. Moves whose values are not found by then have none.
    book : Book or path, optional
        A book or a strong solution. The moves that it settles are not searched.
    checkpoint : path, optional
        A directory in which the settled moves are saved, about ten times a second. An analysis of
        the same position resumes from them. A move that was not settled is searched again from the
        start, with the bounds that were proved.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory for the search, in megabytes; by default 4 GiB.
    threads : int
        The number of threads. Games written in Python use one.
    progress : callable, 'auto' or None
        Called about ten times a second with the analysis so far. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    Analysis
        The moves, best first. After Ctrl-C, ``stopped`` is ``'interrupted'``.

    Raises
    ------
    ParameterError
        If a limit has a value that is not allowed.
    UnsuitableError
        If distances are asked for in a game with other scores, or values in a game without them.
        If the checkpoint is of another analysis or damaged, or the game has none.
    DamagedFileError
        If the book is not a book.
    TypeError
        If there are more arguments than a game and a text.

    Examples
    --------
    >>> import upstar
    >>> [(m.move, m.outcome) for m in upstar.analyze("connect-four", "4x4").moves][:2]
    [('a', 'draw'), ('b', 'draw')]
    >>> upstar.analyze("clobber", "xo.xxo", values=True).moves[0].value
    '^'
    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> first = upstar.analyze("connect-four", "4x4", checkpoint=folder)
    >>> again = upstar.analyze("connect-four", "4x4", checkpoint=folder)
    >>> again.moves == first.moves, again.stats.nodes
    (True, 0)
    """
    # Imported on first use, because it needs modules that other commands do not.
    from upstar.known_moves import AnalysisCheckpoint, moves_in_book

    start, rest = position_from(position, arguments)
    if rest:
        raise TypeError("too many arguments: give a position, or a game and its text")
    check_kinds(
        flags={"distance": distance, "values": values},
        paths={"checkpoint": checkpoint},
        calls={"progress": progress},
    )
    options = {
        **DEFAULT_OPTIONS,
        **core_limits(max_nodes, max_seconds, max_memory, None, threads, 0),
        "distance": distance,
    }
    if values:
        _check_values(start)
    known = [] if book is None else moves_in_book(opened(book, start), start, distance=distance)
    with ExitStack() as stack:
        saved = None
        if checkpoint is not None:
            folder = AnalysisCheckpoint(checkpoint, start, distance=distance)
            saved = stack.enter_context(folder)
            known = [*saved.moves, *known]
        call = stack.enter_context(reporting(progress, analysis_work()))

        def report(state: dict[str, Any]) -> None:
            if saved is not None:
                saved.save(state["moves"])
            if call is not None:
                work = {"iterations": 0, "peak_bytes": state["bytes"], "stopped": None}
                call(_analysis(start, {**state, **work}))

        is_quiet = call is None and saved is None
        answer = _core.analyze(start._core, options, known, None if is_quiet else report)
        if saved is not None:
            saved.save(answer["moves"])
    found = _analysis(start, answer)
    if saved is not None and saved.error is not None:
        found = replace(found, note=f"the checkpoint is not up to date: {saved.error}")
    if not values or found.stopped is not None:
        return found
    left = None if max_seconds is None else max_seconds - found.stats.seconds
    return _with_values(found, left, max_memory)


def _analysis(position: Position, answer: dict[str, Any]) -> Analysis:
    moves = [_move(position, *row) for row in answer["moves"]]
    names = (field.name for field in fields(Stats) if field.name != "playouts")
    return Analysis(
        position=position,
        moves=tuple(sorted(moves, key=_rank)),
        stats=Stats(playouts=None, **{name: answer[name] for name in names}),
        stopped=answer["stopped"],
    )


def _move(
    position: Position,
    move: str,
    bounds: tuple[int, int],
    distance: int | None,
    proved_by: str | None,
) -> MoveAnalysis:
    lo, hi = bounds_for_mover(position, bounds)
    return MoveAnalysis(
        move=move,
        outcome=_outcome(lo, hi),
        score=lo if lo == hi else None,
        distance=distance,
        bounds=(lo, hi),
        proved_by=proved_by,
    )


def _outcome(lo: int, hi: int) -> Outcome | Literal["unknown"]:
    is_decided = lo == hi or lo > 0 or hi < 0
    return outcome_from_bounds(lo, hi) if is_decided else "unknown"


def _rank(move: MoveAnalysis) -> tuple[int, int, int]:
    """Return what sorts moves: best first, short wins and long losses first."""
    lo, hi = move.bounds
    plies = move.distance or 0
    return (-lo, -hi, plies if lo > 0 else -plies)


def _check_values(position: Position) -> None:
    """Raise `UnsuitableError` before the search if positions of the game have no values."""
    from upstar.cgt.position_value import dissect

    try:
        dissect(position, max_seconds=1e-3)
    except UnsuitableError as error:
        raise UnsuitableError(f"values cannot be found: {error}") from None


def _with_values(found: Analysis, left: float | None, max_memory: float | None) -> Analysis:
    """Return the analysis with the values after the moves, as far as they are found in time."""
    from upstar.cgt.position_value import dissect

    seconds = _VALUE_SECONDS if left is None else min(left, _VALUE_SECONDS)
    if seconds <= 0:
        return found
    position = found.position
    parts = dissect(position, moves=True, max_seconds=seconds, max_memory=max_memory)
    known = {
        option.move: str(option.value)
        for option in parts.moves
        if option.player == position.to_move and option.value is not None
    }
    return replace(
        found,
        moves=tuple(replace(move, value=known.get(move.move)) for move in found.moves),
        stats=replace(found.stats, seconds=found.stats.seconds + parts.seconds),
        stopped="interrupted" if parts.stopped == "interrupted" else None,
    )
