"""The application: the JSON API, and the page on the same port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

import upstar
from upstar.errors import UpstarError
from upstar.web.api import make_api
from upstar.web.api_docs import docs_page
from upstar.web.job_queue import BusyError, JobQueue

_ABOUT = "Solve, play and dissect two-player games: what the workbench does, for programs."


def make_app(queue: JobQueue, *, pages: bool = False, store: Path | None = None) -> FastAPI:
    """The application of a job queue, which it opens and closes.

    Parameters
    ----------
    queue : JobQueue
        Where jobs go.
    pages : bool
        Whether there is a page, or only the API. A process can have one application with pages.
    store : Path, optional
        The results that the page makes reports of; the usual one if none is given.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        queue.open()
        yield
        await queue.close()

    app = FastAPI(
        title="upstar",
        version=upstar.__version__,
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    api = make_api(queue)
    app.include_router(api)

    @app.exception_handler(UpstarError)
    async def _wrong(_: Request, error: UpstarError) -> JSONResponse:
        status = 429 if isinstance(error, BusyError) else 400
        return JSONResponse({"detail": str(error)}, status)

    @app.exception_handler(RequestValidationError)
    async def _not_as_promised(_: Request, error: RequestValidationError) -> JSONResponse:
        # What was sent is left out: it may be what JSON cannot say, such as NaN.
        found = [{name: each[name] for name in ("loc", "msg", "type")} for each in error.errors()]
        return JSONResponse({"detail": found}, 422)

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    app.router.routes.append(Route("/api/{rest:path}", _Nothing(api)))
    if pages:
        from upstar.web.pages import add_pages

        add_pages(app, queue, store)
    return app


class _Nothing:
    """Answers what no route of the API takes, with any method, before the page would."""

    def __init__(self, api: APIRouter) -> None:
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        partly = [r for r in self._api.routes if r.matches(scope)[0] is Match.PARTIAL]
        allowed = sorted({name for route in partly for name in getattr(route, "methods", ())})
        if allowed:
            detail = f"{scope['method']} is not for {scope['path']}, but {', '.join(allowed)}"
            answer = JSONResponse({"detail": detail}, 405, {"allow": ", ".join(allowed)})
        else:
            detail = f"there is no {scope['path']}; /api/docs tells what there is"
            answer = JSONResponse({"detail": detail}, 404)
        await answer(scope, receive, send)
