"""The workbench under load: 50 visitors click, 8 searches are asked for at once.

Five visitors are pages in Chromium, where the time from a click to the board laid out anew is
measured in the page; the others speak the page's own protocol over its socket, from the event to
the update of the board. Told: the median and the 95th percentile of both, how many searches ran,
and the server's memory before, during and after. Asserted: every click is answered, no more
searches run than may, the visitors' jobs end with them. Times are information, since machines
differ.

    python benches/workbench_load.py [--seconds 30] [--json]
"""

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from uuid import uuid4

import httpx
import socketio

PAGES, SOCKETS, SEARCHES = 5, 45, 8
GAME, POSITION = "clobber", "6x6"
THINK = (0.5, 2.5)
"""Seconds between two clicks of a visitor."""


class Server:
    """`upstar serve` in a process of its own."""

    def __init__(self) -> None:
        """Start it, and wait for its address."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upstar", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split(": ", 1)[1].split()[0]

    def memory(self) -> float:
        """Megabytes of the server itself."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def workers(self) -> int:
        """Processes of searches that are at work, not the one that waits."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        busy = 0
        for child in children.split():
            try:
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            busy += int(fields[16]) >= 10  # nice, as long searches are
        return busy

    def end(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


class SocketVisitor:
    """A visitor without a browser."""

    def __init__(self, address: str, http: httpx.AsyncClient) -> None:
        """Not connected yet."""
        self.address, self.http = address, http
        self.sio = socketio.AsyncClient()
        self.repainted = asyncio.Event()
        self.sio.on("update", self._updated)

    async def open(self) -> None:
        """Fetch the page, find the board in it, connect."""
        page = (await self.http.get(f"{self.address}?game={GAME}&position={POSITION}")).text
        text = re.search(r"parseElements\(String\.raw`(.*?)`\)", page, re.DOTALL)[1]
        elements = json.loads(unescape(text))
        query = json.loads(re.search(r"query: (\{.*?\}),\n", page)[1].replace("'", '"')
                           .replace("True", "true").replace("False", "false"))  # fmt: skip
        self.client_id = query["client_id"]
        self.board, self.moves = next(
            (int(id), e["props"]["moves"])
            for id, e in elements.items()
            if "spots" in e.get("props", {})
        )
        events = elements[str(self.board)]["events"]
        self.listener = next(e["listener_id"] for e in events if e["type"] == "move")
        query |= {"tab_id": str(uuid4()), "document_id": str(uuid4()), "implicit_handshake": "true"}
        told = "&".join(f"{key}={value}" for key, value in query.items())
        await self.sio.connect(
            f"{self.address}?{told}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
        )

    def _updated(self, data) -> None:
        element = data.get(str(self.board))
        if element:
            self.moves = element["props"]["moves"]
            self.repainted.set()

    async def click(self) -> float:
        """Play a move; at the end of the game, begin anew by a fresh page."""
        if not self.moves:
            await self.sio.disconnect()
            self.sio = socketio.AsyncClient()
            self.sio.on("update", self._updated)
            await self.open()
        self.repainted.clear()
        started = time.perf_counter()
        event = {
            "id": self.board,
            "client_id": self.client_id,
            "listener_id": self.listener,
            "args": [json.dumps(random.choice(self.moves)[0])],
        }
        await self.sio.emit("event", event)
        await asyncio.wait_for(self.repainted.wait(), 30)
        return time.perf_counter() - started


CLICK = """async () => {
  const board = document.querySelector('.upstar-picture');
  const button = document.querySelector('.upstar-moves button');
  if (!button) return null;
  const started = performance.now();
  const repainted = new Promise(done => new MutationObserver((_, watcher) => {
    watcher.disconnect();
    board.getBoundingClientRect();  // laid out; frames of pages that nobody sees never come
    done(performance.now() - started);
  }).observe(board, {childList: true, subtree: true}));
  button.click();
  return await repainted;
}"""


async def open_page(page, address: str) -> None:
    """Show the board."""
    await page.goto(f"{address}?game={GAME}&position={POSITION}", wait_until="domcontentloaded")
    await page.wait_for_selector(".upstar-moves button", timeout=60_000)


async def page_visitor(page, address: str, until: float, times: list[float]) -> None:
    """A visitor in a browser."""
    from playwright.async_api import Error

    while time.monotonic() < until:
        try:
            took = await page.evaluate(CLICK)
        except Error:  # the page has lost its connection and loads itself anew
            took = None
        if took is None:
            await open_page(page, address)
        else:
            times.append(took / 1000)
        await asyncio.sleep(random.uniform(*THINK))
    await page.close()


async def socket_visitor(visitor: SocketVisitor, until: float, times: list[float]) -> None:
    """A visitor on a socket."""
    while time.monotonic() < until:
        times.append(await visitor.click())
        await asyncio.sleep(random.uniform(*THINK))
    await visitor.sio.disconnect()


async def measure(seconds: float) -> dict:
    """Let them all in for so long."""
    from playwright.async_api import async_playwright

    server = Server()
    memory = {"before": server.memory()}
    in_pages: list[float] = []
    in_sockets: list[float] = []
    most_running = most_memory = 0.0
    async with httpx.AsyncClient(timeout=60) as http, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        sockets = [SocketVisitor(server.address, http) for _ in range(SOCKETS)]
        for visitor in sockets:
            await visitor.open()
        pages = [await browser.new_page() for _ in range(PAGES)]
        for page in pages:
            await open_page(page, server.address)
        jobs = []
        for number in range(SEARCHES):
            # Each caller has an address of its own, as visitors would; loopback has many.
            transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number + 2}")
            async with httpx.AsyncClient(transport=transport, timeout=60) as caller:
                body = {"game": "domineering", "position": "10x10", "max_seconds": seconds + 60}
                jobs.append((await caller.post(f"{server.address}api/solve", json=body)).json())
        until = time.monotonic() + seconds
        visitors = [
            asyncio.create_task(page_visitor(page, server.address, until, in_pages))
            for page in pages
        ]
        visitors += [asyncio.create_task(socket_visitor(v, until, in_sockets)) for v in sockets]
        while time.monotonic() < until:
            await asyncio.sleep(0.5)
            most_running = max(most_running, server.workers())
            most_memory = max(most_memory, server.memory())
        await asyncio.gather(*visitors)
        for job in jobs:
            await http.delete(f"{server.address}api/jobs/{job['id']}")
        await browser.close()
        await asyncio.sleep(15)
        memory |= {"most": most_memory, "after": server.memory()}
        left = server.workers()
    server.end()
    assert in_pages, "no page was repainted"
    assert in_sockets, "no socket was answered"
    assert most_running <= 4, f"{most_running} searches ran at one time"
    assert left == 0, f"{left} searches outlived their visitors"
    return {
        "visitors": PAGES + SOCKETS,
        "searches asked": SEARCHES,
        "searches running": most_running,
        "clicks": len(in_pages) + len(in_sockets),
        "page, median ms": 1000 * statistics.median(in_pages),
        "page, 95 % ms": 1000 * sorted(in_pages)[int(0.95 * len(in_pages))],
        "socket, median ms": 1000 * statistics.median(in_sockets),
        "socket, 95 % ms": 1000 * sorted(in_sockets)[int(0.95 * len(in_sockets))],
        **{f"memory {when}, MB": megabytes for when, megabytes in memory.items()},
        "load average": os.getloadavg()[0],
    }


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options.seconds))
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(
                f"{name:<22}{value:>10.0f}"
                if isinstance(value, float)
                else f"{name:<22}{value:>10}"
            )


if __name__ == "__main__":
    main()
