"""Executors run jobs: their protocol, and the choice of an executor by name.

The unit is a batch of jobs, so that small jobs share the cost of transport. An executor returns
results as they arrive. It marks jobs whose worker died as `crashed`; the driver decides whether to
try them again.
"""

import os
from collections.abc import Sequence
from typing import Protocol

from upstar import clock
from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job
from upstar.errors import ParameterError

EXECUTORS = ("local", "dask")


class ExecutorLost(RuntimeError):
    """The executor is lost. Jobs without an answer can be run when it is available again.

    Examples
    --------
    >>> from upstar.campaign import ExecutorLost
    >>> issubclass(ExecutorLost, RuntimeError)
    True
    """


class Executor(Protocol):
    """An executor runs batches of jobs. ``executor`` creates one.

    Attributes
    ----------
    workers : int
        How many jobs run at one time.

    Examples
    --------
    >>> from upstar.campaign import Job, executor
    >>> pool = executor("local", workers=1)
    >>> pool.submit([Job(game="domineering", position="3x3")])
    >>> [result.result["outcome"] for result in pool.collect(10.0)]
    ['win']
    >>> pool.close()
    """

    workers: int

    def submit(self, batch: Sequence[Job]) -> None:
        """Submit a batch and return at once.

        Parameters
        ----------
        batch : sequence of Job
            The jobs, which one worker runs.
        """

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait for results and return them.

        Parameters
        ----------
        timeout : float
            The most seconds to wait.

        Returns
        -------
        list of JobResult
            The results that have arrived; empty after the timeout.
        """
        ...

    def close(self) -> None:
        """Stop running jobs and release resources."""


def executor(
    on: str = "local",
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    memory_cap: float | None = None,
) -> Executor:
    """Create an executor.

    Parameters
    ----------
    on : {'local', 'dask'}
        ``'local'``: threads of this process, or processes if there is a memory cap or limits are in
        processor time. ``'dask'``: a Dask cluster.
    workers : int, optional
        The number of workers; by default one for each core, or all of an existing cluster.
    scheduler : str, optional
        The address of an existing Dask scheduler; by default a cluster is started here.
    memory_cap : float, optional
        Megabytes that a worker may use before it is stopped. Not for an existing cluster, which has
        its own limits.

    Returns
    -------
    Executor
        The executor. Close it after use.

    Raises
    ------
    ParameterError
        If there is no such executor, or a parameter is not allowed for it.

    Examples
    --------
    >>> from upstar.campaign import executor
    >>> pool = executor("local", workers=2)
    >>> pool.workers
    2
    >>> pool.close()
    """
    if on not in EXECUTORS:
        raise ParameterError(f"the executor must be {' or '.join(EXECUTORS)}, not '{on}'")
    if workers is not None and not 1 <= workers <= 4096:
        raise ParameterError(f"workers must be from 1 to 4096, not {workers}")
    if memory_cap is not None and not memory_cap > 0:
        raise ParameterError(f"the memory cap must be more than 0 megabytes, not {memory_cap}")
    if on == "dask":
        from upstar.campaign.dask_executor import DaskExecutor

        return DaskExecutor(scheduler, workers=workers, memory_cap=memory_cap)
    if scheduler is not None:
        raise ParameterError("a scheduler can be given with --on dask only")
    # The processor time of a process belongs to one job only if there are no others in it.
    if memory_cap is not None or clock.selected() == "processor":
        from upstar.campaign.process_executor import ProcessExecutor

        return ProcessExecutor(workers or cores(), memory_cap=memory_cap)
    from upstar.campaign.thread_executor import ThreadExecutor

    return ThreadExecutor(workers or cores())


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
