"""Jobs: what a visitor has asked for, how far it is, and what came of it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, time
from typing import Any, Literal
from uuid import uuid4

State = Literal["queued", "running", "paused", "done", "failed", "stopped"]

ENDED: frozenset[State] = frozenset(["done", "failed", "stopped"])

_MOST_POINTS = 400
_GROWTH = 1.02
"""A point of the history is kept when there are so many times the nodes of the last one."""


class Clock:
    """Seconds that a job has run; a pause does not count."""

    def __init__(self) -> None:
        """It stands."""
        self._gone = 0.0
        self._since: float | None = None
        self._held: float | None = None

    def go(self) -> None:
        """Start, or go on."""
        self._held = None
        if self._since is None:
            self._since = monotonic()

    def hold(self) -> None:
        """Stand still."""
        self._gone = self.seconds
        self._since = None
        self._held = monotonic()

    @property
    def seconds(self) -> float:
        """What it shows."""
        return self._gone + (0.0 if self._since is None else monotonic() - self._since)

    @property
    def standing(self) -> float:
        """Seconds since it was held."""
        return 0.0 if self._held is None else monotonic() - self._held


@dataclass(eq=False, kw_only=True)
class Job:
    """One thing that a worker does."""

    task: str
    request: Mapping[str, Any]
    owner: str
    folder: Path
    seconds: float
    """How long it may run."""
    is_quick: bool
    id: str = field(default_factory=lambda: uuid4().hex)
    state: State = "queued"
    progress: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    """Points of the progress over time, at growing distances."""
    result: dict[str, Any] | None = None
    error: str | None = None
    fault: str | None = None
    """Whose: 'request', 'stopped', 'memory', 'internal'."""
    wanted_end: str | None = None
    """Why it was asked to stop."""
    has_begun: bool = False
    """Does its worker work, or is it still starting?"""
    clock: Clock = field(default_factory=Clock)
    made: float = field(default_factory=time)
    _change: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.state in ENDED

    def note(self, progress: Mapping[str, Any]) -> None:
        """Take a progress in."""
        # A search's own seconds, if it tells them, are those of its trace and its result.
        self.progress = {"seconds": self.clock.seconds, **progress}
        nodes = progress.get("nodes")
        if nodes and (not self.history or nodes >= _GROWTH * self.history[-1]["nodes"]):
            self.history.append(self.progress)
            if len(self.history) > _MOST_POINTS:
                self.history = self.history[::2]
        self.changed()

    def changed(self) -> None:
        """Wake those who watch."""
        self._change.set()
        self._change = asyncio.Event()

    async def next_change(self, timeout: float | None = None) -> None:
        """Wait until something about it has changed, or so many seconds."""
        if not self.is_over:
            try:
                await asyncio.wait_for(self._change.wait(), timeout)
            except TimeoutError:
                return

    async def ended(self, timeout: float | None = None) -> "Job":
        """Wait until it is over, or so many seconds."""
        until = None if timeout is None else monotonic() + timeout
        while not self.is_over and (until is None or monotonic() < until):
            await self.next_change(None if until is None else max(0.0, until - monotonic()))
        return self

    async def changes(self, pace: float = 0.3) -> AsyncIterator["Job"]:
        """The job, now and after changes, the last time when it is over.

        Not more often than once in `pace` seconds: nobody reads faster, and pages that repaint
        all the time are slow to answer.
        """
        while True:
            over = self.is_over
            yield self
            if over:
                return
            await self.next_change()
            await self._rest(pace)

    async def _rest(self, seconds: float) -> None:
        """Let some time pass, unless the job ends."""
        await self.ended(seconds)

    def to_json(self, place: int | None) -> dict[str, Any]:
        """Plain data; `place` in the queue."""
        return {
            "id": self.id,
            "task": self.task,
            "state": self.state,
            "place": place,
            "seconds": self.clock.seconds,
            "max_seconds": self.seconds,
            "progress": self.progress,
            "result": self.result,
            "error": self.error,
            "fault": self.fault,
        }
