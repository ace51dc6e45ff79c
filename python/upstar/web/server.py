"""Runs the server, and stops it promptly.

Browsers keep their sockets open as long as the page is open, so the server does not wait for them:
after Ctrl-C it closes them within a second. Closing the queue kills the workers.
"""

import asyncio
import socket
from pathlib import Path

import uvicorn

from upstar.errors import ParameterError
from upstar.web.app import make_app
from upstar.web.guard import Guard, is_loopback, new_token
from upstar.web.job_queue import JobQueue
from upstar.web.limits import Limits

_GRACE = 1


def serve(
    *, host: str, port: int, token: str | None, limits: Limits, store: Path | None, open_: bool
) -> None:
    """Serve until Ctrl-C. An address that is not local needs a token; by default a random one."""
    if token is None and not is_loopback(host):
        token = new_token()
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1], token)
    queue = JobQueue(limits)
    config = uvicorn.Config(
        Guard(make_app(queue, pages=True, store=store), token=token),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
        ws_max_size=2_000_000,
        lifespan="on",
    )
    print(f"upstar workbench: {address}   (Ctrl-C to stop)", flush=True)
    if open_:
        import webbrowser

        webbrowser.open(address)
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Port 0 picks a free port."""
    try:
        family, kind, number, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, number)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError as error:
        why = error.strerror or str(error)
        raise ParameterError(f"cannot listen on {host} port {port}: {why}") from None
    return listener


def _address(host: str, port: int, token: str | None) -> str:
    """Return the address to open in a browser."""
    name = f"[{host}]" if ":" in host else host
    if host in ("0.0.0.0", "::"):
        name = socket.gethostname()
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")
