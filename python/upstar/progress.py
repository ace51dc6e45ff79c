"""Progress of long work: in words, and as a bar in notebooks.

``solve``, ``analyze``, ``match`` and other long functions take ``progress``: a function to call, or
``'auto'``, which shows a bar if the code runs in a notebook and takes longer than a second.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from upstar.errors import ParameterError
from upstar.text import duration, short_count

if TYPE_CHECKING:
    from upstar.analyze import Analysis
    from upstar.campaign.run import RunProgress
    from upstar.cgt.database import BuildProgress
    from upstar.cgt.misere import MisereProgress
    from upstar.cgt.position_value import ValueProgress
    from upstar.cgt.sequences import SequenceProgress
    from upstar.nimbers import NimberProgress
    from upstar.play.matches import MatchResult
    from upstar.solution import Progress
    from upstar.statistics import Interval

Report = TypeVar("Report", bound=Callable[..., None])
Auto = Literal["auto"]

_FIRST_AFTER = 1.0
"""Seconds before the bar appears."""
_EVERY = 0.2
"""Seconds between two updates of the bar."""
VARIABLE = "UPSTAR_PROGRESS"
"""The environment variable that hides all bars if it is ``off``."""


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


def describe_nimber(progress: "NimberProgress") -> str:
    """Return the progress of a search for a nimber as one line."""
    speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0.0
    parts = [
        f"{progress.seconds:.0f} s",
        f"{short_count(progress.nodes)} nodes",
        f"{short_count(speed)} nodes/s",
        f"{progress.bytes / 1e6:.0f} MB",
    ]
    if progress.estimate is not None and progress.estimate > progress.nodes and speed > 0:
        parts.append(f"about {duration((progress.estimate - progress.nodes) / speed)} left")
    if progress.bounds is not None:
        parts.append(f"nimber {progress.bounds[0]} to {progress.bounds[1]}")
    return "  ".join(parts)


def describe_build(progress: "BuildProgress") -> str:
    """Return the progress of a build of a database as one line."""
    done = progress.positions / progress.total
    positions, total = short_count(progress.positions), short_count(progress.total)
    counts = f"{positions} of {total} positions  {done:.0%}"
    return f"{progress.seconds:.0f} s  {counts}  {progress.bytes / 1e6:.0f} MB"


def describe_sequence(progress: "SequenceProgress") -> str:
    """Return the progress of a computation of a sequence as one line."""
    speed = progress.terms / progress.seconds if progress.seconds > 0 else 0.0
    terms, wanted = short_count(progress.terms), short_count(progress.wanted)
    counts = f"{terms} of {wanted} terms  {short_count(speed)} terms/s"
    return f"{progress.seconds:.0f} s  {counts}  {progress.bytes / 1e6:.0f} MB"


def describe_misere(progress: "MisereProgress") -> str:
    """Return the progress of a computation for misère play as one line."""
    heap = f"heap {progress.heap}  " if progress.heap else ""
    sums = f"{heap}{short_count(progress.sums)} sums"
    return f"{progress.seconds:.0f} s  {sums}  {progress.bytes / 1e6:.0f} MB"


def describe_match(result: "MatchResult", wanted: int) -> str:
    """Return the progress of a match as one line."""
    line = f"{len(result.games)} of {wanted} games"
    if len(result.players) == 2:
        score = result.score()
        line += f"  +{score.wins} ={score.draws} -{score.losses}  {percent(score.share)}"
    return line


def percent(share: "Interval") -> str:
    """Return a share and its interval in percent."""
    return f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def describe_jobs(state: "RunProgress") -> str:
    """Return the progress of jobs as one line."""
    line = f"{state.total - state.left} of {state.total} jobs"
    if state.seconds_left is not None:
        line += f", about {duration(state.seconds_left)} left"
    return line + (f", {state.failed} failed" if state.failed else "")


class Work(NamedTuple):
    """A kind of work: how to describe a report, and which share of the work is done."""

    describe: Callable[..., str]
    share: Callable[..., float | None]


def search_work(*, max_nodes: int | None = None, max_seconds: float | None = None) -> Work:
    """Return the work of a search, which ends at a limit or, by its own estimate, when solved."""
    return Work(describe_search, _share_of_search(max_nodes, max_seconds))


def nimber_work(*, max_nodes: int | None = None, max_seconds: float | None = None) -> Work:
    """Return the work of a search for a nimber."""
    return Work(describe_nimber, _share_of_search(max_nodes, max_seconds))


def _share_of_search(
    max_nodes: int | None, max_seconds: float | None
) -> "Callable[[Progress | NimberProgress], float | None]":
    def share(progress: "Progress | NimberProgress") -> float | None:
        ends = [
            (progress.nodes, progress.estimate),
            (progress.nodes, max_nodes),
            (progress.seconds, max_seconds),
        ]
        # An estimate below the nodes so far was wrong.
        return max((done / end for done, end in ends if end and done <= end), default=None)

    return share


def analysis_work() -> Work:
    """Return the work of an analysis: the share is that of the settled moves."""

    def settled(analysis: "Analysis") -> int:
        return sum(move.is_settled for move in analysis.moves)

    def describe(analysis: "Analysis") -> str:
        stats = analysis.stats
        moves = f"{settled(analysis)} of {len(analysis.moves)} moves"
        return f"{stats.seconds:.0f} s  {moves}  {short_count(stats.nodes)} nodes"

    return Work(describe, lambda analysis: settled(analysis) / max(len(analysis.moves), 1))


def values_work(*, max_seconds: float | None = None) -> Work:
    """Return the work of a computation of values; only the time limit says how long it takes."""

    def share(progress: "ValueProgress") -> float | None:
        return None if max_seconds is None else min(1.0, progress.seconds / max_seconds)

    return Work(describe_values, share)


def sequence_work() -> Work:
    """Return the work of a sequence: the share is that of the known terms."""
    return Work(describe_sequence, lambda progress: progress.terms / progress.wanted)


def misere_work() -> Work:
    """Return the work for genera and misère quotients, whose length is not known."""
    return Work(describe_misere, lambda progress: None)


BUILD = Work(describe_build, lambda progress: progress.positions / progress.total)
MATCH = Work(describe_match, lambda result, wanted: len(result.games) / wanted)
JOBS = Work(describe_jobs, lambda state: 1 - state.left / state.total)


@contextmanager
def reporting(progress: "Report | Auto | None", work: Work) -> "Iterator[Report | None]":
    """Yield the function to call with reports, or None; remove a bar at the end.

    Parameters
    ----------
    progress : callable, 'auto' or None
        A function is yielded as it is. ``'auto'`` becomes a bar in a notebook, else None.
    work : Work
        What the bar shows.

    Raises
    ------
    ParameterError
        If `progress` is something else.
    """
    if progress == "auto":
        bar = NotebookBar(work) if in_notebook() else None
        try:
            yield bar  # type: ignore[misc]
        finally:
            if bar is not None:
                bar.clear()
    elif progress is None or callable(progress):
        yield progress
    else:
        raise ParameterError(f"progress must be a function, 'auto' or None, not {progress!r}")


def in_notebook() -> bool:
    """Return whether this is the main thread of the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    multiprocessing = sys.modules.get("multiprocessing")
    return (
        getattr(shell, "kernel", None) is not None
        and threading.current_thread() is threading.main_thread()
        # A forked worker inherits the shell, but not its connections.
        and (multiprocessing is None or multiprocessing.parent_process() is None)
        and os.environ.get(VARIABLE, "") != "off"
    )


class NotebookBar:
    """A bar below the cell that runs. It appears after a second and disappears at the end."""

    def __init__(self, work: Work) -> None:
        """Create the bar; the first report after a second shows it."""
        self._work = work
        self._next = time.monotonic() + _FIRST_AFTER
        self._handle: Any = None

    def __call__(self, *report: Any) -> None:
        """Show a report if it is due."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        text, share = self._work.describe(*report), self._work.share(*report)
        value = "" if share is None else f' value="{share:.4f}"'
        bar = f'<progress{value} style="width: 14em; vertical-align: middle"></progress>'
        self._show(text, f"{bar}&ensp;{escape(text).replace('  ', '&ensp;')}")

    def clear(self) -> None:
        """Remove the bar."""
        if self._handle is not None:
            self._show("", "")

    def _show(self, text: str, html: str) -> None:
        content = {"text/plain": text, "text/html": html}
        if self._handle is None:
            from IPython.display import DisplayHandle

            self._handle = DisplayHandle()  # type: ignore[no-untyped-call]
            self._handle.display(content, raw=True)
        else:
            self._handle.update(content, raw=True)
