"""Kinds of work for tests, named ``campaign.job_kinds:NAME`` so that workers find them."""

import os
import signal
import time


def sleep(job, stop):
    """Take a little time, and say something that depends on the job alone."""
    time.sleep(0.05)
    return {"seed": job.seed, "square": job.seed**2, "seconds": 0.05}


def die(job, stop):
    """Take the worker down; spare it for even seeds."""
    if job.seed % 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"seed": job.seed, "seconds": 0.0}


def use_memory(job, stop):
    """Ask for more memory than there may be."""
    return {"bytes": len(bytearray(8 << 30))}


def fail(job, stop):
    """Raise."""
    raise ValueError("this never works")


def exit_python(job, stop):
    """End Python, as far as that is possible from here."""
    raise SystemExit(3)


def endless(job, stop):
    """Work until nobody waits any more."""
    while not stop():
        time.sleep(0.01)
    return {}
