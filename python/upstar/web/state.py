"""The state of a page: a game with its moves. Links and records describe it."""

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

from upstar.errors import ParameterError
from upstar.play.session import GameSession
from upstar.position import Position
from upstar.web.parsing import parse_position

VIEWS = ("board", "solve", "tree", "value", "reports")
_FIRST = ("clobber", "4x4")
"""The game and position of a page without a link."""


class State:
    """A game in progress. Views listen to its changes."""

    def __init__(self, session: GameSession | None = None) -> None:
        """Start from a session; by default from a new game."""
        self.session = session or GameSession(parse_position(*_FIRST))
        self.revision = 0
        """The number of changes, to recognize results for an old position."""
        self._cached: tuple[int, Position] | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def position(self) -> Position:
        """The current position."""
        if self._cached is None or self._cached[0] != self.revision:
            self._cached = (self.revision, self.session.position)
        return self._cached[1]

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each change of the position."""
        self._listeners.append(listener)

    def _changed(self) -> None:
        self.revision += 1
        for listener in self._listeners:
            listener()

    # Actions

    def begin(self, game: str, text: str, to_move: str | None = None) -> None:
        """Start a game from a position."""
        self.replace(GameSession(parse_position(game, text, to_move)))

    def replace(self, session: GameSession) -> None:
        """Replace the game by another one."""
        self.session = session
        self._changed()

    def play(self, move: str) -> None:
        """Play a move."""
        self.session.play(move)
        self._changed()

    def undo(self, count: int = 1) -> None:
        """Take moves back."""
        for _ in range(count):
            self.session.undo()
        self._changed()

    def redo(self) -> None:
        """Play the last move again that was taken back."""
        if self.session.redo() is not None:
            self._changed()

    def resign(self) -> None:
        """Resign for the player to move."""
        if not self.session.is_over:
            self.session.resign()
            self._changed()

    # Text

    @property
    def verdict(self) -> str:
        """The player to move, or the result of the game, in words."""
        return self.session.verdict

    def link(self, view: str = "board") -> str:
        """Return the path and query of an address that restores the state."""
        start = self.session.start
        query = {"game": start.game, "position": str(start)}
        if start.to_move != start.labels[0]:
            query["to_move"] = start.to_move
        if self.session.moves:
            query["moves"] = " ".join(self.session.moves)
        if view != VIEWS[0]:
            query["view"] = view
        return "/?" + urlencode(query, safe="/:,#")

    def record(self) -> str:
        """Return the game as text that `read_record` accepts."""
        start = self.session.start
        lines = [f"{start.game} {start} {start.to_move}"]
        for number in range(0, len(self.session.moves), 2):
            pair = self.session.moves[number : number + 2]
            lines.append(f"{number // 2 + 1}. {' '.join(pair)}")
        if self.session.resigned is not None:
            lines.append(f"{self.session.resigned} resigns")
        return "\n".join(lines)


def from_link(query: Mapping[str, str]) -> State:
    """Return the state that a link describes; a new game if it names none.

    Raises
    ------
    UpstarError
        If the position or a move is invalid.
    """
    if "game" not in query:
        return State()
    start = parse_position(query["game"], query.get("position"), query.get("to_move"))
    return State(_played(start, query.get("moves", "").replace(",", " ").split()))


def read_record(text: str) -> GameSession:
    """Return the game that a record describes.

    Raises
    ------
    UpstarError
        If the text is not a record.

    Examples
    --------
    >>> game = read_record("domineering 2x2 horizontal" + chr(10) + "1. a1b1")
    >>> game.moves, game.position.to_move
    (['a1b1'], 'vertical')
    """
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    if not lines or len(lines[0]) not in (2, 3):
        raise ParameterError("the first line of a record must be GAME POSITION PLAYER")
    words = [word for line in lines[1:] for word in line]
    resigned = words[-2] if words[-1:] == ["resigns"] else None
    if resigned is not None:
        words = words[:-2]
    # A move number ends with a point. Moves that are numbers (in P-games) do not.
    moves = [word for word in words if not (word.endswith(".") and word[:-1].isdigit())]
    session = _played(parse_position(*lines[0]), moves)
    if resigned is not None:
        if resigned != session.position.to_move:
            raise ParameterError(
                f"'{resigned}' cannot resign: {session.position.to_move} is to move"
            )
        session.resign()
    return session


def _played(start: Position, moves: Iterable[str]) -> GameSession:
    session = GameSession(start)
    for number, move in enumerate(moves):
        if number >= 2000:
            raise ParameterError("the record has more than 2000 moves")
        session.play(move)
    return session
