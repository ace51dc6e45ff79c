"""The verifier of certificates. It does not trust the solver."""

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from upstar import _core
from upstar.certificate import Verification, verify_single
from upstar.core_bridge import positive_number
from upstar.errors import CertificateError, PositionError, UpstarError
from upstar.game import Game, overrides
from upstar.position import Position, position, position_of_state

if TYPE_CHECKING:
    from upstar.game_source import Rules

__all__ = ["verify"]

GivenGame = str | Game | type[Game]
"""A game written in Python, its class, or its name as ``FILE.py:CLASS``."""


def verify(
    path: str | os.PathLike[str],
    *,
    game: GivenGame | Sequence[GivenGame] | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Verification:
    """Check a certificate by playing through it with the rules of the game alone.

    The rules of a game written in Python are code that this function runs. So it runs them only if
    the caller names the game, and if its source has the hash that the certificate names.

    Parameters
    ----------
    path : path
        The file that ``solve(..., proof=path)`` wrote.
    game : str, Game or subclass of Game, or a list of these, optional
        The game, if it is written in Python: the game itself, or its name as ``FILE.py:CLASS``.
        A class, and a name without arguments, get the arguments that the certificate names. A sum
        with several such games needs all of them.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory, in megabytes.
    threads : int, optional
        The number of threads, for certificates with lemmas. By default all cores.
    progress : callable, optional
        Called with a dictionary about ten times a second.

    Returns
    -------
    Verification
        The verdict, and what is proved. It is true if the certificate is right.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ParameterError
        If a limit is not more than 0.
    CertificateError
        If the certificate needs a game and none is given, or the game has other rules.
    UnknownNameError
        If there is no such game.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> upstar.verify(path).outcome
    'win'
    """
    max_seconds = positive_number("max_seconds", max_seconds)
    max_memory = positive_number("max_memory", max_memory)
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no file '{os.fspath(path)}'")
    # Imported here: few programs verify, and it loads modules for archives.
    from upstar.certificate_bundle import is_bundle, verify_bundle

    limits = {"max_seconds": max_seconds, "max_memory": max_memory}
    named = None if is_bundle(path) else _python_rules(path)
    given: list[Any] = list(game) if isinstance(game, list | tuple) else [game]
    if named is None:
        if game is not None:
            raise CertificateError("this is no certificate of a game in Python; leave out the game")
        if is_bundle(path):
            return verify_bundle(path, **limits)
        return verify_single(path, **limits, threads=threads, progress=progress)
    rules, is_sum = named
    games = [_game(one, _given_for(one, given, is_single=len(rules) == 1)) for one in rules]
    name = str(rules[0]) if len(rules) == 1 else "; ".join(map(str, rules))
    root = _root_of_sum if is_sum else _root
    return _verify_python(path, games, root, name, progress=progress, **limits)


def _given_for(rules: "Rules", given: "list[GivenGame]", *, is_single: bool) -> "GivenGame":
    """Return the game that the caller has named for these rules."""
    for game in given:
        if game is not None and (is_single or rules.class_name in _names_of(game)):
            return game
    raise CertificateError(
        f"the rules of this certificate are Python code, {rules.call} in "
        f"{rules.file or 'a notebook'}; verify runs this code only if you name it: "
        f"--game FILE.py:{rules.class_name}, or game={rules.class_name} in Python"
    )


def _names_of(game: "GivenGame") -> list[str]:
    """Return the names of classes that a given game can stand for."""
    if isinstance(game, str):
        from upstar.game_source import split_call

        return [split_call(game)[0].rpartition(":")[2]]
    kind = game if isinstance(game, type) else type(game)
    return [kind.__name__]


def _python_rules(path: str | os.PathLike[str]) -> "tuple[list[Rules], bool] | None":
    """Return the rules in Python that a certificate names, and whether it is of a sum.

    None if it names a registered game only.
    """
    with open(path, "rb") as file:
        file.readline(64)
        key, _, text = file.readline(1 << 16).decode("utf-8", "replace").partition(": ")
    if key != "game" or "sha256:" not in text:
        return None
    from upstar.game_source import read_rules, read_rules_of_sum

    text = text.removesuffix("\n")
    found = read_rules_of_sum(text)
    if found:
        return found, True
    single = read_rules(text)
    return None if single is None else ([single], False)


def _game(rules: "Rules", game: str | Game | type[Game]) -> Game:
    """Return the game that was named, with the arguments of the certificate if it has none."""
    from upstar.game_source import check_source, literal_arguments, rules_of

    if isinstance(game, str):
        game = _load(rules, game)
    is_class = isinstance(game, type) and issubclass(game, Game)
    if not (is_class or isinstance(game, Game)):
        raise TypeError(f"game must be an upstar.Game or FILE.py:CLASS, not {game!r}")
    if isinstance(game, type):
        arguments, named = literal_arguments(rules.arguments)
        game = game(*arguments, **named)
    found = rules_of(game)
    if found.call != rules.call:
        raise CertificateError(f"the certificate is for {rules.call}, not for {found.call}")
    check_source(rules, found.sha256, found.file or found.class_name)
    return game


def _load(rules: "Rules", name: str) -> Game:
    """Load a game by name. A file with another hash is rejected before its code runs."""
    from upstar.game_source import check_source, file_hash, split_call
    from upstar.load import load_game

    place, arguments = split_call(name)
    if place.endswith(".py"):
        place = f"{place}:{rules.class_name}"
    file = place.rpartition(":")[0]
    if file.endswith(".py") and os.path.isfile(file):
        check_source(rules, file_hash(file), file)
    return load_game(f"{place}({rules.arguments})" if arguments is None else name)


def _verify_python(
    path: str | os.PathLike[str],
    games: list[Game],
    root: Callable[[list[Game], str, int], Position],
    rules: str,
    *,
    max_seconds: float | None,
    max_memory: float | None,
    progress: Callable[[dict[str, Any]], None] | None,
) -> Verification:
    """Check a certificate by the rules of games written in Python."""
    try:
        name, quoted, mover = _core.open_certificate(path).root
        position = root(games, _unquoted(quoted), mover)
    except (CertificateError, PositionError) as error:
        return Verification(verdict="not a certificate", reason=str(error))
    max_bytes = None if max_memory is None else int(min(max_memory * 1_000_000, 2**63 - 1))
    answer = _core.verify(path, max_seconds, max_bytes, progress, position._core, (name, quoted))
    answer["line"] = tuple(answer["line"])
    answer["counts"] = tuple(answer.get("counts", ()))
    if answer["verdict"] == "right":
        answer |= {"game": position.game, "position": str(position)}
    return Verification(**answer, rules=rules)


def _root(games: list[Game], text: str, mover: int) -> Position:
    """Return the position of a game in Python that a certificate is about."""
    [game] = games
    if overrides(game, "parse"):
        state = game.parse(text)
    else:
        state = game.start()
        if game.print(state) != text:
            raise PositionError(f"its position {text!r} is not the start of {game.name}")
    return position_of_state(game, state, mover)


def _root_of_sum(games: list[Game], text: str, mover: int) -> Position:
    """Return the sum that a certificate is about."""
    import json

    parts: list[tuple[_core.Position | str, bool]] = []
    try:
        for sign, game, written in json.loads(text):
            if game is None:
                parts.append((str(written), sign < 0))
            elif isinstance(game, int):
                parts.append((_root([games[game]], written, 0)._core, sign < 0))
            else:
                parts.append((position(game, written)._core, sign < 0))
        return Position(_core.sum_position(parts, mover))
    except (ValueError, TypeError, IndexError, UpstarError) as error:
        raise CertificateError(f"its position is not a sum: {error}") from None


def _unquoted(quoted: str) -> str:
    """Return the text of a position, which is a JSON string in a certificate."""
    import json

    try:
        text = json.loads(quoted)
    except ValueError:
        text = None
    if not isinstance(text, str):
        raise CertificateError(f"its position is not a text in quotation marks: {quoted}")
    return text
