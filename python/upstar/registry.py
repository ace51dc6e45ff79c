"""The registered games and algorithms."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from upstar import _core
from upstar.errors import UnknownNameError

ALIASES = {
    "tic-tac-toe": ("mnk", "3x3", ":3"),
    "tictactoe": ("mnk", "3x3", ":3"),
    "noughts-and-crosses": ("mnk", "3x3", ":3"),
    "connect4": ("connect-four", "6x7", ""),
    "connect-4": ("connect-four", "6x7", ""),
    "four-in-a-row": ("connect-four", "6x7", ""),
}
"""Other names of games: the registered name, the usual board, and what follows every board."""

IMPARTIAL = "impartial:"
"""The text before the name of a game that stands for its impartial version."""
MISERE = "misere:"
"""The text before the name of a game under misère play."""


def resolve_alias(game: str, text: str | None) -> tuple[str, str | None]:
    """Return the registered name and the text for a game that may have another name.

    Case, spaces and underscores do not matter in a name. It may follow ``misere:``.

    Parameters
    ----------
    game : str
        The name of a game.
    text : str or None
        The text of a position.

    Returns
    -------
    game : str
        The registered name; an unknown name stays as it is.
    text : str or None
        The text in the notation of that game.

    Raises
    ------
    UnknownNameError
        If ``misere:`` occurs after another prefix.

    Examples
    --------
    >>> from upstar.registry import resolve_alias
    >>> resolve_alias("Tic-Tac-Toe", None), resolve_alias("Connect Four", "5x5")
    (('mnk', '3x3:3'), ('connect-four', '5x5'))
    """
    plain = game.strip().lower().replace(" ", "-").replace("_", "-")
    if MISERE in plain.removeprefix(MISERE):
        raise UnknownNameError(
            f"'{game}': '{MISERE}' comes once and first, as in '{MISERE}{IMPARTIAL}clobber'"
        )
    if plain.startswith(MISERE):
        name, text = resolve_alias(plain.removeprefix(MISERE), text)
        return MISERE + name, text
    if plain in ALIASES:
        name, usual, suffix = ALIASES[plain]
        board = usual if text is None else text
        return name, board if ":" in board else board + suffix
    return (game if find_game(plain) is None else plain), text


def find_game(name: str) -> "GameInfo | None":
    """Return the description of a game, also of the impartial version of one.

    Parameters
    ----------
    name : str
        The registered name, or that name after ``impartial:``. ``misere:`` before it does not
        matter.

    Returns
    -------
    GameInfo or None
        The description; None if there is no such game.

    Examples
    --------
    >>> from upstar.registry import find_game
    >>> find_game("impartial:nogo").labels
    ('left', 'right')
    """
    name = name.removeprefix(MISERE)
    listed = _impartial_games() if name.startswith(IMPARTIAL) else _games()
    return next((info for info in listed if info.name == name), None)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The description of a registered game.

    Attributes
    ----------
    name : str
        The name, as ``position`` accepts it.
    summary : str
        The game in a sentence.
    labels : tuple of str
        The labels of the players, Left first.
    rules : str
        The rules.
    positions : str
        The notation of positions.
    moves : str
        The notation of moves.
    usual : str
        The default position, such as a usual board size.
    examples : tuple of str
        Small positions to try.

    Examples
    --------
    >>> import upstar
    >>> hex = next(game for game in upstar.games() if game.name == "hex")
    >>> hex.labels
    ('black', 'white')
    """

    name: str
    summary: str
    labels: tuple[str, str]
    rules: str
    positions: str
    moves: str
    usual: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """The description of a parameter of an algorithm.

    Attributes
    ----------
    name : str
        The name, a keyword of ``solve``.
    default : str
        The default value, as text.
    values : str
        The words that it accepts, separated by ``|``, or ``NUMBER``, ``INTEGER`` or ``TEXT``.
    help : str
        What the parameter does.

    Examples
    --------
    >>> import upstar
    >>> upstar.value_parameters()[0].name
    'solved_positions'
    """

    name: str
    default: str
    values: str
    help: str


@dataclass(frozen=True, slots=True)
class AlgorithmInfo:
    """The description of a registered algorithm.

    Attributes
    ----------
    name : str
        The name, as ``solve`` accepts it.
    summary : str
        The algorithm in a sentence.
    reference : str
        The publications behind it.
    parameters : tuple of ParameterInfo
        Its parameters.
    playouts : bool
        Whether it counts playouts, so that ``max_playouts`` limits it.

    Examples
    --------
    >>> import upstar
    >>> mcts = next(a for a in upstar.algorithms() if a.name == "mcts")
    >>> mcts.playouts
    True
    """

    name: str
    summary: str
    reference: str
    parameters: tuple[ParameterInfo, ...]
    playouts: bool


def games() -> list[GameInfo]:
    """Return the registered games.

    Returns
    -------
    list of GameInfo
        Every game that ``position`` accepts by name. It also accepts ``impartial:GAME`` for the
        impartial versions of partisan games.

    Examples
    --------
    >>> import upstar
    >>> upstar.games()[0].name
    'domineering'
    """
    return list(_games())


@cache
def _games() -> tuple[GameInfo, ...]:
    return tuple(_game_info(game) for game in _core.games())


@cache
def _impartial_games() -> tuple[GameInfo, ...]:
    return tuple(_game_info(game) for game in _core.impartial_games())


def _game_info(game: dict[str, Any]) -> GameInfo:
    return GameInfo(
        name=game["name"],
        summary=game["summary"],
        labels=(game["labels"][0], game["labels"][1]),
        rules=game["rules"],
        positions=game["positions"],
        moves=game["moves"],
        usual=game["usual"],
        examples=tuple(game["examples"]),
    )


def algorithms() -> list[AlgorithmInfo]:
    """Return the registered algorithms.

    Returns
    -------
    list of AlgorithmInfo
        Every algorithm that ``solve`` accepts by name.

    Examples
    --------
    >>> import upstar
    >>> upstar.algorithms()[0].name
    'auto'
    """
    return list(_algorithms())


@cache
def _algorithms() -> tuple[AlgorithmInfo, ...]:
    return tuple(
        AlgorithmInfo(
            name=algorithm["name"],
            summary=algorithm["summary"],
            reference=algorithm["reference"],
            parameters=tuple(ParameterInfo(**p) for p in algorithm["parameters"]),
            playouts=algorithm["playouts"],
        )
        for algorithm in _core.algorithms()
    )


def value_parameters() -> list[ParameterInfo]:
    """Return the parameters that every algorithm accepts on games with values.

    Returns
    -------
    list of ParameterInfo
        Parameters for games whose positions are sums of parts with combinatorial values.

    Examples
    --------
    >>> import upstar
    >>> [p.name for p in upstar.value_parameters()][:2]
    ['solved_positions', 'simplify']
    """
    return [ParameterInfo(**p) for p in _core.value_parameters()]
