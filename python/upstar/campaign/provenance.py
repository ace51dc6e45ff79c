"""The origin of results: versions, commit, class of machine. No host names and no paths."""

import os
import platform
import subprocess
from functools import lru_cache
from pathlib import Path


@lru_cache
def machine() -> str:
    """Return the class of this machine: processor, cores, memory, system.

    >>> "Python" in machine()
    True
    """
    model = _processor()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    python = f"Python {platform.python_version()}"
    return ", ".join([model, f"{cores} cores", *_memory(), platform.system(), python])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.machine()


def _memory() -> list[str]:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return []
    return [f"{total / 2**30:.0f} GiB"]


@lru_cache
def commit() -> str | None:
    """Return the commit of the sources, with ``+changes`` if they differ; None if unknown."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(here), *words], capture_output=True, text=True, timeout=20
        )
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        name = git("rev-parse", "--short=12", "HEAD")
        tracked = git("ls-files", "--error-unmatch", "--", __file__)
        changed = git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return (name + ("+changes" if changed else "")) if name and tracked else None


def versions() -> dict[str, str]:
    """Return the version of upstar, the profile of its core, and the version of Python."""
    from upstar._core import build_info

    info = build_info()
    return {
        "upstar": info["version"],
        "profile": info["profile"],
        "python": platform.python_version(),
    }
