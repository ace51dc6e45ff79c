"""Running the command line."""

import os
import subprocess
import sys
from dataclasses import dataclass

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
    """Start a command line as a process of its own."""
    running = []

    def call(*arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "upstar", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={key: text for key, text in os.environ.items() if key != "UPSTAR_DEBUG"},
        )
        running.append(process)
        return process

    yield call
    for process in running:
        process.kill()
        process.communicate()
