"""Runs jobs on a Dask cluster: an existing one, or one that is started on this machine.

Workers have nannies, so a worker that dies is replaced. The scheduler gives its running tasks to
other workers. If several workers die with the same task, the task fails and its jobs are reported
as crashed. Futures are released when their results arrive, so that no finished task runs again.
"""

import queue
from collections.abc import Sequence
from typing import Any

from upstar.campaign.batch import JobResult, run_batch_json
from upstar.campaign.executor import ExecutorLost, cores
from upstar.campaign.job import Job
from upstar.errors import ParameterError

_ALLOWED_FAILURES = 0
"""How many workers a task may lose on a cluster started here. The driver counts the tries."""


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
            # By default Dask gives up a lost worker after 15 seconds. On a busy machine a nanny
            # needs longer to replace it, and in the end the whole cluster would be lost.
            dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
            settings = {
                "distributed.scheduler.allowed-failures": _ALLOWED_FAILURES,
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
            raise ParameterError(
                "a memory cap cannot be set for an existing cluster; start its workers with one"
            )
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
        threads = sum(client.nthreads().values())
        self.workers = workers or threads or 1
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._running: dict[str, tuple[Any, list[Job]]] = {}

    def submit(self, batch: Sequence[Job]) -> None:
        """Start a batch and return immediately."""
        jobs = list(batch)
        future = self._client.submit(run_batch_json, [job.to_json() for job in jobs], pure=False)
        self._running[future.key] = (future, jobs)
        future.add_done_callback(self._done.put)

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait at most `timeout` seconds, and return the results that have arrived."""
        try:
            future = self._done.get(timeout=timeout)
        except queue.Empty:
            return []
        _, jobs = self._running.pop(future.key)
        status = future.status
        if status in ("cancelled", "lost"):
            raise ExecutorLost("the Dask scheduler is gone; run the command again when it is back")
        try:
            if status == "finished":
                # The worker may die after the task has ended and before its result is fetched.
                return [JobResult(**outcome) for outcome in future.result(timeout=60)]
            error = future.exception(timeout=60)
        except Exception as lost:
            error = lost
        finally:
            future.release()
        # Failures of jobs are results, so an error of the task means that the worker died.
        return [
            JobResult(key=job.key, reason=f"its worker died ({_message(error)})", crashed=True)
            for job in jobs
        ]

    def close(self) -> None:
        """Cancel running jobs, and stop the cluster if it was started here."""
        for future, _ in self._running.values():
            future.cancel()
        self._running.clear()
        self._client.close()
        if self.cluster is not None:
            self.cluster.close()


def _message(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return "Dask: KilledWorker" if type(error).__name__ == "KilledWorker" else text[:300]
