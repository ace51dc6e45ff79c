"""The build backend of the package: maturin, after a check of the Rust compiler.

`python tools/build_backend.py` runs the check alone, for make; with --quiet it prints only
problems. Without the check an old cargo reports a setting of Cargo.toml that it does not know.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TIME = "The build takes about 2 CPU minutes"
WHEEL = (
    "a wheel needs no Rust: `make wheel` on another machine builds one, see docs/how-to/install.md"
)


def needed() -> str:
    """Return the oldest Rust that compiles the core, as Cargo.toml states it."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return str(tomllib.load(file)["workspace"]["package"]["rust-version"])


def found() -> str | None:
    """Return the version of the Rust compiler on the PATH; None if there is none."""
    rustc = shutil.which("rustc")
    if rustc is None or shutil.which("cargo") is None:
        return None
    done = subprocess.run([rustc, "--version"], capture_output=True, text=True)
    version = re.search(r"\d+\.\d+(\.\d+)?", done.stdout)
    return version[0] if version else None


def problem() -> str | None:
    """Return what is wrong with the Rust compiler, in a sentence; None if it is new enough."""
    least, version = needed(), found()
    if version is None:
        have = "but rustc and cargo are not on the PATH: install Rust from rustup.rs"
    elif [int(n) for n in version.split(".")[:2]] < [int(n) for n in least.split(".")[:2]]:
        have = f"but found Rust {version}: run `rustup update`"
    else:
        return None
    return f"upstar: building needs Rust {least} or newer, {have}. {TIME}; {WHEEL}."


def check(quiet: bool = False) -> None:
    """Print what is built and how long it takes, or end with the problem."""
    wrong = problem()
    if wrong is not None:
        sys.exit(wrong)
    if quiet:
        return
    text = f"upstar: building with Rust {found()} ({needed()} or newer is needed). {TIME}; {WHEEL}."
    print(text, flush=True)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Check the compiler. This is the first hook that pip calls."""
    check()
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def __getattr__(name: str) -> Any:
    """Return the other hooks, which are those of maturin."""
    import maturin

    return getattr(maturin, name)


if __name__ == "__main__":
    check(quiet="--quiet" in sys.argv)
