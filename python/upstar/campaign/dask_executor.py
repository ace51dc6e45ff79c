"""Jobs on a Dask cluster: an existing one, or one that is started on this machine.

Workers have nannies, so a worker that dies is replaced. The scheduler gives its running tasks to
others and blames a task with which several workers died; then its jobs come back as crashed.
Futures are released as their results come, so that nothing that is done is done again.
"""

import queue
from collections.abc import Sequence
from typing import Any

from upstar.campaign.batch import JobResult, run_batch_json
from upstar.campaign.executor import ExecutorLost, cores
from upstar.campaign.job import Job
from upstar.errors import ParameterError

_DEATHS = 0
"""Workers whose death a task survives on clusters made here: the driver itself counts tries."""


class DaskExecutor:
    """A Dask cluster as an executor."""

    def __init__(
        self,
        scheduler: str | None = None,
        *,
        workers: int | None = None,
        memory_cap: float | None = None,
    ) -> None:
        """Connect to a scheduler, or start a cluster here."""
        try:
            import dask
            import distributed
        except ImportError:
            raise ParameterError("--on dask needs Dask: pip install 'upstar[cluster]'") from None
        self.cluster: Any = None
        if scheduler is None:
            # Looked at whenever a worker is lost: a nanny that is slow to replace it, because the
            # machine is busy, would be given up after 15 seconds, and in the end the cluster.
            dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
            settings = {
                "distributed.scheduler.allowed-failures": _DEATHS,
                "distributed.admin.log-format": "%(message)s",
            }
            with dask.config.set(settings):
                self.cluster = distributed.LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=workers or cores(),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",
                    memory_limit="auto" if memory_cap is None else int(memory_cap * 1_000_000),
                    silence_logs="CRITICAL",
                )
        elif memory_cap is not None:
            raise ParameterError("an existing cluster has memory limits of its own")
        try:
            client: Any = distributed.Client(  # type: ignore[no-untyped-call]
                scheduler if self.cluster is None else self.cluster,
                timeout=30,
                set_as_default=False,
            )
        except (OSError, ValueError, TimeoutError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise ParameterError(f"no Dask scheduler at '{scheduler}': {reason}") from None
        self._client: Any = client
        there = sum(client.nthreads().values())
        self.workers = workers or there or 1
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._running: dict[str, tuple[Any, list[Job]]] = {}

    def submit(self, batch: Sequence[Job]) -> None:
        """Take a batch; returns at once."""
        jobs = list(batch)
        future = self._client.submit(run_batch_json, [job.to_json() for job in jobs], pure=False)
        self._running[future.key] = (future, jobs)
        future.add_done_callback(self._done.put)

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait until outcomes are there, at most so many seconds, and give them."""
        try:
            future = self._done.get(timeout=timeout)
        except queue.Empty:
            return []
        _, jobs = self._running.pop(future.key)
        status = future.status
        if status in ("cancelled", "lost"):
            raise ExecutorLost("the Dask scheduler is gone; run again when it is back")
        try:
            if status == "finished":
                # Its worker may die between the end of the task and the fetching of its result.
                return [JobResult(**outcome) for outcome in future.result(timeout=60)]
            error = future.exception(timeout=60)
        except Exception as lost:
            error = lost
        finally:
            future.release()
        # Jobs tell their own failures; an error of the task itself is one of the worker.
        return [
            JobResult(key=job.key, reason=f"its worker died ({_words(error)})", crashed=True)
            for job in jobs
        ]

    def close(self) -> None:
        """Give up what runs; end the cluster if it was started here."""
        for future, _ in self._running.values():
            future.cancel()
        self._running.clear()
        self._client.close()
        if self.cluster is not None:
            self.cluster.close()


def _words(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return "Dask: KilledWorker" if type(error).__name__ == "KilledWorker" else text[:300]
