"""Solve, play and analyse two-player games of perfect information.

A position is a value: ``position`` reads one, its ``play`` returns the next one. ``solve`` proves
who wins, ``best_move`` chooses a move within a budget, ``value`` computes the combinatorial value
of a position, and ``match`` lets engines play against each other.

Examples
--------
>>> import upstar
>>> p = upstar.position("domineering", "3x3")
>>> p.to_move
'vertical'
>>> upstar.solve(p).outcome
'win'
"""

# Imported first: it chooses the core, which the others load, or raises an error.
from upstar import processor as processor
from upstar._core import build_info
from upstar.analyze import Analysis, analyze
from upstar.arrays import scores, solve_many
from upstar.best_first import BestFirst
from upstar.best_move import BestMove, best_move
from upstar.book import Book
from upstar.book_builder import build_book
from upstar.certificate import Verification
from upstar.cgt.bfile import bfile
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
from upstar.strong import StrongSolution, strong
from upstar.verify import verify

__version__: str = build_info()["version"]

__all__ = [
    "Analysis",
    "BestFirst",
    "BestMove",
    "Book",
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
    "StrongSolution",
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
    "analyze",
    "best_move",
    "bfile",
    "build_book",
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
    "scores",
    "semeai",
    "semeai_table",
    "solve",
    "solve_many",
    "star",
    "strong",
    "up",
    "value",
    "value_parameters",
    "verify",
    "zero",
]
