"""Sequences as b-files of the On-Line Encyclopedia of Integer Sequences (OEIS)."""

from collections.abc import Iterable
from fractions import Fraction

from upstar.cgt.value import Value
from upstar.errors import ParameterError

__all__ = ["bfile"]


def bfile(sequence: Iterable[int | Fraction | Value], offset: int = 1) -> str:
    """Return a sequence as the text of a b-file: lines ``n a(n)``.

    Parameters
    ----------
    sequence : iterable of int, Fraction or Value
        The terms. A value must be an integer, or a nimber, which stands for its Grundy value.
    offset : int
        The index of the first term.

    Returns
    -------
    str
        The lines.

    Raises
    ------
    ParameterError
        If a term is not an integer or a nimber, or if all terms are not of one kind.

    Examples
    --------
    >>> import upstar
    >>> print(upstar.bfile([upstar.value("kayles", str(n)) for n in range(1, 4)]), end="")
    1 1
    2 2
    3 3
    """
    lines, kinds = [], set()
    for n, term in enumerate(sequence, offset):
        number, is_nimber = _integer(term, n)
        if number:
            kinds.add(is_nimber)
        if len(kinds) > 1:
            raise ParameterError(
                f"term {n} is {term}: a b-file has either integers or nimbers, not both"
            )
        lines.append(f"{n} {number}\n")
    return "".join(lines)


def _integer(term: int | Fraction | Value, n: int) -> tuple[int, bool]:
    """Return a term as an integer, and whether it is a nimber."""
    value = Value(term)
    number = value.number
    if number is not None and number.denominator == 1:
        return int(number), False
    text = str(value)
    if text == "*":
        return 1, True
    if text.startswith("*") and text[1:].isdigit():
        return int(text[1:]), True
    raise ParameterError(f"term {n} is {text}: the terms of a b-file are integers or nimbers")
