"""Processors that cannot run the core."""

import subprocess
import sys

import pytest

import upstar
from upstar import processor

V2 = {"popcnt", "sse4_2"}
V3 = V2 | {"avx2", "bmi2"}


def test_flags_are_read_where_there_are_any(tmp_path):
    cpuinfo = tmp_path / "cpuinfo"
    assert processor.features(cpuinfo) is None
    cpuinfo.write_text(
        "processor\t: 0\nflags\t\t: fpu popcnt sse4_2\n\nprocessor\t: 1\nflags\t\t: avx2\n"
    )
    assert processor.features(cpuinfo) == {"fpu", "popcnt", "sse4_2"}
    # As on ARM.
    cpuinfo.write_text("processor\t: 0\nFeatures\t: fp asimd\n")
    assert processor.features(cpuinfo) is None


def test_this_processor_has_what_the_core_needs():
    processor.check()
    needs = set(upstar.build_info()["processor"].split())
    assert needs <= V3
    assert processor.needs(upstar._core.__file__) == needs


@pytest.mark.parametrize(("built_for", "runs"), [(V2, True), (V3, False), (None, False)])
def test_a_core_for_a_newer_processor_is_refused(monkeypatch, built_for, runs):
    monkeypatch.setattr(processor, "needs", lambda core: built_for)
    processor.check(V3)
    if runs:
        processor.check(V2)
    else:
        with pytest.raises(ImportError, match=r"avx2, bmi2.*x86-64-v2'"):
            processor.check(V2)
    with pytest.raises(ImportError, match=r"which this one has not.*x86-64'"):
        processor.check({"fpu"})


def test_a_core_that_kills_python_needs_what_is_not_known(monkeypatch):
    code = "import os, signal; os.kill(os.getpid(), signal.SIGILL)"
    monkeypatch.setattr(processor, "ASK", code)
    assert processor.needs("anything") is None


def test_import_tells(tmp_path):
    """As a user meets it: Linux says that the processor is old."""
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
    assert ("ImportError: this build of upstar is for" in done.stderr) == needs_more
    assert (done.returncode != 0) == needs_more
