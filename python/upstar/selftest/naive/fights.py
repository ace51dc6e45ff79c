"""Local fights of Go by their definitions, on top of `go`."""

from dataclasses import dataclass, replace

from upstar.selftest.naive.boards import Moves
from upstar.selftest.naive.go import PASS, NaiveGo

MARKS = {".": 0, "+": 0, "x": 1, "X": 1, "o": 2, "O": 2}


@dataclass(frozen=True)
class NaiveFight:
    """A fight: the board by the definitions of Go, the points to play on, and the targets."""

    go: NaiveGo
    marks: str
    record: frozenset[tuple[int, ...]] = frozenset()
    """The boards that may not come back: those since the first capture, and the one before it."""
    winner: int = 0

    @classmethod
    def read(cls, text: str, mover: int) -> "NaiveFight":
        """Read rows, with 1 for black to move and 2 for white."""
        rows = text.split("/")
        marks = "".join(rows)
        board = tuple(MARKS[mark] for mark in marks)
        return cls(NaiveGo(len(rows), len(rows[0]), (board,), mover=mover), marks)

    @property
    def board(self) -> tuple[int, ...]:
        """The stones now."""
        return self.go.boards[-1]

    def score(self) -> int | None:
        """Return black's result: 1, 0 or -1; None while the fight continues."""
        if self.winner:
            return 1 if self.winner == 1 else -1
        if self.go.passes < 2:
            return None
        return ("X" in self.marks) - ("O" in self.marks)

    def moves(self) -> list[str]:
        """Return the names of the legal moves."""
        legal = []
        for cell, mark in enumerate(self.marks):
            after = None if mark == "." or self.board[cell] else self.go.after(cell)
            if after is not None and after not in self.record:
                legal.append(self.go.name(cell))
        return [*legal, PASS]

    def play(self, move: str) -> "NaiveFight":
        """Return the fight after a move."""
        go = self.go.play(move)
        # The history is in the record, not in the board.
        after = replace(go, boards=go.boards[-1:])
        board = go.boards[-1]
        taken = [n for n, colour in enumerate(self.board) if colour and not board[n]]
        record = self.record
        if taken or record:
            record = record | {self.board, board}
        hit = any(self.marks[cell] in "XO" for cell in taken)
        return NaiveFight(after, self.marks, record, self.go.mover if hit else self.winner)


def read(text: str, player: int) -> NaiveFight:
    """Read rows and the moves played since; `player` moves after them."""
    rows, _, options = text.partition(":")
    played = [move for move in options.removeprefix("moves=").split("-") if move]
    fight = NaiveFight.read(rows, (player + len(played)) % 2 + 1)
    for move in played:
        fight = fight.play(move)
    return fight


def moves(fight: NaiveFight, _player: int) -> Moves:
    """Return the moves of the player to move with the fights after them."""
    return [(move, fight.play(move)) for move in fight.moves()]


def over(fight: NaiveFight, _player: int) -> int | None:
    """Return black's result, or None while the fight continues."""
    return fight.score()
