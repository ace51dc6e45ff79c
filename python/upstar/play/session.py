"""A game that a person plays: a start, the moves so far, and going back and forth in them."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from upstar.errors import MoveError, ParameterError, UpstarError
from upstar.position import Position, position


@dataclass
class GameSession:
    """A game in progress.

    Examples
    --------
    >>> import upstar
    >>> session = GameSession(upstar.position("domineering", "2x2"))
    >>> session.play("a1a2")
    >>> str(session.position), session.undo(), str(session.position), session.redo()
    ('#./#.', 'a1a2', '../..', 'a1a2')
    """

    start: Position
    moves: list[str] = field(default_factory=list)
    resigned: str | None = None
    """The label of the player who has resigned."""
    _undone: list[str] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        here = self.start
        for move in self.moves:
            here = here.play(move)
        return here

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.resigned is not None or self.position.outcome is not None

    @property
    def winner(self) -> str | None:
        """The label of the winner; None for a draw, or while the game goes on."""
        here = self.position
        left, right = here.labels
        if self.resigned is not None:
            return right if self.resigned == left else left
        if here.outcome in (None, "draw"):
            return None
        waiting = right if here.to_move == left else left
        return here.to_move if here.outcome == "win" else waiting

    def play(self, move: str) -> None:
        """Play a legal move.

        Raises
        ------
        MoveError
            If it is not legal, or the game is over.
        """
        if self.is_over:
            raise MoveError(f"'{move}' cannot be played: the game is over")
        self.position.play(move)
        self.moves.append(move)
        self._undone.clear()

    def undo(self) -> str | None:
        """Take the last move, or a resignation, back; the move, if there was one."""
        if self.resigned is not None:
            self.resigned = None
            return None
        if not self.moves:
            return None
        self._undone.append(self.moves.pop())
        return self._undone[-1]

    def redo(self) -> str | None:
        """Play a move again that was taken back."""
        if not self._undone:
            return None
        self.moves.append(self._undone.pop())
        return self.moves[-1]

    def resign(self) -> None:
        """The player to move gives up."""
        self.resigned = self.position.to_move

    def to_json(self) -> dict[str, Any]:
        """Plain data, from which `from_json` makes the game again."""
        return {
            "kind": "sitting",
            "game": self.start.game,
            "position": str(self.start),
            "to_move": self.start.to_move,
            "moves": self.moves,
            "resigned": self.resigned,
        }

    @classmethod
    def from_json(cls, document: Any) -> "GameSession":
        """The inverse of `to_json`, for registered games.

        Raises
        ------
        ParameterError
            If it is no such thing.
        """
        try:
            start = position(document["game"], document["position"], to_move=document["to_move"])
            session = cls(start)
            for move in document["moves"]:
                session.play(move)
            resigned = document.get("resigned")
            if resigned is not None and resigned not in start.labels:
                raise ParameterError(f"there is no player '{resigned}'")
        except (KeyError, TypeError, AttributeError, UpstarError) as error:
            raise ParameterError(f"this is not a saved game: {error}") from None
        session.resigned = resigned
        return session

    def save(self, path: Path) -> None:
        """Write the game to a file, whole or not at all."""
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps(self.to_json(), indent=2) + "\n", encoding="utf-8")
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> "GameSession":
        """Read a game from a file.

        Raises
        ------
        ParameterError
            If the file cannot be read or is no saved game.
        """
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ParameterError(f"'{path}' cannot be loaded: {why}") from None
        return cls.from_json(document)
