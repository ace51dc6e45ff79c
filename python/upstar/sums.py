"""Sums of positions: ``p + q``, ``p - q``, ``-p``, ``3 * p``, and their order."""

import sys
from collections.abc import Iterable
from typing import Literal, Self

from upstar import _core
from upstar._core import Position as CorePosition
from upstar.core_options import DEFAULT_OPTIONS
from upstar.errors import ParameterError, UpstarError

__all__ = ["Relation", "Summand", "relation", "sum_core"]

Relation = Literal["=", "<", ">", "||"]
"""Equal, less, greater, or fuzzy: the player who starts wins the difference."""


class Summand:
    """What can be a part of a sum. ``Position`` has these operators.

    A sum is a position of the game ``sum``: a player moves in one of its parts, and the player who
    cannot move loses. The parts are positions of games with values, and values. The player to move
    is that of the first position.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("clobber", "xxo") - upstar.Value("*") + 1
    >>> p
    upstar.position('sum', 'clobber:xxo - * + 1')
    >>> list(p.moves())
    ['1:b1c1', '2:0', '3:0']
    >>> 2 * upstar.position("nogo", "1x4")
    upstar.position('sum', 'nogo:.... + nogo:....')
    >>> upstar.position("clobber", "xxo") > 0
    True
    """

    _core: CorePosition

    def _of(self, core: CorePosition) -> Self:
        return type(self)(core)  # type: ignore[call-arg]

    @property
    def terms(self) -> tuple[tuple[int, "Self | str"], ...]:
        """The parts of a sum: 1 or -1, and a position or the text of a value.

        A position that is no sum has one part, itself.

        Examples
        --------
        >>> import upstar
        >>> upstar.position("sum", "clobber:xo - {1|0}").terms
        ((1, upstar.position('clobber', 'xo')), (-1, '{1|0}'))
        """
        return tuple(
            (-1 if negated else 1, part if isinstance(part, str) else self._of(part))
            for negated, part in self._core.terms()
        )

    def _sum(self, *parts: tuple[object, bool]) -> Self:
        return self._of(sum_core(parts, self._core.to_move))

    def __add__(self, other: object) -> Self:
        """Return the sum of the position and another position or a value."""
        return self._sum((self, False), (other, False)) if _is_part(other) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """Return the sum of a value and the position."""
        return self._sum((other, False), (self, False)) if _is_part(other) else NotImplemented

    def __sub__(self, other: object) -> Self:
        """Return the difference; in the negative part the players have exchanged roles."""
        return self._sum((self, False), (other, True)) if _is_part(other) else NotImplemented

    def __rsub__(self, other: object) -> Self:
        """Return the difference of a value and the position."""
        return self._sum((other, False), (self, True)) if _is_part(other) else NotImplemented

    def __neg__(self) -> Self:
        """Return the negative: the position with the roles of the players exchanged."""
        return self._sum((self, True))

    def __mul__(self, count: int) -> Self:
        """Return the sum of so many copies, of the negative if the number is negative."""
        if not isinstance(count, int) or isinstance(count, bool):
            return NotImplemented
        if abs(count) > 512:
            raise ParameterError(f"a sum has at most 512 parts, not {abs(count)}")
        return self._sum(*[(self, count < 0)] * abs(count))

    __rmul__ = __mul__

    def __le__(self, other: object) -> bool:
        """Return whether Right wins the difference when Left starts."""
        return not _left_wins(self, other, 0)

    def __ge__(self, other: object) -> bool:
        """Return whether Left wins the difference when Right starts."""
        return _left_wins(self, other, 1)

    def __lt__(self, other: object) -> bool:
        """Return whether Right wins the difference, whoever starts."""
        return relation(*self._winners(other)) == "<"

    def __gt__(self, other: object) -> bool:
        """Return whether Left wins the difference, whoever starts."""
        return relation(*self._winners(other)) == ">"

    def __or__(self, other: object) -> bool:
        """Return whether the two are fuzzy: the player who starts wins the difference."""
        return relation(*self._winners(other)) == "||"

    def _winners(self, other: object) -> tuple[bool, bool]:
        return _left_wins(self, other, 0), _left_wins(self, other, 1)


def relation(left_wins_first: bool, left_wins_second: bool) -> Relation:
    """Return the relation of two games from the winner of their difference.

    Parameters
    ----------
    left_wins_first : bool
        Whether Left wins the difference when Left starts.
    left_wins_second : bool
        Whether Left wins the difference when Right starts.

    Returns
    -------
    {'=', '<', '>', '||'}
        The relation; ``'||'`` is fuzzy.

    Examples
    --------
    >>> from upstar.sums import relation
    >>> relation(True, True), relation(False, True)
    ('>', '=')
    """
    if left_wins_first:
        return ">" if left_wins_second else "||"
    return "=" if left_wins_second else "<"


def sum_core(parts: Iterable[tuple[object, bool]], mover: int) -> CorePosition:
    """Return the sum of positions and values, each with whether it is negated, for the core.

    Parameters
    ----------
    parts : iterable of tuple
        A position, a value or a number, and whether it is subtracted.
    mover : int
        The player to move: 0 for Left, 1 for Right.

    Returns
    -------
    _core.Position
        The sum.

    Raises
    ------
    TypeError
        If a part is neither a position nor a value.
    UnsuitableError
        If a position has no value.

    Examples
    --------
    >>> import upstar
    >>> from upstar.sums import sum_core
    >>> sum_core([(upstar.position("nim", "3"), False), (upstar.Value("*2"), True)], 0).text
    'nim:3 - *2'
    """
    found = []
    for part, negated in parts:
        if not _is_part(part):
            what = f"{type(part).__name__} {part!r}"
            raise TypeError(f"the parts of a sum are positions and values, not {what}")
        core = getattr(part, "_core", None)
        found.append((core if isinstance(core, _core.Position) else str(part), negated))
    return _core.sum_position(found, mover)


def _is_part(other: object) -> bool:
    if isinstance(getattr(other, "_core", None), _core.Position | _core.Value):
        return True
    if isinstance(other, int):
        return not isinstance(other, bool)
    # A fraction exists only if its module was imported, which takes a while.
    fractions = sys.modules.get("fractions")
    return fractions is not None and isinstance(other, fractions.Fraction)


def _left_wins(first: object, second: object, mover: int) -> bool:
    """Return whether Left wins the difference with this player (0 for Left) to move."""
    difference = sum_core([(first, False), (second, True)], mover)
    answer = _core.solve(difference, "auto", DEFAULT_OPTIONS, None)
    if answer["stopped"] == "interrupted":
        raise KeyboardInterrupt
    if not answer["solved"]:
        text = "the difference needs more memory than the default limit; use upstar.compare"
        raise UpstarError(text)
    winner: int = answer["bounds"][0]
    return winner > 0
