"""The pages of the workbench that need a connection to the server."""

from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import FastAPI, Request
from nicegui import ui
from starlette.responses import FileResponse, PlainTextResponse, Response

from upstar.web.assets import CSS, ICON_ADDRESS, ICONS
from upstar.web.guard import address_of, client_of
from upstar.web.job_queue import JobQueue
from upstar.web.page_jobs import PageJobs
from upstar.web.workbench import SCHEME, Workbench

_RECONNECT = 15.0
"""Seconds without a connection after which a page counts as closed."""
_RESPONSE = 60.0
"""Seconds in which a page must be built."""
_LONG = 400
"""Characters of moves that are read within a few milliseconds."""
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
    'rx="6" fill="#0072B2"/><path d="M9 19l7-9 7 9" fill="none" stroke="#fff" stroke-width="4"/>'
    '<circle cx="16" cy="23" r="2.5" fill="#E69F00"/></svg>'
)


class OpeningPages:
    """Counts the pages of each address that were sent and have not connected yet."""

    def __init__(self, most: int) -> None:
        """Create a counter that allows `most` pages for each address."""
        self._most = most
        self._opening: Counter[str] = Counter()

    def rejection(self, address: str) -> Response | None:
        """Return the answer to an address that opens too many pages."""
        if self._opening[address] < self._most:
            return None
        text = "Too many pages are being opened from your address; try again in a few seconds.\n"
        return PlainTextResponse(text, 429, {"retry-after": "5"})

    def count(self, address: str) -> Callable[[], None]:
        """Count a page that is being built; return what ends it, once it connects or is deleted."""
        self._opening[address] += 1
        is_counted = True

        def settled() -> None:
            nonlocal is_counted
            if is_counted:
                is_counted = False
                self._opening[address] -= 1
                if not self._opening[address]:
                    del self._opening[address]

        return settled


def add_pages(app: FastAPI, queue: JobQueue, store: Path | None) -> None:
    """Add the page to an application. NiceGUI allows one application per process."""
    opening = OpeningPages(queue.limits.opening_pages)
    ui.add_css(CSS, shared=True)

    @app.get(ICON_ADDRESS, include_in_schema=False)
    def icons() -> FileResponse:
        return FileResponse(ICONS, headers={"cache-control": "public, max-age=86400"})

    @ui.page("/", language="en-US", response_timeout=_RESPONSE)
    def workbench(request: Request) -> Response | Awaitable[None] | None:
        address = address_of(request.scope)
        if (rejection := opening.rejection(address)) is not None:
            return rejection
        client = ui.context.client
        settled = opening.count(address)
        client.on_connect(settled)
        client.on_delete(settled)
        jobs = PageJobs(queue, client_of(request.scope), address)
        client.on_connect(jobs.connected)
        client.on_delete(jobs.left)
        bench = Workbench(client, jobs, store, request.cookies.get(SCHEME))
        query = dict(request.query_params)
        if len(query.get("moves", "")) > _LONG:
            return bench.build_off_loop(query)
        bench.build(query)
        return None

    ui.run_with(
        app,
        title="upstar",
        favicon=_ICON,
        dark=None,
        tailwind=False,
        reconnect_timeout=_RECONNECT,
        binding_refresh_interval=None,
        message_history_length=100,
        show_welcome_message=False,
    )
