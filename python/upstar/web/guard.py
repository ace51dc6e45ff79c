"""Access control for the server, and security headers.

On a loopback address no token is needed, but the host name of the request must be a loopback name.
This stops DNS rebinding: a page of another site whose name points to this machine. On any other
address a token is required: once in the address (`?token=`), then in a cookie, or in the header
`Authorization: Bearer`. Requests that change something, and web sockets, must come from our pages.
"""

import ipaddress
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "upstar_token"

# Inline and eval are allowed because Vue compiles templates in the browser and NiceGUI writes the
# page's data into it. The policy forbids all connections to other servers.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


def is_loopback(host: str) -> bool:
    """Return whether a host name or address is reachable from this machine only.

    >>> [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0")]
    [True, True, True, False]
    """
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


class Guard:
    """An ASGI middleware that rejects requests without permission."""

    def __init__(self, app: App, *, token: str | None = None) -> None:
        """Wrap an application. Without a token, only requests to a loopback name pass."""
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or reject it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        rejection = self._rejection(scope)
        if rejection is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await rejection(scope, receive, send)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded)

    def _rejection(self, scope: Scope) -> App | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._token is None and not is_loopback(_parts(f"//{host}").hostname or ""):
            return _rejected(
                scope, "The workbench is on 127.0.0.1 only; open it under that address.", 403
            )
        origin = headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and origin is not None and _parts(origin).netloc != host:
            return _rejected(scope, "Requests from pages of another site are rejected.", 403)
        return None if self._token is None else self._check_token(scope, headers)

    def _check_token(self, scope: Scope, headers: Headers) -> App | None:
        assert self._token is not None
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if scope["type"] == "http" and self._is_right("".join(query.pop("token", []))):
            # Move the token from the address into a cookie, so that a copied link lacks it.
            rest = urlencode(query, doseq=True)
            path = "/" + scope["path"].lstrip("/")  # "//name" would redirect to another host
            answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
            return answer
        cookies = cookie_parser(headers.get("cookie", ""))
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        held = cookies.get(COOKIE, "")
        if self._is_right(held) or self._is_right(bearer):
            return None
        return _rejected(
            scope, "A token is required; open the address that `upstar serve` has printed.", 401
        )

    def _is_right(self, token: str) -> bool:
        assert self._token is not None
        return secrets.compare_digest(token.encode(), self._token.encode())


def _parts(address: str) -> SplitResult:
    """Return the parts of an address; empty parts if it is invalid."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _rejected(scope: Scope, why: str, status: int) -> App:
    """Return an error as JSON for the API, and as text for other paths."""
    if scope["path"].startswith("/api/") and scope["path"] != "/api/docs":
        return JSONResponse({"detail": why}, status)
    return PlainTextResponse(why + "\n", status)
