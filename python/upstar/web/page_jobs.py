"""The jobs of one open page.

A request for the page starts no job, because any web page can cause such a request. Jobs that the
page asks for while it is built wait until its socket connects, which only our own pages can do.
"""

from collections.abc import Mapping
from typing import Any

from upstar.web.job_queue import BusyError, JobQueue
from upstar.web.jobs import Job
from upstar.web.limits import Limits


class PageJobs:
    """The job queue as one page sees it: jobs of its visitor, held back until it connects."""

    def __init__(self, queue: JobQueue, owner: str, address: str) -> None:
        """Create the view of a page that is not connected yet."""
        self._queue = queue
        self.owner = owner
        """The id of the visitor; other pages of the same browser have the same."""
        self._address = address
        self._is_connected = False
        self._held: list[Job] = []
        self._submitted: list[Job] = []
        self.stop = queue.stop
        self.pause = queue.pause
        self.resume = queue.resume
        self.place_of = queue.place_of
        self.job = queue.job

    @property
    def limits(self) -> Limits:
        """The limits of the server."""
        return self._queue.limits

    def submit(
        self, task: str, request: Mapping[str, Any], owner: str = "", *, is_listed: bool = True
    ) -> Job:
        """Add a job to the queue, or hold it until the page connects.

        `is_listed` says whether the visitor has asked for it, so that the history has it.

        Raises
        ------
        BusyError
            If this visitor has, or all visitors have, too many unfinished jobs.
        """
        job = self._queue.make(task, request, owner or self.owner, address=self._address)
        job.is_listed = is_listed
        self._submitted = [known for known in self._submitted if not known.is_over]
        if self._is_connected:
            self._queue.add(job)
        elif len(self._held) < self.limits.waiting_per_owner:
            self._held.append(job)
        else:
            raise BusyError("the page asks for too many jobs")
        self._submitted.append(job)
        return job

    def history(self) -> list[Job]:
        """Return the kept jobs of the visitor, newest first, also those of earlier pages."""
        return self._queue.jobs_of(self.owner)

    def connected(self) -> None:
        """Start the jobs that were held back."""
        self._is_connected = True
        held, self._held = self._held, []
        for job in held:
            if not job.is_over:
                try:
                    self._queue.add(job)
                except BusyError as error:
                    self._queue.reject(job, str(error))

    def left(self) -> None:
        """Wake what still waits for the jobs of a page that was closed. The jobs continue."""
        self._held.clear()
        for job in self._submitted:
            job.changed()
