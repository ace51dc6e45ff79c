"""The names of games written in Python: in certificates, and on the command line.

A certificate names the rules of such a game by file, class, arguments and a hash of the source::

    tic_tac_toe.py:TicTacToe() sha256:9d5e…

The hash is that of the file that defines the class, with line ends ``\\n``. Modules that this file
imports do not take part in it. A sum with such games names the rules of each of them.
"""

import ast
import hashlib
import inspect
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upstar.errors import CertificateError, PositionError, UnknownNameError, UnsuitableError
from upstar.game import Game, overrides

_SUM = "sum of "
_RULES = re.compile(r"(?:(.*):)?(\w+)\((.*)\) sha256:([0-9a-f]{64})")
_CALL = re.compile(r"(.+?:\w+)\((.*)\)", re.DOTALL)


@dataclass(frozen=True)
class Rules:
    """The rules of a game as a certificate names them."""

    file: str | None
    class_name: str
    arguments: str
    sha256: str

    def __str__(self) -> str:
        """Return the text in a certificate."""
        file = "" if self.file is None else f"{self.file}:"
        return f"{file}{self.call} sha256:{self.sha256}"

    @property
    def call(self) -> str:
        """The call that creates the game."""
        return f"{self.class_name}({self.arguments})"


def name_rules_of_sum(rules: list[str]) -> str:
    """Return how a certificate of a sum names the rules of its games in Python."""
    import json

    return _SUM + json.dumps(rules)


def read_rules_of_sum(text: str) -> list[Rules] | None:
    """Return the rules of the games in Python that a certificate of a sum names, if it is one."""
    if not text.startswith(_SUM):
        return None
    import json

    try:
        found = [read_rules(str(rules)) for rules in json.loads(text.removeprefix(_SUM))]
    except (ValueError, TypeError):
        return None
    return None if None in found else [rules for rules in found if rules is not None]


def read_rules(text: str) -> Rules | None:
    """Return the rules that a certificate names; None if it names a registered game."""
    found = _RULES.fullmatch(text)
    return None if found is None else Rules(*found.groups(default=None))  # type: ignore[arg-type]


def rules_of(game: Game) -> Rules:
    """Return the name of a game's rules, or raise `UnsuitableError` if they cannot be named."""
    kind = type(game)
    if game._arguments is None:
        raise UnsuitableError(
            f"there is no certificate for this game: the arguments of {kind.__name__} must be "
            "literals, such as numbers, strings and tuples, to be named in it"
        )
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if "<locals>" in kind.__qualname__ or "\n" in game._arguments:
        raise UnsuitableError(
            f"there is no certificate for this game: define the class {kind.__name__} at the top "
            "level of a file, so that a verifier finds it"
        )
    if file is not None and file.endswith(".py"):
        return Rules(Path(file).name, kind.__name__, game._arguments, file_hash(file))
    try:
        methods = [vars(kind)[name] for name in sorted(vars(kind))]
        sources = [inspect.getsource(method) for method in methods if inspect.isfunction(method)]
    except (OSError, TypeError):
        sources = []
    if not sources:
        raise UnsuitableError(
            f"there is no certificate for this game: the source of the class {kind.__name__} "
            "cannot be read; define it in a file"
        )
    return Rules(None, kind.__name__, game._arguments, _hash("".join(sources)))


def file_hash(file: str | Path) -> str:
    """Return the hash of a Python file, which is the same for all conventions of line ends."""
    return _hash(Path(file).read_bytes().decode("utf-8", "surrogateescape"))


def _hash(source: str) -> str:
    lines = source.replace("\r\n", "\n").replace("\r", "\n")
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def check_source(rules: Rules, found: str, place: str) -> None:
    """Raise `CertificateError` if the source of a game has another hash."""
    if found != rules.sha256:
        raise CertificateError(
            f"the certificate is for other rules: it names {rules.call} with the source sha256 "
            f"{rules.sha256[:12]}…, but that of {place} is {found[:12]}…"
        )


def check_text(game: Game, state: object, text: str) -> None:
    """Raise `UnsuitableError` if a verifier could not read this text as this state."""
    if overrides(game, "parse"):
        try:
            is_same = bool(game.parse(text) == state)
        except PositionError:
            is_same = False
        if not is_same:
            raise UnsuitableError(
                f"there is no certificate for this position: {type(game).__name__}.parse does not "
                f"read its text {text!r} back as the same state"
            )
    elif game.start() != state:
        raise UnsuitableError(
            "there is no certificate for this position: it is not the start, and "
            f"{type(game).__name__} has no parse, with which a verifier reads its text"
        )


def split_call(name: str) -> tuple[str, str | None]:
    """Split ``FILE.py:CLASS(ARGUMENTS)`` into the name and the arguments; None without brackets."""
    found = _CALL.fullmatch(name)
    return (name, None) if found is None else (found[1], found[2])


def literal_arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments that a text has, which are literals. Nothing is executed."""
    try:
        call = ast.parse(f"f({text})", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError
        named = {str(k.arg): ast.literal_eval(k.value) for k in call.keywords if k.arg}
        if len(named) < len(call.keywords):
            raise ValueError
        return [ast.literal_eval(value) for value in call.args], named
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise UnknownNameError(
            f"the arguments ({text}) of a game must be literals, such as numbers and strings"
        ) from None
