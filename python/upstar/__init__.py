"""Solve, play and dissect two-player games of perfect information.

Examples
--------
>>> import upstar
>>> p = upstar.position("domineering", "3x3")
>>> p.to_move
'vertical'
>>> upstar.solve(p).outcome
'win'
"""

from upstar._core import build_info
from upstar.best_first import BestFirst
from upstar.certificate import Verification, verify
from upstar.custom import Game
from upstar.errors import (
    CertificateError,
    MoveError,
    ParameterError,
    PositionError,
    UnknownNameError,
    UnsuitableError,
    UpstarError,
)
from upstar.game import Position, position
from upstar.registry import algorithms, games
from upstar.search import Interrupted, Solution, solve

__version__: str = build_info()["version"]

__all__ = [
    "BestFirst",
    "CertificateError",
    "Game",
    "Interrupted",
    "MoveError",
    "ParameterError",
    "Position",
    "PositionError",
    "Solution",
    "UnknownNameError",
    "UnsuitableError",
    "UpstarError",
    "Verification",
    "__version__",
    "algorithms",
    "games",
    "position",
    "solve",
    "verify",
]
