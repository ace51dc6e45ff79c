"""How a task reports its progress."""

from typing import Any, Protocol


class ProgressReporter(Protocol):
    """Takes a progress; raises KeyboardInterrupt when the job is to stop."""

    reason: str | None
    """Why it is to stop: 'seconds' for a limit, else somebody's wish; None while it goes on."""

    def __call__(self, progress: dict[str, Any], /) -> None:
        """Report how far the task is."""
