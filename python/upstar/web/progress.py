"""How a task reports its progress."""

from typing import Any, Protocol


class ProgressReporter(Protocol):
    """A function that receives progress. It raises KeyboardInterrupt to stop the job."""

    reason: str | None
    """Why the job must stop: 'seconds' for the time limit, else a request; None: it continues."""

    def __call__(self, progress: dict[str, Any], /) -> None:
        """Report the progress of the task."""
