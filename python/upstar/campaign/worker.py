"""A worker process: batches of jobs come in as lines of JSON, their outcomes go out likewise.

It ends with its driver: when nobody can send any more jobs, whatever it does is worth nothing.
"""

import json
import os
import queue
import signal
import sys
import threading
from dataclasses import asdict

from upstar.campaign.batch import run_batch
from upstar.campaign.job import Job


def main() -> None:
    """Work until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cap = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    if cap:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (cap, cap))
    # Nothing but outcomes may go to the driver, whatever a game written in Python prints.
    driver = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        jobs = [Job.from_json(job) for job in json.loads(lines.get())]
        answer = json.dumps([asdict(outcome) for outcome in run_batch(jobs)])
        driver.write(answer.encode() + b"\n")
        driver.flush()


def _listen(lines: "queue.SimpleQueue[bytes]") -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
