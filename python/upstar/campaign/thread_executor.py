"""Runs jobs in threads of this process. The core releases the interpreter while it searches."""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from upstar.campaign.batch import JobResult, run_batch
from upstar.campaign.job import Job


class ThreadExecutor:
    """A pool of threads. A job that crashes the process ends the campaign.

    Examples
    --------
    >>> from upstar.campaign import Job
    >>> pool = ThreadExecutor(1)
    >>> pool.submit([Job(game="domineering", position="3x3")])
    >>> [outcome.result["outcome"] for outcome in pool.collect(60)]
    ['win']
    >>> pool.close()
    """

    def __init__(self, workers: int) -> None:
        """Start the pool."""
        self.workers = workers
        self._stop = threading.Event()
        self._done: queue.SimpleQueue[list[JobResult]] = queue.SimpleQueue()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="upstar-job")

    def submit(self, batch: Sequence[Job]) -> None:
        """Start a batch and return immediately."""
        self._pool.submit(self._work, list(batch))

    def _work(self, batch: list[Job]) -> None:
        self._done.put(run_batch(batch, self._stop.is_set))

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait at most `timeout` seconds, and return the results that have arrived."""
        try:
            return self._done.get(timeout=timeout)
        except queue.Empty:
            return []

    def close(self) -> None:
        """Stop running searches and wait for their threads."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
