"""Games written in Python, loaded by name, and positions of any game that has a name."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from upstar.errors import UnknownNameError
from upstar.game import Game
from upstar.position import Position, position


def names_python_game(name: str) -> bool:
    """Does a game's name point to Python code, rather than to a registered game?"""
    return ":" in name or name.endswith(".py")


def add_working_directory_to_path() -> None:
    """Let modules be found in the folder where the user is, as with ``python -m``."""
    if "" not in sys.path:
        sys.path.insert(0, "")


def load_position(game: str, text: str | None, to_move: str | None = None) -> Position:
    """The position of a registered game, or of one written in Python as `load_game` names it."""
    if not names_python_game(game):
        return position(game, text, to_move=to_move)
    add_working_directory_to_path()
    return position(load_game(game), text, to_move=to_move)


def load_game(name: str) -> Game:
    """The game that a class in a file or in a module describes.

    Parameters
    ----------
    name : str
        ``path/to/file.py:Class`` or ``package.module:Class``. The class may be left out where
        the file defines just one game.

    Raises
    ------
    UnknownNameError
        If there is no such file, module or game. What the code itself raises comes out
        unchanged.
    """
    place, colon, wanted = name.rpartition(":")
    if not colon or wanted.endswith(".py"):
        place, wanted = name, ""
    module = _load_file(place) if place.endswith(".py") else _load_module(place)
    found = getattr(module, wanted, None) if wanted else _only_game(module, place)
    if isinstance(found, Game):
        return found
    if isinstance(found, type) and issubclass(found, Game):
        return found()
    there = ", ".join(game.__name__ for game in _games_of(module)) or "none"
    raise UnknownNameError(f"{place} has no game '{wanted}'; games there: {there}")


def _games_of(module: ModuleType) -> list[type[Game]]:
    return [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, Game)
        and thing.__module__ == module.__name__
    ]


def _only_game(module: ModuleType, place: str) -> type[Game]:
    games = _games_of(module)
    if len(games) == 1:
        return games[0]
    there = ", ".join(game.__name__ for game in games) or "none"
    raise UnknownNameError(f"say which game of {place} is meant, {place}:CLASS; there: {there}")


def _load_file(place: str) -> ModuleType:
    path = Path(place)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        raise UnknownNameError(f"there is no file '{place}'")
    # The module's own name, so that its positions can be pickled; never one that is taken.
    name = path.stem if path.stem not in sys.modules else f"upstar_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownNameError(f"'{place}' is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


_stamps: dict[str, tuple[int, int] | None] = {}
"""When the files of modules were changed last, and their sizes, as they were loaded."""


def _stamp(module: ModuleType) -> tuple[int, int] | None:
    try:
        status = Path(module.__file__ or "").stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _load_module(place: str) -> ModuleType:
    if not all(part.isidentifier() for part in place.split(".")):
        raise UnknownNameError(
            f"'{place}' is neither a file nor a module; "
            "a game written in Python is FILE.py:CLASS or MODULE:CLASS"
        )
    try:
        module = importlib.import_module(place)
        # One that has changed since it was loaded is loaded again, as files are.
        stamp = _stamp(module)
        if _stamps.setdefault(place, stamp) != stamp:
            module = importlib.reload(module)
            _stamps[place] = stamp
        return module
    except ModuleNotFoundError as error:
        # Its own missing imports are the module's affair; that it is missing is the user's.
        if error.name is None or not (place == error.name or place.startswith(error.name + ".")):
            raise
        raise UnknownNameError(f"there is no module '{place}'") from None
