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
    """How far a build is."""

    seconds: float
    positions: int
    """Positions that are known."""
    total: int
    """Positions of all boards."""
    bytes: int
    """Memory in use."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many positions have values of which kind."""

    positions: int
    ups_and_nimbers: int
    """Those of value n·↑ + ∗k."""
    restricted: int
    """Those to which the restricted procedure of Claessen's thesis gives a value."""
    values: int
    """Different values."""

    @property
    def share(self) -> float:
        """The share of positions of value n·↑ + ∗k, from 0 to 1."""
        return self.ups_and_nimbers / self.positions if self.positions else 0.0

    @property
    def restricted_share(self) -> float:
        """The share that the restricted procedure values, from 0 to 1."""
        return self.restricted / self.positions if self.positions else 0.0

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes."""
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
    """What the file of a board has."""

    game: str
    board: str
    """Its size, ROWSxCOLUMNS."""
    file: str
    bytes: int
    all: Share
    """Every position."""
    non_decomposable: Share
    """Those that are one part, reach all four borders, and have nothing beside it."""

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes."""
        return {
            "board": self.board,
            "file": self.file,
            "bytes": self.bytes,
            **self.all.to_json(),
            "non_decomposable": self.non_decomposable.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Probe:
    """What a database says of a position."""

    value: Value | None
    """None if a part is on no board of the database."""
    parts: tuple[tuple[str, Value | None], ...]
    """Text and value of each independent part in which somebody can move."""


def build_database(
    game: str,
    size: str,
    directory: str | os.PathLike[str],
    *,
    threads: int | None = None,
    max_memory: float | None = None,
    save_every: float = 30.0,
    progress: Callable[[BuildProgress], None] | None = None,
) -> list[str]:
    """Build the database of all boards up to a size; returns the sizes that were built.

    Boards that the directory has already are kept. A build that was stopped goes on.

    Parameters
    ----------
    game : str
        A game whose positions have values, on a board of cells with two or three states.
    size : str
        The largest board, ``ROWSxCOLUMNS``. Boards that are higher than wide are looked up turned,
        so ``4x3`` is ``3x4``.
    directory : path
        Where the files go.
    threads : int, optional
        Threads that work; by default one for each core.
    max_memory : float, optional
        Megabytes; 4,295 where none are given.
    save_every : float
        Seconds after which what is known of the board under way is saved, so that a build that is
        killed loses no more than that.
    progress : callable, optional
        Called about ten times a second.

    Raises
    ------
    UnsuitableError
        If the game has no such database.
    DamagedFileError
        If a file that is there is not whole.
    MemoryError
        If the limit is too low.
    KeyboardInterrupt
        After Ctrl-C; what is done is kept.

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

    def tell(told: dict[str, Any]) -> None:
        assert progress is not None
        progress(BuildProgress(told["seconds"], told["nodes"], told["expansions"], told["bytes"]))

    built = _core.build_database(
        valid_unicode(game),
        rows,
        columns,
        directory,
        threads,
        limit,
        save_every,
        None if progress is None else tell,
    )
    return [f"{r}x{c}" for r, c in built]


def database_stat(path: str | os.PathLike[str]) -> list[BoardStat]:
    """Count the positions of a directory's boards, or of one board's file.

    Raises
    ------
    OSError
        If there is no database.
    DamagedFileError
        If a file is not whole, or does not go with the others.
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
    """An open database, whose files are mapped into memory and shared with other processes.

    Parameters
    ----------
    directory : path
        Where `build_database` has put it.

    Raises
    ------
    OSError
        If there is no database.
    DamagedFileError
        If a file is not whole, or does not go with the others.
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        """Open the files, and check them."""
        self._core = _core.open_database(directory)

    @property
    def game(self) -> str:
        """The game's name."""
        return self._core.game

    def probe(self, position: Position | str) -> Probe:
        """Look a position up, on a board of any size: the whole, or the sum of its parts."""
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
    """Look one position up; for many, open a `Database`.

    Parameters
    ----------
    directory : path
        The database.
    position : Position or str
        A position of the database's game; on any board, as long as its parts fit.
    """
    return Database(directory).probe(position)


def _size(game: str, size: str) -> tuple[int, int]:
    """Rows and columns of a size."""
    rows, separator, columns = size.partition("x")
    if not separator or not (rows.isdecimal() and columns.isdecimal()):
        raise ParameterError(f"'{valid_unicode(size)}' is no size such as 3x4")
    read_position(game, size)  # says what is wrong with the game or the board
    return int(rows), int(columns)
