"""Local fights against their definitions: random games, and exhaustive search of small fights."""

import random
from dataclasses import dataclass, replace
from functools import cache

import pytest

import upstar
from naive_go import PASS, NaiveGo

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
        rows = text.split("/")
        marks = "".join(rows)
        board = tuple(MARKS[mark] for mark in marks)
        return cls(NaiveGo(len(rows), len(rows[0]), (board,), mover=mover), marks)

    @property
    def board(self) -> tuple[int, ...]:
        return self.go.boards[-1]

    def score(self) -> int | None:
        """Black's result: 1, 0 or -1."""
        if self.winner:
            return 1 if self.winner == 1 else -1
        if self.go.passes < 2:
            return None
        return ("X" in self.marks) - ("O" in self.marks)

    def moves(self) -> list[str]:
        legal = []
        for cell, mark in enumerate(self.marks):
            after = None if mark == "." or self.board[cell] else self.go.after(cell)
            if after is not None and after not in self.record:
                legal.append(self.go.name(cell))
        return [*legal, PASS]

    def play(self, move: str) -> "NaiveFight":
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


@cache
def value(fight: NaiveFight) -> int:
    """Return the result of best play, from black's point of view."""
    score = fight.score()
    if score is not None:
        return score
    sign = 1 if fight.go.mover == 1 else -1
    best = -1
    for move in reversed(fight.moves()):
        best = max(best, sign * value(fight.play(move)))
        if best == 1:
            break
    return sign * best


def fights(seed, rows, columns, most):
    """Return random well-formed fights with a limited number of points to play on."""
    rng = random.Random(seed)
    while True:
        marks = "".join(rng.choice("+++xxooXO.") for _ in range(rows * columns))
        text = "/".join(marks[n : n + columns] for n in range(0, len(marks), columns))
        try:
            upstar.position("seki", text)
        except upstar.PositionError:
            continue
        if marks.count("+") <= most:
            yield text


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (3, 4), (4, 4)])
def test_plays_follow_the_definitions(rows, columns):
    """On such small boards captures and repetitions are frequent."""
    rng = random.Random(f"{rows}x{columns}")
    taken = 0
    for _, text in zip(range(150), fights(f"{rows}x{columns}", rows, columns, 9), strict=False):
        ours = upstar.position("seki", text)
        naive = NaiveFight.read(text, 1)
        for _ in range(30):
            if naive.score() is not None:
                break
            assert list(ours.moves()) == naive.moves(), str(ours)
            moves = naive.moves()
            move = rng.choice(moves[:-1] if len(moves) > 1 and rng.random() < 0.9 else moves)
            ours, naive = ours.play(move), naive.play(move)
        taken += bool(naive.record)
        score = naive.score()
        assert ours.score == (score if score is None or naive.go.mover == 1 else -score)
    assert taken > 50


def test_small_fights_have_the_value_of_plain_minimax():
    for _, text in zip(range(40), fights("values", 2, 3, 3), strict=False):
        expected = value(NaiveFight.read(text, 1))
        for algorithm in ("alpha-beta", "sb-mcts"):
            assert upstar.solve(upstar.position("seki", text), algorithm).score == expected, text
