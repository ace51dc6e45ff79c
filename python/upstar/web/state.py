"""What a visitor looks at: a game and its moves, and how to say it in a link or as text."""

from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlencode

from upstar.errors import ParameterError
from upstar.play.session import GameSession
from upstar.position import Position
from upstar.web.parsing import parse_position

VIEWS = ("board", "solve", "tree", "value", "reports")
_FIRST = ("clobber", "4x4")
"""What a page without a link begins with."""


class State:
    """A game in progress; views are told when it changes."""

    def __init__(self, session: GameSession | None = None) -> None:
        """Begin with a game, or with the first one."""
        self.session = session or GameSession(parse_position(*_FIRST))
        self.revision = 0
        """Counts changes, so that an answer to an old question is known as such."""
        self._here: tuple[int, Position] | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def position(self) -> Position:
        """Where the game stands."""
        if self._here is None or self._here[0] != self.revision:
            self._here = (self.revision, self.session.position)
        return self._here[1]

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call something whenever the position has changed."""
        self._listeners.append(listener)

    def _changed(self) -> None:
        self.revision += 1
        for listener in self._listeners:
            listener()

    # What a visitor does

    def begin(self, game: str, text: str, to_move: str | None = None) -> None:
        """Begin a game from a position."""
        self.replace(GameSession(parse_position(game, text, to_move)))

    def replace(self, session: GameSession) -> None:
        """Go on with another game."""
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
        """Play a move again that was taken back."""
        if self.session.redo() is not None:
            self._changed()

    def resign(self) -> None:
        """The player to move gives up."""
        if not self.session.is_over:
            self.session.resign()
            self._changed()

    # How it is said

    @property
    def verdict(self) -> str:
        """Whose move it is, or how the game ended."""
        if not self.session.is_over:
            return f"{self.position.to_move} to move"
        winner = self.session.winner
        if self.session.resigned is not None:
            return f"{self.session.resigned} has resigned: {winner} wins"
        return "the game is over: a draw" if winner is None else f"the game is over: {winner} wins"

    def link(self, view: str = "board") -> str:
        """The part of an address that restores the state."""
        start = self.session.start
        told = {"game": start.game, "position": str(start)}
        if start.to_move != start.labels[0]:
            told["to_move"] = start.to_move
        if self.session.moves:
            told["moves"] = " ".join(self.session.moves)
        if view != VIEWS[0]:
            told["view"] = view
        return "/?" + urlencode(told, safe="/:,#")

    def record(self) -> str:
        """The game as text, which `read_record` reads."""
        start = self.session.start
        lines = [f"{start.game} {start} {start.to_move}"]
        for number in range(0, len(self.session.moves), 2):
            pair = self.session.moves[number : number + 2]
            lines.append(f"{number // 2 + 1}. {' '.join(pair)}")
        if self.session.resigned is not None:
            lines.append(f"{self.session.resigned} resigns")
        return "\n".join(lines)


def from_link(query: Mapping[str, str]) -> State:
    """The state that a link describes; the first game where it says nothing.

    Raises
    ------
    UpstarError
        If it says something that is not so.
    """
    if "game" not in query:
        return State()
    start = parse_position(query["game"], query.get("position"), query.get("to_move"))
    return State(_played(start, query.get("moves", "").replace(",", " ").split()))


def read_record(text: str) -> GameSession:
    """The game that a text describes.

    Raises
    ------
    UpstarError
        If it describes none.

    Examples
    --------
    >>> game = read_record("domineering 2x2 horizontal" + chr(10) + "1. a1b1")
    >>> game.moves, game.position.to_move
    (['a1b1'], 'vertical')
    """
    lines = [line.split() for line in text.strip().splitlines() if line.strip()]
    if not lines or len(lines[0]) not in (2, 3):
        raise ParameterError("a record begins with a line GAME POSITION PLAYER")
    words = [word for line in lines[1:] for word in line]
    resigned = words[-2] if words[-1:] == ["resigns"] else None
    if resigned is not None:
        words = words[:-2]
    # A move's number has a point; moves that are numbers themselves (of P-games) have none.
    moves = [word for word in words if not (word.endswith(".") and word[:-1].isdigit())]
    session = _played(parse_position(*lines[0]), moves)
    if resigned is not None:
        if resigned != session.position.to_move:
            raise ParameterError(f"'{resigned}' is not to move and cannot resign")
        session.resign()
    return session


def _played(start: Position, moves: Iterable[str]) -> GameSession:
    session = GameSession(start)
    for number, move in enumerate(moves):
        if number >= 2000:
            raise ParameterError("a game has at most 2000 moves here")
        session.play(move)
    return session
