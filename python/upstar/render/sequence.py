"""Plots of sequences: a dot for each term."""

from collections.abc import Sequence
from math import floor, log10

from upstar.errors import ParameterError
from upstar.render.picture import Circle, Line, Picture, Shape, Style, Text

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 30, 34
_RADIUS = 1.6
_GRID = 1.0
"""Dots are drawn once in each square of this size, however many terms there are."""


def picture(values: Sequence[float], *, first: int = 0, title: str = "") -> Picture:
    """Return the plot of a sequence.

    Parameters
    ----------
    values : sequence of float
        The terms.
    first : int
        The number of the first term.
    title : str
        A title above the plot.

    Returns
    -------
    Picture
        The plot.

    Raises
    ------
    ParameterError
        If there are no terms.

    Examples
    --------
    >>> picture([0, 1, 2, 3, 1, 4]).height
    360
    """
    if not values:
        raise ParameterError("there is no term to plot")
    low, high = min(0.0, min(values)), max(1.0, max(values))
    end = first + max(len(values) - 1, 1)
    floor_y, edge = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    across, upwards = (edge - _LEFT) / (end - first), (floor_y - _TOP) / (high - low)
    axis = Style(stroke="text")
    shapes: list[Shape] = [Line(((_LEFT, _TOP), (_LEFT, floor_y), (edge, floor_y)), axis)]
    for tick in _ticks(first, end):
        x = _LEFT + (tick - first) * across
        shapes.append(Line(((x, floor_y), (x, floor_y + 5)), axis))
        shapes.append(Text(at=(x, floor_y + 15.5), text=f"{tick:,}"))
    for tick in _ticks(low, high):
        y = floor_y - (tick - low) * upwards
        shapes.append(Line(((_LEFT - 5, y), (_LEFT, y)), axis))
        shapes.append(Text(at=(_LEFT - 9, y), text=f"{tick:,}".replace("-", "−"), anchor="end"))
    if title:
        shapes.append(Text(at=(_WIDTH / 2, 13.5), text=title))
    squares = {
        (round(n * across / _GRID), round((value - low) * upwards / _GRID)): (n, value)
        for n, value in enumerate(values)
    }
    dot = Style(fill="blue")
    shapes += (
        Circle((_LEFT + n * across, floor_y - (value - low) * upwards), _RADIUS, dot)
        for n, value in squares.values()
    )
    return Picture(_WIDTH, _HEIGHT, tuple(shapes))


def _ticks(low: float, high: float) -> list[int]:
    """Return at most eleven round numbers between two numbers."""
    raw = (high - low) / 8
    power = 10 ** max(floor(log10(raw)), 0) if raw > 0 else 1
    step = next((power * m for m in (1, 2, 5) if power * m >= raw), power * 10)
    start = -int(-low // step) * step
    return list(range(start, floor(high) + 1, step))
