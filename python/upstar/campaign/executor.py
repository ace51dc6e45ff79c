"""Where jobs run: a small protocol, and the choice of an executor by name.

The unit is a batch: small jobs travel together. An executor keeps `capacity` batches busy, tells
outcomes as they come, and says `crashed` of jobs whose worker was lost; whether such a job is tried
again is for the driver to decide.
"""

import os
from collections.abc import Sequence
from typing import Protocol

from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job
from upstar.errors import ParameterError

EXECUTORS = ("local", "dask")


class ExecutorLost(RuntimeError):
    """The executor as a whole is gone; what was not answered can be done when it is back."""


class Executor(Protocol):
    """Somebody who does batches of jobs."""

    workers: int
    """How many jobs run at one time."""

    def submit(self, batch: Sequence[Job]) -> None:
        """Take a batch; returns at once."""

    def collect(self, timeout: float) -> list[JobResult]:
        """Wait until outcomes are there, at most so many seconds, and give them."""
        ...

    def close(self) -> None:
        """Give up what runs and clean up."""


def executor(
    on: str = "local",
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    memory_cap: float | None = None,
) -> Executor:
    """The executor of a name.

    Parameters
    ----------
    on : {'local', 'dask'}
        ``'local'``: threads of this process, or processes where there is a memory cap.
        ``'dask'``: a Dask cluster.
    workers : int, optional
        How many; one for each core by default, and as many as there are on an existing cluster.
    scheduler : str, optional
        The address of an existing Dask scheduler; without one a cluster is started here.
    memory_cap : float, optional
        Megabytes that a worker may use before it is stopped. Not for an existing cluster, which
        has limits of its own.
    """
    if on not in EXECUTORS:
        raise ParameterError(f"jobs run on {' or '.join(EXECUTORS)}, not on '{on}'")
    if workers is not None and not 1 <= workers <= 4096:
        raise ParameterError(f"workers must be from 1 to 4096, not {workers}")
    if memory_cap is not None and not memory_cap > 0:
        raise ParameterError(f"the memory cap must be more than 0 megabytes, not {memory_cap}")
    if on == "dask":
        from upstar.campaign.dask_executor import DaskExecutor

        return DaskExecutor(scheduler, workers=workers, memory_cap=memory_cap)
    if scheduler is not None:
        raise ParameterError("a scheduler's address is for --on dask")
    if memory_cap is not None:
        from upstar.campaign.process_executor import ProcessExecutor

        return ProcessExecutor(workers or cores(), memory_cap=memory_cap)
    from upstar.campaign.thread_executor import ThreadExecutor

    return ThreadExecutor(workers or cores())


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
