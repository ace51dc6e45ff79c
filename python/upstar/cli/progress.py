"""Telling on standard error how far a long search is."""

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from upstar.cgt.database import BuildProgress
    from upstar.cgt.position_value import ValueProgress
    from upstar.solve import Progress

_SILENCE = 0.5
"""Seconds that a search may take before anything is told."""
_PLAIN_EVERY = 10.0


class Teller:
    """A line that is written over on a terminal, or a new line every ten seconds elsewhere."""

    def __init__(self, describe: "Callable[[Any], str] | None" = None) -> None:
        """Look at where standard error goes; `describe` makes the line of what is told."""
        self._describe: Callable[[Any], str] = describe or describe_search
        self._live = sys.stderr.isatty()
        self._next = _SILENCE if self._live else _PLAIN_EVERY
        self._shown = False

    def __call__(self, progress: "Progress | ValueProgress | BuildProgress") -> None:
        """Tell, if it is time."""
        if progress.seconds < self._next:
            return
        line = self._describe(progress)[: shutil.get_terminal_size().columns - 1]
        if self._live:
            print(f"\r\x1b[2K{line}", end="", file=sys.stderr, flush=True)
            self._shown = True
        else:
            print(line, file=sys.stderr, flush=True)
            self._next = progress.seconds + _PLAIN_EVERY

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
            self._shown = False


def describe_search(progress: "Progress") -> str:
    """How far a search is, in a line that fits on a terminal."""
    speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0.0
    best = [f"best {progress.best_move}"] if progress.best_move else []
    parts = [
        f"{progress.seconds:.0f} s",
        *best,
        f"{count(progress.nodes)} nodes",
        f"{count(speed)} nodes/s",
        f"{progress.bytes / 1e6:.0f} MB",
    ]
    if progress.estimate is not None and progress.estimate > progress.nodes and speed > 0:
        parts.append(f"about {duration((progress.estimate - progress.nodes) / speed)} left")
    if progress.depth:
        parts.append(f"depth {progress.depth}")
    if progress.bounds is not None:
        lo, hi = progress.bounds
        parts.append(f"score {lo}" if lo == hi else f"score {lo} to {hi}")
    return "  ".join(parts)


def describe_values(progress: "ValueProgress") -> str:
    """How far a computation of values is."""
    return (
        f"{progress.seconds:.0f} s  {count(progress.positions)} positions  "
        f"{count(progress.values)} values  {progress.bytes / 1e6:.0f} MB"
    )


def duration(seconds: float) -> str:
    """A time in the unit that fits.

    >>> [duration(s) for s in (2.4, 90, 7200, 200_000, 1e9, 1e13)]
    ['2 s', '90 s', '2 h', '2 days', '32 years', 'ages']
    """
    for unit, size in (("years", 3.156e7), ("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}" if seconds < 3e12 else "ages"
    return f"{seconds:.0f} s"


def count(number: float) -> str:
    """A large number in few characters.

    >>> [count(n) for n in (7, 12_345, 6_700_000, 2.5e9)]
    ['7', '12.3k', '6.7M', '2.5G']
    """
    if number >= 1e13:
        return f"{number:.0e}"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e4)):
        if number >= size:
            return f"{number / (1e3 if unit == 'k' else size):.1f}{unit}"
    return f"{number:.0f}"
