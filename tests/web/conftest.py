"""Fixtures for the workbench: its queue, its API, the server in its own process."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("nicegui", reason="the workbench needs upstar[web]")
pytest.importorskip("httpx", reason="the API's tests need httpx")


@pytest.fixture
def run():
    """Run a coroutine to its end."""
    return asyncio.run


@pytest.fixture(scope="session")
def store(tmp_path_factory) -> str:
    """A store with a small campaign and a quick reproduction in it."""
    from upstar.campaign import Algorithm, Campaign, Positions, Store, executor
    from upstar.papers import experiment
    from upstar.papers.reproduction import reproduce

    path = tmp_path_factory.mktemp("store") / "results.sqlite"
    campaign = Campaign(
        name="small boards",
        positions=[Positions(game="domineering", positions=["3x3", "3x4"])],
        algorithms=[Algorithm(name="ppt"), Algorithm(name="pnt")],
    )
    pool = executor("local", workers=1)
    with Store(path) as records:
        campaign.run(records, pool)
        reproduce(experiment("pp-table-5"), "quick", records, pool)
    pool.close()
    return str(path)


class Server:
    """`upstar serve` in its own process."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upstar", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # NiceGUI behaves differently if it detects a test.
            env={k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "NICEGUI"))},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, self.process.communicate()[1]
        self.address = line.split(": ", 1)[1].split()[0]

    def interrupt(self, timeout: float = 120) -> int:
        """Send Ctrl-C, and return the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def start() -> Iterator:
    """Start servers, and stop them after the test."""
    started: list[Server] = []

    def call(*arguments: str) -> Server:
        started.append(Server(*arguments))
        return started[-1]

    yield call
    for server in started:
        server.end()


@pytest.fixture(scope="session")
def workbench(store) -> Iterator[str]:
    """The address of a server that all tests of a process share."""
    server = Server("--store", store, "--max-seconds", "120")
    yield server.address
    server.end()


@pytest.fixture(scope="module")
def browser():
    from web.browser import chromium

    with chromium() as running:
        yield running


@pytest.fixture
def visit(browser, workbench):
    from web.browser import Visit

    made = []

    def call(**options):
        made.append(Visit(browser, workbench, **options))
        return made[-1]

    yield call
    for each in made:
        errors = each.errors
        each.context.close()
        assert errors == []
