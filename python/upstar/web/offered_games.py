"""The games of the workbench: the built-in ones, and those in Python that the owner has listed.

A visitor names a game, never a file. The server runs the code of listed games only, as the rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from inspect import getdoc

from upstar.errors import ParameterError, UpstarError
from upstar.game import Game, overrides
from upstar.load import add_working_directory_to_path, load_game
from upstar.position import Position, game_decides_mover, position
from upstar.registry import GameInfo, games


@dataclass(frozen=True)
class OfferedGame:
    """A game in Python, the text by which a worker loads it, and its description."""

    source: str
    game: Game
    info: GameInfo


_offered: dict[str, OfferedGame] = {}


def offer(sources: Iterable[str]) -> None:
    """Load games by ``FILE.py:CLASS``, and offer them besides the built-in ones.

    Raises
    ------
    UpstarError
        If a game cannot be loaded, cannot read its own text, or has the name of another game.
    """
    add_working_directory_to_path()
    for source in sources:
        game = load_game(source)
        if game.name in {info.name for info in games()} or game.name in _offered:
            raise ParameterError(
                f"there is already a game '{game.name}'; give {source} another name, by its "
                "class attribute 'name'"
            )
        _offered[game.name] = OfferedGame(source, game, _info(source, game))


def _info(source: str, game: Game) -> GameInfo:
    """Return the description of a game for the page."""
    if not overrides(game, "parse"):
        raise ParameterError(f"{source} needs a parse, by which the workbench reads positions")
    start = position(game)
    usual = str(start)
    if position(game, usual) != start:
        raise ParameterError(f"{source}: parse does not read the text {usual!r} of the start back")
    rules = " ".join((getdoc(type(game)) or "A game written in Python.").split())
    return GameInfo(
        name=game.name,
        summary=rules.partition(". ")[0],
        labels=game.labels,
        rules=rules,
        positions="texts that the game reads",
        moves="as the game names them",
        usual=usual,
        examples=(usual,),
    )


def sources() -> dict[str, str]:
    """Return by name how a worker loads the offered games."""
    return {name: offered.source for name, offered in _offered.items()}


def offered_games() -> list[GameInfo]:
    """Return the descriptions of all games, those in Python last."""
    return [*games(), *(offered.info for offered in _offered.values())]


def read_position(game: str, text: str | None, to_move: str | None = None) -> Position:
    """Return a position of a built-in or an offered game.

    Raises
    ------
    UpstarError
        If there is no such game or position.
    """
    if game not in _offered:
        return position(game, text, to_move=to_move or None)
    rules = _offered[game].game
    mover = None if game_decides_mover(rules) else to_move or None
    try:
        return position(rules, text or None, to_move=mover)
    except UpstarError:
        raise
    except Exception as error:
        # The code of a game may raise anything for a text that it does not expect.
        raise ParameterError(f"{game} cannot read {text!r}: {error}") from None
