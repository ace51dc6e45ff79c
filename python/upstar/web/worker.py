"""The worker process of the job queue: it does one job and ends.

One message comes in: the task, its request and a folder for what it leaves behind. Messages go out:
``{"started": true}`` at once, ``{"progress": …}`` from time to time, ``{"result": …}`` or
``{"error": …}`` at the end. The message ``{"stop": REASON}`` ends the job with what is known.
"""

import os
from pathlib import Path
from time import monotonic
from typing import Any

from upstar.errors import UpstarError
from upstar.web.tasks import TASKS
from upstar.workers import Channel

_NICE = 10
_NICE_QUICK = 2
"""Searches give way to the server, which has somebody waiting for every answer; short jobs, for
which somebody waits too, give way less. Starting gives way to nobody."""
_REPORT_EVERY = 0.2


class _Reporter:
    """Sends progress, not too often, and stops the task when the server asks for it."""

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
    """Wait for a job, do it, and send how it ended."""
    channel = Channel()
    order = channel.receive()
    os.nice(_NICE_QUICK if order["quick"] else _NICE)
    reporter = _Reporter(channel)
    channel.send({"started": True})
    try:
        result = TASKS[order["task"]](order["request"], reporter, Path(order["folder"]))
        channel.send({"result": result})
    except UpstarError as error:
        channel.send({"error": str(error), "fault": "request"})
    except KeyboardInterrupt:
        channel.send({"error": "stopped before anything was known", "fault": "stopped"})
    except MemoryError:
        channel.send({"error": "there is not enough memory for this", "fault": "memory"})
    except Exception as error:
        text = f"internal error: {type(error).__name__}: {error}"
        channel.send({"error": text, "fault": "internal"})
    # Threads of a search that does not listen must not keep the process.
    os._exit(0)


if __name__ == "__main__":
    main()
