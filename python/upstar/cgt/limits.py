"""Limits of computations of values, and ranges of heaps, checked for the core."""

from operator import index

from upstar.errors import ParameterError

LARGEST_HEAP = 4_000_000_000
"""The core numbers heaps with 32 bits."""


def core_limits(
    max_seconds: float | None, max_memory: float | None
) -> dict[str, float | int | None]:
    """Return the limits as the core expects them; ``max_memory`` is in megabytes."""
    for name, limit in (("max_seconds", max_seconds), ("max_memory", max_memory)):
        if limit is not None and not limit > 0:
            raise ParameterError(f"{name} must be more than 0, not {limit}")
    max_bytes = None if max_memory is None else int(min(max_memory * 1e6, 2**62))
    return {"max_seconds": max_seconds, "max_bytes": max_bytes}


def checked_range(first: int, last: int, largest: int = LARGEST_HEAP) -> tuple[int, int]:
    """Return the first and the last number of a sequence if they are allowed."""
    try:
        numbers = index(first), index(last)
    except TypeError:
        raise ParameterError(
            f"the first and the last number must be whole numbers, not {first!r} and {last!r}"
        ) from None
    if not 0 <= numbers[0] <= numbers[1] <= largest:
        raise ParameterError(
            f"the numbers {first}..{last} must ascend from at least 0 to at most {largest:,}"
        )
    return numbers
