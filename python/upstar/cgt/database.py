"""Endgame databases: the exact value of every position of every board up to a size."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upstar import _core
from upstar.cgt.value import Value, value_from_core
from upstar.errors import ParameterError
from upstar.position import Position
from upstar.position import position as read_position
from upstar.progress import BUILD, Auto, reporting
from upstar.text import valid_unicode

__all__ = [
    "BoardStat",
    "BuildProgress",
    "Database",
    "Probe",
    "Share",
    "build_database",
    "database_stat",
    "probe",
]


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The state of a running build, as ``progress`` callbacks receive it.

    Attributes
    ----------
    seconds : float
        Elapsed time.
    positions : int
        Positions whose value is known.
    total : int
        Positions of all boards.
    bytes : int
        Memory in use.

    Examples
    --------
    >>> from upstar.cgt.database import BuildProgress
    >>> p = BuildProgress(seconds=1.5, positions=50, total=200, bytes=10_000)
    >>> f"{p.positions / p.total:.0%}"
    '25%'
    """

    seconds: float
    positions: int
    total: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many positions have values of which kind.

    Attributes
    ----------
    positions : int
        All positions.
    ups_and_nimbers : int
        Positions of value n·↑ + ∗k.
    restricted : int
        Positions to which the restricted procedure of Claessen's thesis gives a value.
    values : int
        Different values.

    Examples
    --------
    >>> from upstar.cgt.database import Share
    >>> s = Share(positions=9, ups_and_nimbers=9, restricted=6, values=3)
    >>> s.share, round(s.restricted_share, 2), s.to_json()["values"]
    (1.0, 0.67, 3)

    References
    ----------
    Claessen, *Combinatorial Game Theory in Clobber*, 2011.
    """

    positions: int
    ups_and_nimbers: int
    restricted: int
    values: int

    @property
    def share(self) -> float:
        """The share of positions of value n·↑ + ∗k, from 0 to 1."""
        return self.ups_and_nimbers / self.positions if self.positions else 0.0

    @property
    def restricted_share(self) -> float:
        """The share of positions that the restricted procedure values, from 0 to 1."""
        return self.restricted / self.positions if self.positions else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The counts and shares by name.
        """
        return {
            "positions": self.positions,
            "ups_and_nimbers": self.ups_and_nimbers,
            "share": self.share,
            "restricted": self.restricted,
            "restricted_share": self.restricted_share,
            "values": self.values,
        }


@dataclass(frozen=True, slots=True)
class BoardStat:
    """The statistics of the file of one board.

    Attributes
    ----------
    game : str
        The name of the game.
    board : str
        The size, ``ROWSxCOLUMNS``.
    file : str
        The name of the file.
    bytes : int
        The size of the file.
    all : Share
        Counts of all positions.
    non_decomposable : Share
        Counts of the positions that are one part, reach all four borders, and contain nothing else.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x3", where)
    >>> stat = upstar.database_stat(where)[-1]
    >>> stat.board, stat.all.positions, stat.to_json()["positions"]
    ('1x3', 27, 27)
    """

    game: str
    board: str
    file: str
    bytes: int
    all: Share
    non_decomposable: Share

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The counts of all positions, and under ``non_decomposable`` those of the others.
        """
        return {
            "board": self.board,
            "file": self.file,
            "bytes": self.bytes,
            **self.all.to_json(),
            "non_decomposable": self.non_decomposable.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Probe:
    """The answer of a database about a position.

    Attributes
    ----------
    value : Value or None
        The value; None if a part fits on no board of the database.
    parts : tuple of tuple
        Text and value of each independent part in which a player can move.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x3", where)
    >>> found = upstar.probe(where, "xo.xxo")
    >>> found.value, len(found.parts)
    (Value('^*'), 2)
    """

    value: Value | None
    parts: tuple[tuple[str, Value | None], ...]


def build_database(
    game: str,
    size: str,
    directory: str | os.PathLike[str],
    *,
    threads: int | None = None,
    max_memory: float | None = None,
    save_every: float = 30.0,
    progress: Callable[[BuildProgress], None] | Auto | None = "auto",
) -> list[str]:
    """Build the endgame database of all boards up to a size.

    Boards that the directory already has are kept. A build that was stopped resumes.

    Parameters
    ----------
    game : str
        A game whose positions have values, on a board of cells with two or three states.
    size : str
        The largest board, ``ROWSxCOLUMNS``. Boards that are higher than wide are looked up turned,
        so ``4x3`` means ``3x4``.
    directory : path
        Where to write the files.
    threads : int, optional
        The number of threads; by default one for each core.
    max_memory : float, optional
        The most memory, in megabytes; 4,295 by default.
    save_every : float
        Seconds between two saves of an unfinished board. A killed build loses at most this much.
    progress : callable, 'auto' or None
        Called with a ``BuildProgress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    list of str
        The sizes that were built.

    Raises
    ------
    ParameterError
        If a size or a limit has a value that is not allowed.
    UnsuitableError
        If the game has no such database.
    DamagedFileError
        If an existing file is not complete.
    MemoryError
        If the memory limit is too low.
    KeyboardInterrupt
        After Ctrl-C; finished work is kept.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> upstar.build_database("clobber", "2x3", where)
    ['1x1', '1x2', '1x3', '2x2', '2x3']
    >>> upstar.probe(where, upstar.position("clobber", "xo.xxo")).value
    Value('^*')
    """
    rows, columns = _size(game, size)
    threads = threads or os.cpu_count() or 1
    if not 1 <= threads <= 1024:
        raise ParameterError(f"threads must be from 1 to 1024, not {threads}")
    if max_memory is not None and not max_memory > 0:
        raise ParameterError(f"max_memory must be more than 0, not {max_memory}")
    if not save_every >= 0:
        raise ParameterError(f"save_every must be at least 0, not {save_every}")
    limit = None if max_memory is None else int(min(max_memory * 1e6, 2**62))

    name, folder = valid_unicode(game), directory
    with reporting(progress, BUILD) as report:
        built = _core.build_database(
            name, rows, columns, folder, threads, limit, save_every, _core_progress(report)
        )
    return [f"{r}x{c}" for r, c in built]


def _core_progress(
    progress: Callable[[BuildProgress], None] | None,
) -> Callable[[dict[str, Any]], None] | None:
    """Return a function that converts the core's reports for ``progress``, if there is one."""
    keys = ("seconds", "nodes", "expansions", "bytes")
    if progress is None:
        return None
    return lambda state: progress(BuildProgress(*(state[key] for key in keys)))


def database_stat(path: str | os.PathLike[str]) -> list[BoardStat]:
    """Count the positions of the boards in a directory, or of one board's file.

    Parameters
    ----------
    path : path
        A directory with a database, or one of its files.

    Returns
    -------
    list of BoardStat
        The statistics of each board.

    Raises
    ------
    OSError
        If there is no database.
    DamagedFileError
        If a file is not complete or belongs to another database.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x3", where)
    >>> [(stat.board, stat.all.positions) for stat in upstar.database_stat(where)]
    [('1x1', 3), ('1x2', 9), ('1x3', 27)]
    """
    game, boards = _core.database_stat(path)
    return [
        BoardStat(
            game=game,
            board=f"{found['rows']}x{found['columns']}",
            file=Path(found["path"]).name,
            bytes=found["bytes"],
            all=Share(**found["all"]),
            non_decomposable=Share(**found["whole"]),
        )
        for found in boards
    ]


class Database:
    """An open endgame database. Its files are mapped into memory and shared between processes.

    Parameters
    ----------
    directory : path
        The directory that ``build_database`` filled.

    Raises
    ------
    OSError
        If there is no database.
    DamagedFileError
        If a file is not complete or belongs to another database.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x3", where)
    >>> database = upstar.Database(where)
    >>> database.game, database.probe("xo").value
    ('clobber', Value('*'))
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        """Open and check the files."""
        self._core = _core.open_database(directory)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._core.game

    def probe(self, position: Position | str) -> Probe:
        """Look up a position on a board of any size: as a whole, or as the sum of its parts.

        Parameters
        ----------
        position : Position or str
            A position of the game of the database.

        Returns
        -------
        Probe
            The value, if all parts are in the database, and the parts.

        Raises
        ------
        PositionError
            If a text is not a position of the game.

        Examples
        --------
        >>> import tempfile, upstar
        >>> where = tempfile.mkdtemp()
        >>> built = upstar.build_database("clobber", "1x3", where)
        >>> upstar.Database(where).probe("xxo").value
        Value('^')
        """
        if isinstance(position, str):
            position = read_position(self.game, position)
        value, parts = self._core.probe(position._core)
        return Probe(
            value=None if value is None else value_from_core(value),
            parts=tuple(
                (text, None if part is None else value_from_core(part)) for text, part in parts
            ),
        )


def probe(directory: str | os.PathLike[str], position: Position | str) -> Probe:
    """Look up one position. To look up many, open a ``Database``.

    Parameters
    ----------
    directory : path
        The directory of the database.
    position : Position or str
        A position of its game, on any board. Its parts must fit on boards of the database.

    Returns
    -------
    Probe
        The value, if all parts are in the database, and the parts.

    Raises
    ------
    OSError
        If there is no database.
    DamagedFileError
        If a file is not complete or belongs to another database.

    Examples
    --------
    >>> import tempfile, upstar
    >>> where = tempfile.mkdtemp()
    >>> built = upstar.build_database("clobber", "1x3", where)
    >>> upstar.probe(where, "xo").value
    Value('*')
    """
    return Database(directory).probe(position)


def _size(game: str, size: str) -> tuple[int, int]:
    """Return the rows and columns of a size."""
    rows, separator, columns = size.partition("x")
    if not separator or not (rows.isdecimal() and columns.isdecimal()):
        raise ParameterError(
            f"'{valid_unicode(size)}' is not a size; write ROWSxCOLUMNS, such as 3x4"
        )
    read_position(game, size)  # raises an error about the game or the size
    return int(rows), int(columns)
