"""Numbers in a form that JSON can represent."""

from collections.abc import Mapping
from math import isinf, isnan
from typing import Any

Number = int | float


def json_numbers(numbers: Mapping[str, Number]) -> dict[str, Any]:
    """Return the numbers with infinite ones as ``'inf'``, because JSON has none."""
    return {name: _finite(number) for name, number in numbers.items()}


def _finite(number: Number) -> Number | str | None:
    """Convert infinity to text and NaN to None."""
    if isinstance(number, float) and isnan(number):
        return None
    if isinstance(number, float) and isinf(number):
        return "inf" if number > 0 else "-inf"
    return number
