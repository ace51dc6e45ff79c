"""Runs batches of jobs on a worker of any kind."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from upstar.campaign.job import Job, engine_of
from upstar.campaign.kinds import Cancelled, Stop, perform
from upstar.campaign.provenance import machine


@dataclass(frozen=True, kw_only=True)
class JobResult:
    """The result of a job, or the reason why there is none."""

    key: str
    result: dict[str, Any] | None = None
    reason: str = ""
    """Why there is no result."""
    crashed: bool = False
    """The worker died; another job may be the cause."""
    cancelled: bool = False
    """Cancelled on request; nothing is recorded."""
    machine: str = ""
    """The class of the machine that ran the job."""


def run_batch(jobs: Sequence[Job], stop: Stop = lambda: False) -> list[JobResult]:
    """Run jobs one after the other. A failure is a result too; nothing is raised."""
    return [_run_job(job, stop) for job in jobs]


def run_batch_json(jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run jobs as `run_batch` does, with plain data, for workers on other machines."""
    return [asdict(outcome) for outcome in run_batch([Job.from_json(job) for job in jobs])]


def _run_job(job: Job, stop: Stop) -> JobResult:
    if stop():
        return JobResult(key=job.key, cancelled=True)
    try:
        here = engine_of(job)
        if here != job.engine:
            # The store would record this result as one of the job's engine.
            reason = f"the worker has engine {here}, but the job needs {job.engine}"
            return JobResult(key=job.key, reason=reason, machine=machine())
        return JobResult(key=job.key, result=perform(job, stop), machine=machine())
    except Cancelled:
        return JobResult(key=job.key, cancelled=True)
    except MemoryError as error:
        return JobResult(key=job.key, reason=f"out of memory: {error}", machine=machine())
    except BaseException as error:
        # A game written in Python may raise anything; the driver must get a result anyway.
        if isinstance(error, KeyboardInterrupt) and stop():
            return JobResult(key=job.key, cancelled=True)
        reason = f"{type(error).__name__}: {error}"
        return JobResult(key=job.key, reason=" ".join(reason.split())[:500], machine=machine())
