"""The state of a page: a game with its moves. Links and records describe it."""

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from upstar.errors import MoveError, ParameterError
from upstar.play.session import GameSession
from upstar.position import Position
from upstar.web.game_tree import GameTree, Node, read_tree
from upstar.web.offered_games import offered_games
from upstar.web.parsing import parse_position

VIEWS = ("board", "solve", "tree", "value", "reports")
_FIRST = ("clobber", "4x4")
"""The game and position of a page without a link."""
_MAX_LINK = 6000
"""Characters of a link that browsers and servers accept. A longer one has the main line only."""


class State:
    """A game in progress. Views listen to its changes."""

    def __init__(self, tree: GameTree | None = None, resigned: str | None = None) -> None:
        """Start from a game; by default from a new one."""
        self.tree = tree or GameTree(parse_position(*_FIRST))
        self.resigned = resigned
        """The label of the player who has resigned."""
        self.revision = 0
        """The number of changes, to recognize results for an old position."""
        self.is_new = False
        """Whether the last change replaced the game, so that the browser keeps the former one."""
        self._listeners: list[Callable[[], None]] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self.tree.current.position

    @property
    def start(self) -> Position:
        """The position in which the game began."""
        return self.tree.root.position

    @property
    def is_over(self) -> bool:
        """Whether the game is over at the current position."""
        return self.position.outcome is not None or self._resigned_here is not None

    @property
    def _resigned_here(self) -> str | None:
        """Who has resigned. It holds at the end of the line only."""
        return None if self.tree.current.children else self.resigned

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after each change of the position."""
        self._listeners.append(listener)

    def _changed(self, *, is_new: bool = False) -> None:
        self.revision += 1
        self.is_new = is_new
        for listener in self._listeners:
            listener()

    # Actions

    def begin(self, game: str, text: str, to_move: str | None = None) -> None:
        """Start a game from a position. The same position keeps its game."""
        start = parse_position(game, text, to_move)
        if start == self.position:
            return
        self.replace(GameTree(start))

    def replace(self, tree: GameTree, resigned: str | None = None) -> None:
        """Replace the game by another one."""
        self.tree, self.resigned = tree, resigned
        self._changed(is_new=True)

    def play(self, move: str) -> None:
        """Play a move."""
        if self._resigned_here is not None:
            raise MoveError(f"'{move}' cannot be played: the game is over")
        self.tree.play(move)
        self.resigned = None
        self._changed()

    def go(self, node: Node) -> None:
        """Show a position of the game."""
        self.tree.go(node)
        self._changed()

    def undo(self, count: int = 1) -> None:
        """Step back; or take back a resignation."""
        if self._resigned_here is not None:
            self.resigned = None
        else:
            self.tree.back(count)
        self._changed()

    def redo(self) -> None:
        """Step forward."""
        if self.tree.forward():
            self._changed()

    def to_start(self) -> None:
        """Show the start of the game."""
        self.go(self.tree.root)

    def to_end(self) -> None:
        """Show the end of the current line."""
        while self.tree.forward():
            pass
        self._changed()

    def delete(self) -> None:
        """Delete the current move and what follows it."""
        self.tree.delete()
        self._changed()

    def promote(self) -> None:
        """Make the current line the main line."""
        self.tree.promote()
        self._changed()

    def comment(self, text: str) -> None:
        """Set the comment of the current position."""
        if text != self.tree.current.comment:
            self.tree.current.comment = text
            self._changed()

    def resign(self) -> None:
        """Resign for the player to move."""
        if not self.is_over:
            self.resigned = self.position.to_move
            self._changed()

    # Text

    @property
    def verdict(self) -> str:
        """The player to move, or the result of the game, in words."""
        return GameSession(self.position, resigned=self._resigned_here).verdict

    def query(self) -> dict[str, str]:
        """Return the fields of an address that restores the game."""
        tree, start = self.tree, self.start
        query = {"game": start.game, "position": str(start)}
        if start.to_move != start.labels[0]:
            query["to_move"] = start.to_move
        moves, is_last = tree.text, tree.current is _end(tree)
        if len(moves) > _MAX_LINK:
            moves, is_last = " ".join(tree.current.moves), True
        if moves:
            query["moves"] = moves
        if not is_last:
            query["at"] = str(tree.number)
        if self.resigned is not None:
            query["resigned"] = self.resigned
        return query

    def link(self, view: str = "board", settings: Mapping[str, str] | None = None) -> str:
        """Return the path and query of an address that restores the state."""
        shown = {} if view == VIEWS[0] else {"view": view}
        # Only these signs need no escape in the query of an address. A '#' would end it.
        return "/?" + urlencode({**self.query(), **shown, **(settings or {})}, safe="/:,()")

    def record(self) -> str:
        """Return the game as text that `read_record` accepts."""
        start = self.start
        lines = [f"{start.game} {start} {start.to_move}"]
        moves = _end(self.tree).moves
        if self.tree.text != " ".join(moves):
            lines.append(self.tree.text)
        else:
            lines += [
                f"{number // 2 + 1}. {' '.join(moves[number : number + 2])}"
                for number in range(0, len(moves), 2)
            ]
        if self.resigned is not None:
            lines.append(f"{self.resigned} resigns")
        return "\n".join(lines)


def _end(tree: GameTree) -> Node:
    """Return the end of the main line."""
    here = tree.root
    while here.children:
        here = here.children[0]
    return here


def from_link(query: Mapping[str, str]) -> State:
    """Return the state that a link describes; a new game if it names none.

    Raises
    ------
    UpstarError
        If the position or a move is invalid.
    """
    if "game" not in query:
        return State()
    game, text = query["game"].strip(), query.get("position")
    if text is None:
        text = next((info.usual for info in offered_games() if info.name == game), None)
    start = parse_position(game, text, query.get("to_move"))
    tree = read_tree(start, query.get("moves", ""))
    if "at" in query:
        if not query["at"].isdecimal():
            raise ParameterError(f"'at' must be the number of a move, not '{query['at']}'")
        tree.go_to_number(int(query["at"]))
    return State(tree, _resigned(tree, query.get("resigned")))


def _resigned(tree: GameTree, player: str | None) -> str | None:
    if player is not None and player != tree.current.position.to_move:
        raise ParameterError(
            f"'{player}' cannot resign: {tree.current.position.to_move} is to move"
        )
    return player


def read_record(text: str) -> State:
    """Return the game that a record describes.

    Raises
    ------
    UpstarError
        If the text is not a record.

    Examples
    --------
    >>> game = read_record("domineering 2x2 horizontal" + chr(10) + "1. a1b1")
    >>> game.tree.text, game.position.to_move
    ('a1b1', 'vertical')
    """
    head, _, body = text.strip().partition("\n")
    game, *rest = head.split() or [""]
    if not rest:
        raise ParameterError("the first line of a record must be GAME POSITION PLAYER")
    player = rest.pop() if len(rest) > 1 else None
    words, resigned = body.split(), None
    if words[-1:] == ["resigns"] and len(words) > 1:
        words, resigned = words[:-2], words[-2]
    tree = read_tree(parse_position(game, " ".join(rest), player), " ".join(words))
    return State(tree, _resigned(tree, resigned))
