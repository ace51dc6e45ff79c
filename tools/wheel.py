"""Build a wheel for this system in dist/.

On x86-64 the core is compiled twice, for x86-64-v2 and for x86-64-v3, and both go into one wheel;
`upstar.processor` chooses at import. On Linux zig is the linker, so that the wheel also runs with
an old C library; maturin checks the wheel against the tag.
"""

import argparse
import base64
import hashlib
import os
import platform
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("x86-64-v2", "x86-64-v3")
TAG = "manylinux2014"
MOST_BYTES = 12_000_000


def build(level: str | None) -> Path:
    """Build a wheel with one core, and return its file."""
    place = ROOT / "target" / "wheel" / (level or "plain")
    out = place / "dist"
    for old in out.glob("*.whl"):
        old.unlink()
    command = [sys.executable, "-m", "maturin", "build", "--release", "--strip", "--out", str(out)]
    if sys.platform == "linux":
        target = f"{platform.machine()}-unknown-linux-gnu"
        command += ["--zig", "--target", target, "--compatibility", TAG]
    flags = {} if level is None else {"RUSTFLAGS": f"-C target-cpu={level}"}
    subprocess.run(
        command, cwd=ROOT, check=True, env={**os.environ, "CARGO_TARGET_DIR": str(place), **flags}
    )
    [wheel] = out.glob("*.whl")
    return wheel


def merge(baseline: Path, fast: Path, out: Path) -> None:
    """Write the baseline wheel with the core of another wheel beside its own, as `_core_v3`."""
    with zipfile.ZipFile(fast) as wheel:
        files = [name for name in wheel.namelist() if name.startswith("upstar/_core.")]
        [core] = [name for name in files if not name.endswith(".pyi")]
        content = wheel.read(core)
    added = core.replace("_core", "_core_v3", 1)
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    with zipfile.ZipFile(baseline) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                data = f"{added},sha256={digest},{len(content)}\n".encode() + data
            if entry.filename == core:
                same = zipfile.ZipInfo(added, entry.date_time)
                same.external_attr = entry.external_attr
                new.writestr(same, content, zipfile.ZIP_DEFLATED)
            new.writestr(entry, data, zipfile.ZIP_DEFLATED)


def main() -> None:
    """Build the wheel and print its size."""
    parser = argparse.ArgumentParser(description="Build a wheel for this system.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder of the wheel")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    two = platform.machine().lower() in ("x86_64", "amd64")
    wheels = [build(level) for level in (LEVELS if two else (None,))]
    file = out / wheels[0].name
    if two:
        merge(wheels[0], wheels[1], file)
    else:
        file.write_bytes(wheels[0].read_bytes())
    size = file.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{file} has {size:,} bytes, more than {MOST_BYTES:,}")
    print(f"{file} ({size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
