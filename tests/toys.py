"""Small games written in Python."""

from collections.abc import Iterable
from typing import Any

import upstar


class TakeAway(upstar.Game):
    """Take one to three counters; the player who takes the last one wins."""

    scores = (-1, 1)

    def __init__(self, counters: int = 9) -> None:
        self.counters = counters

    def start(self) -> int:
        return self.counters

    def moves(self, state: int) -> list[int]:
        return [n for n in (1, 2, 3) if n <= state]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> None:
        return None

    def parse(self, text: str) -> int:
        if not text.isdecimal():
            raise upstar.PositionError(f"'{text}': a number is wanted")
        return int(text)


class Greed(upstar.Game):
    """Take a number from either end of a row; the player with the larger sum wins by the
    difference.

    A player who takes an even number moves again, so the players do not alternate.
    """

    labels = ("Ann", "Bob")
    scores = tuple(range(-20, 21))
    row = (3, 2, 5, 4, 1)

    def start(self) -> tuple[tuple[int, ...], int, int]:
        return self.row, 0, 0

    def to_move(self, state: tuple[tuple[int, ...], int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[tuple[int, ...], int, int]) -> Iterable[str]:
        return ("first", "last")[: len(state[0])]

    def play(self, state: tuple[tuple[int, ...], int, int], move: str) -> Any:
        row, lead, mover = state
        taken = row[0] if move == "first" else row[-1]
        rest = row[1:] if move == "first" else row[:-1]
        lead += -taken if mover else taken
        return rest, lead, mover if taken % 2 == 0 else 1 - mover

    def outcome(self, state: tuple[tuple[int, ...], int, int]) -> int | None:
        row, lead, mover = state
        return None if row else -lead if mover else lead


class Failing(TakeAway):
    """A game that raises a given exception when few counters are left."""

    def __init__(self, error: BaseException, at: int = 2) -> None:
        super().__init__(8)
        self.error = error
        self.at = at

    def moves(self, state: int) -> list[int]:
        if state <= self.at:
            raise self.error
        return super().moves(state)


class Slow(upstar.Game):
    """A game that counts up without a visible end."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(3) if state < 10**12 else range(0)

    def play(self, state: int, move: int) -> int:
        return 3 * state + move + 1

    def outcome(self, state: int) -> None:
        return None
