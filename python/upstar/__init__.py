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
from upstar.best_move import BestMove, best_move
from upstar.certificate import Verification
from upstar.cgt.database import Database, build_database, database_stat, probe
from upstar.cgt.position_value import Census, Dissection, census, dissect, value
from upstar.cgt.thermograph import Thermograph
from upstar.cgt.value import Value, star, up, zero
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
from upstar.game import Game, PartisanGame
from upstar.integrations.openspiel import from_openspiel
from upstar.play.matches import MatchResult, match
from upstar.play.player import Player
from upstar.play.semeai import semeai, semeai_table
from upstar.playouts import Playouts, playouts
from upstar.position import Position, position
from upstar.registry import algorithms, games, value_parameters
from upstar.solve import Interrupted, Solution, solve
from upstar.verify import verify

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
