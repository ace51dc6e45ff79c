"""Strong solutions: the value of every position that can be reached."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upstar import _core
from upstar.book import Book
from upstar.core_bridge import core_limits
from upstar.errors import ParameterError, UnsuitableError
from upstar.position import Position, python_game
from upstar.position import position as read_position

__all__ = ["StrongProgress", "StrongSolution", "strong"]


class StrongSolution(Book):
    """A strong solution: score and distance of every position that can be reached from a root.

    ``probe`` returns None for a position that cannot be reached.

    Parameters
    ----------
    path : path
        The file that ``strong`` wrote.

    Raises
    ------
    OSError
        If the file cannot be read.
    DamagedFileError
        If the file is damaged, or is no strong solution.

    Examples
    --------
    >>> import tempfile, upstar
    >>> path = tempfile.mkdtemp() + "/c4.strong"
    >>> built = upstar.strong("connect-four", "4x4", path)
    >>> solution = upstar.StrongSolution(path)
    >>> len(solution), solution.root.to_move, solution.probe(solution.root).outcome
    (161029, 'first', 'draw')
    >>> sum(solution.outcomes.values()) == len(solution), solution.longest, solution.layers[:4]
    (True, 13, (1, 4, 16, 52))
    >>> solution.degree, solution.to_json()["positions"]
    ('strong', 161029)
    """

    _only_strong = True

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open and check the file."""
        super().__init__(path)

    @property
    def degree(self) -> str:
        """How the root is solved: ``'strong'``."""
        return "strong"

    @property
    def outcomes(self) -> dict[str, int]:
        """How many positions the player to move wins, draws and loses."""
        numbers = [int(number) for number in self._header["outcomes"].split(",")]
        return dict(zip(("win", "draw", "loss"), reversed(numbers), strict=True))

    @property
    def layers(self) -> tuple[int, ...]:
        """How many positions can be reached after 0, 1, 2, … plies.

        In some games a position can be reached after different numbers of plies. Then it counts
        several times.
        """
        return tuple(int(number) for number in self._header["layers"].split(","))

    @property
    def longest(self) -> int:
        """The plies to the end from the position where the loser can delay it the most."""
        return int(self._header["longest"])

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The root, its result, and the counts of positions.
        """
        root = self.probe(self.root)
        assert root is not None
        return {
            "game": self.game,
            "position": str(self.root),
            "to_move": self.root.to_move,
            "file": str(self.path),
            "bytes": self.bytes,
            "positions": len(self),
            "outcomes": self.outcomes,
            "layers": list(self.layers),
            "longest": self.longest,
            "outcome": root.outcome,
            "score": root.score,
            "distance": root.distance,
            "best_moves": list(root.best_moves),
            "degree": self.degree,
            **self.provenance,
        }


@dataclass(frozen=True, slots=True)
class StrongProgress:
    """The state of a running build, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    reached : int
        Positions that were found; after the first pass, all of them.
    solved : int
        Positions that were solved; 0 during the first pass.
    ply : int
        The ply of the positions that are worked on.
    bytes : int
        Memory in use.

    Examples
    --------
    >>> from upstar.strong_solutions import StrongProgress
    >>> StrongProgress(1.5, 200, 50, 7, 10_000).solved
    50
    """

    seconds: float
    reached: int
    solved: int
    ply: int
    bytes: int


def strong(
    game: str | Position,
    size: str | None = None,
    path: str | os.PathLike[str] | None = None,
    *,
    to_move: str | None = None,
    threads: int | None = None,
    max_memory: float | None = None,
    max_seconds: float | None = None,
    progress: Callable[[StrongProgress], None] | None = None,
) -> StrongSolution:
    """Solve every position that can be reached from a start position, and store it in a file.

    For each position the file has its score and the plies to the end of the game: the winner
    hastens and the loser delays. A build that was stopped resumes from the folder ``PATH.build``.
    A complete file is opened and not built again.

    Parameters
    ----------
    game : str or Position
        The name of a game; or a position, where the solution starts.
    size : str, optional
        A size or a position, as ``position`` reads it.
    path : path
        The file.
    to_move : str, optional
        The player to move, as in ``position``.
    threads : int, optional
        The number of threads; by default one for each processor.
    max_memory : float, optional
        The most memory, in megabytes; by default 4 GiB. Layers that do not fit are sorted on disk.
    max_seconds : float, optional
        Stop after this many seconds. The same call resumes the build.
    progress : callable, optional
        Called with a ``StrongProgress`` about ten times a second.

    Returns
    -------
    StrongSolution
        The open file.

    Raises
    ------
    ParameterError
        If a limit has a value that is not allowed, or there is no path.
    UnsuitableError
        If the positions of the game cannot be stored: Go, Seki, and games written in Python.
    DamagedFileError
        If the file exists and is of something else.
    TimeoutError
        If ``max_seconds`` is over.
    OSError
        If a file cannot be written.
    KeyboardInterrupt
        After Ctrl-C; the same call resumes the build.

    Examples
    --------
    >>> import tempfile, upstar
    >>> path = tempfile.mkdtemp() + "/tic-tac-toe"
    >>> len(upstar.strong("mnk", "3x3:3", path))
    5478
    >>> upstar.solve("mnk", "3x3:3", book=path).degree
    'strong'
    """
    position = game if isinstance(game, Position) else read_position(game, size, to_move=to_move)
    if path is None:
        raise ParameterError("the path of the file is missing")
    if python_game(position) is not None:
        raise UnsuitableError("there are no strong solutions of games written in Python")
    limits = core_limits(None, max_seconds, max_memory, None, threads or os.cpu_count() or 1, 0)

    def report(state: dict[str, Any]) -> None:
        assert progress is not None
        names = ("seconds", "nodes", "expansions", "depth", "bytes")
        progress(StrongProgress(*(state[name] for name in names)))

    _core.build_strong(
        position._core,
        path,
        limits["threads"],
        limits["max_bytes"],
        limits["max_seconds"],
        None if progress is None else report,
    )
    return StrongSolution(path)
