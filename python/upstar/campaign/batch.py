"""Doing batches of jobs on a worker, whatever kind of worker it is."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from upstar.campaign.job import Job, engine_id
from upstar.campaign.kinds import Cancelled, Stop, perform
from upstar.campaign.provenance import machine


@dataclass(frozen=True, kw_only=True)
class JobResult:
    """How a job ended."""

    key: str
    result: dict[str, Any] | None = None
    reason: str = ""
    """Why there is no result."""
    crashed: bool = False
    """The worker was lost; the job may be innocent."""
    cancelled: bool = False
    """Given up on request; nothing is to be recorded."""
    machine: str = ""
    """The class of machine that did it."""


def run_batch(jobs: Sequence[Job], stop: Stop = lambda: False) -> list[JobResult]:
    """Do jobs one after the other; what goes wrong is an outcome, not an exception."""
    return [_run_job(job, stop) for job in jobs]


def run_batch_json(jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with plain data, for workers elsewhere."""
    return [asdict(outcome) for outcome in run_batch([Job.from_json(job) for job in jobs])]


def _run_job(job: Job, stop: Stop) -> JobResult:
    if stop():
        return JobResult(key=job.key, cancelled=True)
    try:
        here = engine_id(job.game)
        if here != job.engine:
            # Its answer would be kept as that of the other engine.
            reason = f"the worker has the engine {here}, the job is for {job.engine}"
            return JobResult(key=job.key, reason=reason, machine=machine())
        return JobResult(key=job.key, result=perform(job, stop), machine=machine())
    except Cancelled:
        return JobResult(key=job.key, cancelled=True)
    except MemoryError as error:
        return JobResult(key=job.key, reason=f"out of memory: {error}", machine=machine())
    except BaseException as error:
        # Whatever a game written in Python does, whoever waits for its outcome must get one.
        if isinstance(error, KeyboardInterrupt) and stop():
            return JobResult(key=job.key, cancelled=True)
        reason = f"{type(error).__name__}: {error}"
        return JobResult(key=job.key, reason=" ".join(reason.split())[:500], machine=machine())
