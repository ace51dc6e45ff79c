"""Can this processor run the core? Importing this module finds out, since one that cannot would end
Python without a word.
"""

import sys
from pathlib import Path

OLDER = {"popcnt", "sse4_2"}
"""What x86-64-v2 has; one without runs a core for x86-64."""
NEWEST = {"avx2", "bmi2"}
"""A processor that has these runs every core."""

ASK = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_core", sys.argv[1])
core = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)
print(core.build_info()["processor"])
"""


def features(cpuinfo: Path = Path("/proc/cpuinfo")) -> set[str] | None:
    """What an x86 processor has, where Linux tells; otherwise None."""
    try:
        with cpuinfo.open() as lines:
            flags = next((line for line in lines if line.startswith("flags")), None)
    except OSError:
        return None
    return None if flags is None else set(flags.partition(":")[2].split())


def needs(core: str) -> set[str] | None:
    """What the core in a file needs; None if it cannot even tell. Another Python asks it."""
    import subprocess

    done = subprocess.run([sys.executable, "-c", ASK, core], capture_output=True, text=True)
    return set(done.stdout.split()) if done.returncode == 0 else None


def check(has: set[str] | None = None) -> None:
    """Raise an ImportError if a processor, this one or one that has these, cannot run the core."""
    if has is None:
        has = features()
    if has is None or has >= NEWEST:
        return
    # This and what `needs` imports takes time, which only old processors are to spend.
    import importlib.util

    spec = importlib.util.find_spec("upstar._core")
    if spec is None or spec.origin is None:
        return
    wanted = needs(spec.origin)
    if wanted is None or not has >= wanted:
        level = "x86-64-v2" if has >= OLDER else "x86-64"
        missing = ", ".join(sorted((wanted or NEWEST) - has))
        raise ImportError(
            f"this build of upstar is for processors that have {missing}, which this one has not; "
            f"build it again with RUSTFLAGS='-C target-cpu={level}'"
        )


check()
