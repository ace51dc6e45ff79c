"""``upstar serve``: the workbench in a browser, and the JSON API."""

from typing import Annotated

import typer

from upstar.cli.common import SOLVED
from upstar.cli.options import StoreFile
from upstar.web.limits import SEARCHES


def serve_command(
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="Where to listen; if not local, a token is needed."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="0 takes a free one.")
    ] = 8273,
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="TEXT", help="Wanted from visitors; made if needed."),
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
    store: StoreFile = None,
    max_seconds: Annotated[
        float, typer.Option("--max-seconds", metavar="S", min=1, help="For each job.")
    ] = 300.0,
    max_memory: Annotated[
        float, typer.Option("--max-memory", metavar="MB", min=50, help="For each job.")
    ] = 1000.0,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, help="Searches that run at one time.")
    ] = SEARCHES,
) -> int:
    """Open the workbench: a page to play, solve, browse and value positions, and a JSON API.

    Exit status: 2 bad input, 130 when Ctrl-C ends it.
    """
    from upstar.errors import ParameterError

    try:
        import fastapi  # noqa: F401
        import nicegui  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise ParameterError(
            f"the workbench needs {error.name}: pip install 'upstar[web]'"
        ) from None
    from upstar.web.limits import Limits
    from upstar.web.server import serve

    if token is not None and len(token) < 8:
        raise ParameterError("a token has at least 8 characters")
    limits = Limits(max_seconds=max_seconds, max_memory=max_memory, running=jobs)
    serve(host=host, port=port, token=token, limits=limits, store=store, open_=open_)
    return SOLVED
