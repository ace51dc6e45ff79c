"""Loading games written in Python by name, and positions of any game."""

import importlib
import importlib.util
import re
import sys
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

from upstar import _core
from upstar.best_first import BestFirst
from upstar.errors import PositionError, UnknownNameError, UnsuitableError
from upstar.game import Game
from upstar.game_source import literal_arguments, split_call
from upstar.position import Position, position
from upstar.registry import IMPARTIAL, MISERE

_PYTHON_TERM = re.compile(r"(?P<name>[^:]+\.py:\w+(\([^()]*\))?)(:(?P<text>.*))?", re.DOTALL)
"""A term of a sum that names a game written in Python."""
_OPENSPIEL = {"openspiel": False, "openspiel-merged": True}
"""Prefixes of OpenSpiel's games, and whether states with the same text are merged."""


def names_python_game(name: str) -> bool:
    """Return whether a name refers to Python code rather than to a registered game.

    Parameters
    ----------
    name : str
        The name of a game.

    Returns
    -------
    bool
        Whether it has a colon or ends in ``.py``, after a prefix ``misere:`` or ``impartial:``.

    Examples
    --------
    >>> names_python_game("my_game.py:MyGame"), names_python_game("misere:domineering")
    (True, False)
    """
    plain = name
    while plain.startswith((MISERE, IMPARTIAL)):
        plain = plain.removeprefix(MISERE).removeprefix(IMPARTIAL)
    return ":" in plain or plain.endswith(".py")


def add_working_directory_to_path() -> None:
    """Let imports find modules in the working directory, as ``python -m`` does.

    Examples
    --------
    >>> add_working_directory_to_path()
    >>> import sys
    >>> "" in sys.path
    True
    """
    if "" not in sys.path:
        sys.path.insert(0, "")


def load_position(game: str, text: str | None, to_move: str | None = None) -> Position:
    """Return a position of a registered game, or of one that ``load_game`` loads.

    Parameters
    ----------
    game : str
        The name of a game.
    text : str or None
        The text of the position. A term of a sum can be ``FILE.py:CLASS`` or
        ``FILE.py:CLASS:POSITION``.
    to_move : str, optional
        The player to move, as for ``position``.

    Returns
    -------
    Position
        The position.

    Raises
    ------
    UnknownNameError
        If there is no such game or player.
    PositionError
        If the text is not a position of the game.

    Examples
    --------
    >>> load_position("domineering", "2x2")
    upstar.position('domineering', '../..')
    """
    if game in ("sum", f"{MISERE}sum") and text is not None and ".py:" in text:
        return _load_sum(game, text, to_move)
    if not names_python_game(game):
        return position(game, text, to_move=to_move)
    add_working_directory_to_path()
    found = position(load_game(game.removeprefix(IMPARTIAL)), text, to_move=to_move)
    if not game.startswith(IMPARTIAL):
        return found
    from upstar.nimbers import impartial

    return impartial(found)


def _load_sum(game: str, text: str, to_move: str | None) -> Position:
    """Return a sum with games written in Python."""
    if game != "sum":
        raise UnsuitableError("sums with games written in Python have no misère play")
    add_working_directory_to_path()
    games: dict[str, Game] = {}
    parts: list[tuple[_core.Position | str, bool]] = []
    for negated, count, written, at in _core.written_terms(text):
        found = _PYTHON_TERM.fullmatch(written)
        if found is None:
            term = position("sum", written)
        else:
            name = found["name"]
            games[name] = games.get(name) or load_game(name)
            try:
                term = position(games[name], found["text"])
            except PositionError as error:
                raise PositionError(f"bad position '{text}', character {at + 1}: {error}") from None
        parts += [(term._core, negated)] * count
    mover = position("sum", "0", to_move=to_move)._core.to_move
    return Position(_core.sum_position(parts, mover))


def load_game(name: str) -> Game:
    """Load the game that a class in a file or in a module defines.

    Parameters
    ----------
    name : str
        ``path/to/file.py:Class`` or ``package.module:Class``. The class may be left out if the file
        defines just one game. Literal arguments may follow, as in ``file.py:Class(3, size=4)``. Or
        ``openspiel:NAME``, a game of OpenSpiel; with ``openspiel-merged:NAME``, states with the
        same text are one state.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    UnknownNameError
        If there is no such file, module or game, or OpenSpiel is not installed. Exceptions of the
        loaded code are not caught.

    Examples
    --------
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "count_down.py")
    >>> with open(path, "w") as file:
    ...     _ = file.write('''
    ... import upstar
    ... class CountDown(upstar.Game):
    ...     start = lambda self: 3
    ...     moves = lambda self, n: [1] if n else []
    ...     play = lambda self, n, move: n - move
    ...     outcome = lambda self, n: None
    ... ''')
    >>> load_game(path).name
    'count-down'
    """
    if name.startswith(MISERE):
        raise UnknownNameError(
            f"'{name}': the method outcome of a game written in Python decides who wins; "
            f"leave out '{MISERE}' or --play"
        )
    prefix, _, rest = name.partition(":")
    if prefix in _OPENSPIEL:
        from upstar.integrations.openspiel import from_openspiel

        try:
            return from_openspiel(rest, merged=_OPENSPIEL[prefix])
        except ImportError as error:
            raise UnknownNameError(str(error)) from None
    name, arguments = split_call(name)
    given, named = literal_arguments(arguments or "")
    module, place, wanted = _load(name)
    found = getattr(module, wanted, None) if wanted else _only_game(module, place)
    if isinstance(found, Game) and not arguments:
        return found
    if isinstance(found, type) and issubclass(found, Game):
        try:
            signature(found.__init__).bind(None, *given, **named)
        except TypeError as error:
            call = f"{found.__name__}({arguments or ''})"
            raise UnknownNameError(f"{place} cannot make the game '{call}': {error}") from None
        return found(*given, **named)
    known = ", ".join(game.__name__ for game in _games_of(module)) or "none"
    raise UnknownNameError(f"{place} has no game '{wanted}'; its games: {known}")


def load_algorithm(name: str) -> str | BestFirst:
    """Load the best-first search that a class in a file or module defines.

    Parameters
    ----------
    name : str
        ``path/to/file.py:Class`` or ``package.module:Class``, or the name of an algorithm.

    Returns
    -------
    str or BestFirst
        The search, named as it was loaded. The name of an algorithm is returned unchanged.

    Raises
    ------
    UnknownNameError
        If there is no such file, module or class. Exceptions of the loaded code are not caught.

    Examples
    --------
    >>> load_algorithm("pns")
    'pns'
    """
    if not names_python_game(name):
        return name
    found = load_object(name)
    if not isinstance(found, BestFirst):
        raise UnknownNameError(f"'{name}' is not an upstar.BestFirst")
    found.name = name
    return found


def load_object(name: str) -> Any:
    """Load an object by ``FILE.py:NAME`` or ``MODULE:NAME``; of a class, a new instance.

    Parameters
    ----------
    name : str
        The name.

    Returns
    -------
    object
        The object.

    Raises
    ------
    UnknownNameError
        If there is no such file, module or object.

    Examples
    --------
    >>> load_object("math:gcd")(6, 4)
    2
    """
    add_working_directory_to_path()
    module, place, wanted = _load(name)
    found = getattr(module, wanted, None)
    if found is None:
        raise UnknownNameError(f"{place} has no '{wanted}'; name a class or a function there")
    return found() if isinstance(found, type) else found


def _load(name: str) -> tuple[ModuleType, str, str]:
    """Return the module that a name refers to, its place, and the rest of the name."""
    place, colon, wanted = name.rpartition(":")
    if not colon or wanted.endswith(".py"):
        place, wanted = name, ""
    module = _load_file(place) if place.endswith(".py") else _load_module(place)
    return module, place, wanted


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
    raise UnknownNameError(f"name the game as {place}:CLASS; games there: {there}")


def _load_file(place: str) -> ModuleType:
    path = Path(place)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        raise UnknownNameError(f"there is no file '{place}'")
    # The name of the file, so that positions can be pickled, unless a module has that name.
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
"""Modification time and size of each module's file when it was loaded."""


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
        # A module whose file has changed since is reloaded, as files are.
        stamp = _stamp(module)
        if _stamps.setdefault(place, stamp) != stamp:
            module = importlib.reload(module)
            _stamps[place] = stamp
        return module
    except ModuleNotFoundError as error:
        # An import that fails inside the module is reported as it is.
        if error.name is None or not (place == error.name or place.startswith(error.name + ".")):
            raise
        raise UnknownNameError(f"there is no module '{place}'") from None
