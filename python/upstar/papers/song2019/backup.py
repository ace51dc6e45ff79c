"""The backup rules of MCPN and PPN at one node, for the worked examples."""

from collections.abc import Sequence
from math import prod


def both(leaves: Sequence[float], *, is_or: bool) -> tuple[float, float]:
    """Return the proof number by MIN or SUM, and the PPN by OR or AND, with PPN = 1 − PN at leaves.

    >>> both((0.5, 0.5), is_or=True)
    (0.5, 0.75)
    """
    if is_or:
        return min(leaves), 1 - prod(leaves)
    return sum(leaves), prod(1 - number for number in leaves)
