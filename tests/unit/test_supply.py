"""Licences of dependencies, the few packages that users need, and places of `unsafe`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))

import licences  # noqa: E402


def test_all_dependencies_of_the_core_have_suitable_licences():
    assert licences.problems() == []


def test_expressions_of_licences():
    assert licences.suits("(MIT OR GPL-3.0) AND Unicode-3.0")
    assert not licences.suits("MIT AND GPL-3.0")


def test_users_need_two_packages():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = sorted(re.split(r"[<>=~]", each)[0] for each in project["dependencies"])
    assert names == ["click", "rich"]


def test_every_unsafe_block_names_its_invariant_and_its_test():
    sources = "".join(file.read_text() for file in (ROOT / "crates").rglob("*.rs"))
    comments = re.findall(r"// SAFETY: (?:[^\n]*\n\s*// )*[^\n]*", sources)
    assert len(comments) >= 18
    for comment in comments:
        assert re.search(r"invariant:|likewise|as in", comment), comment
    for test in re.findall(r"Test: `(\w+)`", " ".join(comments)):
        assert f"fn {test}(" in sources, test
