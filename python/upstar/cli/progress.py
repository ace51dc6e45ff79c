"""A line on standard error that shows the progress of a long search."""

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from upstar.progress import describe_search

if TYPE_CHECKING:
    from upstar.book_builder import BookProgress
    from upstar.cgt.database import BuildProgress
    from upstar.cgt.misere import MisereProgress
    from upstar.cgt.position_value import ValueProgress
    from upstar.cgt.sequences import SequenceProgress
    from upstar.nimbers import NimberProgress
    from upstar.selftest.hunt import Report
    from upstar.solve import Progress
    from upstar.strong_solutions import StrongProgress

    _OfHeaps = SequenceProgress | MisereProgress
    _OfValues = ValueProgress | NimberProgress | _OfHeaps
    AnyProgress = Progress | _OfValues | BuildProgress | BookProgress | StrongProgress | Report

FIRST_AFTER = 0.5
"""Seconds before the line first appears on a terminal."""
PLAIN_EVERY = 10.0
"""Seconds between two lines if standard error is not a terminal."""


class ProgressLine:
    """A line that is overwritten on a terminal; elsewhere a new line every ten seconds."""

    def __init__(self, describe: "Callable[[Any], str] | None" = None) -> None:
        """Check whether standard error is a terminal; `describe` formats the line."""
        self._describe: Callable[[Any], str] = describe or describe_search
        self._live = sys.stderr.isatty()
        self._next = FIRST_AFTER if self._live else PLAIN_EVERY
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
            self._next = progress.seconds + PLAIN_EVERY

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
            self._shown = False
