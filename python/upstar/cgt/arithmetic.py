"""Nimbers, and the simplest numbers."""

from collections.abc import Iterable
from fractions import Fraction

from upstar import _core
from upstar.errors import ParameterError, ValueLimitError


def nim_sum(*nimbers: int) -> int:
    """Add Nim heaps.

    Examples
    --------
    >>> nim_sum(3, 5, 6)
    0
    """
    total = 0
    for nimber in nimbers:
        total ^= _nimber(nimber)
    return total


def nim_product(a: int, b: int) -> int:
    """Multiply nimbers, which makes them a field.

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 4), nim_product(5, 7)
    (3, 6, 13)
    """
    return _core.nim_product(_nimber(a), _nimber(b))


def mex(nimbers: Iterable[int]) -> int:
    """Find the least nimber that is not among these: the value of an impartial game.

    Examples
    --------
    >>> mex([0, 1, 3])
    2
    """
    excluded = {_nimber(nimber) for nimber in nimbers}
    return next(n for n in range(len(excluded) + 1) if n not in excluded)


def _nimber(n: int) -> int:
    if not 0 <= n < 1 << 32:
        raise ParameterError(f"a nimber is a whole number from 0 to 4294967295, not {n}")
    return n


def simplest_number(
    lower: int | Fraction | None = None,
    upper: int | Fraction | None = None,
    *,
    closed: bool = False,
) -> Fraction | None:
    """Find the number born first between two, or None if there is none.

    Parameters
    ----------
    lower, upper : int or Fraction, optional
        Dyadic; without one, there is no end on that side.
    closed : bool
        Whether the ends themselves count.

    Examples
    --------
    >>> print(simplest_number(Fraction(1, 4), 1), simplest_number(1, 5), simplest_number(-2))
    1/2 2 0
    """
    ends = [None if end is None else (*dyadic(end), closed) for end in (lower, upper)]
    found = _core.simplest_number(*ends)
    return None if found is None else Fraction(*found)


def dyadic(number: int | Fraction) -> tuple[int, int]:
    """Give the numerator, and the power of two in the denominator."""
    fraction = Fraction(number)
    if fraction.denominator & (fraction.denominator - 1):
        raise ParameterError(f"{fraction} is not dyadic: its denominator must be a power of two")
    if abs(fraction.numerator) >= 1 << 63:
        raise ValueLimitError("too large: a number beyond 63 bits")
    return fraction.numerator, fraction.denominator.bit_length() - 1
