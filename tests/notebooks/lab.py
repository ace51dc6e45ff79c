"""JupyterLab in a browser, for tests and pictures."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import nbformat

from web.browser import WAIT

_START_SECONDS = 120


def write_notebook(folder: Path, sources: Sequence[str]) -> None:
    """Write a notebook with code cells to ``test.ipynb``."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": kernel})
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(notebook, folder / "test.ipynb")


@contextmanager
def jupyter_lab(folder: Path) -> Iterator[str]:
    """Start JupyterLab in a folder, yield its address, and end it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = folder / "home"
    (home / "labconfig").mkdir(parents=True)
    announcements = "@jupyterlab/apputils-extension:announcements"
    settings = {"disabledExtensions": {announcements: True}}
    (home / "labconfig" / "page_config.json").write_text(json.dumps(settings))
    server = subprocess.Popen(
        [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *(f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="),
            f"--ServerApp.root_dir={folder}",
        ],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Nothing is read from or written to the user's settings.
        env={
            **{k: v for k, v in os.environ.items() if not k.startswith("PYTEST")},
            "HOME": str(home),
            "JUPYTER_CONFIG_DIR": str(home),
            "JUPYTER_DATA_DIR": str(home),
            "JUPYTER_RUNTIME_DIR": str(home),
            "IPYTHONDIR": str(home),
        },
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(server, f"{address}/api")
        yield address
    finally:
        server.terminate()
        server.wait()


def _wait_for(server: "subprocess.Popen[bytes]", address: str) -> None:
    until = time.monotonic() + _START_SECONDS
    while True:
        assert server.poll() is None, "JupyterLab has ended"
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            assert time.monotonic() < until, "JupyterLab did not start"
            time.sleep(0.2)


class Notebook:
    """The notebook ``test.ipynb`` on a page of JupyterLab."""

    def __init__(self, page, address: str) -> None:
        self.page = page
        page.set_default_timeout(WAIT)
        page.goto(f"{address}/doc/tree/test.ipynb")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        page.get_by_text("| Idle").wait_for()
        page.wait_for_selector(".jp-Spinner", state="detached")

    def cell(self, number: int):
        """The element of a cell."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def start(self, number: int) -> None:
        """Run a cell, and do not wait for its end."""
        prompt = self._prompt(number)
        before = prompt.text_content()
        self.cell(number).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        prompt.filter(has_not_text=before).wait_for()

    def run(self, number: int) -> str:
        """Run a cell to its end, and return the text of its outputs."""
        self.start(number)
        return self.finish(number)

    def finish(self, number: int) -> str:
        """Wait for the end of a cell, and return the text of its outputs."""
        self._prompt(number).filter(has_text=re.compile(r"\[\d+\]")).wait_for()
        return " ".join(self.cell(number).locator(".jp-OutputArea-output").all_text_contents())

    def _prompt(self, number: int):
        return self.cell(number).locator(".jp-InputArea-prompt")
