"""Jobs of the workbench: request, state, progress and result."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, time
from typing import Any, Literal
from uuid import uuid4

State = Literal["queued", "running", "paused", "done", "failed", "stopped"]

ENDED: frozenset[State] = frozenset(["done", "failed", "stopped"])

_MAX_POINTS = 400
_GROWTH = 1.02
"""The history keeps a point when the nodes have grown by this factor since the last one."""


class Clock:
    """A stopwatch for the seconds that a job has run; pauses do not count."""

    def __init__(self) -> None:
        """Create a stopped clock."""
        self._counted = 0.0
        self._started_at: float | None = None
        self._stopped_at: float | None = None

    def start(self) -> None:
        """Start or resume."""
        self._stopped_at = None
        if self._started_at is None:
            self._started_at = monotonic()

    def stop(self) -> None:
        """Stop; `start` resumes."""
        self._counted = self.seconds
        self._started_at = None
        self._stopped_at = monotonic()

    @property
    def seconds(self) -> float:
        """The seconds counted so far."""
        running = 0.0 if self._started_at is None else monotonic() - self._started_at
        return self._counted + running

    @property
    def stopped_for(self) -> float:
        """The seconds since the clock was stopped; 0 while it runs."""
        return 0.0 if self._stopped_at is None else monotonic() - self._stopped_at


@dataclass(eq=False, kw_only=True)
class Job:
    """One computation for a worker."""

    task: str
    request: Mapping[str, Any]
    owner: str
    folder: Path
    seconds: float
    """The time limit."""
    is_quick: bool
    id: str = field(default_factory=lambda: uuid4().hex)
    state: State = "queued"
    progress: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    """The progress over time, at growing intervals."""
    result: dict[str, Any] | None = None
    error: str | None = None
    fault: str | None = None
    """The class of the error: 'request', 'stopped', 'memory', 'internal'."""
    wanted_end: str | None = None
    """Why the job should stop; None while it should run."""
    has_begun: bool = False
    """Whether the worker process has started the job."""
    clock: Clock = field(default_factory=Clock)
    made: float = field(default_factory=time)
    _change: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self.state in ENDED

    def add_progress(self, progress: Mapping[str, Any]) -> None:
        """Store a progress report."""
        # If the report has seconds, use those: the trace and the result have the same clock.
        self.progress = {"seconds": self.clock.seconds, **progress}
        nodes = progress.get("nodes")
        if nodes and (not self.history or nodes >= _GROWTH * self.history[-1]["nodes"]):
            self.history.append(self.progress)
            if len(self.history) > _MAX_POINTS:
                self.history = self.history[::2]
        self.changed()

    def changed(self) -> None:
        """Notify all that wait for a change."""
        self._change.set()
        self._change = asyncio.Event()

    async def next_change(self, timeout: float | None = None) -> None:
        """Wait until the job changes, at most `timeout` seconds."""
        if not self.is_over:
            try:
                await asyncio.wait_for(self._change.wait(), timeout)
            except TimeoutError:
                return

    async def ended(self, timeout: float | None = None) -> "Job":
        """Wait until the job has ended, at most `timeout` seconds."""
        until = None if timeout is None else monotonic() + timeout
        while not self.is_over and (until is None or monotonic() < until):
            await self.next_change(None if until is None else max(0.0, until - monotonic()))
        return self

    async def changes(self, pace: float = 0.3) -> AsyncIterator["Job"]:
        """Yield the job now and after each change, the last time when it has ended.

        There is at most one item every `pace` seconds, so that the page does not repaint too often.
        """
        while True:
            over = self.is_over
            yield self
            if over:
                return
            await self.next_change()
            await self.ended(pace)

    def to_json(self, place: int | None) -> dict[str, Any]:
        """Return the job as data for JSON; `place` is its place in the queue."""
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
