"""Every public name is on exactly one page of the API reference."""

import importlib
import json
import re

import pytest

from docs.living import ROOT

API = ROOT / "docs/reference/api"
PACKAGES = (
    "upstar",
    "upstar.best_first",
    "upstar.campaign",
    "upstar.campaign.report",
    "upstar.cgt.database",
    "upstar.cgt.value",
    "upstar.distributed",
    "upstar.notebook",
    "upstar.notebook.boards",
    "upstar.notebook.trees",
    "upstar.papers",
    "upstar.parameters",
    "upstar.play",
    "upstar.play.gtp",
    "upstar.play.matches",
    "upstar.play.player",
    "upstar.playouts",
    "upstar.search_tree",
    "upstar.solve",
    "upstar.strategy",
    "upstar.verify",
)
"""Modules whose `__all__` is public."""


def _named(name):
    """The object with a full name. A module such as upstar.solve gives way to the function."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def _documented():
    """For each page the names in its directives."""
    for page in sorted(API.glob("*.rst")):
        for kind, name in re.findall(r"^\.\. auto(\w+):: (\S+)$", page.read_text(), re.MULTILINE):
            if kind != "module":
                yield page.name, name
            elif name == "upstar.papers.claims":
                module = importlib.import_module(name)
                for member, value in vars(module).items():
                    if not member.startswith("_") and getattr(value, "__module__", "") == name:
                        yield page.name, f"{name}.{member}"


DOCUMENTED = list(_documented())


def _imported():
    """What documents, lessons and examples import from modules of upstar."""
    texts = [file.read_text() for file in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]]
    texts += [file.read_text() for file in (ROOT / "examples").glob("*.py")]
    for notebook in (ROOT / "docs").rglob("*.ipynb"):
        texts += ["".join(cell["source"]) for cell in json.loads(notebook.read_text())["cells"]]
    for text in texts:
        for module, names in re.findall(
            r"^(?:>>> )?\s*from (upstar[\w.]*) import (\([^)]*\)|.*)$", text, re.MULTILINE
        ):
            for name in re.findall(r"(\w+)(?: as \w+)?", names.partition("#")[0]):
                yield f"{module}.{name}"


def _public():
    for package in PACKAGES:
        module = importlib.import_module(package)
        yield from (f"{package}.{name}" for name in module.__all__)
    yield from _imported()


@pytest.mark.parametrize("name", sorted(set(_public())))
def test_a_public_name_is_on_one_page(name):
    last = name.rpartition(".")[2]
    same = [(page, found) for page, found in DOCUMENTED if found.rpartition(".")[2] == last]
    # A name may be imported from several modules. The class Bot exists only with OpenSpiel.
    places = [
        (page, found)
        for page, found in same
        if found == name or ("openspiel" not in found and _named(found) is _named(name))
    ]
    assert len(places) == 1, f"docs/reference/api: {name} is on {places}"


def test_no_name_is_documented_twice():
    names = [name for _, name in DOCUMENTED]
    assert len(set(names)) == len(names)


def test_every_page_is_in_the_index():
    index = (API / "index.rst").read_text()
    for page in API.glob("*.rst"):
        assert page.stem == "index" or f"   {page.stem}\n" in index
