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
from upstar.web.assets import CompressedAssets
from upstar.web.classroom import Classroom
from upstar.web.classroom_pages import make_classroom
from upstar.web.garbage import collect_regularly, postpone_full_collections
from upstar.web.guard import Guard, is_loopback, new_token
from upstar.web.job_queue import JobQueue
from upstar.web.limits import Limits

_GRACE = 1


def serve(
    *,
    host: str,
    port: int,
    token: str | None,
    limits: Limits,
    store: Path | None,
    open_: bool,
    classroom: Path | None = None,
) -> None:
    """Serve until Ctrl-C. An address that is not local needs a token; by default a random one.

    With `classroom`, the file of a class, the pages of the class are served too.
    """
    if token is None and not is_loopback(host):
        token = new_token()
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    address = _address(host, port, token)
    queue = JobQueue(limits)
    lines = [f"upstar workbench: {address}   (Ctrl-C to stop)"]
    class_pages = None
    if classroom is not None:
        key, link = new_token(), _address(host, port, token, "class")
        class_pages = make_classroom(Classroom(classroom), queue, key=key, link=link)
        teacher = _address(host, port, token, "class/teacher") + ("&" if token else "?")
        lines += [f"for the class:    {link}", f"for the teacher:  {teacher}key={key}"]
    app = make_app(queue, pages=True, store=store, classroom=class_pages)
    config = uvicorn.Config(
        Guard(CompressedAssets(app), token=token),
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
        ws_max_size=2_000_000,
        lifespan="on",
    )
    print(*lines, sep="\n", flush=True)
    if open_:
        import webbrowser

        webbrowser.open(address)
    postpone_full_collections()
    asyncio.run(_run(uvicorn.Server(config), listener))


async def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    collecting = asyncio.create_task(collect_regularly())
    try:
        await server.serve(sockets=[listener])
    finally:
        collecting.cancel()


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


def _address(host: str, port: int, token: str | None, path: str = "") -> str:
    """Return the address to open in a browser."""
    name = f"[{host}]" if ":" in host else host
    if host in ("0.0.0.0", "::"):
        name = _own_address() if path else socket.gethostname()
    return f"http://{name}:{port}/{path}" + (f"?token={token}" if token else "")


def _own_address() -> str:
    """Return this machine's address in its network. Other devices may not know its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # It chooses a network interface and sends nothing.
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
