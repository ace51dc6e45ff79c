"""``upstar serve``: serve the workbench and the JSON API."""

from pathlib import Path
from typing import Annotated

from upstar.cli.common import SOLVED, name_python_game
from upstar.cli.declare import Option
from upstar.cli.options import StoreFile
from upstar.web.limits import SEARCHES


def serve_command(
    host: Annotated[
        str,
        Option(
            "--host",
            metavar="ADDRESS",
            help="Listen on this address. Any but a local one requires a token from visitors.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        Option(
            "--port", metavar="N", min=0, max=65535, help="Listen on this port; 0 picks a free one."
        ),
    ] = 8273,
    token: Annotated[
        str | None,
        Option(
            "--token",
            metavar="TEXT",
            help="Require this token from visitors (default: a random one if one is required).",
        ),
    ] = None,
    open_: Annotated[bool, Option("--open", help="Open the page in a browser.")] = False,
    game: Annotated[
        list[str] | None,
        Option(
            "--game",
            metavar="FILE.py:CLASS",
            help="Offer this game in Python too; visitors run its code as the rules (repeatable).",
        ),
    ] = None,
    book: Annotated[
        list[Path] | None,
        Option(
            "--book",
            metavar="FILE",
            help="Answer from this book or strong solution where it has the position (repeatable).",
        ),
    ] = None,
    classroom: Annotated[
        bool,
        Option(
            "--classroom",
            help="Serve the pages of a class too: exercises, a link to share, and the answers.",
        ),
    ] = False,
    store: StoreFile = None,
    max_seconds: Annotated[
        float,
        Option("--max-seconds", metavar="S", min=1, help="Stop each job after this many seconds."),
    ] = 300.0,
    max_memory: Annotated[
        float,
        Option(
            "--max-memory",
            metavar="MB",
            min=50,
            help="Let each job use at most this many megabytes of memory.",
        ),
    ] = 1000.0,
    jobs: Annotated[
        int,
        Option("--jobs", metavar="N", min=1, help="Run this many searches at a time."),
    ] = SEARCHES,
) -> int:
    """Serve the workbench, a web page to play, solve and analyse positions, and a JSON API.

    Exit status: 2 bad input, 130 stopped with Ctrl-C.
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
    from upstar.workers import CAN_WORK

    if not CAN_WORK:
        raise ParameterError("the workbench runs searches in processes that need Linux or macOS")
    from upstar.campaign import default_store
    from upstar.web.limits import Limits
    from upstar.web.offered_books import offer_books
    from upstar.web.offered_games import offer
    from upstar.web.server import serve

    if token is not None and len(token) < 8:
        raise ParameterError(f"--token must have at least 8 characters, not {len(token)}")
    if game:
        name_python_game()
        offer(game)
    offer_books(book or [])
    quotas = {"per_owner": 1, "waiting_per_owner": 3} if classroom else {}
    serve(
        host=host,
        port=port,
        token=token,
        limits=Limits(max_seconds=max_seconds, max_memory=max_memory, running=jobs, **quotas),
        store=store,
        open_=open_,
        classroom=(store or default_store()).with_name("classroom.sqlite") if classroom else None,
    )
    return SOLVED
