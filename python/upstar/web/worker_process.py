"""A worker process as the server sees it: it is given an order, read, paused, stopped, killed."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

_LONGEST_LINE = 64_000_000
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

CAN_PAUSE = hasattr(signal, "SIGSTOP")
"""Does this system let a process be held?"""


class Worker:
    """A process that waits for one job, does it and ends."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Made by `start`."""
        self._process = process

    @classmethod
    async def start(cls) -> "Worker":
        """Start a process. It begins with a fresh interpreter: nothing of the server is copied."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "upstar.web.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )
        return cls(process)

    @property
    def is_alive(self) -> bool:
        """Has it not ended yet?"""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def order(
        self, task: str, request: Mapping[str, Any], folder: Path, *, quick: bool
    ) -> None:
        """Give it its job."""
        order = {"task": task, "request": dict(request), "folder": str(folder), "quick": quick}
        await self._say(json.dumps(order))

    async def ask_to_stop(self, reason: str) -> None:
        """Ask for an end with what is known. A held process goes on, else it would not hear."""
        self.resume()
        await self._say(f"stop {reason}")

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """What it says, until it ends."""
        assert self._process.stdout is not None
        with suppress(ValueError):  # a line that is too long: as if it had died
            async for line in self._process.stdout:
                yield json.loads(line)

    async def ended(self) -> int:
        """Wait for its end; the exit status."""
        return await self._process.wait()

    def pause(self) -> None:
        """Hold it where it is."""
        self._signal("SIGSTOP")

    def resume(self) -> None:
        """Let it go on."""
        self._signal("SIGCONT")

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            if self.is_alive:
                self._process.kill()

    def memory(self) -> float:
        """Megabytes that it has in use; 0 where the system does not say."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except (OSError, ValueError, IndexError):
            return 0.0
        return pages * _PAGE / 1e6

    def _signal(self, name: str) -> None:
        if CAN_PAUSE and self.is_alive:
            with suppress(ProcessLookupError):
                self._process.send_signal(getattr(signal, name))

    async def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError, ConnectionResetError):
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()


class Pool:
    """Keeps one worker ready, so that a job need not wait for an interpreter to start."""

    def __init__(self) -> None:
        """Nothing is started yet."""
        self._spare: asyncio.Task[Worker] | None = None
        self._is_closed = False

    def prepare(self) -> None:
        """See to it that one is ready, or will be."""
        if self._spare is None and not self._is_closed:
            self._spare = asyncio.create_task(Worker.start())

    async def take(self) -> Worker:
        """A worker for one job."""
        self.prepare()
        spare, self._spare = self._spare, None
        assert spare is not None
        worker = await spare
        return worker if worker.is_alive else await Worker.start()

    async def close(self) -> None:
        """End the one that is ready."""
        self._is_closed = True
        if self._spare is not None:
            worker = await self._spare
            worker.kill()
            await worker.ended()
