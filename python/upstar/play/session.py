"""A game in progress: its start, its moves, undo and redo."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from upstar.errors import MoveError, ParameterError, UpstarError
from upstar.position import Position, position


@dataclass
class GameSession:
    """A game in progress, with undo and redo.

    Attributes
    ----------
    start : Position
        Where the game began.
    moves : list of str
        The moves so far.
    resigned : str or None
        The label of the player who has resigned.

    Examples
    --------
    >>> import upstar
    >>> session = GameSession(upstar.position("domineering", "2x2"))
    >>> session.play("a1a2")
    >>> str(session.position), session.undo(), str(session.position), session.redo()
    ('#./#.', 'a1a2', '../..', 'a1a2')
    >>> session.resign()
    >>> session.is_over, session.winner, session.to_json()["resigned"]
    (True, 'vertical', 'horizontal')
    """

    start: Position
    moves: list[str] = field(default_factory=list)
    resigned: str | None = None
    _undone: list[str] = field(default_factory=list)

    @property
    def position(self) -> Position:
        """The current position."""
        here = self.start
        for move in self.moves:
            here = here.play(move)
        return here

    @property
    def is_over(self) -> bool:
        """Whether the game is over or a player has resigned."""
        return self.resigned is not None or self.position.outcome is not None

    @property
    def winner(self) -> str | None:
        """The label of the winner; None for a draw or while the game is not over."""
        here = self.position
        left, right = here.labels
        if self.resigned is not None:
            return right if self.resigned == left else left
        if here.outcome in (None, "draw"):
            return None
        waiting = right if here.to_move == left else left
        return here.to_move if here.outcome == "win" else waiting

    @property
    def verdict(self) -> str:
        """The player to move, or the result of the game, in words.

        Examples
        --------
        >>> import upstar
        >>> GameSession(upstar.position("domineering", "1x1")).verdict
        'the game is over: horizontal wins'
        """
        if not self.is_over:
            return f"{self.position.to_move} to move"
        winner = self.winner
        if self.resigned is not None:
            return f"{self.resigned} has resigned: {winner} wins"
        return "the game is over: a draw" if winner is None else f"the game is over: {winner} wins"

    def play(self, move: str) -> None:
        """Play a legal move.

        Parameters
        ----------
        move : str
            The move.

        Raises
        ------
        MoveError
            If the move is not legal or the game is over.

        Examples
        --------
        >>> import upstar
        >>> session = GameSession(upstar.position("domineering", "2x2"))
        >>> session.play("a1a2")
        >>> session.moves
        ['a1a2']
        """
        if self.is_over:
            raise MoveError(f"'{move}' cannot be played: the game is over")
        self.position.play(move)
        self.moves.append(move)
        self._undone.clear()

    def undo(self) -> str | None:
        """Take back the last move or a resignation.

        Returns
        -------
        str or None
            The move that was taken back; None for a resignation or if there is no move.
        """
        if self.resigned is not None:
            self.resigned = None
            return None
        if not self.moves:
            return None
        self._undone.append(self.moves.pop())
        return self._undone[-1]

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be played again.

        Examples
        --------
        >>> import upstar
        >>> session = GameSession(upstar.position("domineering", "2x2"), ["a1a2"])
        >>> session.can_redo, session.undo(), session.can_redo
        (False, 'a1a2', True)
        """
        return bool(self._undone)

    def redo(self) -> str | None:
        """Play again the move that was taken back last.

        Returns
        -------
        str or None
            The move; None if there is none.
        """
        if not self._undone:
            return None
        self.moves.append(self._undone.pop())
        return self.moves[-1]

    def resign(self) -> None:
        """Let the player to move resign."""
        self.resigned = self.position.to_move

    def to_json(self) -> dict[str, Any]:
        """Return the game as a dictionary that ``json.dumps`` and ``from_json`` accept.

        Returns
        -------
        dict
            Game, start, player to move, moves and resignation.
        """
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
        """Create a game from what ``to_json`` returned, for registered games.

        Parameters
        ----------
        document : dict
            The saved game.

        Returns
        -------
        GameSession
            The game.

        Raises
        ------
        ParameterError
            If it is not a saved game.

        Examples
        --------
        >>> import upstar
        >>> session = GameSession(upstar.position("domineering", "2x2"), ["a1a2"])
        >>> GameSession.from_json(session.to_json()) == session
        True
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
        """Write the game to a file. The file is replaced only when the new one is complete.

        Parameters
        ----------
        path : Path
            The file.

        Examples
        --------
        >>> import tempfile, upstar
        >>> path = Path(tempfile.mkdtemp()) / "game.json"
        >>> GameSession(upstar.position("domineering", "2x2"), ["a1a2"]).save(path)
        >>> GameSession.load(path).moves
        ['a1a2']
        """
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps(self.to_json(), indent=2) + "\n", encoding="utf-8")
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> "GameSession":
        """Read a game from a file that ``save`` wrote.

        Parameters
        ----------
        path : Path
            The file.

        Returns
        -------
        GameSession
            The game.

        Raises
        ------
        ParameterError
            If the file cannot be read or is not a saved game.

        Examples
        --------
        >>> import tempfile, upstar
        >>> path = Path(tempfile.mkdtemp()) / "game.json"
        >>> GameSession(upstar.position("domineering", "2x2"), ["a1a2"]).save(path)
        >>> str(GameSession.load(path).position)
        '#./#.'
        """
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise ParameterError(f"'{path}' cannot be loaded: {why}") from None
        return cls.from_json(document)
