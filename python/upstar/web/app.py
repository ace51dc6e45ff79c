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
from upstar.web.job_pages import add_job_pages
from upstar.web.job_queue import BusyError, JobQueue

_ABOUT = "Solve, play and analyse two-player games: the operations of the workbench for programs."


def make_app(
    queue: JobQueue,
    *,
    pages: bool = False,
    store: Path | None = None,
    classroom: APIRouter | None = None,
) -> FastAPI:
    """Return the application. It opens and closes the job queue.

    Parameters
    ----------
    queue : JobQueue
        The queue that runs the jobs.
    pages : bool
        Whether to add the page to the API. A process can have one application with the page.
    store : Path, optional
        The store of results for the reports; by default the user's store.
    classroom : APIRouter, optional
        The pages of a class.
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
    async def _bad_request(_: Request, error: UpstarError) -> JSONResponse:
        if isinstance(error, BusyError):
            retry = {"retry-after": str(error.retry_after)}
            return JSONResponse({"detail": str(error)}, 429, retry)
        return JSONResponse({"detail": str(error)}, 400)

    @app.exception_handler(RequestValidationError)
    async def _invalid_schema(_: Request, error: RequestValidationError) -> JSONResponse:
        # The answer omits the value that was sent: it may be NaN, which JSON does not have.
        found = [{name: each[name] for name in ("loc", "msg", "type")} for each in error.errors()]
        return JSONResponse({"detail": found}, 422)

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(docs_page(app.openapi()))

    add_job_pages(app, queue)
    if classroom is not None:
        app.include_router(classroom)
    app.router.routes.append(Route("/api/{rest:path}", _NotFound(api)))
    if pages:
        from upstar.web.pages import add_pages

        add_pages(app, queue, store)
    return app


class _NotFound:
    """The answer to an unknown path below /api, or to a method that a path does not take."""

    def __init__(self, api: APIRouter) -> None:
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        partly = [r for r in self._api.routes if r.matches(scope)[0] is Match.PARTIAL]
        allowed = sorted({name for route in partly for name in getattr(route, "methods", ())})
        if allowed:
            detail = f"{scope['path']} takes {', '.join(allowed)}, not {scope['method']}"
            answer = JSONResponse({"detail": detail}, 405, {"allow": ", ".join(allowed)})
        else:
            detail = f"there is no path '{scope['path']}'; /api/docs lists all of them"
            answer = JSONResponse({"detail": detail}, 404)
        await answer(scope, receive, send)
