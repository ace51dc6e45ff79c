"""Jobs of the workbench: request, state, progress and result."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
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
        self._paused = 0.0

    def start(self) -> None:
        """Start or resume."""
        self._paused += self.stopped_for
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
    def paused(self) -> float:
        """The seconds of all pauses that have ended. The end of a job is not a pause."""
        return self._paused

    @property
    def stopped_for(self) -> float:
        """The seconds since the clock was stopped; 0 while it runs."""
        return 0.0 if self._stopped_at is None else monotonic() - self._stopped_at


@dataclass(eq=False, kw_only=True)
class Job:
    """One computation for a worker."""

    task: str
    request: Mapping[str, Any]
    asked: tuple[str, ...] = ()
    """The keys of the request that the visitor has set."""
    owner: str
    """The visitor who may stop the job. Everybody who knows the id may read it."""
    address: str = ""
    """The address of the visitor."""
    is_listed: bool = True
    """Whether the visitor has asked for it. Moves of engines and live analyses are not listed."""
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
    ended_at: float | None = None
    """When the job ended, in seconds since 1970."""
    _change: asyncio.Event = field(default_factory=asyncio.Event)
    _watchers: int = 0
    _watched_at: float = field(default_factory=monotonic)

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self.state in ENDED

    @property
    def unwatched_for(self) -> float:
        """The seconds for which nobody has waited for the job or asked about it."""
        return 0.0 if self._watchers else monotonic() - self._watched_at

    def seen(self) -> None:
        """Note that somebody has asked about the job."""
        self._watched_at = monotonic()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        self._watchers += 1
        try:
            yield
        finally:
            self._watchers -= 1
            self.seen()

    def add_progress(self, progress: Mapping[str, Any]) -> None:
        """Store a progress report."""
        # If the report has seconds, use those: the trace and the result have the same clock. A
        # search counts its pauses too.
        self.progress = {"seconds": self.clock.seconds, **progress}
        if "seconds" in progress:
            self.progress["seconds"] = max(progress["seconds"] - self.clock.paused, 0.0)
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
        with self._watched():
            while not self.is_over and (until is None or monotonic() < until):
                await self.next_change(None if until is None else max(0.0, until - monotonic()))
        return self

    async def changes(self, pace: float = 0.3) -> AsyncIterator["Job"]:
        """Yield the job now and after each change, the last time when it has ended.

        There is at most one item every `pace` seconds, so that the page does not repaint too often.
        """
        with self._watched():
            while True:
                over = self.is_over
                yield self
                if over:
                    return
                await self.next_change()
                await self.ended(pace)

    def to_json(self, place: int | None) -> dict[str, Any]:
        """Return the job as data for JSON; `place` is its place in the queue."""
        return {**self.summary(place), "progress": self.progress, "result": self.result}

    def summary(self, place: int | None) -> dict[str, Any]:
        """Return the job without its progress and result as data for JSON."""
        return {
            "id": self.id,
            "task": self.task,
            "request": {key: self.request[key] for key in self.asked},
            "made": self.made,
            "state": self.state,
            "place": place,
            "seconds": self.clock.seconds,
            "max_seconds": self.seconds,
            "error": self.error,
            "fault": self.fault,
        }
