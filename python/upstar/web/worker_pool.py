"""The workers of the job queue. Each runs one job and exits; a spare one is always ready."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from upstar.web.offered_books import book_for
from upstar.web.offered_games import sources
from upstar.workers import WorkerProcess

_LONGEST_MESSAGE = 64_000_000
_POLL = 0.02
"""Seconds between two checks whether a process has ended."""


class Worker:
    """A process that waits for one job, runs it and exits."""

    def __init__(self) -> None:
        """Start the process."""
        self._process = WorkerProcess("upstar.web.worker", longest_message=_LONGEST_MESSAGE)
        self.pause = self._process.pause
        self.resume = self._process.resume
        self.memory = self._process.memory
        self.kill = self._process.kill
        self.close = self._process.close

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.is_alive

    def order(self, task: str, request: Mapping[str, Any], folder: Path, *, quick: bool) -> None:
        """Send the job to the process."""
        source = sources().get(str(request.get("game")))
        order = {
            "task": task,
            # Only the server names a file.
            "request": {**request, "book": book_for(task, request)},
            "folder": str(folder),
            "quick": quick,
            "games": [] if source is None else [source],
        }
        self._process.send(order)

    def ask_to_stop(self, reason: str) -> None:
        """Ask the process to stop with what it has proved. A paused process is resumed first."""
        self.resume()
        self._process.send({"stop": reason})

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the messages of the process until it ends."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        descriptor = self._process.fileno()
        loop.add_reader(descriptor, readable.set)
        try:
            while True:
                await readable.wait()
                readable.clear()
                received = self._process.receive()
                if received is None:
                    return
                for message in received:
                    yield message
        finally:
            loop.remove_reader(descriptor)

    async def ended(self) -> None:
        """Wait until the process has ended."""
        while self.is_alive:
            await asyncio.sleep(_POLL)


class WorkerPool:
    """Keeps one worker ready, so that a job does not wait for the start of an interpreter."""

    def __init__(self) -> None:
        """Create the pool without starting a process."""
        self._spare: Worker | None = None
        self._is_closed = False

    def prepare(self) -> None:
        """Start a spare worker if there is none. If that fails, `take` tries again."""
        if self._spare is None and not self._is_closed:
            with suppress(OSError):
                self._spare = Worker()

    def take(self) -> Worker:
        """Return a worker for one job.

        Raises
        ------
        OSError
            If no process can be started.
        """
        spare, self._spare = self._spare, None
        return spare if spare is not None and spare.is_alive else Worker()

    def close(self) -> None:
        """Kill the spare worker."""
        self._is_closed = True
        if self._spare is not None:
            self._spare.close()
