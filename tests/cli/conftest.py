"""Fixtures that run the command line."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from upstar.cli import main


@dataclass
class Done:
    status: int
    out: str
    err: str


@pytest.fixture
def run(capsys):
    """Run a command line in this process."""

    def call(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        captured = capsys.readouterr()
        return Done(ended.value.code or 0, captured.out, captured.err)

    return call


@pytest.fixture
def start():
    """Start a command line in its own process."""
    running = []

    def call(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "upstar", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={key: text for key, text in os.environ.items() if key != "UPSTAR_DEBUG"},
            # A shell that starts the tests in the background makes them ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        running.append(process)
        return process

    yield call
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def searching():
    """Wait until a command is searching: it has used more CPU time than its start needs."""

    def wait(process: subprocess.Popen) -> None:
        stat = Path(f"/proc/{process.pid}/stat")
        until = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < until:
            # If the CPU time is not available, wait for a long time.
            used = stat.read_text().rpartition(")")[2].split()[11] if stat.exists() else None
            if used is None or int(used) / os.sysconf("SC_CLK_TCK") > 1.5:
                break
            time.sleep(0.05)
        time.sleep(0 if stat.exists() else 5)
        assert process.poll() is None, process.communicate()

    return wait
