"""The command line: the list of commands, one module for each, and how a command ends."""

import os
import re
import sys

import click

from upstar.cli.common import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    fail,
    python_game_named,
    user_traceback,
)
from upstar.cli.declare import Group, Lazy

_COMPLETE_VARIABLE = "_UPSTAR_COMPLETE"
_NEGATIVE = re.compile(r"- |-(\d+\.)?[a-z][a-z-]*:")
"""The beginning of a sum that starts with a minus sign: ``- {1|0}``, ``-nim:1``, ``-3.nim:1``."""


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from upstar import __version__

        click.echo(f"upstar {__version__}")
        context.exit()


def _show_completion(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None:
        from click.shell_completion import get_completion_class

        found = get_completion_class(shell)
        assert found is not None, "the option only accepts shells that Click knows"
        click.echo(found(context.command, {}, "upstar", _COMPLETE_VARIABLE).source())
        context.exit()


app = Group(
    "upstar",
    "Solve, play and analyse two-player games of perfect information.",
    {
        "games": Lazy("games", "games_command"),
        "algorithms": Lazy("algorithms", "algorithms_command"),
        "solve": Lazy("solve", "solve_command"),
        "analyze": Lazy("analyze", "analyze_command"),
        "best-move": Lazy("best_move", "best_move_command"),
        "play": Lazy("play", "play_command"),
        "match": Lazy("match", "match_command"),
        "verify": Lazy("verify", "verify_command"),
        "certify": Lazy("certify", "certify_command"),
        "records": Lazy("records", "records_command"),
        "value": Lazy("value", "value_command"),
        "nimber": Lazy("nimber", "nimber_command"),
        "compare": Lazy("compare", "compare_command"),
        "thermograph": Lazy("thermograph", "thermograph_command"),
        "sequence": Lazy("sequence", "sequence_command"),
        "genus": Lazy("misere", "genus_command"),
        "quotient": Lazy("misere", "quotient_command"),
        "draw": Lazy("draw", "draw_command"),
        "database": Group(
            "database",
            "Build and read endgame databases: the values of all positions of small boards.",
            {
                "build": Lazy("database", "build_command"),
                "stat": Lazy("database", "stat_command"),
                "probe": Lazy("database", "probe_command"),
            },
        ),
        "strong": Group(
            "strong",
            "Build and read strong solutions: every position that can be reached, solved. "
            "'upstar strong GAME SIZE' builds one.",
            {
                "build": Lazy("strong", "build_command"),
                "stat": Lazy("strong", "stat_command"),
                "probe": Lazy("strong", "probe_command"),
            },
            default="build",
        ),
        "book": Lazy("book", "book_command"),
        "reproduce": Lazy("reproduce", "reproduce_command"),
        "results": Lazy("results", "results_command"),
        "campaign": Group(
            "campaign",
            "Run campaigns: each position with each algorithm and each seed.",
            {"run": Lazy("campaign", "run_command")},
        ),
        "serve": Lazy("serve", "serve_command"),
        "semeai": Lazy("semeai", "semeai_command"),
        "gtp": Lazy("gtp", "gtp_command"),
        "train": Lazy("train", "train_command"),
        "selftest": Lazy("selftest", "selftest_command"),
    },
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Print the version and exit.",
        ),
        click.Option(
            ["--show-completion"],
            type=click.Choice(["bash", "zsh", "fish"]),
            is_eager=True,
            expose_value=False,
            callback=_show_completion,
            help="Print the completion script for this shell and exit.",
        ),
    ],
)


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
    given = sys.argv[1:] if arguments is None else arguments
    try:
        status = app.main(
            # A sum may start with a minus sign. It is not an option.
            [f" {a}" if _NEGATIVE.match(a) else a for a in given],
            "upstar",
            complete_var=_COMPLETE_VARIABLE,
            standalone_mode=False,
        )
        return status if isinstance(status, int) else 0
    except BrokenPipeError:
        raise
    except (KeyboardInterrupt, click.Abort) as error:
        if isinstance(error, KeyboardInterrupt) and user_traceback(error):
            return fail("interrupted inside the game's own code; there is no result", INTERRUPTED)
        return fail("interrupted", INTERRUPTED)
    except BaseException as error:
        return _failure(error)


def _failure(error: BaseException) -> int:
    from upstar.errors import UpstarError

    if isinstance(error, SystemExit):
        raise error
    if isinstance(error, click.ClickException):
        return fail(error.format_message(), BAD_INPUT)
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
