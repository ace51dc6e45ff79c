"""What a lemma of certificates is, for the reference checker."""

from typing import Literal

from upstar.reference.rules import Position, Rules

Packed = frozenset[int] | Literal[True] | None
"""What a witness proves: nothing, everything (True), or the claim after these moves."""


class Lemma:
    """A lemma on one board."""

    def __init__(self, rules: Rules) -> None:
        """Store the board."""
        self.rules = rules

    def equal(self, position: Position) -> Position:
        """Return a position with the same outcome."""
        return position

    def closes(self, position: Position, claimant: int) -> bool:
        """Return whether the claimant wins."""
        return False

    def needless(self, position: Position, claimant: int) -> frozenset[int]:
        """Return moves of the opponent that need no proof."""
        return frozenset()

    def proves(self, position: Position, claimant: int, witness: bytes) -> Packed:
        """Return what a witness proves."""
        return None
