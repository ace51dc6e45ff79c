"""A registered game written a second time in Python, as a user would write it."""

from typing import Any

from upstar.game import Game
from upstar.selftest.rules import Rules, rules_of

PREFIX = "twin:"
"""The text before the name of a game that stands for its rules in Python."""


class Twin(Game):
    """A game by its rules in Python. A state has the player to move."""

    name = "twin"
    labels = ("left", "right")

    def __init__(self, game: str, text: str, to_move: str) -> None:
        """Store the position at the start."""
        rules = rules_of(game, text)
        if rules is None:
            raise ValueError(f"there are no rules of {game} in Python")
        self.rules: Rules = rules
        player = int(to_move == "right")
        self.first = (rules.read(text, player), player)

    def start(self) -> Any:
        """Return the position that was drawn."""
        return self.first

    def to_move(self, state: Any) -> int:
        """Return the player to move."""
        return int(state[1])

    def moves(self, state: Any) -> list[str]:
        """Return the names of the moves."""
        own = self.rules.moves(*state)
        score = self.rules.score(state[0], state[1], own)
        return [] if score is not None else [name for name, _ in own]

    def play(self, state: Any, move: str) -> Any:
        """Return the state after a move."""
        return dict(self.rules.moves(*state))[move], 1 - state[1]

    def outcome(self, state: Any) -> str | None:
        """Return the result for the player to move."""
        score = self.rules.score(state[0], state[1], self.rules.moves(*state))
        if score is None:
            return None
        return {1: "win", 0: "draw", -1: "loss"}[-score if state[1] else score]
