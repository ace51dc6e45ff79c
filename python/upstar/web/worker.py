"""A worker: a process that does one job and ends.

A line of JSON comes in: the task, its request and a folder for what it leaves behind. Lines of
JSON go out: ``{"started": true}`` at once, ``{"progress": …}`` from time to time, ``{"result": …}``
or ``{"error": …}`` at the end. A line ``stop REASON`` ends the job with what is known; the end of
the input ends the process, since then nobody wants the answer.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path
from time import monotonic
from typing import Any

from upstar.errors import UpstarError
from upstar.web.tasks import TASKS

_NICE = 10
_NICE_QUICK = 2
"""Searches give way to the server, which has somebody waiting for every answer; short jobs, for
which somebody waits too, give way less. Starting gives way to nobody."""
_REPORT_EVERY = 0.2


class _Teller:
    """Writes lines to the server, not too many."""

    def __init__(self, out: Any) -> None:
        self.reason: str | None = None
        self._out = out
        self._last = float("-inf")

    def say(self, **line: Any) -> None:
        self._out.write(json.dumps(line, allow_nan=False) + "\n")
        self._out.flush()

    def __call__(self, progress: dict[str, Any]) -> None:
        if self.reason is not None:
            raise KeyboardInterrupt
        if monotonic() - self._last >= _REPORT_EVERY:
            self._last = monotonic()
            self.say(progress=progress)


def main() -> None:
    """Wait for a job, do it, tell how it ended."""
    # Ctrl-C is for the server, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    teller = _Teller(out)
    order = json.loads(sys.stdin.readline() or "null")
    if order is None:
        return
    os.nice(_NICE_QUICK if order["quick"] else _NICE)
    threading.Thread(target=_listen, args=(teller,), daemon=True).start()
    teller.say(started=True)
    try:
        result = TASKS[order["task"]](order["request"], teller, Path(order["folder"]))
        teller.say(result=result)
    except UpstarError as error:
        teller.say(error=str(error), fault="request")
    except KeyboardInterrupt:
        teller.say(error="stopped before anything was known", fault="stopped")
    except MemoryError:
        teller.say(error="there is not enough memory for this", fault="memory")
    except Exception as error:
        teller.say(error=f"internal error: {type(error).__name__}: {error}", fault="internal")
    # Threads of a search that does not listen must not keep the process.
    out.flush()
    os._exit(0)


def _listen(teller: _Teller) -> None:
    for line in sys.stdin:
        word, _, reason = line.strip().partition(" ")
        if word == "stop":
            teller.reason = reason
    os._exit(1)


if __name__ == "__main__":
    main()
