"""The scripts, styles and fonts of the pages: compressed once, not for each visitor.

NiceGUI's files never change while the server runs, because their addresses contain its version. The
first request compresses a file outside the event loop; later ones get the stored bytes, by Brotli
as soon as it is ready. Browsers keep the files, so only a first visit loads them.
"""

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

try:
    import brotli
except ImportError:  # Then files are larger by a fifth.
    brotli = None

ICONS = Path(__file__).with_name("icons.woff2")
"""The icons that the pages use; tools/icon_font.py writes the file."""
ICON_ADDRESS = "/icons.woff2"
CSS = (
    f"@font-face {{ font-family: 'upstar icons'; src: url({ICON_ADDRESS}) format('woff2'); "
    "font-display: block; } "
    ".material-icons { font-family: 'upstar icons'; } "
    "body { font-family: system-ui, sans-serif; }"
)
"""The style that replaces NiceGUI's fonts, of which a first visit would load 165 KB."""
_PREFIX = "/_nicegui/"
_TEXT = ("text/", "application/javascript", "application/json", "image/svg")
_FOREVER = b"public, max-age=31536000, immutable"
_MOST = 300
"""Files that are kept; the pages have about fifty."""
_FIRST = (
    "quasar.umd.prod.js",
    "vue.esm-browser.prod.js",
    "quasar.unimportant.prod.css",
    "quasar.important.prod.css",
    "socket.io.min.js",
    "dompurify.mjs",
    "nicegui.js",
)
"""Large files of every page, which are compressed when the server starts."""


def _by_gzip(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _by_brotli(data: bytes) -> bytes:
    return bytes(brotli.compress(data, quality=11))


class CompressedAssets:
    """An ASGI middleware that stores the compressed files of NiceGUI."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app
        self._stored: dict[tuple[str, str], asyncio.Task[tuple[int, list[Any], bytes]]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for a file; pass any other request to the application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, self._warming(send))
            return
        if (
            scope["type"] != "http"
            or scope["method"] != "GET"
            or not scope["path"].startswith(_PREFIX)
            or "range" in Headers(scope=scope)
        ):
            await self._app(scope, receive, send)
            return
        status, headers, body = await self._file(scope["path"], _encoding(scope))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _warming(self, send: Send) -> Send:
        async def warming(message: Message) -> None:
            await send(message)
            if message["type"] == "lifespan.startup.complete":
                from nicegui import __version__ as version

                encoding = "gzip" if brotli is None else "br"
                for name in _FIRST:
                    self._task(f"{_PREFIX}{version}/static/{name}", encoding)

        return warming

    def _task(self, path: str, encoding: str) -> "asyncio.Task[tuple[int, list[Any], bytes]]":
        key = (path, encoding)
        if key not in self._stored:
            if len(self._stored) >= _MOST:
                self._stored.pop(next(iter(self._stored)))
            self._stored[key] = asyncio.create_task(self._load(path, encoding))
        return self._stored[key]

    async def _file(self, path: str, encoding: str) -> tuple[int, list[Any], bytes]:
        found = 500
        if encoding == "br" and not self._task(path, encoding).done():
            # The best compression takes a second for a large file. Nobody waits for it.
            encoding = "gzip"
        try:
            answer = await asyncio.shield(self._task(path, encoding))
            found = answer[0]
            return answer
        finally:
            if found != 200:
                self._stored.pop((path, encoding), None)

    async def _load(self, path: str, encoding: str) -> tuple[int, list[Any], bytes]:
        """Get a file from the application, and compress it if it is text."""
        status, headers, body = await self._plain(path)
        kind = headers.get("content-type", "")
        kept = [(b"content-type", kind.encode("latin-1"))]
        if status == 200:
            kept.append((b"cache-control", _FOREVER))
            ways: dict[str, Callable[[bytes], bytes]] = {"gzip": _by_gzip, "br": _by_brotli}
            if encoding in ways and kind.startswith(_TEXT) and len(body) > 500:
                body = await asyncio.to_thread(ways[encoding], body)
                kept += [(b"content-encoding", encoding.encode()), (b"vary", b"accept-encoding")]
        kept.append((b"content-length", str(len(body)).encode()))
        return status, kept, body

    async def _plain(self, path: str) -> tuple[int, Headers, bytes]:
        status, headers, parts = 500, Headers(), [b""]
        requests: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if not requests:
                await asyncio.Event().wait()  # There is no client that could disconnect.
            return requests.pop()

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], Headers(raw=message["headers"])
            else:
                parts.append(message.get("body", b""))

        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": None,
            "server": ("localhost", 80),
        }
        await self._app(scope, receive, send)
        return status, headers, b"".join(parts)


def _encoding(scope: Scope) -> str:
    accepted = Headers(scope=scope).get("accept-encoding", "")
    names = [word.partition(";")[0].strip() for word in accepted.split(",")]
    if brotli is not None and "br" in names:
        return "br"
    return "gzip" if "gzip" in names else ""
