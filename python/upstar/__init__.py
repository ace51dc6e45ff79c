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

# This one first: it says so if the processor cannot run what the others load.
from upstar import processor as processor
from upstar._core import build_info
from upstar.best_first import BestFirst
from upstar.certificate import Verification, verify
from upstar.custom import Game, PartisanGame
from upstar.database import Database, build_database, database_stat, probe
from upstar.errors import (
    CertificateError,
    DamagedFileError,
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
from upstar.matches import MatchResult, match
from upstar.openspiel import from_openspiel
from upstar.play import BestMove, Player, best_move
from upstar.random_play import Playouts, playouts
from upstar.registry import algorithms, games, value_parameters
from upstar.search import Interrupted, Solution, solve
from upstar.semeai import semeai, semeai_table
from upstar.thermograph import Thermograph
from upstar.values import Value, star, up, zero
from upstar.valuing import Census, Dissection, census, dissect, value

__version__: str = build_info()["version"]

__all__ = [
    "BestFirst",
    "BestMove",
    "Census",
    "CertificateError",
    "DamagedFileError",
    "Database",
    "Dissection",
    "Game",
    "Interrupted",
    "MatchResult",
    "MoveError",
    "ParameterError",
    "PartisanGame",
    "Player",
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
    "best_move",
    "build_database",
    "census",
    "database_stat",
    "dissect",
    "from_openspiel",
    "games",
    "match",
    "playouts",
    "position",
    "probe",
    "semeai",
    "semeai_table",
    "solve",
    "star",
    "up",
    "value",
    "value_parameters",
    "verify",
    "zero",
]
