"""Building books: solving all positions up to a depth."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upstar import _core
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    core_limits,
    core_parameters,
    positive_number,
    whole_number,
)
from upstar.errors import ParameterError
from upstar.position import Position
from upstar.text import valid_unicode

__all__ = ["BookProgress", "BookReport", "build_book"]


@dataclass(frozen=True, slots=True)
class BookProgress:
    """The state of a running build of a book, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    solved : int
        Positions that were searched.
    total : int
        Positions to search; images of each other count once.

    Examples
    --------
    >>> from upstar.book_builder import BookProgress
    >>> BookProgress(1.5, 3, 12).total
    12
    """

    seconds: float
    solved: int
    total: int


@dataclass(frozen=True, slots=True)
class BookReport:
    """What a build of a book did.

    Attributes
    ----------
    positions : int
        The positions in the file.
    wanted : int
        The positions at the last ply that had no answer yet.
    solved : int
        How many of these were solved.

    Examples
    --------
    >>> from upstar.book_builder import BookReport
    >>> BookReport(positions=21, wanted=16, solved=16).complete
    True
    """

    positions: int
    wanted: int
    solved: int

    @property
    def complete(self) -> bool:
        """Whether every wanted position was solved."""
        return self.solved == self.wanted


def build_book(
    position: Position,
    path: str | os.PathLike[str],
    *,
    depth: int,
    algorithm: str = "auto",
    distance: bool = False,
    position_nodes: int | None = None,
    position_seconds: float | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int | None = None,
    save_every: float = 30.0,
    progress: Callable[[BookProgress], None] | None = None,
    **parameters: object,
) -> BookReport:
    """Solve all positions up to a depth and store what is proved in a book.

    A file that exists is extended: its entries are kept, and positions that it has are not solved
    again. So a build that was stopped resumes, and a deeper book starts from a shallower one.

    Parameters
    ----------
    position : Position
        Where the book starts.
    path : path
        The file.
    depth : int
        Positions after this many plies are solved; those before follow from them.
    algorithm : str
        One of ``algorithms``.
    distance : bool
        Also store the plies to the end of the game.
    position_nodes : int, optional
        Stop the search of a position after this many nodes.
    position_seconds : float, optional
        Stop the search of a position after this many seconds.
    max_seconds : float, optional
        Stop the build after this many seconds. The same call resumes it.
    max_memory : float, optional
        The most memory, in megabytes; by default 4 GiB.
    threads : int, optional
        How many positions are searched at a time; by default one for each processor.
    save_every : float
        Seconds between two saves. A killed build loses at most this much.
    progress : callable, optional
        Called with a ``BookProgress`` about ten times a second.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    BookReport
        How many positions the file has, and how many were solved.

    Raises
    ------
    ParameterError
        If a limit has a value that is not allowed.
    UnsuitableError
        If positions of the game cannot be stored, or the file is of another board.
    DamagedFileError
        If an existing file is not a book.
    MemoryError
        If there are too many positions for the memory.
    KeyboardInterrupt
        After Ctrl-C; what was solved is in the file.

    Examples
    --------
    >>> import tempfile, upstar
    >>> start = upstar.position("mnk", "3x3:3")
    >>> path = tempfile.mkdtemp() + "/tic-tac-toe.book"
    >>> upstar.build_book(start, path, depth=1)
    BookReport(positions=10, wanted=9, solved=9)
    >>> upstar.solve(start, book=path).note == f"from the book {path}"
    True
    """
    depth = whole_number("depth", depth, least=0)
    limits = core_limits(
        position_nodes, position_seconds, max_memory, None, threads or os.cpu_count() or 1, 0
    )
    seconds = positive_number("max_seconds", max_seconds)
    if not save_every >= 0:
        raise ParameterError(f"save_every must be at least 0, not {save_every}")
    options = {
        **DEFAULT_OPTIONS,
        **limits,
        "parameters": core_parameters(parameters),
        "distance": distance,
    }

    def report(state: dict[str, Any]) -> None:
        assert progress is not None
        progress(BookProgress(state["seconds"], state["nodes"], state["expansions"]))

    built = _core.build_book(
        position._core,
        path,
        depth,
        valid_unicode(algorithm, "algorithm"),
        options,
        seconds,
        float(save_every),
        None if progress is None else report,
    )
    return BookReport(*built)
