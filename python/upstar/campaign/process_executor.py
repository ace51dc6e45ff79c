"""Runs jobs in processes with a memory cap.

A worker that dies is replaced, and the jobs of its batch are reported as crashed.
"""

import selectors
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job
from upstar.workers import WorkerProcess


@dataclass(eq=False)
class _Worker:
    process: WorkerProcess
    batch: list[Job] = field(default_factory=list)


class ProcessExecutor:
    """A pool of processes, each with a limit on its address space."""

    def __init__(self, workers: int, *, memory_cap: float | None = None) -> None:
        """Start the workers; `memory_cap` in megabytes."""
        self.workers = workers
        self._max_bytes = None if memory_cap is None else int(memory_cap * 1_000_000)
        self._waiting: deque[list[Job]] = deque()
        self._selector = selectors.DefaultSelector()
        self._pool = [self._start() for _ in range(workers)]

    def _start(self) -> _Worker:
        process = WorkerProcess(
            "upstar.campaign.worker", max_bytes=self._max_bytes, own_session=True
        )
        worker = _Worker(process)
        self._selector.register(process, selectors.EVENT_READ, worker)
        return worker

    @property
    def pids(self) -> list[int]:
        """The workers' process ids."""
        return [worker.process.pid for worker in self._pool]

    def submit(self, batch: Sequence[Job]) -> None:
        """Start a batch and return immediately."""
        self._waiting.append(list(batch))
        self._send_batches()

    def _send_batches(self) -> None:
        for worker in self._pool:
            if not self._waiting:
                return
            if not worker.batch:
                worker.batch = self._waiting.popleft()
                worker.process.send([job.to_json() for job in worker.batch])

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait at most `timeout` seconds, and return the results that have arrived."""
        results: list[JobResult] = []
        for key, _ in self._selector.select(timeout):
            results += self._receive(key.data)
        self._send_batches()
        return results

    def _receive(self, worker: _Worker) -> list[JobResult]:
        messages = worker.process.receive()
        if messages is None:
            return self._replace(worker)
        if messages:
            worker.batch = []
        return [JobResult(**result) for message in messages for result in message]

    def _replace(self, worker: _Worker) -> list[JobResult]:
        """Start another worker for one that died; the jobs of its batch have crashed."""
        self._end(worker)
        self._pool[self._pool.index(worker)] = self._start()
        reason = f"its worker died ({worker.process.ending})"
        return [JobResult(key=job.key, reason=reason, crashed=True) for job in worker.batch]

    def _end(self, worker: _Worker) -> None:
        self._selector.unregister(worker.process)
        worker.process.close()

    def close(self) -> None:
        """Kill the workers."""
        for worker in self._pool:
            self._end(worker)
        self._pool = []
        self._selector.close()
