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


def test_import_is_light():
    heavy = (
        "subprocess",
        "numpy",
        "typer",
        "rich",
        "matplotlib",
        "fastapi",
        "nicegui",
        "anywidget",
        "IPython",
        "asyncio",
        "dask",
        "distributed",
        "sqlite3",
        "upstar.papers",
    )
    code = f"import sys, upstar; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
