"""What is proved of moves before an analysis begins: the entries of a book, or a checkpoint.

The checkpoint of an analysis is the file ``analysis.json`` in a directory that the user names. It
has the question, the fingerprint of the core's sources, what is proved of each move, and a checksum
of all this. It is replaced as a whole. Only one analysis at a time uses the directory.
"""

import json
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from upstar import _core
from upstar.book import Book
from upstar.errors import UnsuitableError
from upstar.position import Position

KnownMove = tuple[str, tuple[int, int], int | None, str | None]
"""A move, bounds on its score from Left's point of view, its distance, and how it was proved."""

_FORMAT = 1
_FILE = "analysis.json"


def moves_in_book(book: Book, position: Position, *, distance: bool) -> list[KnownMove]:
    """Return what a book proves of the moves of a position; nothing if it is of another board.

    No move is better than its position. So a lost position in the book settles all moves.
    """
    if not book._core.suits(position._core):
        return []
    scores = position.scores
    lowest, highest = min(scores[0], -scores[-1]), max(scores[-1], -scores[0])
    (entry,) = book._core.probe_many([position._core])
    root = (lowest, highest) if entry is None else entry[0]
    is_left = position.to_move == position.labels[0]
    least, most = (lowest, root[1]) if is_left else (root[0], highest)
    known: list[KnownMove] = []
    for move, after in book._core.moves(position._core):
        (lo, hi), plies = ((lowest, highest), None) if after is None else after
        lo, hi = max(lo, least), min(hi, most)
        # The rules prove a move that ends the game.
        if (lo, hi) != (lowest, highest) and position.play(move).outcome is None:
            known.append((move, (lo, hi), plies if distance and lo == hi != 0 else None, "book"))
    return known


class AnalysisCheckpoint:
    """The settled moves of an analysis on disk, from which a killed analysis resumes.

    Parameters
    ----------
    directory : path
        Where the file is.
    position : Position
        The position that is analysed.
    distance : bool
        Whether distances are asked for.
    """

    def __init__(
        self, directory: str | os.PathLike[str], position: Position, *, distance: bool
    ) -> None:
        """Lock the directory, and read what an earlier analysis has proved.

        Raises
        ------
        UnsuitableError
            If the game has no stable keys, another search uses the directory, or the file is not a
            checkpoint of this analysis.
        """
        self._lock = _core.lock_checkpoint(position._core, directory)
        self._path = Path(directory) / _FILE
        self._question = {
            "upstar-analysis": _FORMAT,
            "core": _core.build_info()["sources"],
            "game": position.game,
            "position": str(position),
            "to_move": position.to_move,
            "distance": distance,
        }
        self.error: str | None = None
        """Why the last save failed, if it did."""
        try:
            self.moves: list[KnownMove] = self._read()
            """What is saved."""
        except BaseException:
            # A traceback may keep this object for a while. The directory is free at once.
            del self._lock
            raise

    def __enter__(self) -> Self:
        """Return the checkpoint."""
        return self

    def __exit__(self, *_: object) -> None:
        """Release the directory."""
        del self._lock

    def save(self, rows: Iterable[Sequence[Any]]) -> None:
        """Save what is proved of the moves, if it is new. A failure is stored in ``error``."""
        moves = [_known(row) for row in rows]
        if moves == self.moves:
            return
        body = {**self._question, "moves": moves}
        text = json.dumps({**body, "checksum": _checksum(body)})
        draft = self._path.with_suffix(".part")
        try:
            with draft.open("w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        except OSError as error:
            self.error = f"cannot write {self._path}: {error.strerror or error}"
            with suppress(OSError):
                draft.unlink()
        else:
            self.moves, self.error = moves, None

    def _read(self) -> list[KnownMove]:
        try:
            found = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._rejection(f"it cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError):
            raise self._rejection("it is not a checkpoint of an analysis") from None
        if not isinstance(found, dict) or "upstar-analysis" not in found:
            raise self._rejection("it is not a checkpoint of an analysis")
        if found.pop("checksum", None) != _checksum(found):
            raise self._rejection("its checksum is wrong: some of its bytes have changed")
        for name, wanted in self._question.items():
            if found.get(name) != wanted:
                raise self._rejection(f"its {name} is '{found.get(name)}', not '{wanted}'")
        return [_known(row) for row in found["moves"]]

    def _rejection(self, why: str) -> UnsuitableError:
        advice = "name another directory, or remove the file"
        return UnsuitableError(f"cannot resume from {self._path}: {why}; {advice}")


def _known(row: Sequence[Any]) -> KnownMove:
    move, (lo, hi), distance, proved_by = row
    return move, (lo, hi), distance, proved_by


def _checksum(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
