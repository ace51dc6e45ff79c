"""The worker process of the job queue: it runs one job and exits.

The first message that it receives has the task, its request, a folder for output files, and how the
game is loaded if it is written in Python. It sends
``{"started": true}`` first, ``{"progress": …}`` from time to time, and ``{"result": …}`` or
``{"error": …}`` at the end. The message ``{"stop": REASON}`` stops the job, which then sends what
it has proved.
"""

import os
from pathlib import Path
from time import monotonic
from typing import Any

from upstar.errors import UpstarError
from upstar.web.offered_games import offer
from upstar.web.tasks import TASKS
from upstar.workers import Channel

_NICE = 10
_NICE_QUICK = 2
"""Priorities: the server comes first, then short jobs, because a visitor waits for them, then long
searches. A process lowers its priority only after it has started."""
_REPORT_EVERY = 0.2


class _Reporter:
    """Sends progress at intervals, and stops the task when the server asks for it."""

    def __init__(self, channel: Channel) -> None:
        self.reason: str | None = None
        self._channel = channel
        self._last = float("-inf")

    def __call__(self, progress: dict[str, Any]) -> None:
        message = self._channel.received()
        if message is not None:
            self.reason = message["stop"]
        if self.reason is not None:
            raise KeyboardInterrupt
        if monotonic() - self._last >= _REPORT_EVERY:
            self._last = monotonic()
            self._channel.send({"progress": progress})


def main() -> None:
    """Wait for a job, run it, and send its result."""
    channel = Channel()
    order = channel.receive()
    if hasattr(os, "nice"):
        os.nice(_NICE_QUICK if order["quick"] else _NICE)
    reporter = _Reporter(channel)
    channel.send({"started": True})
    try:
        offer(order["games"])
        result = TASKS[order["task"]](order["request"], reporter, Path(order["folder"]))
        channel.send({"result": result})
    except UpstarError as error:
        channel.send({"error": str(error), "fault": "request"})
    except KeyboardInterrupt:
        channel.send({"error": "stopped before there was a result", "fault": "stopped"})
    except MemoryError:
        channel.send({"error": "there is not enough memory for this job", "fault": "memory"})
    except Exception as error:
        text = f"internal error: {type(error).__name__}: {error}"
        channel.send({"error": text, "fault": "internal"})
    # Exit even if a thread of a search is still running.
    os._exit(0)


if __name__ == "__main__":
    main()
