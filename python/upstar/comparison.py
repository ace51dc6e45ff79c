"""Comparing two positions or values by search on their difference."""

import os
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

    def __str__(self) -> str:
        """Return the relation as text, such as ``'nim:3 - *3 = 0'``."""
        return f"{self.left_starts.position} {self.relation or '?'} 0"

    @property
    def is_at_most(self) -> bool | None:
        """Whether the first game is at most the second; None if a limit was reached."""
        return {"win": False, "loss": True}.get(self.left_starts.outcome)

    @property
    def is_at_least(self) -> bool | None:
        """Whether the first game is at least the second; None if a limit was reached."""
        return {"win": False, "loss": True}.get(self.right_starts.outcome)

    @property
    def is_equal(self) -> bool | None:
        """Whether the games have the same value; None if it is not known.

        Examples
        --------
        >>> import upstar
        >>> upstar.compare(upstar.position("clobber", "xxo"), upstar.up).is_equal
        True
        """
        if False in (self.is_at_most, self.is_at_least):
            return False
        return True if self.is_at_most and self.is_at_least else None

    @property
    def relation(self) -> Relation | None:
        """``'='``, ``'<'``, ``'>'`` or ``'||'`` (fuzzy); None if a limit was reached."""
        if self.is_at_most is None or self.is_at_least is None:
            return None
        return relation(not self.is_at_most, self.is_at_least)

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The relation, and the two solutions as ``Solution.to_json`` returns them.

        Examples
        --------
        >>> import upstar
        >>> upstar.compare(upstar.position("nim", "2"), upstar.Value("*2")).to_json()["relation"]
        '='
        """
        return {
            "difference": str(self.left_starts.position),
            "relation": self.relation,
            "at_least": self.is_at_least,
            "at_most": self.is_at_most,
            "equal": self.is_equal,
            "left_starts": self.left_starts.to_json(),
            "right_starts": self.right_starts.to_json(),
        }


def compare(
    first: "Position | Value",
    second: "Position | Value",
    *,
    proof: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Comparison:
    """Compare two games by search on their difference.

    Values need not be computed. The difference ``first - second`` is solved with Left to move and
    with Right to move.

    Parameters
    ----------
    first : Position or Value
        A position of a game with values, a sum, or a value.
    second : Position or Value
        What it is compared with.
    proof : path, optional
        Write two certificates for ``verify``, whose names add ``.left`` and ``.right`` to this one:
        of the difference with Left to move, and with Right to move.
    checkpoint : path, optional
        A folder from which killed searches resume: ``left`` in it for the difference with Left to
        move, and ``right``.
    **options : Any
        Options of ``solve``, for each of the two searches: ``max_nodes``, ``max_seconds``,
        ``max_memory``, ``threads``, ``checkpoint_every``.

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

    def solution(mover: int, name: str) -> Solution:
        path = None if proof is None else f"{os.fspath(proof)}.{name}"
        folder = None if checkpoint is None else os.path.join(os.fspath(checkpoint), name)
        position = Position(sum_core(difference, mover))
        return solve(position, proof=path, checkpoint=folder, **options)

    return Comparison(left_starts=solution(0, "left"), right_starts=solution(1, "right"))
