"""Print the section of CHANGELOG.md for a version, as the notes of a release.

With --check the version must also be that of Cargo.toml and CITATION.cff.
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Return the version of the package: the one in Cargo.toml."""
    with (ROOT / "Cargo.toml").open("rb") as file:
        return str(tomllib.load(file)["workspace"]["package"]["version"])


def section(changelog: str, name: str) -> str:
    """Return the text below the heading of a version, without the heading.

    Raises
    ------
    ValueError
        If there is no such heading, or nothing below it.
    """
    found = re.search(
        rf"^## \[{re.escape(name)}\].*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if found is None or not found[1].strip():
        raise ValueError(f"CHANGELOG.md has no text under '## [{name}]'; write this section first")
    return found[1].strip()


def main() -> None:
    """Print the notes, or end with what is wrong."""
    parser = argparse.ArgumentParser(description="Print the notes of a release.")
    parser.add_argument("name", nargs="?", default="Unreleased", help="a version, or Unreleased")
    parser.add_argument("--check", action="store_true", help="compare it with Cargo.toml")
    options = parser.parse_args()
    name = options.name.removeprefix("v")
    if options.check:
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        if name != version() or f"\nversion: {name}\n" not in citation:
            sys.exit(f"the release is {name}, but Cargo.toml has {version()}; CITATION.cff too")
    try:
        print(section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), name))
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
