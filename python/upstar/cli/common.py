"""Helpers of all commands: exit statuses, error messages, output, positions by name."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from upstar.best_first import BestFirst
    from upstar.book import Book
    from upstar.nimbers import NimberSolution
    from upstar.position import Position
    from upstar.solution import Solution

SOLVED = 0
FAILED = 1
BAD_INPUT = 2
LIMIT = 3
INTERRUPTED = 130

ESTIMATE_SECONDS = 5.0
"""Seconds of a search with ``--estimate`` and no limit."""

_HOME = Path(__file__).parent.parent
_python_game = False


def fail(message: str, status: int) -> int:
    """Print an error as one line on standard error, and return the status."""
    words = " ".join(message.split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)
    print(f"upstar: {line}", file=sys.stderr)
    return status


def print_json(document: Any) -> None:
    """Print a document on standard output."""
    import json

    print(json.dumps(document, indent=2, allow_nan=False))


def print_list(rows: list[tuple[str, str]]) -> None:
    """Print one line per pair of a name and its summary. Lines are never wrapped."""
    width = max((len(name) for name, _ in rows), default=0)
    for name, summary in rows:
        print(f"{name:<{width}}  {summary}")


def print_fields(rows: list[tuple[str, str]]) -> None:
    """Print one row per pair of a name and a text. Long texts are wrapped in their column."""
    from shutil import get_terminal_size
    from textwrap import wrap

    width = max(len(name) for name, _ in rows) + 2
    room = max(get_terminal_size().columns - width, 20)
    for name, text in rows:
        for line in wrap(text, room, break_on_hyphens=False) or [""]:
            print(f"{name:<{width}}{line}")
            name = ""


def print_bold(text: str, colour: str) -> None:
    """Print a line, bold and in colour on a terminal."""
    click.echo(click.style(text, fg=colour, bold=True))


def estimate_text(found: "Solution | NimberSolution") -> str:
    """Return the estimated nodes and time of the whole search as text."""
    from upstar.text import duration, short_count

    nodes, seconds = found.estimated_nodes, found.estimated_seconds
    time = "" if seconds is None else f", {duration(seconds)} at this rate"
    return f"about {short_count(nodes or 0)} nodes in total{time} (rough estimate)"


def console(*, cuts: bool = True) -> "Console":
    """Return a console on standard output. It uses colours only on a terminal.

    With ``cuts=False`` it has no width in a pipe or a file, so that tables are complete there.
    """
    from rich.console import Console

    if not cuts and not sys.stdout.isatty():
        # A pipe or a file has no width, so that no cell is cut.
        return Console(highlight=False, markup=False, emoji=False, soft_wrap=False, width=10_000)
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=False)


def find_position(game: str, text: str | None, to_move: str | None) -> "Position":
    """Return the position that the command line names, of a built-in or a Python game."""
    import upstar
    from upstar.load import load_position, names_python_game

    global _python_game
    _python_game = names_python_game(game) or (text is not None and ".py:" in text)
    if game in ("go", "seki") and text is not None and text.lower().endswith(".sgf"):
        from upstar.play.sgf import read_problem, read_sgf

        found = read_sgf(Path(text)) if game == "go" else read_problem(Path(text))
        return found if to_move is None else upstar.position(game, str(found), to_move=to_move)
    return load_position(game, text, to_move)


def game_under(play: str, game: str) -> str:
    """Return the name of a game under normal or misère play."""
    import upstar

    if play not in ("normal", "misere"):
        raise upstar.ParameterError(f"--play must be normal or misere, not '{play}'")
    return f"misere:{game}" if play == "misere" else game


def find_algorithm(name: str) -> "str | BestFirst":
    """Return the algorithm that the command line names; one in a file is loaded."""
    from upstar.load import load_algorithm, names_python_game

    global _python_game
    _python_game = _python_game or names_python_game(name)
    return load_algorithm(name)


def open_book(path: Path | None, position: "Position") -> "Book | None":
    """Return the book or the strong solution that the command line names, if it names one."""
    import upstar
    from upstar.book import opened

    try:
        return None if path is None else opened(path, position)
    except OSError as error:
        raise upstar.ParameterError(f"cannot read the book {error}") from None


def usual_start(game: str) -> str | None:
    """Return the usual starting position of a built-in game; None for a game in Python."""
    from upstar.registry import find_game

    info = find_game(game)
    return None if info is None else info.usual


def name_python_game() -> None:
    """Note that the command runs a game written in Python, whose exceptions are its author's."""
    global _python_game
    _python_game = True


def python_game_named() -> bool:
    """Return whether the command line names a game written in Python."""
    return _python_game


def user_traceback(error: BaseException) -> str | None:
    """Return the part of the traceback inside the user's game, or None if there is none."""
    if not _python_game:
        return None
    import traceback

    inside_command = False
    frame = error.__traceback__
    while frame is not None:
        file = Path(frame.tb_frame.f_code.co_filename)
        if file.is_relative_to(_HOME):
            inside_command = inside_command or file != _HOME / "cli" / "__init__.py"
        elif inside_command and not str(file).startswith("<frozen"):
            return "".join(traceback.format_exception(type(error), error, frame))
        frame = frame.tb_next
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(type(error), error))
    return None
