"""The driver: runs the jobs that the store lacks on an executor, and records the results."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from upstar.campaign.batch import JobResult
from upstar.campaign.executor import Executor
from upstar.campaign.job import Job
from upstar.campaign.store import Record, Store
from upstar.progress import JOBS, Auto, reporting

TRIES = 3
"""How many tries a job has before it is recorded as failed because its worker died."""
_BATCH_SECONDS = 0.25
"""The intended seconds of a batch of small jobs."""
_LARGEST_BATCH = 500
_BATCHES_PER_WORKER = 2
"""Batches in the executor for each worker: one that runs and one that waits."""
_COLLECT_SECONDS = 0.2


@dataclass
class RunProgress:
    """The state of a running campaign, as ``progress`` callbacks receive it.

    Attributes
    ----------
    total : int
        All jobs.
    known : int
        Jobs whose answers were already in the store.
    done : int
        Jobs answered in this run.
    failed : int
        Jobs that failed in this run.
    running : int
        Jobs that the executor has.
    seconds : float
        Elapsed time.
    last : Job or None
        The job that ended last.

    Examples
    --------
    >>> from upstar.campaign import RunProgress
    >>> progress = RunProgress(total=10, known=4, done=2, seconds=1.0)
    >>> progress.left, progress.seconds_left
    (4, 2.0)
    """

    total: int
    known: int
    done: int = 0
    failed: int = 0
    running: int = 0
    seconds: float = 0.0
    last: Job | None = None

    @property
    def left(self) -> int:
        """The number of jobs without an answer."""
        return self.total - self.known - self.done - self.failed

    @property
    def seconds_left(self) -> float | None:
        """An estimate of the remaining seconds at the rate so far; None before the first result."""
        finished = self.done + self.failed
        return self.seconds / finished * self.left if finished else None


@dataclass
class _Driver:
    store: Store
    executor: Executor
    state: RunProgress
    waiting: deque[Job]
    jobs: dict[str, Job] = field(default_factory=dict)
    """Jobs in the executor, by key."""
    batches: list[set[str]] = field(default_factory=list)
    """The keys of each batch in the executor."""
    single_tries: deque[Job] = field(default_factory=deque)
    """Jobs that have lost a worker: each becomes a batch of its own."""
    last_tries: deque[Job] = field(default_factory=deque)
    """Jobs before their last try. Each runs alone, so that no other job can cause its failure."""
    tries: dict[str, int] = field(default_factory=dict)
    seconds_each: float | None = None

    def fill(self) -> None:
        """Send batches until the executor has enough."""
        room = _BATCHES_PER_WORKER * self.executor.workers
        while (self.single_tries or self.waiting) and len(self.batches) < room:
            self.send(self.next_batch())
        if self.last_tries and not self.batches:
            self.send([self.last_tries.popleft()])

    def next_batch(self) -> list[Job]:
        if self.single_tries:
            return [self.single_tries.popleft()]
        size = 1
        if self.seconds_each is not None:
            share = len(self.waiting) // (2 * self.executor.workers)
            size = max(
                1, min(int(_BATCH_SECONDS / max(self.seconds_each, 1e-6)), share, _LARGEST_BATCH)
            )
        return [self.waiting.popleft() for _ in range(min(size, len(self.waiting)))]

    def send(self, batch: Sequence[Job]) -> None:
        for job in batch:
            self.jobs[job.key] = job
            self.tries[job.key] = self.tries.get(job.key, 0) + 1
        self.batches.append({job.key for job in batch})
        self.executor.submit(batch)

    def take(self, outcome: JobResult) -> None:
        """Record a result, or try the job again."""
        job = self.jobs.pop(outcome.key, None)
        if job is None:
            return  # a job of an earlier run on the same executor
        for batch in self.batches:
            batch.discard(outcome.key)
        self.batches = [batch for batch in self.batches if batch]
        if outcome.cancelled:
            return
        tries = self.tries[job.key]
        if outcome.crashed and tries < TRIES:
            (self.last_tries if tries == TRIES - 1 else self.single_tries).append(job)
            return
        self.store.record(job, outcome, tries=tries)
        self.state.last = job
        if outcome.result is None:
            self.state.failed += 1
        else:
            self.state.done += 1
            self.update_job_time(outcome)

    def update_job_time(self, outcome: JobResult) -> None:
        """Update the decaying maximum of job times, because only small jobs share a batch."""
        seconds = (outcome.result or {}).get("seconds")
        if isinstance(seconds, int | float):
            self.seconds_each = max(float(seconds), 0.9 * (self.seconds_each or 0.0))


def run_jobs(
    jobs: Iterable[Job],
    store: Store,
    executor: Executor,
    *,
    campaign: str | None = None,
    retry: bool = False,
    fresh: bool = False,
    progress: Callable[[RunProgress], None] | Auto | None = "auto",
) -> list[Record]:
    """Run the jobs that the store has no answer to, and return the records of all.

    Parameters
    ----------
    jobs : iterable of Job
        The jobs; equal jobs are run once.
    store : Store
        Where answers are looked up and stored.
    executor : Executor
        What runs the jobs. It stays open.
    campaign : str, optional
        The name under which the store groups these jobs.
    retry : bool
        Whether to run failed jobs again.
    fresh : bool
        Whether to run all jobs again, even if the store has an answer.
    progress : callable, 'auto' or None
        Called with a ``RunProgress`` several times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.

    Returns
    -------
    list of Record
        The records, in the order of the jobs.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; stored records are kept.

    Examples
    --------
    >>> from upstar.campaign import Job, Store, executor, run_jobs
    >>> jobs = [Job(game="domineering", position=size) for size in ("3x3", "3x4")]
    >>> store, pool = Store(":memory:"), executor(workers=1)
    >>> [record.get("outcome") for record in run_jobs(jobs, store, pool)]
    ['win', 'loss']
    >>> pool.close()
    """
    wanted = {job.key: job for job in jobs}
    if campaign is not None:
        store.add_to_campaign(campaign, wanted)
    known = set() if fresh else store.keys("done" if retry else None)
    waiting = deque(job for key, job in wanted.items() if key not in known)
    state = RunProgress(total=len(wanted), known=len(wanted) - len(waiting))
    driver = _Driver(store, executor, state, waiting)
    start = time.monotonic()
    driver.fill()
    with reporting(progress, JOBS) as report:
        while driver.jobs:
            for outcome in executor.collect(_COLLECT_SECONDS):
                driver.take(outcome)
            driver.fill()
            state.running = len(driver.jobs)
            state.seconds = time.monotonic() - start
            if report is not None:
                report(state)
    records = (store.record_of(key) for key in wanted)
    return [record for record in records if record is not None]
