"""The two rules of the tree at the driver, as pure functions on a node's numbers.

Numbers are a pair seen by the player to move at the node. **Proof numbers** (φ, δ): the least work
to prove that the player reaches the goal, and that not; φ = min δ(child), δ = Σ φ(child); go where
φ comes from. **Products** (ln P(fail), ln P(reach)): as if children were independent, ln P(fail) =
Σ ln P(reach of child); go to the child most likely to fail. Infinite numbers belong to settled
nodes, but what is *settled* is never read from numbers. While a job is in flight its leaf looks
worse to the player who would move there (a virtual loss), so that others are tried meanwhile.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

from upstar.errors import ParameterError

Numbers = tuple[float, float]


class Rule(Protocol):
    """What a node's numbers are and where to go."""

    name: str
    reached: Numbers
    """Of a node whose player reaches the goal."""
    failed: Numbers

    def leaf(self, moves: int) -> Numbers:
        """A new leaf whose player has so many moves."""
        ...

    def virtual(self, numbers: Numbers) -> Numbers:
        """The same leaf while a job is in flight: worse for the player who would move there."""
        ...

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """A node from its children, which are seen by the other player."""
        ...

    def best(self, children: Sequence[Numbers]) -> int:
        """Which child to follow."""
        ...


class ProofNumbers:
    """Proof-number search (Allis et al. 1994), leaves by mobility."""

    name = "pn"
    reached: Numbers = (0.0, math.inf)
    failed: Numbers = (math.inf, 0.0)

    def leaf(self, moves: int) -> Numbers:
        """The player needs one good move; the opponent an answer to each."""
        return (1.0, float(max(1, moves)))

    def virtual(self, numbers: Numbers) -> Numbers:
        """Twice the work to show that its player fails."""
        return (numbers[0], 2 * numbers[1] + 1)

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """The easiest child to win by; all children to lose by."""
        return (min(delta for _, delta in children), sum(phi for phi, _ in children))

    def best(self, children: Sequence[Numbers]) -> int:
        """The first child with the least disproof number."""
        return min(range(len(children)), key=lambda i: children[i][1])


class Products:
    """Product propagation (Saffidine and Cazenave 2013), leaves by mobility."""

    name = "pp"
    reached: Numbers = (-math.inf, 0.0)
    failed: Numbers = (0.0, -math.inf)

    def leaf(self, moves: int) -> Numbers:
        """With c moves the player fails with 2^−c."""
        return _pair(-max(1, moves) * math.log(2))

    def virtual(self, numbers: Numbers) -> Numbers:
        """Its player fails half as likely."""
        return _pair(numbers[0] - math.log(2))

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """The player fails where every child's player reaches the goal."""
        return _pair(sum(reach for _, reach in children))

    def best(self, children: Sequence[Numbers]) -> int:
        """The first child that most likely fails."""
        return max(range(len(children)), key=lambda i: children[i][0])


def _pair(fail: float) -> Numbers:
    if fail >= 0.0:
        return Products.failed
    if fail == -math.inf:
        return Products.reached
    fail = min(fail, -1e-300)
    reach = math.log(-math.expm1(fail)) if fail < -1e-16 else math.log(-fail)
    return (fail, reach if reach < 0.0 else -1e-300)


RULES: dict[str, Any] = {"pn": ProofNumbers, "pp": Products}


def rule(name: str) -> Rule:
    """The rule of a name."""
    if name not in RULES:
        raise ParameterError(f"the rule is {' or '.join(RULES)}, not '{name}'")
    chosen: Rule = RULES[name]()
    return chosen
