"""Games of a match, on disk as they end: a line of JSON each, after a line about the match.

A line is written at once and whole, so that a killed match has lost only the games that were
being played; a line that was cut short is dropped when the file is read again.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from upstar.errors import ParameterError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game that was played."""

    pair: int
    """Which pair of which pairing it belongs to."""
    first: int
    """The number of the player who moved first after the opening: an index into the players."""
    second: int
    opening: list[str]
    moves: list[str]
    """What was played after the opening."""
    points: float
    """Of the one who moved first: 1, ½ or 0."""
    reason: str
    """``'played'``, or how it was lost: ``'crash'``, ``'time'``, ``'illegal'``."""
    message: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)
    """What both used, the first first."""
    overtime: tuple[int, int] = (0, 0)
    """Moves that took clearly longer than they should."""
    effort: list[tuple[int | None, float]] = field(default_factory=list)
    """For each move the playouts (if any) and the seconds that it took."""

    def to_json(self) -> dict[str, Any]:
        """As a line of the file has it."""
        return {"kind": "game", **asdict(self)}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> "GameRecord":
        """The inverse of `to_json`."""
        given = {key: value for key, value in document.items() if key != "kind"}
        given["seconds"] = tuple(given["seconds"])
        given["overtime"] = tuple(given["overtime"])
        given["effort"] = [tuple(item) for item in given["effort"]]
        return cls(**given)


class MatchFile:
    """A match's file: read when it exists, then appended to."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Read the games that are there already.

        Raises
        ------
        ParameterError
            If the file is of another match, or of none.
        """
        self._path = path
        self._header = {"kind": "match", "format": FORMAT, **header}
        self.games: list[GameRecord] = []
        try:
            if path.exists() and path.stat().st_size:
                self._read()
            else:
                self._append([self._header])
        except OSError as error:
            raise ParameterError(f"games cannot be recorded in '{path}': {error}") from None

    def _read(self) -> None:
        lines = self._path.read_bytes().split(b"\n")
        cut_short = lines.pop()
        if not lines and json.dumps(self._header).encode().startswith(cut_short):
            self._path.write_bytes(b"")  # killed while it was begun
            return self._append([self._header])
        try:
            documents = [json.loads(line) for line in lines]
            found = dict(documents[0])
            games = [GameRecord.from_json(document) for document in documents[1:]]
        except (ValueError, LookupError, TypeError, AttributeError):
            raise ParameterError(f"'{self._path}' is not the record of a match") from None
        differing = sorted(
            key for key in {*found, *self._header} if found.get(key) != self._header.get(key)
        )
        if differing and found.get("kind") == "match" and not games and not cut_short:
            self._path.write_bytes(b"")  # a match that was refused before its first game
            return self._append([self._header])
        if differing:
            raise ParameterError(
                f"'{self._path}' is the record of another match (it differs in "
                f"{', '.join(differing)}); choose another file"
            )
        self.games = games
        if cut_short:
            with self._path.open("r+b") as file:
                file.truncate(self._path.stat().st_size - len(cut_short))

    def add(self, game: GameRecord) -> None:
        """Write a game down."""
        self.games.append(game)
        self._append([game.to_json()])

    def _append(self, documents: Iterable[dict[str, Any]]) -> None:
        with self._path.open("ab") as file:
            for document in documents:
                file.write(json.dumps(document).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def read_match(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """A match's description and its games.

    Raises
    ------
    ParameterError
        If the file is not the record of a match.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        header = json.loads(lines[0])
        if header.get("kind") != "match" or header.get("format") != FORMAT:
            raise ValueError
        games = []
        for number, line in enumerate(lines[1:], 2):
            try:
                games.append(GameRecord.from_json(json.loads(line)))
            except (ValueError, LookupError, TypeError):
                if number < len(lines):
                    raise
        return header, games
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise ParameterError(f"'{path}' is not the record of a match") from None
