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


def test_modules_can_be_imported_on_systems_that_are_not_posix():
    """What only POSIX systems have is missing here, as on Windows."""
    code = """
import importlib, os, signal, sys
import asyncio, selectors, subprocess, tempfile, multiprocessing  # the standard library may use it
for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp", "posix"):
    sys.modules[name] = None
for name in ("nice", "fork", "sysconf", "set_blocking", "sched_getaffinity", "getuid"):
    delattr(os, name)
for name in ("SIGSTOP", "SIGCONT", "SIGKILL", "SIGHUP", "SIGALRM"):
    delattr(signal, name)
os.name = "nt"
for name in sys.argv[1:]:
    importlib.import_module(name)
import upstar
from upstar.workers import WorkerProcess
assert upstar.solve("nim", "3,4,5").outcome == "win"
try:
    WorkerProcess("upstar.campaign.worker")
except upstar.UnsuitableError as error:
    assert "need Linux or macOS" in str(error)
else:
    raise AssertionError
"""
    # These import other packages, which choose their modules by the system, or read a file at once.
    other = ("upstar.web", "upstar.integrations.pettingzoo", "upstar.notebook.")
    other += ("upstar.render.clickable",)
    modules = [name for name in MODULES if not name.startswith(other)]
    subprocess.run([sys.executable, "-c", code, *modules], check=True)
