"""Kinds of jobs for tests, named ``campaign.job_kinds:NAME`` so that workers can import them."""

import os
import signal
import time


def sleep(job, stop):
    """Sleep briefly, and return data that depends on the job alone."""
    time.sleep(0.05)
    return {"seed": job.seed, "square": job.seed**2, "seconds": 0.05}


def die(job, stop):
    """Kill the worker if the seed is odd."""
    if job.seed % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"seed": job.seed, "seconds": 0.0}


def use_memory(job, stop):
    """Allocate more memory than allowed."""
    return {"bytes": len(bytearray(8 << 30))}


def fail(job, stop):
    """Raise."""
    raise ValueError("this never works")


def exit_python(job, stop):
    """Try to exit Python."""
    raise SystemExit(3)


def endless(job, stop):
    """Run until the job is cancelled."""
    while not stop():
        time.sleep(0.01)
    return {}
