"""Numbers as JSON can say them."""

from collections.abc import Mapping
from math import isinf, isnan
from typing import Any

Number = int | float


def json_numbers(numbers: Mapping[str, Number]) -> dict[str, Any]:
    """The numbers as JSON can say them: infinite ones become ``'inf'``."""
    return {name: _finite(number) for name, number in numbers.items()}


def _finite(number: Number) -> Number | str | None:
    """JSON has no infinity and no NaN."""
    if isinstance(number, float) and isnan(number):
        return None
    if isinstance(number, float) and isinf(number):
        return "inf" if number > 0 else "-inf"
    return number
