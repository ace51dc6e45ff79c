"""What there is: the games and the algorithms that the core has registered."""

from dataclasses import dataclass

from upstar import _core


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A registered game, in words."""

    name: str
    summary: str
    labels: tuple[str, str]
    """What the players are called, Left first."""
    rules: str
    positions: str
    """How its positions are written."""
    moves: str
    """How its moves are written."""
    usual: str
    """Where it begins for whoever names no position."""
    examples: tuple[str, ...]
    """Small positions to try."""


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """A parameter of an algorithm."""

    name: str
    default: str
    values: str
    """The words that it takes, separated by ``|``, or ``NUMBER``, ``INTEGER``, ``TEXT``."""
    help: str


@dataclass(frozen=True, slots=True)
class AlgorithmInfo:
    """A registered algorithm, in words."""

    name: str
    summary: str
    reference: str
    parameters: tuple[ParameterInfo, ...]
    playouts: bool
    """Does it count playouts, so that ``max_playouts`` ends it?"""


def games() -> list[GameInfo]:
    """Every registered game.

    Examples
    --------
    >>> import upstar
    >>> upstar.games()[0].name
    'domineering'
    """
    return [
        GameInfo(
            name=game["name"],
            summary=game["summary"],
            labels=(game["labels"][0], game["labels"][1]),
            rules=game["rules"],
            positions=game["positions"],
            moves=game["moves"],
            usual=game["usual"],
            examples=tuple(game["examples"]),
        )
        for game in _core.games()
    ]


def algorithms() -> list[AlgorithmInfo]:
    """Every registered algorithm.

    Examples
    --------
    >>> import upstar
    >>> upstar.algorithms()[0].name
    'auto'
    """
    return [
        AlgorithmInfo(
            name=algorithm["name"],
            summary=algorithm["summary"],
            reference=algorithm["reference"],
            parameters=tuple(ParameterInfo(**p) for p in algorithm["parameters"]),
            playouts=algorithm["playouts"],
        )
        for algorithm in _core.algorithms()
    ]


def value_parameters() -> list[ParameterInfo]:
    """What every algorithm takes on games whose positions have values.

    Examples
    --------
    >>> import upstar
    >>> [p.name for p in upstar.value_parameters()][:2]
    ['solved_positions', 'simplify']
    """
    return [ParameterInfo(**p) for p in _core.value_parameters()]
