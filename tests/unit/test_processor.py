"""Processors that cannot run the core."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import upstar
from upstar import processor

V2 = {"popcnt", "sse4_2"}
V3 = V2 | {"avx2", "bmi2"}


def test_flags_are_read_if_there_are_any(tmp_path):
    cpuinfo = tmp_path / "cpuinfo"
    assert processor.features(cpuinfo) is None
    cpuinfo.write_text(
        "processor\t: 0\nflags\t\t: fpu popcnt sse4_2\n\nprocessor\t: 1\nflags\t\t: avx2\n"
    )
    assert processor.features(cpuinfo) == {"fpu", "popcnt", "sse4_2"}
    # As on ARM processors.
    cpuinfo.write_text("processor\t: 0\nFeatures\t: fp asimd\n")
    assert processor.features(cpuinfo) is None


def test_this_processor_has_what_the_core_needs():
    processor.check()
    needs = set(upstar.build_info()["processor"].split())
    assert needs <= V3
    assert processor.needs(upstar._core.__file__) == needs


@pytest.mark.parametrize(("built_for", "runs"), [(V2, True), (V3, False), (None, False)])
def test_a_core_for_a_newer_processor_is_rejected(monkeypatch, built_for, runs):
    monkeypatch.setattr(processor, "needs", lambda core: built_for)
    processor.check(V3)
    if runs:
        processor.check(V2)
    else:
        with pytest.raises(ImportError, match=r"avx2, bmi2.*x86-64-v2'"):
            processor.check(V2)
    with pytest.raises(ImportError, match=r"which this one does not have.*x86-64'"):
        processor.check({"fpu"})


def test_the_needs_of_a_core_that_crashes_python_are_unknown(monkeypatch):
    code = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
    monkeypatch.setattr(processor, "ASK", code)
    assert processor.needs("anything") is None


def test_import_raises_a_clear_error(tmp_path):
    """The error that a user sees if Linux reports an old processor."""
    code = (
        "import pathlib; real = pathlib.Path.open;"
        f"fake = pathlib.Path({str(tmp_path / 'cpuinfo')!r});"
        "is_asked = lambda path: str(path) == '/proc/cpuinfo';"
        "pathlib.Path.open = lambda self, *a: real(fake if is_asked(self) else self, *a);"
        "import upstar"
    )
    (tmp_path / "cpuinfo").write_text("flags\t: popcnt sse4_2\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    needs_more = not set(upstar.build_info()["processor"].split()) <= V2
    assert ("ImportError: this build of upstar needs" in done.stderr) == needs_more
    assert (done.returncode != 0) == needs_more


@pytest.fixture
def two_cores(tmp_path):
    """A copy of the package with a second core, as in a wheel. The second is the same file."""
    package = Path(upstar.__file__).parent
    copy = tmp_path / "upstar"
    copy.mkdir()
    for item in package.iterdir():
        (copy / item.name).symlink_to(item)
    core = Path(upstar._core.__file__)
    (copy / core.name.replace("_core", "_core_v3", 1)).symlink_to(core)
    return tmp_path


USE = """
import sys, upstar
assert upstar._core is sys.modules["upstar._core"]
print(upstar._core.__file__, upstar.solve(upstar.position("mnk", "3x3:3")).outcome)
"""


def core_of(folder, **variables):
    environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
    command = [sys.executable, "-c", USE]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_a_processor_gets_the_fastest_core_that_it_can_run(two_cores):
    fast = upstar.build_info()["supported"] == "x86-64-v3"
    done = core_of(two_cores)
    assert done.returncode == 0, done.stderr
    assert ("_core_v3." in done.stdout) == fast
    assert done.stdout.split()[1] == "draw"


def test_the_baseline_can_be_chosen(two_cores):
    done = core_of(two_cores, UPSTAR_CORE="baseline")
    assert done.returncode == 0, done.stderr
    assert "_core_v3." not in done.stdout
    assert str(two_cores) in done.stdout
    wrong = core_of(two_cores, UPSTAR_CORE="fast")
    assert "ImportError: UPSTAR_CORE is 'fast'; it can be 'baseline'" in wrong.stderr


def test_both_cores_of_a_wheel_are_one_engine():
    class Core:
        __file__ = "/somewhere/upstar/_core_v3.abi3.so"

    assert processor.core_file(Core).name == "_core.abi3.so"
    assert processor.core_file(upstar._core) == Path(upstar._core.__file__)
