"""The page of the workbench."""

from pathlib import Path

from fastapi import FastAPI, Request
from nicegui import ui

from upstar.web.job_queue import JobQueue
from upstar.web.workbench import Workbench

_RECONNECT = 5.0
"""Seconds without a connection after which a page counts as closed."""
_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
    'rx="6" fill="#0072B2"/><path d="M9 19l7-9 7 9" fill="none" stroke="#fff" stroke-width="4"/>'
    '<circle cx="16" cy="23" r="2.5" fill="#E69F00"/></svg>'
)


def add_pages(app: FastAPI, queue: JobQueue, store: Path | None) -> None:
    """Add the page to an application. NiceGUI allows one application per process."""

    @ui.page("/")
    def workbench(request: Request) -> None:
        Workbench(ui.context.client, queue, store).build(dict(request.query_params))

    ui.run_with(
        app,
        title="upstar",
        favicon=_ICON,
        dark=None,
        reconnect_timeout=_RECONNECT,
        binding_refresh_interval=None,
        message_history_length=100,
        show_welcome_message=False,
    )
