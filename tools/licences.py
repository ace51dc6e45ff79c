"""Check the dependencies of the core: a licence that suits MIT, and a source with a checksum.

It runs without a network once the dependencies are downloaded. Advisories need one: `cargo audit`.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception", "BSD-3-Clause"}


def suits(licence: str) -> bool:
    """Return whether an SPDX expression of AND and OR can be met with allowed licences.

    >>> suits("(MIT OR GPL-3.0) AND Unicode-3.0"), suits("GPL-3.0"), suits("MIT/Apache-2.0")
    (True, False, True)
    """
    parts = re.split(r"\s*(\(|\)|\bAND\b|\bOR\b|/)\s*", licence)
    words = {"AND": "and", "OR": "or", "/": "or", "(": "(", ")": ")", "": ""}
    # Only these words and True or False are evaluated.
    return bool(eval(" ".join(words.get(part, str(part in ALLOWED)) for part in parts)))


def problems() -> list[str]:
    """Return a line for each dependency that does not suit."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = [
        f"{package['name']} {package['version']}: licence {package['license']}"
        for package in json.loads(done.stdout)["packages"]
        if not suits(package["license"] or "none")
    ]
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    found += [
        f"{package['name']} {package['version']}: no checksum in Cargo.lock"
        for package in locked
        if "source" in package and "checksum" not in package
    ]
    return found


if __name__ == "__main__":
    wrong = problems()
    print("\n".join(wrong) or "all dependencies of the core have suitable licences and checksums")
    sys.exit(bool(wrong))
