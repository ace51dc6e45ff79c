"""Install a wheel from dist/ into an empty environment and use it. Print seconds and megabytes.

Rust and compilers are not on the PATH. With --emulate CPU the same is run by qemu-user.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

USE = """
import doctest, sys, upstar
info = upstar.build_info()
print("core", info["level"], "on a processor for", info["supported"])
assert info["profile"] == "release", info
tour = doctest.testfile(sys.argv[1], module_relative=False)
assert tour.attempted and not tour.failed, tour
solution = upstar.solve(upstar.position("connect-four", "5x5"), proof=sys.argv[2])
assert solution.outcome == "draw", solution.outcome
upstar.verify(sys.argv[2])
assert str(upstar.value("domineering", "2x2")) == "+-1"
print("tour", tour.attempted, "examples; solve, certificate and value are right")
"""


def clean_path(place: Path) -> str:
    """Return a PATH with the new environment only: no Rust and no compiler."""
    for tool in ("cargo", "rustc", "cc", "gcc", "clang"):
        assert shutil.which(tool, path=str(place)) is None, tool
    return str(place)


def main() -> None:
    """Install and use the wheel."""
    parser = argparse.ArgumentParser(description="Install a wheel and use it.")
    parser.add_argument("--wheels", type=Path, default=ROOT / "dist", help="its folder")
    parser.add_argument("--emulate", metavar="CPU", help="a processor of qemu-x86_64")
    options = parser.parse_args()
    wheels = sorted(options.wheels.glob("*.whl"))
    if len(wheels) != 1:
        sys.exit(f"{options.wheels} has {len(wheels)} wheels; run make wheel first")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        subprocess.run([sys.executable, "-m", "venv", str(place / "env")], check=True)
        scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
        python = str(scripts / "python")
        hidden = {"PATH": clean_path(scripts), "PYTHONPATH": ""}
        environment = {**os.environ, **hidden}
        began = time.monotonic()
        install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        subprocess.run([*install, str(wheels[0])], check=True, env=environment)
        print(f"installed {wheels[0].name} in {time.monotonic() - began:.1f} s", flush=True)
        package = next((place / "env").rglob("upstar/__init__.py")).parent
        size = sum(file.stat().st_size for file in package.rglob("*") if file.is_file())
        print(f"wheel {wheels[0].stat().st_size / 1e6:.1f} MB, installed {size / 1e6:.1f} MB")
        emulator = []
        if options.emulate:
            found = shutil.which("qemu-x86_64")
            if found is None:
                sys.exit("there is no qemu-x86_64; install qemu-user")
            emulator = [found, "-cpu", options.emulate]
        began = time.monotonic()
        readme = place / "tour.md"
        readme.write_text((ROOT / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
        words = [*emulator, python, "-c", USE, str(readme), str(place / "proof.cert")]
        done = subprocess.run(words, env=environment, cwd=place)
        if done.returncode:
            sys.exit(f"the wheel failed with status {done.returncode}")
        print(f"used in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
