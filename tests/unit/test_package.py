"""The package as a whole."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import upstar

MODULES = [
    module.name
    for module in pkgutil.walk_packages(upstar.__path__, "upstar.")
    # The bot's class needs OpenSpiel and has its own tests.
    if module.name not in ("upstar.__main__", "upstar._core", "upstar.integrations.openspiel_bot")
]


@pytest.mark.parametrize("name", ["upstar", *MODULES])
def test_docstrings_run(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_public_names_exist_and_have_docstrings():
    for name in upstar.__all__:
        assert getattr(upstar, name).__doc__ is not None


def test_names_that_are_imported_on_first_use_are_the_same():
    lazy = {name: module for module, names in upstar._LAZY.items() for name in names}
    assert set(lazy) < set(upstar.__all__) <= set(dir(upstar))
    for name, module in lazy.items():
        assert getattr(upstar, name) is getattr(importlib.import_module(module), name)
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        upstar.slove  # noqa: B018


def test_packages_are_attributes_without_an_import():
    code = "import upstar; upstar.play.engine, upstar.cgt.value, upstar.integrations.openspiel"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import_is_light():
    heavy = (
        "subprocess",
        "numpy",
        "click",
        "typer",
        "rich",
        "matplotlib",
        "fastapi",
        "nicegui",
        "asyncio",
        "dask",
        "distributed",
        "sqlite3",
        "upstar.papers",
    )
    code = f"import sys, upstar; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
