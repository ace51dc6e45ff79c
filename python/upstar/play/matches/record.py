"""The file of a match: a JSON line about the match, then one for each finished game.

A line is written at once and completely. A killed match loses only the games in progress. An
incomplete last line is dropped when the file is read again.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from upstar.errors import ParameterError

__all__ = ["GameRecord", "read_match"]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game of a match.

    Attributes
    ----------
    pair : int
        The number of the pair of games to which it belongs.
    first : int
        The index of the player who moved first after the opening.
    second : int
        The index of the other player.
    opening : list of str
        The moves of the opening.
    moves : list of str
        The moves after the opening.
    points : float
        The points of the player who moved first: 1, ½ or 0.
    reason : str
        ``'played'``, or how the game was lost: ``'crash'``, ``'time'`` or ``'illegal'``.
    message : str
        The error message of a player that failed.
    seconds : tuple of float
        The time of both players, the first player first.
    overtime : tuple of int
        The number of moves of each player that clearly exceeded the time limit.
    effort : list of tuple
        For each move the number of playouts, if any, and the seconds.

    Examples
    --------
    >>> game = GameRecord(0, 0, 1, [], ["a1a2"], 1.0, "played")
    >>> game.to_json()["points"]
    1.0
    """

    pair: int
    first: int
    second: int
    opening: list[str]
    moves: list[str]
    points: float
    reason: str
    message: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)
    overtime: tuple[int, int] = (0, 0)
    effort: list[tuple[int | None, float]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the game as a dictionary, one line of the file.

        Returns
        -------
        dict
            The attributes by name, and ``kind``.
        """
        return {"kind": "game", **asdict(self)}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> "GameRecord":
        """Create a record from what ``to_json`` returned.

        Parameters
        ----------
        document : dict
            The game.

        Returns
        -------
        GameRecord
            The record.

        Examples
        --------
        >>> game = GameRecord(0, 0, 1, [], ["a1a2"], 1.0, "played")
        >>> GameRecord.from_json(game.to_json()) == game
        True
        """
        given = {key: value for key, value in document.items() if key != "kind"}
        given["seconds"] = tuple(given["seconds"])
        given["overtime"] = tuple(given["overtime"])
        given["effort"] = [tuple(item) for item in given["effort"]]
        return cls(**given)


class MatchFile:
    """The file of a match. It is read if it exists; finished games are appended."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Read the games that the file already has.

        Raises
        ------
        ParameterError
            If the file is the record of another match, or not a record.
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
            self._path.write_bytes(b"")  # the match was killed while writing the header
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
            self._path.write_bytes(b"")  # another match was rejected before its first game
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
        """Append a game."""
        self.games.append(game)
        self._append([game.to_json()])

    def _append(self, documents: Iterable[dict[str, Any]]) -> None:
        with self._path.open("ab") as file:
            for document in documents:
                file.write(json.dumps(document).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def read_match(path: str | Path) -> tuple[dict[str, Any], list[GameRecord]]:
    """Return the description of a match and its games.

    Parameters
    ----------
    path : path
        The file that ``match(..., record=path)`` wrote.

    Returns
    -------
    header : dict
        The description: game, players, budget, openings, seed.
    games : list of GameRecord
        The finished games.

    Raises
    ------
    ParameterError
        If the file is not the record of a match.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "match.jsonl")
    >>> result = upstar.match("clobber", "2x2", a="random", b="random", games=2, record=path)
    >>> header, games = read_match(path)
    >>> header["players"], len(games)
    (['random', 'random'], 2)
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
