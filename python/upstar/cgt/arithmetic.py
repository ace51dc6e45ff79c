"""Nimbers and simplest numbers."""

from collections.abc import Iterable
from fractions import Fraction

from upstar import _core
from upstar.errors import ParameterError, ValueLimitError


def nim_sum(*nimbers: int) -> int:
    """Return the nim-sum of nimbers, the value of Nim heaps played together.

    Parameters
    ----------
    *nimbers : int
        Sizes of heaps, from 0 to 4294967295.

    Returns
    -------
    int
        The exclusive or of the sizes.

    Raises
    ------
    ParameterError
        If a number is not a nimber.

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
    """Return the product of two nimbers in Conway's field of nimbers.

    Parameters
    ----------
    a : int
        A nimber, from 0 to 4294967295.
    b : int
        Another one.

    Returns
    -------
    int
        The product, a nimber.

    Raises
    ------
    ParameterError
        If a number is not a nimber.

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 4), nim_product(5, 7)
    (3, 6, 13)

    References
    ----------
    Conway, *On Numbers and Games*, 1976, chapter 6.
    """
    return _core.nim_product(_nimber(a), _nimber(b))


def mex(nimbers: Iterable[int]) -> int:
    """Return the least nimber that is not among these (minimum excludant).

    It is the value of an impartial game whose options have these values.

    Parameters
    ----------
    nimbers : iterable of int
        Nimbers, from 0 to 4294967295.

    Returns
    -------
    int
        The minimum excludant.

    Raises
    ------
    ParameterError
        If a number is not a nimber.

    Examples
    --------
    >>> mex([0, 1, 3])
    2
    """
    excluded = {_nimber(nimber) for nimber in nimbers}
    return next(n for n in range(len(excluded) + 1) if n not in excluded)


def _nimber(n: int) -> int:
    if not 0 <= n < 1 << 32:
        raise ParameterError(f"a nimber must be a whole number from 0 to 4294967295, not {n}")
    return n


def simplest_number(
    lower: int | Fraction | None = None,
    upper: int | Fraction | None = None,
    *,
    closed: bool = False,
) -> Fraction | None:
    """Return the simplest number in an interval: the one with the earliest birthday.

    Parameters
    ----------
    lower : int or Fraction, optional
        The lower end, a dyadic fraction (its denominator is a power of two). None for no lower end.
    upper : int or Fraction, optional
        The upper end, likewise.
    closed : bool
        Whether the ends belong to the interval.

    Returns
    -------
    Fraction or None
        The simplest number; None if the interval is empty.

    Raises
    ------
    ParameterError
        If an end is not dyadic.
    ValueLimitError
        If an end needs more than 63 bits.

    Examples
    --------
    >>> print(simplest_number(Fraction(1, 4), 1), simplest_number(1, 5), simplest_number(-2))
    1/2 2 0
    """
    ends = [None if end is None else (*dyadic(end), closed) for end in (lower, upper)]
    found = _core.simplest_number(*ends)
    return None if found is None else Fraction(*found)


def dyadic(number: int | Fraction) -> tuple[int, int]:
    """Return a dyadic fraction as numerator and exponent of two of the denominator.

    Parameters
    ----------
    number : int or Fraction
        A number whose denominator is a power of two.

    Returns
    -------
    numerator : int
        The numerator.
    exponent : int
        The denominator is 2 to this power.

    Raises
    ------
    ParameterError
        If the denominator is not a power of two.
    ValueLimitError
        If the numerator needs more than 63 bits.

    Examples
    --------
    >>> dyadic(Fraction(3, 8))
    (3, 3)
    """
    fraction = Fraction(number)
    if fraction.denominator & (fraction.denominator - 1):
        raise ParameterError(f"{fraction} is not dyadic: its denominator must be a power of two")
    if abs(fraction.numerator) >= 1 << 63:
        raise ValueLimitError("a number is too large: its numerator needs more than 63 bits")
    return fraction.numerator, fraction.denominator.bit_length() - 1
