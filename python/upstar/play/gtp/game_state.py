"""The game that a GTP controller sets up and plays: its positions, one after the other."""

from upstar.errors import MoveError, UpstarError
from upstar.play.go_text import join_go_text, split_go_text
from upstar.play.gtp.protocol import GtpError
from upstar.position import Position, position


class GameState:
    """A game of any kind; moves alternate."""

    def __init__(self, start: Position) -> None:
        """Begin at a position."""
        self.start = start
        self.positions = [start]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    def clear(self) -> None:
        """Begin again."""
        self.positions = [self.start]

    def resize(self, size: int) -> None:
        """Begin on another board."""
        head, _, rest = str(self.start).partition(":")
        sizes = (f"{size}x{size}", str(size))
        for text in sizes[::-1] if "x" not in head else sizes:
            try:
                fresh = position(self.start.game, f"{text}:{rest}" if rest else text)
            except UpstarError:
                continue
            self.start = fresh
            return self.clear()
        raise GtpError("unacceptable size")

    def turn(self, player: str) -> Position:
        """The position with a player to move."""
        if self.position.outcome is not None:
            raise GtpError("the game is over")
        if self.position.to_move != player:
            raise GtpError(f"illegal move: it is {self.position.to_move}'s turn")
        return self.position

    def play(self, player: str, move: str) -> None:
        """Make a player's move."""
        try:
            after = self.turn(player).play(move)
        except MoveError:
            raise GtpError("illegal move") from None
        self.positions.append(after)

    def undo(self) -> None:
        """Take a move back."""
        if len(self.positions) == 1:
            raise GtpError("cannot undo")
        self.positions.pop()


class GoGameState(GameState):
    """A game of Go: a player may move twice in turn, and play may go on after two passes."""

    @property
    def rows(self) -> list[str]:
        """The board from the top."""
        return self.position.board()[1]

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def options(self) -> dict[str, str]:
        """The rules of the game."""
        _, options = split_go_text(str(self.start))
        options.pop("moves", None)
        return options

    def position_with(self, rows: list[str], player: str, **changed: str) -> Position:
        """A position with these stones, and nothing before it."""
        options = {**self.options(), **changed}
        return position("go", join_go_text("/".join(rows), options), to_move=player)

    def set_komi(self, komi: float) -> None:
        """Change the komi and keep the game."""
        text = f"{komi:g}"
        changed = []
        for old in self.positions:
            board, options = split_go_text(str(old))
            options = {"komi": text, **{k: v for k, v in options.items() if k != "komi"}}
            changed.append(position("go", join_go_text(board, options), to_move=old.to_move))
        self.positions = changed
        self.start = self.position_with(self.start.board()[1], self.start.to_move, komi=text)

    def turn(self, player: str) -> Position:
        """The position with a player to move: the other passes, or the past is forgotten."""
        here = self.position
        if here.outcome is None and here.to_move == player:
            return here
        if here.outcome is None:
            passed = here.play("pass")
            if passed.outcome is None:
                return passed
        return self.position_with(self.rows, player)

    def set_up(self, stones: list[str]) -> None:
        """Put black stones on an empty board; white moves."""
        here = self.position
        for stone in stones:
            here = self.position_with(here.board()[1], "black").play(stone)
        self.positions.append(self.position_with(here.board()[1], "white"))

    def area(self) -> int:
        """Black's area less white's."""
        end = position("go", "/".join(self.rows) + ":moves=pass-pass")
        score = end.score
        assert score is not None
        return score if end.to_move == "black" else -score
