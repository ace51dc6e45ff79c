"""Files of solved positions. A book has positions near the start of a game."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from upstar import _core
from upstar.core_bridge import (
    bounds_for_mover,
    outcome_from_bounds,
)
from upstar.errors import UnsuitableError
from upstar.position import Outcome, Position
from upstar.position import position as read_position
from upstar.render.array import numpy_module
from upstar.solution import Solution, Stats

if TYPE_CHECKING:
    import numpy

__all__ = ["Book", "SolvedPosition"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedPosition:
    """What a file says of a position, for the player to move.

    Attributes
    ----------
    position : Position
        The position.
    outcome : str
        ``'win'``, ``'draw'`` or ``'loss'``; ``'unknown'`` if only bounds are proved.
    score : int or None
        The exact score, if it is proved.
    distance : int or None
        The plies to the end of the game: the winner hastens, the loser delays. None for a draw, or
        if the file does not have it.
    bounds : tuple of int
        The score is proved to be at least the first and at most the second.
    moves : mapping of str to tuple
        For each legal move: outcome and distance for the player who makes it, or None if the file
        does not have the position after it.
    best_moves : tuple of str
        The moves that keep the score and the distance, as far as the file has them.

    Examples
    --------
    >>> import tempfile, upstar
    >>> solution = upstar.strong("connect-four", "3x4:3", tempfile.mkdtemp() + "/c4")
    >>> found = solution.probe(solution.root)
    >>> found.outcome, found.distance, found.best_moves
    ('win', 9, ('b', 'c'))
    >>> found.to_json()["moves"][0]
    {'move': 'b', 'outcome': 'win', 'distance': 9}
    """

    position: Position
    outcome: Outcome | Literal["unknown"]
    score: int | None
    distance: int | None
    bounds: tuple[int, int]
    moves: dict[str, tuple[Outcome | Literal["unknown"], int | None] | None]
    best_moves: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the entry as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The attributes by name; ``moves`` is a list, best moves first.
        """
        listed = sorted(self.moves.items(), key=lambda item: item[0] not in self.best_moves)
        return {
            "game": self.position.game,
            "position": str(self.position),
            "to_move": self.position.to_move,
            "outcome": self.outcome,
            "score": self.score,
            "distance": self.distance,
            "bounds": list(self.bounds),
            "best_moves": list(self.best_moves),
            "moves": [
                {
                    "move": move,
                    "outcome": "unknown" if found is None else found[0],
                    "distance": None if found is None else found[1],
                }
                for move, found in listed
            ],
        }


class Book:
    """An open file of solved positions. It is mapped into memory and shared between processes.

    Parameters
    ----------
    path : path
        A book, or a strong solution.

    Raises
    ------
    OSError
        If the file cannot be read.
    DamagedFileError
        If the file is damaged, or is of another kind.

    Examples
    --------
    >>> import tempfile, upstar
    >>> start = upstar.position("connect-four", "4x4")
    >>> path = tempfile.mkdtemp() + "/c4.book"
    >>> upstar.build_book(start, path, depth=2).positions
    21
    >>> book = upstar.Book(path)
    >>> len(book), book.game, book.probe(start).outcome
    (21, 'connect-four', 'draw')
    >>> str(book.root), book.kind, book.bytes > 4096, sorted(book.provenance)
    ('..../..../..../....', 'book', True, ['checksum', 'sources', 'version'])
    """

    _only_strong = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open and check the file."""
        self.path = Path(path)
        self._core = _core.open_solved_positions(path, self._only_strong)
        self._header = self._core.header

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self._header["game"])

    @property
    def root(self) -> Position:
        """The position from which the others are reached."""
        return Position(self._core.root)

    @property
    def kind(self) -> str:
        """``'book'`` or ``'strong'``."""
        return str(self._header["kind"])

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return int(self._header["bytes"])

    @property
    def provenance(self) -> dict[str, str]:
        """The version and the fingerprint of the program that wrote the file."""
        return {name: str(self._header[name]) for name in ("version", "sources", "checksum")}

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._core)

    def __contains__(self, position: object) -> bool:
        """Return whether the file has a position."""
        return (
            isinstance(position, Position)
            and self._core.suits(position._core)
            and self._core.probe_many([position._core])[0] is not None
        )

    def probe(self, position: Position | str) -> SolvedPosition | None:
        """Look up a position and the positions after its moves.

        Parameters
        ----------
        position : Position or str
            A position on the board of the file.

        Returns
        -------
        SolvedPosition or None
            What is proved; None if the file does not have the position.

        Raises
        ------
        PositionError
            If a text is not a position of the game.
        UnsuitableError
            If the position is of another game or on another board.

        Examples
        --------
        >>> import tempfile, upstar
        >>> solution = upstar.strong("mnk", "3x3:3", tempfile.mkdtemp() + "/mnk")
        >>> solution.probe("x.o/.../..." + ":3").best_moves
        ('a2', 'a1', 'c1')
        >>> solution.probe("xxx/oo./o..:3") is None
        True
        """
        if isinstance(position, str):
            position = read_position(self.game, position)
        entry = self._core.probe_many([position._core])[0]
        if entry is None:
            return None
        moves = self._core.moves(position._core)
        (lo, hi), distance = bounds_for_mover(position, entry[0]), entry[1]
        found = {
            move: None if after is None else (bounds_for_mover(position, after[0]), after[1])
            for move, after in moves
        }
        best = {
            move: _rank(*after)
            for move, after in found.items()
            if after is not None and after[0] == (lo, hi) and lo == hi
        }
        return SolvedPosition(
            position=position,
            outcome=_outcome(lo, hi),
            score=lo if lo == hi else None,
            distance=distance,
            bounds=(lo, hi),
            moves={
                move: None if after is None else (_outcome(*after[0]), after[1])
                for move, after in found.items()
            },
            best_moves=tuple(move for move, rank in best.items() if rank == max(best.values())),
        )

    def probe_many(self, positions: Iterable[Position]) -> list[tuple[int | None, int | None]]:
        """Look up many positions at once.

        Parameters
        ----------
        positions : iterable of Position
            Positions on the board of the file.

        Returns
        -------
        list of tuple
            For each position its score for the player to move, and the plies to the end; None where
            the file does not have them.

        Raises
        ------
        UnsuitableError
            If a position is of another game or on another board.

        Examples
        --------
        >>> import tempfile, upstar
        >>> solution = upstar.strong("connect-four", "3x4:3", tempfile.mkdtemp() + "/c4")
        >>> start = solution.root
        >>> solution.probe_many([start, start.play("a")])
        [(1, 9), (-1, 10)]
        """
        listed = list(positions)
        answers: list[tuple[int | None, int | None]] = []
        for position, entry in zip(
            listed, self._core.probe_many([p._core for p in listed]), strict=True
        ):
            if entry is None:
                answers.append((None, None))
                continue
            lo, hi = bounds_for_mover(position, entry[0])
            answers.append((lo if lo == hi else None, entry[1]))
        return answers

    def code(self, position: Position) -> int:
        """Return the code of a position: its exact key and its player to move as one number.

        Parameters
        ----------
        position : Position
            A position on the board of the file.

        Returns
        -------
        int
            The code, from 0 on; -1 if no position of the file has a code like it.

        Raises
        ------
        UnsuitableError
            If the position is of another game or on another board.

        Examples
        --------
        >>> import tempfile, upstar
        >>> solution = upstar.strong("mnk", "2x2:2", tempfile.mkdtemp() + "/mnk")
        >>> solution.code(solution.root), solution.code(solution.root.play("a2"))
        (0, 3)
        """
        code = self._core.code(position._core)
        return -1 if code is None else code

    def probe_codes(
        self, codes: "numpy.ndarray[Any, Any]"
    ) -> "tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]":
        """Look up many codes at once, millions per second.

        Parameters
        ----------
        codes : numpy.ndarray
            Codes of positions as ``uint64``.

        Returns
        -------
        scores : numpy.ndarray
            The exact scores from Left's point of view as ``int8``; 2 where the file has none.
        distances : numpy.ndarray
            The plies to the end as ``uint16``; 65535 where there are none.

        Raises
        ------
        ImportError
            If NumPy is not installed.

        Examples
        --------
        >>> import numpy, tempfile, upstar
        >>> solution = upstar.strong("connect-four", "3x4:3", tempfile.mkdtemp() + "/c4")
        >>> codes = numpy.array([solution.code(solution.root), 12345], dtype="uint64")
        >>> scores, distances = solution.probe_codes(codes)
        >>> scores.tolist(), distances.tolist()
        ([1, 2], [9, 65535])
        """
        numpy = numpy_module()
        packed = numpy.ascontiguousarray(codes, dtype="<u8").tobytes()
        scores, distances = self._core.probe_codes(packed)
        return numpy.frombuffer(scores, dtype="i1"), numpy.frombuffer(distances, dtype="<u2")

    def solution(
        self,
        position: Position,
        *,
        algorithm: str = "auto",
        goal: int | None = None,
        distance: bool = False,
        seed: int = 0,
    ) -> Solution | None:
        """Return the answer of ``solve`` that follows from the file, without a search.

        Parameters
        ----------
        position : Position
            The position.
        algorithm : str
            The algorithm that the answer names.
        goal : int, optional
            The least score to prove, for the player to move.
        distance : bool
            Whether the plies to the end are asked for.
        seed : int
            The seed that the answer names.

        Returns
        -------
        Solution or None
            The answer; None if the file does not have it, or is of another board.

        Examples
        --------
        >>> import tempfile, upstar
        >>> solution = upstar.strong("connect-four", "3x4:3", tempfile.mkdtemp() + "/c4")
        >>> r = solution.solution(solution.root)
        >>> r.outcome, r.line, r.degree
        ('win', ('b', 'a', 'b', 'b', 'a', 'a', 'c', 'c', 'd'), 'strong')
        """
        found = self.probe(position) if self._core.suits(position._core) else None
        if found is None:
            return None
        lo, hi = found.bounds
        met = None if goal is None else True if lo >= goal else False if hi < goal else None
        solved = found.score is not None if goal is None else met is not None
        if not solved or (distance and found.score != 0 and found.distance is None):
            return None
        line = tuple(self._line(found))
        if not line and not position.is_over:
            return None  # The book ends here, so that it has no move.
        return Solution(
            position=position,
            algorithm=algorithm,
            parameters={},
            seed=seed,
            solved=True,
            outcome=outcome_from_bounds(lo, hi),
            score=found.score,
            distance=found.distance if distance else None,
            best_move=line[0] if line else None,
            line=line,
            stats=Stats(
                expansions=0, nodes=0, iterations=0, playouts=None, seconds=0.0, peak_bytes=0
            ),
            bounds=found.bounds,
            goal=goal,
            goal_met=met,
            note=f"from the {'strong solution' if self.kind == 'strong' else 'book'} {self.path}",
            from_strong_solution=self.kind == "strong",
        )

    def _line(self, found: SolvedPosition | None) -> Iterable[str]:
        """Yield the moves of best play, as far as the file has them."""
        while found is not None and found.best_moves:
            yield found.best_moves[0]
            found = self.probe(found.position.play(found.best_moves[0]))


def opened(book: "Book | str | os.PathLike[str]", position: Position | None = None) -> Book:
    """Return an open book; a path is opened. It must be of the board of `position`, if given."""
    found = book if isinstance(book, Book) else Book(book)
    if position is not None and not found._core.suits(position._core):
        raise UnsuitableError(
            f"{found.path} is for positions like {found.game} {found.root}, "
            f"not for {position.game} {position}"
        )
    return found


def _outcome(lo: int, hi: int) -> Outcome | Literal["unknown"]:
    return outcome_from_bounds(lo, hi) if lo == hi or lo > 0 or hi < 0 else "unknown"


def _rank(bounds: tuple[int, int], distance: int | None) -> int:
    """Return what is larger for a better move of the same score: a soon win, a late loss."""
    plies = distance or 0
    return -plies if bounds[0] > 0 else plies
