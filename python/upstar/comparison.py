"""Comparing two positions or values by search on their difference."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upstar.position import Position
from upstar.solution import Solution
from upstar.solve import solve
from upstar.sums import Relation, relation, sum_core

if TYPE_CHECKING:
    from upstar.cgt.value import Value

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The order of two games, proved by two searches on their difference.

    Attributes
    ----------
    left_starts : Solution
        The solution of the difference with Left to move.
    right_starts : Solution
        The solution of the difference with Right to move.

    Examples
    --------
    >>> import upstar
    >>> c = upstar.compare(upstar.position("clobber", "xxo"), upstar.Value("*"))
    >>> c.relation, c.is_at_least, c.is_at_most
    ('||', False, False)
    """

    left_starts: Solution
    right_starts: Solution

    @property
    def is_at_most(self) -> bool | None:
        """Whether the first game is at most the second; None if a limit was reached."""
        return {"win": False, "loss": True}.get(self.left_starts.outcome)

    @property
    def is_at_least(self) -> bool | None:
        """Whether the first game is at least the second; None if a limit was reached."""
        return {"win": False, "loss": True}.get(self.right_starts.outcome)

    @property
    def relation(self) -> Relation | None:
        """``'='``, ``'<'``, ``'>'`` or ``'||'`` (fuzzy); None if a limit was reached."""
        if self.is_at_most is None or self.is_at_least is None:
            return None
        return relation(not self.is_at_most, self.is_at_least)


def compare(first: "Position | Value", second: "Position | Value", **options: Any) -> Comparison:
    """Compare two games by search on their difference.

    Values need not be computed. The difference ``first - second`` is solved with Left to move and
    with Right to move.

    Parameters
    ----------
    first : Position or Value
        A position of a game with values, a sum, or a value.
    second : Position or Value
        What it is compared with.
    **options : Any
        Options of ``solve``, for each of the two searches: ``max_nodes``, ``max_seconds``,
        ``max_memory``, ``threads``.

    Returns
    -------
    Comparison
        The relation, and the solutions that prove it.

    Raises
    ------
    UnsuitableError
        If a position has no value.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "4x5")
    >>> upstar.compare(p, p).relation
    '='
    >>> upstar.compare(upstar.position("domineering", "2x3"), upstar.Value("1/2")).relation
    '||'
    """
    difference = [(first, False), (second, True)]
    left, right = (Position(sum_core(difference, mover)) for mover in (0, 1))
    return Comparison(left_starts=solve(left, **options), right_starts=solve(right, **options))
