"""The command line: one module for each command. This module defines the exit statuses."""

import os
import sys
from typing import Annotated

import typer

from upstar.cli.algorithms import algorithms_command
from upstar.cli.analyze import analyze_command
from upstar.cli.best_move import best_move_command
from upstar.cli.book import book_command
from upstar.cli.campaign import campaign_app
from upstar.cli.common import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    fail,
    python_game_named,
    user_traceback,
)
from upstar.cli.database import database_app
from upstar.cli.draw import draw_command
from upstar.cli.games import games_command
from upstar.cli.gtp import gtp_command
from upstar.cli.match import match_command
from upstar.cli.play import play_command
from upstar.cli.reproduce import reproduce_command
from upstar.cli.results import results_command
from upstar.cli.semeai import semeai_command
from upstar.cli.serve import serve_command
from upstar.cli.solve import solve_command
from upstar.cli.strong import strong_app
from upstar.cli.thermograph import thermograph_command
from upstar.cli.train import train_command
from upstar.cli.value import value_command
from upstar.cli.verify import verify_command

app = typer.Typer(
    name="upstar",
    help="Solve, play and analyse two-player games of perfect information.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("games")(games_command)
app.command("algorithms")(algorithms_command)
app.command("solve")(solve_command)
app.command("analyze")(analyze_command)
app.command("best-move")(best_move_command)
app.command("play")(play_command)
app.command("match")(match_command)
app.command("verify")(verify_command)
app.command("value")(value_command)
app.command("thermograph")(thermograph_command)
app.command("draw")(draw_command)
app.add_typer(database_app, name="database")
app.add_typer(strong_app, name="strong")
app.command("book")(book_command)
app.command("reproduce")(reproduce_command)
app.command("results")(results_command)
app.add_typer(campaign_app, name="campaign")
app.command("serve")(serve_command)
app.command("semeai")(semeai_command)
app.command("gtp")(gtp_command)
app.command("train")(train_command)

# Old releases of Typer import Click, new ones include a copy of it. This finds the right class.
_UsageError = typer.BadParameter.__bases__[0]


def _show_version(wanted: bool) -> None:
    if wanted:
        from upstar import __version__

        typer.echo(f"upstar {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run a command line and exit with its status.

    Bad input prints one line on standard error and exits with status 2. An exception in a game
    written in Python prints its traceback, for the author of the game. Any other exception is a bug
    of upstar: it prints one line, or its traceback if ``UPSTAR_DEBUG=1``.
    """
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe. Without this, Python reports the error again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def _run(arguments: list[str] | None) -> int:
    try:
        status = app(arguments, standalone_mode=False)
        return status if isinstance(status, int) else 0
    except BrokenPipeError:
        raise
    except (KeyboardInterrupt, typer.Abort) as error:
        if isinstance(error, KeyboardInterrupt) and user_traceback(error):
            return fail("interrupted inside the game's own code; there is no result", INTERRUPTED)
        return fail("interrupted", INTERRUPTED)
    except BaseException as error:
        return _failure(error)


def _failure(error: BaseException) -> int:
    from upstar.errors import UpstarError

    if isinstance(error, SystemExit):
        raise error
    if isinstance(error, _UsageError):
        return fail(error.format_message(), BAD_INPUT)  # type: ignore[attr-defined]
    if isinstance(error, UpstarError):
        return fail(str(error), BAD_INPUT)
    if os.environ.get("UPSTAR_DEBUG"):
        raise error
    traceback = user_traceback(error)
    if traceback is not None:
        print(traceback, end="", file=sys.stderr)
        return FAILED
    if python_game_named():
        return fail(f"the game raised {type(error).__name__}: {error}", FAILED)
    if isinstance(error, MemoryError):
        return fail(f"out of memory: {error}", FAILED)
    return fail(
        f"internal error: {type(error).__name__}: {error} (set UPSTAR_DEBUG=1 for the traceback)",
        FAILED,
    )
