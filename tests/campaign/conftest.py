"""Fixtures for jobs and stores."""

import pytest

from upstar.campaign import Job, Store
from upstar.cli import main

SIZES = [f"{rows}x{columns}" for rows in range(2, 6) for columns in range(2, 6)]


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.sqlite") as opened:
        yield opened


@pytest.fixture
def jobs():
    limits = {"max_memory": 100}
    return [
        Job(game="domineering", position=size, algorithm=algorithm, limits=limits)
        for size in SIZES
        for algorithm in ("ppt", "alpha-beta")
    ]


@pytest.fixture
def call(capsys):
    """Run a command line in this process; return its status, output and errors."""

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in arguments])
        captured = capsys.readouterr()
        return ended.value.code or 0, captured.out, captured.err

    return run
