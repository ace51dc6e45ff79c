"""The application: the JSON API, and the page on the same port."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse

import upstar
from upstar.errors import UpstarError
from upstar.web.api import make_api
from upstar.web.desk import BusyError, Desk
from upstar.web.manual import manual

_ABOUT = "Solve, play and dissect two-player games: what the workbench does, for programs."


def make_app(desk: Desk, *, pages: bool = False, store: Path | None = None) -> FastAPI:
    """The application around a desk, which is closed with it.

    Parameters
    ----------
    desk : Desk
        Where jobs go.
    pages : bool
        Whether there is a page, or only the API. A process can have one application with pages.
    store : Path, optional
        The results that the page makes reports of; the usual one if none is given.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        desk.open()
        yield
        await desk.close()

    app = FastAPI(
        title="upstar",
        version=upstar.__version__,
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.include_router(make_api(desk))

    @app.exception_handler(UpstarError)
    async def _wrong(_: Request, error: UpstarError) -> JSONResponse:
        status = 429 if isinstance(error, BusyError) else 400
        return JSONResponse({"detail": str(error)}, status)

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(manual(app.openapi()))

    if pages:
        from upstar.web.pages import add_pages

        add_pages(app, desk, store)
    return app
