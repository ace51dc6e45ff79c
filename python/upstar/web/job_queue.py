"""A queue of jobs with a cap on how many run, and limits on each.

Fairness: of the jobs that wait, the next is the oldest one of the visitor who has the fewest
running. Short jobs run beside the long ones. The jobs of a visitor who leaves end.
"""

import asyncio
import shutil
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Any

from upstar.errors import UnknownNameError, UpstarError
from upstar.web.jobs import Job
from upstar.web.limits import Limits
from upstar.web.worker_pool import Worker, WorkerPool
from upstar.workers import CAN_PAUSE

_LOOK_EVERY = 0.25
_GRACE = 3.0
"""Seconds that a worker has to say what it knows, before it is killed."""
_STARTING = 120.0
"""Seconds that a process may take to start."""
_BASE_MEMORY = 150.0
"""Megabytes of an interpreter with upstar, besides what a search counts."""


class BusyError(UpstarError):
    """Too much is asked for at one time."""


class JobQueue:
    """Takes jobs, has them done by workers, keeps what came of them for a while."""

    def __init__(self, limits: Limits | None = None) -> None:
        """Open the queue. No process is started until the first job."""
        self.limits = limits or Limits()
        self.jobs: dict[str, Job] = {}
        """All that are known, in the order of their making."""
        self._workers: dict[str, Worker] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_closed = True
        self.open()

    def open(self) -> None:
        """Take jobs, again if it was closed."""
        if self._is_closed:
            self._is_closed = False
            self._pool = WorkerPool()
            self._folder = Path(mkdtemp(prefix="upstar-jobs-"))

    # Requests of visitors

    def submit(self, task: str, request: Mapping[str, Any], owner: str) -> Job:
        """Take a job.

        Raises
        ------
        BusyError
            If this visitor, or all together, have too many that have not ended.
        """
        if self._is_closed:
            raise BusyError("the server is about to end")
        open_jobs = [job for job in self.jobs.values() if not job.is_over]
        own = sum(job.owner == owner for job in open_jobs)
        if own >= self.limits.waiting_per_owner:
            raise BusyError(f"you have {own} jobs that have not ended; stop one or wait for it")
        if len(open_jobs) >= self.limits.waiting:
            raise BusyError("too many jobs are waiting; try again in a minute")
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
            owner=owner,
            folder=self._folder,
            seconds=seconds,
            is_quick=seconds <= self.limits.quick_seconds,
        )
        job.folder = self._folder / job.id
        self.jobs[job.id] = job
        self._forget_old()
        self._start_next()
        return job

    def job(self, id: str) -> Job:
        """The job of that name.

        Raises
        ------
        UnknownNameError
            If there is none, or it was forgotten.
        """
        if id not in self.jobs:
            raise UnknownNameError(f"there is no job '{id}'; results are not kept for ever")
        return self.jobs[id]

    def place_of(self, job: Job) -> int | None:
        """How many jobs wait before this one, and itself; None if it does not wait."""
        if job.state != "queued":
            return None
        lane = [j for j in self.jobs.values() if j.state == "queued" and j.is_quick == job.is_quick]
        return lane.index(job) + 1

    def stop(self, job: Job, reason: str = "asked") -> None:
        """End a job: a running one tells what it knows first."""
        if job.is_over or job.wanted_end is not None:
            return
        job.wanted_end = reason
        worker = self._workers.get(job.id)
        if worker is None:
            self._end(job, "stopped", error="stopped before it began", fault="stopped")
            return
        if job.state == "paused":
            job.state = "running"
            job.clock.go()
        task = asyncio.create_task(self._end_worker(worker, reason))
        self._tasks[f"stop {job.id}"] = task
        task.add_done_callback(partial(self._tasks_done, f"stop {job.id}"))

    def pause(self, job: Job) -> None:
        """Hold a running job."""
        if job.state == "running" and CAN_PAUSE and job.id in self._workers:
            self._workers[job.id].pause()
            job.clock.hold()
            job.state = "paused"
            job.changed()

    def resume(self, job: Job) -> None:
        """Let a held job go on."""
        if job.state == "paused":
            self._workers[job.id].resume()
            job.clock.go()
            job.state = "running"
            job.changed()

    def remove_owner(self, owner: str) -> None:
        """A visitor has gone: his jobs end at once, and nothing of them is kept."""
        for job in [job for job in self.jobs.values() if job.owner == owner]:
            if not job.is_over:
                job.wanted_end = "left"
                worker = self._workers.get(job.id)
                if worker is not None:
                    worker.kill()
                else:
                    self._end(job, "stopped", error="the page was closed", fault="stopped")
            if job.is_over:
                self._forget(job)

    async def close(self) -> None:
        """End everything; nothing new begins."""
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
        """The jobs that have a worker, or are about to."""
        return [job for job in self.jobs.values() if job.state in ("running", "paused")]

    def _start_next(self) -> None:
        while not self._is_closed and (job := self._next()) is not None:
            job.state = "running"
            task = asyncio.create_task(self._run(job))
            self._tasks[job.id] = task
            task.add_done_callback(partial(self._tasks_done, job.id))
            job.changed()

    def _tasks_done(self, name: str, _: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)

    def _next(self) -> Job | None:
        """The job to start now, if one may."""
        for quick, cap in ((True, self.limits.quick_running), (False, self.limits.running)):
            lane = [job for job in self.running if job.is_quick == quick]
            if len(lane) >= cap:
                continue
            owners = [job.owner for job in lane]
            most = cap if quick else self.limits.per_owner
            waiting = [
                job
                for job in self.jobs.values()
                if job.state == "queued"
                and job.is_quick == quick
                and owners.count(job.owner) < most
            ]
            if waiting:
                return min(waiting, key=lambda job: owners.count(job.owner))
        return None

    async def _run(self, job: Job) -> None:
        """One job from its start to its end."""
        try:
            job.folder.mkdir(parents=True)
            worker = self._pool.take()
        except OSError as error:  # the disk is full, or there are too many processes
            if not job.is_over:
                told = f"it could not be started: {error}"
                self._end(job, "failed", error=told, fault="internal")
            if job.wanted_end == "left":
                self._forget(job)
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
                    # Not before: on a busy machine a process takes longer to start than a move.
                    job.has_begun = True
                    if job.state == "running":
                        job.clock.go()
                elif "progress" in message:
                    job.note(message["progress"])
                else:
                    self._take(job, message)
            await worker.ended()
        finally:
            watch.cancel()
            worker.close()
            self._workers.pop(job.id, None)
            if not job.is_over:
                self._take(job, _lost(job))
            if job.wanted_end == "left":
                self._forget(job)
            self._start_next()
        self._pool.prepare()

    def _take(self, job: Job, line: Mapping[str, Any]) -> None:
        """How a worker says that a job ended."""
        if "result" in line:
            self._end(job, "stopped" if job.wanted_end == "asked" else "done", line["result"])
        else:
            state = "stopped" if line["fault"] == "stopped" else "failed"
            self._end(job, state, error=line["error"], fault=line["fault"])

    def _end(
        self,
        job: Job,
        state: Any,
        result: dict[str, Any] | None = None,
        *,
        error: str | None = None,
        fault: str | None = None,
    ) -> None:
        job.clock.hold()
        job.state, job.result, job.error, job.fault = state, result, error, fault
        job.changed()

    async def _watch(self, job: Job, worker: Worker) -> None:
        """Time, memory and pauses of a running job."""
        since = monotonic()
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if not job.has_begun and monotonic() - since > _STARTING:
                job.wanted_end = "starting"
                worker.kill()
            elif worker.memory() > job.request["max_memory"] + _BASE_MEMORY:
                job.wanted_end = "memory"
                worker.kill()
            elif job.state == "paused" and job.clock.standing > self.limits.max_pause:
                self.stop(job, "pause")
            elif job.state == "running" and job.clock.seconds > job.seconds:
                self.stop(job, "seconds")

    async def _end_worker(self, worker: Worker, reason: str) -> None:
        """Ask a worker to stop, and end it if it does not."""
        worker.ask_to_stop(reason)
        with suppress(TimeoutError):
            await asyncio.wait_for(worker.ended(), _GRACE)
        worker.kill()

    def _forget(self, job: Job) -> None:
        self.jobs.pop(job.id, None)
        shutil.rmtree(job.folder, ignore_errors=True)

    def _forget_old(self) -> None:
        ended = [job for job in self.jobs.values() if job.is_over]
        for job in ended[: max(0, len(ended) - self.limits.kept)]:
            self._forget(job)


def _lost(job: Job) -> dict[str, Any]:
    """What is said of a worker that ended without a word."""
    reasons = {
        None: ("the search ended without an answer; it may have run out of memory", "internal"),
        "memory": (f"it needed more than {job.request['max_memory']:.0f} MB", "memory"),
        "starting": ("its process did not start; the machine is too busy", "internal"),
        "seconds": ("the limit of seconds was reached, and nothing was known", "stopped"),
    }
    error, fault = reasons.get(job.wanted_end, ("stopped before anything was known", "stopped"))
    return {"error": error, "fault": fault}
