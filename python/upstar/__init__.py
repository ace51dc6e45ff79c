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
    ValueLimitError,
    ValueTextError,
)
from upstar.game import Position, position
from upstar.playout import Playouts, playouts
from upstar.registry import algorithms, games
from upstar.search import Interrupted, Solution, solve
from upstar.semeai import semeai, semeai_table
from upstar.values import Thermograph, Value, star, up, value, zero

__version__: str = build_info()["version"]

__all__ = [
    "BestFirst",
    "CertificateError",
    "Game",
    "Interrupted",
    "MoveError",
    "ParameterError",
    "Playouts",
    "Position",
    "PositionError",
    "Solution",
    "Thermograph",
    "UnknownNameError",
    "UnsuitableError",
    "UpstarError",
    "Value",
    "ValueLimitError",
    "ValueTextError",
    "Verification",
    "__version__",
    "algorithms",
    "games",
    "playouts",
    "position",
    "semeai",
    "semeai_table",
    "solve",
    "star",
    "up",
    "value",
    "verify",
    "zero",
]
