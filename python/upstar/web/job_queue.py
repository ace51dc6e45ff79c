"""The job queue: limits how many jobs run at a time, and the time and memory of each.

Fairness: the next job to start is the oldest waiting job of the visitor with the fewest running
jobs. Short jobs have their own slots. A job survives the page that started it: the visitor may
come back. If nobody watches it or asks about it for a while, it is stopped with what it has proved.
"""

import asyncio
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, time
from typing import Any

from upstar.errors import UnknownNameError, UpstarError
from upstar.web.jobs import Job
from upstar.web.limits import Limits
from upstar.web.worker_pool import Worker, WorkerPool
from upstar.workers import CAN_PAUSE

_CHECK_EVERY = 0.25
_GRACE = 3.0
"""Seconds that a worker has to return what it has proved, before it is killed."""
_STARTING = 120.0
"""Seconds that a process may take to start."""
_BASE_MEMORY = 150.0
"""Megabytes of the interpreter and upstar, in addition to what a search counts."""


class BusyError(UpstarError):
    """Too many jobs at a time."""

    def __init__(self, message: str, retry_after: float = 60.0) -> None:
        """Create the error, with the seconds after which another attempt may succeed."""
        super().__init__(message)
        self.retry_after = round(min(60.0, max(1.0, retry_after)))


class JobQueue:
    """A queue that runs jobs in worker processes and keeps their results for a while."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Open the queue. No process is started until the first job."""
        self.limits = limits or Limits()
        self.jobs: dict[str, Job] = {}
        """All jobs that are kept, oldest first."""
        self._workers: dict[str, Worker] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_closed = True
        self.open()

    def open(self) -> None:
        """Accept jobs. A closed queue can be opened again."""
        if self._is_closed:
            self._is_closed = False
            self._pool = WorkerPool()
            self._folder = Path(mkdtemp(prefix="upstar-jobs-"))

    # Requests of visitors

    def submit(
        self, task: str, request: Mapping[str, Any], owner: str, *, address: str = ""
    ) -> Job:
        """Add a job to the queue.

        Raises
        ------
        BusyError
            If this visitor has, or all visitors have, too many unfinished jobs.
        """
        job = self.make(task, request, owner, address=address)
        self.add(job)
        return job

    def make(self, task: str, request: Mapping[str, Any], owner: str, *, address: str = "") -> Job:
        """Return a new job that is not in the queue yet."""
        seconds = min(request.get("max_seconds") or self.limits.max_seconds,
                      self.limits.max_seconds)  # fmt: skip
        memory = min(request.get("max_memory") or self.limits.max_memory, self.limits.max_memory)
        job = Job(
            task=task,
            request={
                **request,
                "max_seconds": seconds,
                "max_memory": memory,
                "tree_nodes": self.limits.tree_nodes,
                "strategy_positions": self.limits.strategy_positions,
            },
            asked=tuple(request),
            owner=owner,
            address=address,
            folder=self._folder,
            seconds=seconds,
            is_quick=seconds <= self.limits.quick_seconds,
        )
        job.folder = self._folder / job.id
        return job

    def add(self, job: Job) -> None:
        """Add a job that `make` has returned.

        Raises
        ------
        BusyError
            If this visitor has, or all visitors have, too many unfinished jobs.
        """
        if self._is_closed:
            raise BusyError("the server is shutting down")
        self.remove_expired()
        unfinished = [j for j in self.jobs.values() if not j.is_over]
        own = [j for j in unfinished if j.owner == job.owner]
        if len(own) >= self.limits.waiting_per_owner:
            raise BusyError(
                f"you have {len(own)} unfinished jobs; stop one or wait for it "
                "(GET /api/jobs lists them)",
                _seconds_left(own),
            )
        near = [j for j in unfinished if job.address and j.address == job.address]
        if len(near) >= self.limits.waiting_per_address:
            raise BusyError(
                f"{len(near)} unfinished jobs come from your address; try again later",
                _seconds_left(near),
            )
        if len(unfinished) >= self.limits.waiting:
            raise BusyError(
                "too many jobs are waiting; try again in a minute", _seconds_left(unfinished)
            )
        self.jobs[job.id] = job
        self._start_next()

    def reject(self, job: Job, why: str) -> None:
        """End a job that cannot be added."""
        self._end(job, "failed", error=why, fault="stopped")

    def jobs_of(self, owner: str) -> list[Job]:
        """Return the kept jobs of a visitor, newest first."""
        self.remove_expired()
        return [job for job in reversed(self.jobs.values()) if job.owner == owner]

    def job(self, id: str) -> Job:
        """Return the job with this id.

        Raises
        ------
        UnknownNameError
            If there is none, or it was deleted.
        """
        self.remove_expired()
        if id not in self.jobs:
            raise UnknownNameError(f"there is no job '{id}'; old jobs are deleted")
        job = self.jobs[id]
        job.seen()
        return job

    def place_of(self, job: Job) -> int | None:
        """Return the place of a job among the waiting ones, from 1; None if it does not wait."""
        if job.state != "queued":
            return None
        jobs = [j for j in self.jobs.values() if j.state == "queued" and j.is_quick == job.is_quick]
        return jobs.index(job) + 1 if job in jobs else None

    def stop(self, job: Job, reason: str = "asked") -> None:
        """Stop a job. A running job first returns what it has proved."""
        if job.is_over or job.wanted_end is not None:
            return
        job.wanted_end = reason
        worker = self._workers.get(job.id)
        if worker is None:
            self._end(job, "stopped", error="stopped before it began", fault="stopped")
            return
        if job.state == "paused":
            job.state = "running"
            job.clock.start()
        task = asyncio.create_task(self._end_worker(worker, reason))
        self._tasks[f"stop {job.id}"] = task
        task.add_done_callback(partial(self._remove_task, f"stop {job.id}"))

    def pause(self, job: Job) -> None:
        """Pause a running job."""
        if job.state == "running" and CAN_PAUSE and job.id in self._workers:
            self._workers[job.id].pause()
            job.clock.stop()
            job.state = "paused"
            job.changed()

    def resume(self, job: Job) -> None:
        """Resume a paused job."""
        if job.state == "paused":
            self._workers[job.id].resume()
            job.clock.start()
            job.state = "running"
            job.changed()

    def remove_expired(self) -> None:
        """Delete old results, and stop waiting jobs that nobody asks about any more."""
        for job in list(self.jobs.values()):
            if job.state == "queued" and job.unwatched_for > self.limits.away_seconds:
                self._end(job, "stopped", error=_LEFT, fault="stopped")
        ended = [job for job in self.jobs.values() if job.is_over]
        surplus = len(ended) - self.limits.kept
        for number, job in enumerate(ended):
            age = time() - (job.ended_at or job.made)
            if number < surplus or age > self.limits.kept_seconds:
                self._delete(job)

    async def close(self) -> None:
        """Kill all jobs and accept no more."""
        self._is_closed = True
        for job in self.jobs.values():
            if not job.is_over:
                job.wanted_end = "closing"
        for worker in self._workers.values():
            worker.kill()
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))
        self._pool.close()
        self.jobs.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    # Running jobs

    @property
    def running(self) -> list[Job]:
        """The running and the paused jobs."""
        return [job for job in self.jobs.values() if job.state in ("running", "paused")]

    def _start_next(self) -> None:
        while not self._is_closed and (job := self._next()) is not None:
            job.state = "running"
            task = asyncio.create_task(self._run(job))
            self._tasks[job.id] = task
            task.add_done_callback(partial(self._remove_task, job.id))
            job.changed()

    def _remove_task(self, name: str, _: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)

    def _next(self) -> Job | None:
        """Return the job to start now, if there is one and a slot for it."""
        for quick, cap in ((True, self.limits.quick_running), (False, self.limits.running)):
            running = [job for job in self.running if job.is_quick == quick]
            if len(running) >= cap:
                continue
            owners = [job.owner for job in running]
            owner_cap = cap if quick else self.limits.per_owner
            waiting = [
                job
                for job in self.jobs.values()
                if job.state == "queued"
                and job.is_quick == quick
                and owners.count(job.owner) < owner_cap
            ]
            if waiting:
                return min(waiting, key=lambda job: owners.count(job.owner))
        return None

    async def _run(self, job: Job) -> None:
        """Run one job from its start to its end."""
        try:
            job.folder.mkdir(parents=True)
            worker = self._pool.take()
        except OSError as error:  # the disk is full, or there are too many processes
            if not job.is_over:
                text = f"the job could not be started: {error}"
                self._end(job, "failed", error=text, fault="internal")
            self._start_next()
            return
        self._workers[job.id] = worker
        watch = asyncio.create_task(self._watch(job, worker))
        try:
            if job.wanted_end is not None:
                worker.kill()
            worker.order(job.task, job.request, job.folder, quick=job.is_quick)
            async for message in worker.messages():
                if "started" in message:
                    # The start of a process does not count: on a busy machine it takes seconds.
                    job.has_begun = True
                    if job.state == "running":
                        job.clock.start()
                elif "progress" in message:
                    job.add_progress(message["progress"])
                else:
                    self._finish(job, message)
            await worker.ended()
        finally:
            watch.cancel()
            worker.close()
            self._workers.pop(job.id, None)
            if not job.is_over:
                self._finish(job, _lost_worker(job))
            self._start_next()
        self._pool.prepare()

    def _finish(self, job: Job, message: Mapping[str, Any]) -> None:
        """End a job with the last message of its worker."""
        if "result" in message:
            self._end(
                job, "stopped" if job.wanted_end in ("asked", "left") else "done", message["result"]
            )
        else:
            state = "stopped" if message["fault"] == "stopped" else "failed"
            self._end(job, state, error=message["error"], fault=message["fault"])

    def _end(
        self,
        job: Job,
        state: Any,
        result: dict[str, Any] | None = None,
        *,
        error: str | None = None,
        fault: str | None = None,
    ) -> None:
        job.clock.stop()
        job.state, job.result, job.error, job.fault = state, result, error, fault
        job.ended_at = time()
        job.changed()

    async def _watch(self, job: Job, worker: Worker) -> None:
        """Enforce the limits on time, memory and pauses of a running job."""
        since = monotonic()
        while True:
            await asyncio.sleep(_CHECK_EVERY)
            if not job.has_begun and monotonic() - since > _STARTING:
                job.wanted_end = "starting"
                worker.kill()
            elif worker.memory() > job.request["max_memory"] + _BASE_MEMORY:
                job.wanted_end = "memory"
                worker.kill()
            elif job.state == "paused" and job.clock.stopped_for > self.limits.max_pause:
                self.stop(job, "pause")
            elif job.state == "running" and job.clock.seconds > job.seconds:
                self.stop(job, "seconds")
            elif job.unwatched_for > self.limits.away_seconds:
                self.stop(job, "left")

    async def _end_worker(self, worker: Worker, reason: str) -> None:
        """Ask a worker to stop, and kill it if it does not."""
        worker.ask_to_stop(reason)
        with suppress(TimeoutError):
            await asyncio.wait_for(worker.ended(), _GRACE)
        worker.kill()

    def _delete(self, job: Job) -> None:
        self.jobs.pop(job.id, None)
        shutil.rmtree(job.folder, ignore_errors=True)


_LEFT = "stopped because nobody asked about the job any more"


def _seconds_left(jobs: Iterable[Job]) -> float:
    """Return the seconds after which the first of several jobs has ended."""
    return min((job.seconds - job.clock.seconds for job in jobs), default=60.0)


def _lost_worker(job: Job) -> dict[str, Any]:
    """Return the error for a job whose worker ended without a result."""
    reasons = {
        None: ("the search ended without a result; it may have run out of memory", "internal"),
        "memory": (f"the job used more than {job.request['max_memory']:.0f} MB", "memory"),
        "starting": ("the process did not start; the machine is too busy", "internal"),
        "seconds": ("the time limit was reached before there was a result", "stopped"),
        "left": (_LEFT, "stopped"),
    }
    error, fault = reasons.get(job.wanted_end, ("stopped before there was a result", "stopped"))
    return {"error": error, "fault": fault}
