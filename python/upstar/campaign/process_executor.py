"""Jobs in processes with a cap on their memory, for jobs that may blow up.

Each worker is `python -m upstar.campaign.worker`, fed with lines of JSON: nothing of the caller's
program is imported or copied. A worker that dies is replaced, and its batch is told as crashed.
"""

import json
import os
import selectors
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job


@dataclass(eq=False)
class _Worker:
    process: "subprocess.Popen[bytes]"
    batch: list[Job] = field(default_factory=list)
    buffer: bytearray = field(default_factory=bytearray)


class ProcessExecutor:
    """A pool of processes, each with at most so much address space."""

    def __init__(self, workers: int, *, memory_cap: float | None = None) -> None:
        """Start the workers; `memory_cap` in megabytes."""
        self.workers = workers
        self._cap = memory_cap
        self._waiting: deque[list[Job]] = deque()
        self._selector = selectors.DefaultSelector()
        self._pool = [self._start() for _ in range(workers)]

    def _start(self) -> _Worker:
        cap = "0" if self._cap is None else str(int(self._cap * 1_000_000))
        process = subprocess.Popen(
            [sys.executable, "-m", "upstar.campaign.worker", cap],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for the driver, which then ends its workers.
            start_new_session=True,
        )
        worker = _Worker(process)
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        self._selector.register(process.stdout, selectors.EVENT_READ, worker)
        return worker

    @property
    def pids(self) -> list[int]:
        """The workers' process ids."""
        return [worker.process.pid for worker in self._pool]

    def submit(self, batch: Sequence[Job]) -> None:
        """Take a batch; returns at once."""
        self._waiting.append(list(batch))
        self._feed()

    def _feed(self) -> None:
        for worker in self._pool:
            if not self._waiting:
                return
            if not worker.batch:
                worker.batch = self._waiting.popleft()
                line = json.dumps([job.to_json() for job in worker.batch]) + "\n"
                assert worker.process.stdin is not None
                # If it is dead, its output says so, and the batch is told as crashed.
                with suppress(BrokenPipeError):
                    worker.process.stdin.write(line.encode())
                    worker.process.stdin.flush()

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait until outcomes are there, at most so many seconds, and give them."""
        outcomes: list[JobResult] = []
        for key, _ in self._selector.select(timeout):
            outcomes += self._read(key.data)
        self._feed()
        return outcomes

    def _read(self, worker: _Worker) -> list[JobResult]:
        assert worker.process.stdout is not None
        try:
            data = os.read(worker.process.stdout.fileno(), 1 << 20)
        except BlockingIOError:
            return []
        if not data:
            return self._bury(worker)
        worker.buffer += data
        if not worker.buffer.endswith(b"\n"):
            return []
        outcomes = [JobResult(**outcome) for outcome in json.loads(worker.buffer)]
        worker.buffer.clear()
        worker.batch = []
        return outcomes

    def _bury(self, worker: _Worker) -> list[JobResult]:
        self._end(worker)
        status = worker.process.returncode
        self._pool[self._pool.index(worker)] = self._start()
        reason = f"its worker died ({_status(status)})"
        return [JobResult(key=job.key, reason=reason, crashed=True) for job in worker.batch]

    def _end(self, worker: _Worker) -> None:
        process = worker.process
        assert process.stdout is not None
        assert process.stdin is not None
        self._selector.unregister(process.stdout)
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()

    def close(self) -> None:
        """End the workers, whatever they do."""
        for worker in self._pool:
            self._end(worker)
        self._pool = []
        self._selector.close()


def _status(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit status {code}"
