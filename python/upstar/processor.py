"""The core for this processor.

A wheel for x86-64 contains two cores: ``_core`` for x86-64-v2 (2009) and ``_core_v3`` for x86-64-v3
(2013). Importing this module checks that the processor can run ``_core``; without the check Python
would end without a message. Then it replaces ``_core`` by ``_core_v3`` if the processor can run it.
A build from sources has one core.
"""

import os
import sys
from pathlib import Path
from types import ModuleType

OLDER = {"popcnt", "sse4_2"}
"""Features of x86-64-v2; a processor without them needs a core for plain x86-64."""
NEWEST = {"avx2", "bmi2"}
"""A processor with these features runs every core."""
VARIABLE = "UPSTAR_CORE"
"""The environment variable that selects a core. Its one value is ``baseline``."""

ASK = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("_core", sys.argv[1])
core = importlib.util.module_from_spec(spec)
spec.loader.exec_module(core)
print(core.build_info()["processor"])
"""


def features(cpuinfo: Path = Path("/proc/cpuinfo")) -> set[str] | None:
    """Return the features of an x86 processor under Linux, else None."""
    try:
        with cpuinfo.open() as lines:
            flags = next((line for line in lines if line.startswith("flags")), None)
    except OSError:
        return None
    return None if flags is None else set(flags.partition(":")[2].split())


def needs(core: str) -> set[str] | None:
    """Return the features that the core in a file needs; None if it cannot be loaded.

    Another Python process loads it.
    """
    import subprocess

    done = subprocess.run([sys.executable, "-c", ASK, core], capture_output=True, text=True)
    return set(done.stdout.split()) if done.returncode == 0 else None


def check(has: set[str] | None = None) -> None:
    """Raise an ImportError if the processor, or one with these features, cannot run the core."""
    if has is None:
        has = features()
    if has is None or has >= NEWEST:
        return
    # This import, and those of `needs`, take time; only old processors need them.
    import importlib.util

    spec = importlib.util.find_spec("upstar._core")
    if spec is None or spec.origin is None:
        return
    wanted = needs(spec.origin)
    if wanted is None or not has >= wanted:
        level = "x86-64-v2" if has >= OLDER else "x86-64"
        missing = ", ".join(sorted((wanted or NEWEST) - has))
        raise ImportError(
            f"this build of upstar needs a processor with {missing}, which this one does not have; "
            f"build it again with RUSTFLAGS='-C target-cpu={level}'"
        )


def faster(core: ModuleType) -> Path | None:
    """Return the file of the core that replaces this one, None if there is none.

    Raises
    ------
    ImportError
        If the environment variable has a value without a meaning.
    """
    asked = os.environ.get(VARIABLE, "")
    if asked not in ("", "baseline"):
        raise ImportError(f"{VARIABLE} is '{asked}'; it can be 'baseline', or be unset")
    file = core_file(core)
    found = file.with_name(file.name.replace("_core", "_core_v3", 1))
    # The core asks the processor itself: an emulator may leave /proc/cpuinfo as it is.
    runs = core.build_info()["supported"] == "x86-64-v3"
    return found if runs and not asked and found.exists() else None


def core_file(core: ModuleType) -> Path:
    """Return the file that identifies a core: that of the baseline, which every wheel has."""
    file = Path(str(core.__file__))
    return file.with_name(file.name.replace("_core_v3", "_core", 1))


def load() -> None:
    """Import ``upstar._core``, the fastest that the processor can run."""
    from upstar import _core

    file = faster(_core)
    if file is None:
        return
    from importlib.machinery import ExtensionFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    # Both files define a module of this name: the name in the file is not that of the file.
    loader = ExtensionFileLoader("upstar._core", str(file))
    spec = spec_from_file_location("upstar._core", file, loader=loader)
    assert spec is not None
    core = module_from_spec(spec)
    loader.exec_module(core)
    sys.modules["upstar._core"] = core
    sys.modules["upstar"]._core = core  # type: ignore[attr-defined]


check()
load()
