"""Access control for the server, and security headers.

On a loopback address no token is needed, but the host name of the request must be a loopback name.
This stops DNS rebinding: a page of another site whose name points to this machine. On any other
address a token is required: once in the address (`?token=`), then in a cookie, or in the header
`Authorization: Bearer`. Requests that change something, and web sockets, must come from our pages.
A page of another site may link to the workbench. It may not load anything from it: browsers name
the origin of each request in the headers `Sec-Fetch-*`.

The guard also gives each browser an id in a cookie, by which it finds its jobs again, and limits
the size of requests.
"""

import ipaddress
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "upstar_token"
CLIENT_COOKIE = "upstar_client"
"""The cookie with the id of a browser. It owns the jobs that it has started."""
MAX_BODY = 2_000_000
"""The most bytes that the body of a request may have."""
_CLIENT_SECONDS = 365 * 86_400

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
    # With "no-referrer" browsers hide the origin of our own forms too.
    "referrer-policy": "same-origin",
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
        is_new = _name_client(scope)

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if is_new:
                    headers.append("set-cookie", _client_cookie(scope))
            await send(message)

        await self._app(scope, _limited(scope, receive), guarded)

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
        if _is_loaded_by_another_site(headers):
            return _rejected(scope, "Pages of another site may only link to the workbench.", 403)
        if _length(headers) > MAX_BODY:
            return _rejected(scope, _TOO_LARGE, 413)
        return None if self._token is None else self._check_token(scope, headers)

    def _check_token(self, scope: Scope, headers: Headers) -> App | None:
        assert self._token is not None
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if scope["type"] == "http" and self._is_right("".join(query.pop("token", []))):
            # Move the token from the address into a cookie, so that a copied link lacks it. The
            # cookie is sent when a visitor follows a link of another site ("lax"), so that links of
            # a course page work, but not with any other request of another site.
            rest = urlencode(query, doseq=True)
            path = "/" + scope["path"].lstrip("/")  # "//name" would redirect to another host
            answer = RedirectResponse(path + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(COOKIE, self._token, httponly=True, samesite="lax")
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


_TOO_LARGE = f"The body of a request may have at most {MAX_BODY:,} bytes."


def _is_loaded_by_another_site(headers: Headers) -> bool:
    """Return whether a page of another site causes the request, other than by a link to follow.

    Programs and old browsers send no such headers; the check of the origin remains for them.
    Another port of this machine is another site too: browsers call it "same-site".
    """
    if headers.get("sec-fetch-site", "none") in ("none", "same-origin"):
        return False
    is_link = (
        headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
        and "prefetch" not in headers.get("sec-purpose", "")
    )
    return not is_link


def _length(headers: Headers) -> int:
    text = headers.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Return `receive` with a limit on the bytes of the body."""
    if scope["type"] != "http":
        return receive
    received = 0

    async def limited() -> Any:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MAX_BODY:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return limited


def client_of(scope: Scope) -> str:
    """Return the id of the visitor who sends a request: the browser's, or the program's address.

    The guard has put it into the scope. A program that keeps no cookies is known by its address.
    """
    return str(scope.get("upstar_client") or f"address {address_of(scope)}")


def address_of(scope: Scope) -> str:
    """Return the address from which a request comes."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _name_client(scope: Scope) -> bool:
    """Put the id of the browser into the scope; return whether it is new and needs a cookie.

    Only a page that is opened gets a new id, because programs often keep no cookies.
    """
    headers = Headers(scope=scope)
    held = cookie_parser(headers.get("cookie", "")).get(CLIENT_COOKIE, "")
    if 16 <= len(held) <= 64 and held.replace("-", "").replace("_", "").isalnum():
        scope["upstar_client"] = held
        return False
    is_page = "text/html" in headers.get("accept", "")
    if scope["type"] != "http" or scope["method"] != "GET" or not is_page:
        return False
    scope["upstar_client"] = new_token()
    return True


def _client_cookie(scope: Scope) -> str:
    return (
        f"{CLIENT_COOKIE}={scope['upstar_client']}; Path=/; Max-Age={_CLIENT_SECONDS}; "
        "HttpOnly; SameSite=Lax"
    )


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
