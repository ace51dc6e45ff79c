"""A line on standard error that shows the progress of a long search."""

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from upstar.text import duration, short_count

if TYPE_CHECKING:
    from upstar.book_builder import BookProgress
    from upstar.cgt.database import BuildProgress
    from upstar.cgt.position_value import ValueProgress
    from upstar.solve import Progress
    from upstar.strong import StrongProgress

    AnyProgress = Progress | ValueProgress | BuildProgress | BookProgress | StrongProgress

_FIRST_AFTER = 0.5
"""Seconds before the line first appears on a terminal."""
_PLAIN_EVERY = 10.0
"""Seconds between two lines if standard error is not a terminal."""


class ProgressLine:
    """A line that is overwritten on a terminal; elsewhere a new line every ten seconds."""

    def __init__(self, describe: "Callable[[Any], str] | None" = None) -> None:
        """Check whether standard error is a terminal; `describe` formats the line."""
        self._describe: Callable[[Any], str] = describe or describe_search
        self._live = sys.stderr.isatty()
        self._next = _FIRST_AFTER if self._live else _PLAIN_EVERY
        self._shown = False

    def __call__(self, progress: "AnyProgress") -> None:
        """Show the progress if the next line is due."""
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
        """Remove the line."""
        if self._shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
            self._shown = False


def describe_search(progress: "Progress") -> str:
    """Return the progress of a search as one line."""
    speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0.0
    best = [f"best {progress.best_move}"] if progress.best_move else []
    parts = [
        f"{progress.seconds:.0f} s",
        *best,
        f"{short_count(progress.nodes)} nodes",
        f"{short_count(speed)} nodes/s",
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
    """Return the progress of a computation of values as one line."""
    return (
        f"{progress.seconds:.0f} s  {short_count(progress.positions)} positions  "
        f"{short_count(progress.values)} values  {progress.bytes / 1e6:.0f} MB"
    )
