"""What the verbs share: exit statuses, messages, games by name."""

import json
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from upstar.position import Position

SOLVED = 0
FAILED = 1
BAD_INPUT = 2
LIMIT = 3
INTERRUPTED = 130

_HOME = Path(__file__).parent.parent
_python_game = False


def fail(message: str, status: int) -> int:
    """Say in one line on standard error what went wrong; returns the status."""
    words = " ".join(message.split())
    line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)
    print(f"upstar: {line}", file=sys.stderr)
    return status


def print_json(document: Any) -> None:
    """Print a document on standard output."""
    print(json.dumps(document, indent=2, allow_nan=False))


def print_list(rows: list[tuple[str, str]]) -> None:
    """Print names and what they mean, a line each, however wide the terminal is."""
    width = max((len(name) for name, _ in rows), default=0)
    for name, summary in rows:
        print(f"{name:<{width}}  {summary}")


def console() -> "Console":
    """Where results for people go: standard output, plain unless it is a terminal."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=False)


def find_position(game: str, text: str | None, to_move: str | None) -> "Position":
    """The position that a command line names, of a registered game or of one in Python."""
    import upstar
    from upstar.load import load_position, names_python_game

    global _python_game
    _python_game = names_python_game(game)
    if game in ("go", "seki") and text is not None and text.lower().endswith(".sgf"):
        from upstar.play.sgf import read_problem, read_sgf

        found = read_sgf(Path(text)) if game == "go" else read_problem(Path(text))
        return found if to_move is None else upstar.position(game, str(found), to_move=to_move)
    return load_position(game, text, to_move)


def usual_start(game: str) -> str | None:
    """Where a game begins for whoever names no position; a game in Python knows it itself."""
    import upstar

    return next((info.usual for info in upstar.games() if info.name == game), None)


def python_game_named() -> bool:
    """Did the command line name a game written in Python?"""
    return _python_game


def user_traceback(error: BaseException) -> str | None:
    """The traceback from where it enters the code of a game written in Python, if it does."""
    if not _python_game:
        return None
    inside_verb = False
    frame = error.__traceback__
    while frame is not None:
        file = Path(frame.tb_frame.f_code.co_filename)
        if file.is_relative_to(_HOME):
            inside_verb = inside_verb or file != _HOME / "cli" / "__init__.py"
        elif inside_verb and not str(file).startswith("<frozen"):
            return "".join(traceback.format_exception(type(error), error, frame))
        frame = frame.tb_next
    if isinstance(error, SyntaxError):
        return "".join(traceback.format_exception_only(type(error), error))
    return None
