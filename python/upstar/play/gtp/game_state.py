"""The game that a GTP controller sets up and plays."""

from upstar.errors import MoveError, UpstarError
from upstar.play.go_text import join_go_text, split_go_text
from upstar.play.gtp.protocol import GtpError
from upstar.position import Position, position


class GameState:
    """A game of any kind with alternating moves."""

    def __init__(self, start: Position) -> None:
        """Start at a position."""
        self.start = start
        self.positions = [start]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    def clear(self) -> None:
        """Return to the start."""
        self.positions = [self.start]

    def resize(self, size: int) -> None:
        """Start on a board of another size."""
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
        """Return the current position if it is this player's turn."""
        if self.position.outcome is not None:
            raise GtpError("the game is over")
        if self.position.to_move != player:
            raise GtpError(f"illegal move: it is {self.position.to_move}'s turn")
        return self.position

    def play(self, player: str, move: str) -> None:
        """Play a move of a player."""
        try:
            after = self.turn(player).play(move)
        except MoveError:
            raise GtpError("illegal move") from None
        self.positions.append(after)

    def undo(self) -> None:
        """Take back a move."""
        if len(self.positions) == 1:
            raise GtpError("cannot undo")
        self.positions.pop()


class GoGameState(GameState):
    """A game of Go: a player may move twice in a row, and play may resume after two passes."""

    @property
    def rows(self) -> list[str]:
        """The rows of the board from the top."""
        return self.position.board()[1]

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    def options(self) -> dict[str, str]:
        """Return the options of the game, such as the komi."""
        _, options = split_go_text(str(self.start))
        options.pop("moves", None)
        return options

    def position_with(self, rows: list[str], player: str, **changed: str) -> Position:
        """Return a position with these stones and without a history."""
        options = {**self.options(), **changed}
        return position("go", join_go_text("/".join(rows), options), to_move=player)

    def set_komi(self, komi: float) -> None:
        """Change the komi and keep the moves."""
        text = f"{komi:g}"
        changed = []
        for old in self.positions:
            board, options = split_go_text(str(old))
            options = {"komi": text, **{k: v for k, v in options.items() if k != "komi"}}
            changed.append(position("go", join_go_text(board, options), to_move=old.to_move))
        self.positions = changed
        self.start = self.position_with(self.start.board()[1], self.start.to_move, komi=text)

    def turn(self, player: str) -> Position:
        """Return the current position with this player to move.

        If it is the other player's turn, that player passes. If this ends the game, or the game is
        over, the stones stay and the history is dropped.
        """
        here = self.position
        if here.outcome is None and here.to_move == player:
            return here
        if here.outcome is None:
            passed = here.play("pass")
            if passed.outcome is None:
                return passed
        return self.position_with(self.rows, player)

    def set_up(self, stones: list[str]) -> None:
        """Place black stones on an empty board; white is to move."""
        here = self.position
        for stone in stones:
            here = self.position_with(here.board()[1], "black").play(stone)
        self.positions.append(self.position_with(here.board()[1], "white"))

    def area(self) -> int:
        """Return black's area minus white's."""
        end = position("go", "/".join(self.rows) + ":moves=pass-pass")
        score = end.score
        assert score is not None
        return score if end.to_move == "black" else -score
