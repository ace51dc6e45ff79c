"""Builds of databases that are killed or stopped within a board."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from array import array
from pathlib import Path

import pytest

import upstar

HEADER = 4096
UNSET = 2**32 - 1


def known(file: Path) -> int:
    """Return the number of known entries of an unfinished board."""
    words = array("I", file.read_bytes()[HEADER:])
    return len(words) - words.count(UNSET)


def contents(directory: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in directory.iterdir()}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """Return the files of Clobber up to 3x4, built without interruption."""
    where = tmp_path_factory.mktemp("fresh")
    upstar.build_database("clobber", "3x4", where, threads=2)
    return contents(where)


@pytest.fixture
def disturbed(start, tmp_path):
    """Build up to 3x4, stop when more of the board is saved than before, and return the folder."""

    def build(how: int = signal.SIGKILL) -> Path:
        file = tmp_path / "3x4.part"
        before = known(file) if file.exists() else 0
        process = start(
            *("database", "build", "clobber", "3x4", f"--out={tmp_path}"),
            *("--threads=1", "--save-every=0.01"),
        )
        while process.poll() is None and not (file.exists() and known(file) > before + 100):
            time.sleep(0.01)
        process.send_signal(how)
        process.wait(timeout=60)
        return tmp_path

    return build


@pytest.mark.parametrize("threads", [1, 3])
def test_a_build_killed_within_a_board_ends_with_the_same_files(disturbed, fresh, threads):
    before = 0
    for _ in range(2):
        where = disturbed()
        # In the middle, and further than before, so the build has resumed.
        assert before < known(where / "3x4.part") < 3**12
        before = known(where / "3x4.part")
        assert not (where / "3x4.ids").exists()
    upstar.build_database("clobber", "3x4", where, threads=threads)
    assert contents(where) == fresh


def test_a_stopped_build_keeps_an_unfinished_board(disturbed, fresh):
    where = disturbed(signal.SIGINT)
    assert 0 < known(where / "3x4.part") < 3**12
    assert not list(where.glob("*.tmp"))
    upstar.build_database("clobber", "3x4", where)
    assert contents(where) == fresh


@pytest.mark.parametrize("name", ["3x4.part", "3x4.part-values"])
def test_a_damaged_unfinished_board_is_rebuilt(disturbed, fresh, name):
    where = disturbed()
    data = bytearray((where / name).read_bytes())
    data[-1] ^= 1
    (where / name).write_bytes(data)
    upstar.build_database("clobber", "3x4", where)
    assert contents(where) == fresh


def test_a_kill_between_its_two_files_loses_nothing(disturbed, fresh, tmp_path_factory):
    """The table is written first, so its entries may be those of the previous save."""
    where = disturbed()
    older = tmp_path_factory.mktemp("older") / "3x4.part"
    shutil.copy(where / "3x4.part", older)
    before = known(older)
    where = disturbed()
    shutil.copy(older, where / "3x4.part")
    where = disturbed()
    assert known(where / "3x4.part") > before
    upstar.build_database("clobber", "3x4", where)
    assert contents(where) == fresh


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_a_build_stays_within_its_memory_limit(tmp_path):
    """43 million positions within 700 MB, with the interpreter."""
    command = ["database", "build", "clobber", "4x4", f"--out={tmp_path}", "--max-memory=700"]
    process = subprocess.Popen([sys.executable, "-m", "upstar", *command, "--quiet"])
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert isinstance(used, resource.struct_rusage)
    assert process.returncode == 0
    assert used.ru_maxrss * 1024 < 700e6
