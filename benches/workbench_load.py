"""Load test of the workbench: 50 visitors click while 8 searches run, in several waves.

Before, 300 requests come as from a page of another site with as many images; all are rejected. Five
visitors are pages in Chromium; the page measures the time from a click to the repainted board.
The others use the protocol of the page over its socket; their time is from the event to the update
of the board. Everything runs on one machine, so browsers and visitors share the processor with the
server. On a machine with few cores this dominates the times.

The programs that have started the searches ask the API for their state and for a board of Amazons.

The output has the median and the 95th percentile of these times, the number of running searches,
the processor time of each group, and the memory and open files of the server: before the first
wave, the maximum, and after each wave. Asserted: every click is answered, at most the allowed
searches run, jobs end with their visitors, and later waves leave no more behind than the first
one. Times are not asserted.

    python benches/workbench_load.py [--visitors 50] [--pages 5] [--searches 8] [--seconds 20]
                                     [--waves 3] [--limit 300] [--json]

Progress goes to standard error. After --limit seconds the test stops and prints what it was waiting
for.
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
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from uuid import uuid4

import httpx
import socketio

from upstar.web.limits import SEARCHES

GAME, POSITION = "clobber", "6x6"
FLOOD = 300
"""Requests as from a page of another site with as many images."""
THINK = (0.5, 2.5)
"""Seconds between two clicks of a visitor."""
ANSWER_WITHIN = 20.0
"""Seconds after which a click counts as not answered."""
LEAVING = 40.0
"""Seconds for the server to notice that a wave has left."""
TICKS = os.sysconf("SC_CLK_TCK")
STARTED = time.monotonic()


def say(message: str) -> None:
    """Print a progress line."""
    print(f"{time.monotonic() - STARTED:6.1f} s  {message}", file=sys.stderr, flush=True)


def processor_seconds(pid: int | str) -> float:
    """Return the CPU seconds of a process without its children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


class Server:
    """`upstar serve` in its own process."""

    def __init__(self) -> None:
        """Start the server, and wait for its address."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "upstar", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split(": ", 1)[1].split()[0]

    @property
    def pid(self) -> int:
        """The process id."""
        return self.process.pid

    def memory(self) -> float:
        """Return the megabytes of the server without its workers."""
        return resident(self.pid)

    def files(self) -> int:
        """Return the number of open files and sockets."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def workers(self) -> list[str]:
        """Return the ids of processes that search, without the spare one."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        own = niceness(str(self.pid))
        return [child for child in children.split() if niceness(child) > own + 5]

    def end(self) -> None:
        """Send Ctrl-C, and kill the server if that has no effect."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            say("the server does not stop after Ctrl-C; killing it")
            self.process.kill()
            raise


def resident(pid: int | str) -> float:
    """Return the megabytes of a process."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def niceness(pid: str) -> int:
    """Return the niceness of a process: high for long searches, 0 for the spare worker."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
    except OSError:
        return 0


class SocketVisitor:
    """A visitor without a browser."""

    def __init__(self, address: str, http: httpx.AsyncClient) -> None:
        """Create a visitor that is not connected."""
        self.address, self.http = address, http

    async def open(self) -> None:
        """Load the page, find the board in it, and connect."""
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
        parameters = "&".join(f"{key}={value}" for key, value in query.items())
        self.repainted = asyncio.Event()
        self.sio = socketio.AsyncClient(reconnection=False)
        self.sio.on("update", self._updated)
        await self.sio.connect(
            f"{self.address}?{parameters}",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=ANSWER_WITHIN,
        )

    def _updated(self, data) -> None:
        element = data.get(str(self.board))
        if element:
            self.moves = element["props"]["moves"]
            self.repainted.set()

    async def click(self) -> float:
        """Play a move. After the end of a game, load the page again first."""
        if not self.moves:
            await self.leave()
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
        await asyncio.wait_for(self.repainted.wait(), ANSWER_WITHIN)
        return time.perf_counter() - started

    async def leave(self) -> None:
        """Close the page."""
        await self.sio.disconnect()


CLICK = """async (within) => {
  const board = document.querySelector('.upstar-picture');
  const press = (cell) => cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const live = () => [...document.querySelectorAll('.upstar-live')];
  const from = live()[0];
  if (!from) return null;
  press(from);
  const to = live().find(cell => cell !== from);
  const started = performance.now();
  const repainted = new Promise(done => new MutationObserver((_, watcher) => {
    watcher.disconnect();
    board.getBoundingClientRect();  // forces the layout; hidden pages get no animation frames
    done(performance.now() - started);
  }).observe(board, {childList: true, subtree: true}));
  const never = new Promise(done => setTimeout(() => done(-1), within));
  press(to);
  return await Promise.race([repainted, never]);
}"""


class PageVisitor:
    """A visitor in a browser."""

    def __init__(self, address: str, browser) -> None:
        """Create a visitor whose page is not open."""
        self.address, self.browser = address, browser

    async def open(self) -> None:
        """Open a page with the board."""
        self.page = await self.browser.new_page()
        await self._show()

    async def _show(self) -> None:
        await self.page.goto(
            f"{self.address}?game={GAME}&position={POSITION}", wait_until="domcontentloaded"
        )
        await self.page.wait_for_selector(".upstar-live", state="attached", timeout=60_000)

    async def click(self) -> float:
        """Play a move. After the end of a game, load the page again first."""
        took = await self.page.evaluate(CLICK, 1000 * ANSWER_WITHIN)
        if took is None:
            await self._show()
            took = await self.page.evaluate(CLICK, 1000 * ANSWER_WITHIN)
        if took is None or took < 0:
            raise TimeoutError
        return took / 1000

    async def leave(self) -> None:
        """Close the page."""
        await self.page.close()


@dataclass
class Seen:
    """The measurements of the visitors and of the server."""

    pages: list[float] = field(default_factory=list)
    sockets: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    errors: Counter = field(default_factory=Counter)
    running: int = 0
    memory: float = 0.0
    workers_memory: float = 0.0
    left: list[dict] = field(default_factory=list)
    processor: Counter = field(default_factory=Counter)
    seconds: float = 0.0


async def clicking(visitor, until: float, times: list[float], seen: Seen) -> None:
    """Let a visitor click at random intervals."""
    await asyncio.sleep(random.uniform(0, THINK[1]))
    while time.monotonic() < until:
        try:
            times.append(await visitor.click())
        except Exception as error:
            seen.errors[f"{type(visitor).__name__}: {type(error).__name__}: {error}"] += 1
        await asyncio.sleep(random.uniform(*THINK))


class ApiCaller:
    """A program that uses the API, from its own loopback address."""

    def __init__(self, server: Server, number: int) -> None:
        """Create a caller that has asked nothing yet."""
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number + 2}")
        self.http = httpx.AsyncClient(transport=transport, timeout=60, base_url=server.address)
        self.job = ""

    async def search(self, seconds: float) -> None:
        """Start a long search."""
        body = {"game": "domineering", "position": "10x10", "max_seconds": seconds}
        answer = await self.http.post("/api/solve", json=body)
        answer.raise_for_status()
        self.job = answer.json()["id"]

    async def click(self) -> float:
        """Ask for the search, or for a position with many moves; return the seconds."""
        started = time.perf_counter()
        if random.random() < 0.5:
            answer = await self.http.get(f"/api/jobs/{self.job}")
        else:
            body = {"game": "amazons", "position": "10x10"}
            answer = await self.http.post("/api/position", json=body)
        answer.raise_for_status()
        return time.perf_counter() - started

    async def leave(self) -> None:
        """Stop the search."""
        (await self.http.delete(f"/api/jobs/{self.job}")).raise_for_status()
        await self.http.aclose()


async def flood(server: Server, number: int) -> float:
    """Load the page as images of another site do; return the seconds. It must start no job."""
    headers = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "no-cors",
        "sec-fetch-dest": "image",
    }
    path = f"{server.address}?game=domineering&position=5x5&view=value"
    started = time.monotonic()
    async with httpx.AsyncClient(timeout=60) as http:
        answers = await asyncio.gather(*(http.get(path, headers=headers) for _ in range(number)))
    assert {answer.status_code for answer in answers} == {403}
    assert not server.workers()
    return time.monotonic() - started


async def watch(server: Server, until: float, seen: Seen) -> None:
    """Measure the server while the visitors click."""
    started, before = time.monotonic(), Counter()
    before["server"] = processor_seconds(server.pid)
    before["visitors on sockets, and the browser's driver"] = processor_seconds("self")
    last = {}
    reported = started
    while (now := time.monotonic()) < until:
        await asyncio.sleep(0.5)
        workers = server.workers()
        seen.running = max(seen.running, len(workers))
        seen.memory = max(seen.memory, server.memory())
        seen.workers_memory = max(seen.workers_memory, sum(map(resident, workers)))
        last |= {pid: processor_seconds(pid) for pid in workers}
        if now - reported >= 5:
            reported = now
            clicks = len(seen.pages) + len(seen.sockets)
            say(f"{clicks} clicks, {len(workers)} searches run, server {server.memory():.0f} MB")
    seen.seconds += time.monotonic() - started
    seen.processor["searches"] += sum(last.values())
    seen.processor["server"] += processor_seconds(server.pid) - before["server"]
    seen.processor["visitors on sockets"] += (
        processor_seconds("self") - before["visitors on sockets, and the browser's driver"]
    )


async def wave(server: Server, browser, options, seen: Seen) -> None:
    """Let visitors open the page, start searches, click and leave."""
    async with httpx.AsyncClient(timeout=60) as http:
        pages = [PageVisitor(server.address, browser) for _ in range(options.pages)]
        sockets = [SocketVisitor(server.address, http)
                   for _ in range(options.visitors - options.pages)]  # fmt: skip
        started = time.monotonic()
        for visitor in [*sockets, *pages]:
            await visitor.open()
        say(f"{options.visitors} visitors connected after {time.monotonic() - started:.1f} s")
        callers = [ApiCaller(server, number) for number in range(options.searches)]
        await asyncio.gather(*(caller.search(options.seconds + 60) for caller in callers))
        say(f"{len(callers)} searches submitted")
        until = time.monotonic() + options.seconds
        await asyncio.gather(
            watch(server, until, seen),
            *(clicking(visitor, until, seen.pages, seen) for visitor in pages),
            *(clicking(visitor, until, seen.sockets, seen) for visitor in sockets),
            *(clicking(caller, until, seen.requests, seen) for caller in callers),
        )
        say("leaving")
        for visitor in [*pages, *sockets, *callers]:
            await visitor.leave()
    await asyncio.sleep(LEAVING)
    seen.left.append(
        {"memory": server.memory(), "files": server.files(), "searches": len(server.workers())}
    )
    say(f"after the wave: {seen.left[-1]}")


async def first_visit(server: Server) -> dict:
    """Run one visitor and one search, so that everything is loaded before memory is measured."""
    async with httpx.AsyncClient(timeout=60) as http:
        visitor = SocketVisitor(server.address, http)
        await visitor.open()
        await visitor.click()
        await visitor.leave()
        body = {"game": "domineering", "position": "4x4"}
        (await http.post(f"{server.address}api/solve?wait=20", json=body)).raise_for_status()
    return {"memory": server.memory(), "files": server.files()}


async def measure(options) -> dict:
    """Run all waves, and return the measurements."""
    from playwright.async_api import async_playwright

    seen = Seen()
    server = Server()
    say(f"server {server.pid} at {server.address}")
    try:
        before = await first_visit(server)
        say(f"after a first visit: {before}")
        flooded = await flood(server, FLOOD)
        say(f"{FLOOD} requests of another site were rejected in {flooded:.2f} s")
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            say("the browser has started")
            for number in range(options.waves):
                say(f"wave {number + 1} of {options.waves}")
                await wave(server, browser, options, seen)
            await browser.close()
    finally:
        server.end()
    check(seen, before)
    return {
        "visitors": options.visitors,
        "of these, pages": options.pages,
        "searches asked": options.searches,
        "searches running": seen.running,
        "clicks": len(seen.pages) + len(seen.sockets),
        **percentiles("page", seen.pages),
        **percentiles("socket", seen.sockets),
        **percentiles("API", seen.requests),
        f"flood of {FLOOD} requests, s": flooded,
        **{f"{who}, cores": used / seen.seconds for who, used in seen.processor.items()},
        "memory before, MB": before["memory"],
        "memory most, MB": seen.memory,
        "searches' memory, MB": seen.workers_memory,
        **{f"after wave {n}, MB": left["memory"] for n, left in enumerate(seen.left, 1)},
        "files before": before["files"],
        **{f"files after wave {n}": left["files"] for n, left in enumerate(seen.left, 1)},
        "cores": os.cpu_count(),
        "load average": os.getloadavg()[0],
    }


def percentiles(name: str, times: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile in milliseconds."""
    if not times:
        return {}
    return {
        f"{name}, median ms": 1000 * statistics.median(times),
        f"{name}, 95 % ms": 1000 * sorted(times)[int(0.95 * len(times))],
    }


def check(seen: Seen, before: dict) -> None:
    """Check what must hold on any machine."""
    assert not seen.errors, f"clicks without an answer: {dict(seen.errors)}"
    assert seen.running <= SEARCHES, f"{seen.running} searches ran at a time"
    first, last = seen.left[0], seen.left[-1]
    assert last["searches"] == 0, f"{last['searches']} searches outlived their visitors"
    assert last["files"] <= before["files"] + 8, f"files are left open: {before}, {seen.left}"
    assert last["memory"] <= first["memory"] + 10, f"memory leaks: {before}, {seen.left}"


async def limited(options) -> dict:
    """Measure, or stop at the limit and print what the test was waiting for."""
    task = asyncio.create_task(measure(options))
    done, _ = await asyncio.wait([task], timeout=options.limit)
    if not done:
        say(f"stopped after {options.limit:.0f} s; load average {os.getloadavg()}. Waiting for:")
        for waiting in asyncio.all_tasks():
            frames = waiting.get_stack(limit=1)
            where = f"{frames[0].f_code.co_qualname} line {frames[0].f_lineno}" if frames else "?"
            say(f"    {where}")
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        sys.exit("the load test did not end in time")
    return task.result()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=50, help="number of visitors in total")
    parser.add_argument("--pages", type=int, default=5, help="visitors that are pages in Chromium")
    parser.add_argument("--searches", type=int, default=8, help="searches per wave")
    parser.add_argument("--seconds", type=float, default=20, help="seconds of clicking per wave")
    parser.add_argument("--waves", type=int, default=3, help="number of waves")
    parser.add_argument("--limit", type=float, default=300, help="time limit of the test, seconds")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(limited(options))
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        digits = ".2f" if name.endswith("cores") and isinstance(value, float) else ".0f"
        print(f"{name:<24}{value:>10{digits if isinstance(value, float) else ''}}")


if __name__ == "__main__":
    main()
