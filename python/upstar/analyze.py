"""Analysing a position: the proved result of every legal move."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from upstar import _core
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    bounds_for_mover,
    core_limits,
    core_progress,
    outcome_from_bounds,
)
from upstar.position import Outcome, Position
from upstar.solution import Progress, Stats

__all__ = ["Analysis", "MoveAnalysis", "analyze"]


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
        The combinatorial value after the move, if it was asked for; else None.

    Examples
    --------
    >>> from upstar.analyze import MoveAnalysis
    >>> MoveAnalysis(move="d", outcome="win", score=1, distance=3, bounds=(1, 1)).is_settled
    True
    """

    move: str
    outcome: Outcome | Literal["unknown"]
    score: int | None
    distance: int | None
    bounds: tuple[int, int]
    value: str | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the exact score is proved."""
        return self.score is not None


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

    Examples
    --------
    >>> import upstar
    >>> a = upstar.analyze(upstar.position("domineering", "3x3"))
    >>> a.solved, a.outcome, a.winning_moves
    (True, 'win', ('b2b3', 'b1b2'))
    >>> a.to_json()["moves"][0]["outcome"]
    'win'
    """

    position: Position
    moves: tuple[MoveAnalysis, ...]
    stats: Stats
    stopped: str | None = None

    @property
    def solved(self) -> bool:
        """Whether every move is settled."""
        return all(move.is_settled for move in self.moves)

    @property
    def outcome(self) -> Outcome | Literal["unknown"]:
        """The outcome for the player to move, as far as the moves prove it."""
        if self.position.outcome is not None:
            return self.position.outcome
        lo = max(move.bounds[0] for move in self.moves)
        hi = max(move.bounds[1] for move in self.moves)
        return outcome_from_bounds(lo, hi) if lo == hi or lo > 0 or hi < 0 else "unknown"

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
        stats = asdict(self.stats)
        return {
            "game": self.position.game,
            "position": str(self.position),
            "to_move": self.position.to_move,
            "solved": self.solved,
            "outcome": self.outcome,
            "winning_moves": list(self.winning_moves),
            "moves": [{**asdict(move), "bounds": list(move.bounds)} for move in self.moves],
            "stopped": self.stopped,
            **stats,
        }


def analyze(
    position: Position,
    *,
    distance: bool = False,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Analysis:
    """Prove the result of every legal move.

    One alpha-beta search with one transposition table searches the positions after all moves. When
    a limit is reached, the moves that are still open have their bounds.

    Parameters
    ----------
    position : Position
        The position to analyse.
    distance : bool
        Also find the plies to the end: the shortest win and the longest loss. The game must have
        no other results than win, draw and loss.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory for the search, in megabytes; by default 4 GiB.
    progress : callable, optional
        Called with a ``Progress`` about ten times a second.

    Returns
    -------
    Analysis
        The moves, best first. After Ctrl-C, ``stopped`` is ``'interrupted'``.

    Raises
    ------
    ParameterError
        If a limit has a value that is not allowed.
    UnsuitableError
        If distances are asked for in a game with other scores.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("connect-four", "4x4")
    >>> [(m.move, m.outcome) for m in upstar.analyze(p).moves][:2]
    [('a', 'draw'), ('b', 'draw')]
    """
    options = {
        **DEFAULT_OPTIONS,
        **core_limits(max_nodes, max_seconds, max_memory, None, 1, 0),
        "distance": distance,
    }
    report = None if progress is None else core_progress(position, progress)
    answer = _core.analyze(position._core, distance, options, report)
    moves = [_move(position, *row) for row in answer["moves"]]
    numbers = ("expansions", "nodes", "iterations", "seconds", "peak_bytes")
    return Analysis(
        position=position,
        moves=tuple(sorted(moves, key=_rank)),
        stats=Stats(playouts=None, **{name: answer[name] for name in numbers}),
        stopped=answer["stopped"],
    )


def _move(
    position: Position, move: str, bounds: tuple[int, int], distance: int | None
) -> MoveAnalysis:
    lo, hi = bounds_for_mover(position, bounds)
    decided = lo == hi or lo > 0 or hi < 0
    return MoveAnalysis(
        move=move,
        outcome=outcome_from_bounds(lo, hi) if decided else "unknown",
        score=lo if lo == hi else None,
        distance=distance,
        bounds=(lo, hi),
    )


def _rank(move: MoveAnalysis) -> tuple[int, int, int]:
    """Return what sorts moves: best first, short wins and long losses first."""
    lo, hi = move.bounds
    plies = move.distance or 0
    return (-lo, -hi, plies if lo > 0 else -plies)
