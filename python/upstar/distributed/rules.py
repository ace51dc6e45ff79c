"""The two selection rules of the driver's tree, as pure functions on the numbers of a node.

Numbers are a pair, from the point of view of the player to move at the node.
**Proof numbers** (φ, δ): the least work to prove that the player reaches the goal, and to prove
that they do not; φ = min δ(child), δ = Σ φ(child). Select the child with the least δ.
**Products** (ln P(fail), ln P(reach)): children count as independent, so ln P(fail) = Σ ln P(reach
of child). Select the child that is most likely to fail.
Settled nodes have infinite numbers, but *settled* is never derived from numbers. While a job runs,
its leaf has a virtual loss, so that the search selects other leaves.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

from upstar.errors import ParameterError

Numbers = tuple[float, float]


class Rule(Protocol):
    """A selection rule: the numbers of nodes, and which child to select."""

    name: str
    reached: Numbers
    """The numbers of a node whose player reaches the goal."""
    failed: Numbers

    def leaf(self, moves: int) -> Numbers:
        """Return the numbers of a new leaf with this many legal moves."""
        ...

    def virtual(self, numbers: Numbers) -> Numbers:
        """Return the numbers of a leaf while its job runs: worse for the player who moved to it."""
        ...

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """Return the numbers of a node. Those of its children are from the other player's view."""
        ...

    def best(self, children: Sequence[Numbers]) -> int:
        """Return the index of the child to select."""
        ...


class ProofNumbers:
    """Proof-number search (Allis et al. 1994), with leaves initialized by mobility."""

    name = "pn"
    reached: Numbers = (0.0, math.inf)
    failed: Numbers = (math.inf, 0.0)

    def leaf(self, moves: int) -> Numbers:
        """Return 1 and the number of moves: one move proves, all must be refuted to disprove."""
        return (1.0, float(max(1, moves)))

    def virtual(self, numbers: Numbers) -> Numbers:
        """Double the disproof number, and add 1."""
        return (numbers[0], 2 * numbers[1] + 1)

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """Return the least disproof number and the sum of the proof numbers."""
        return (min(delta for _, delta in children), sum(phi for phi, _ in children))

    def best(self, children: Sequence[Numbers]) -> int:
        """Return the first child with the least disproof number."""
        return min(range(len(children)), key=lambda i: children[i][1])


class Products:
    """Product propagation (Saffidine and Cazenave 2013), with leaves initialized by mobility."""

    name = "pp"
    reached: Numbers = (-math.inf, 0.0)
    failed: Numbers = (0.0, -math.inf)

    def leaf(self, moves: int) -> Numbers:
        """Return the numbers of a leaf: with c moves the player fails with probability 2^−c."""
        return _pair(-max(1, moves) * math.log(2))

    def virtual(self, numbers: Numbers) -> Numbers:
        """Halve the probability that the player to move fails."""
        return _pair(numbers[0] - math.log(2))

    def inner(self, children: Sequence[Numbers]) -> Numbers:
        """Return the product: the player fails if every child's player reaches the goal."""
        return _pair(sum(reach for _, reach in children))

    def best(self, children: Sequence[Numbers]) -> int:
        """Return the first child with the largest probability to fail."""
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
    """Return the rule with this name."""
    if name not in RULES:
        raise ParameterError(f"the rule must be {' or '.join(RULES)}, not '{name}'")
    chosen: Rule = RULES[name]()
    return chosen
