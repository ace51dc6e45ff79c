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

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Imported before the others: it chooses the core, which they load, or raises an error.
from upstar import processor as processor
from upstar._core import build_info
from upstar.analyze import Analysis, analyze
from upstar.best_first import BestFirst
from upstar.best_move import BestMove
from upstar.certificate import Verification
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
from upstar.playouts import Playouts, playouts
from upstar.position import Position, position
from upstar.registry import algorithms, games, value_parameters
from upstar.solve import Interrupted, Solution
from upstar.verify import verify

if TYPE_CHECKING:
    from upstar import notebook as notebook
    from upstar.arrays import scores, solve_many
    from upstar.book import Book
    from upstar.book_builder import build_book
    from upstar.cgt.bfile import bfile
    from upstar.cgt.database import Database, build_database, database_stat, probe
    from upstar.cgt.expression import (
        Simplification,
        SimplificationStep,
        ValueComparison,
        evaluate,
        simplify,
    )
    from upstar.cgt.misere import Genera, Genus, MisereQuotient, genus, misere_quotient
    from upstar.cgt.position_value import Census, Dissection, census, dissect, value
    from upstar.cgt.sequences import ValueSequence, sequence
    from upstar.cgt.thermograph import Thermograph
    from upstar.cgt.value import Value, star, up, zero
    from upstar.comparison import Comparison, compare
    from upstar.graphs import graph_text
    from upstar.integrations.openspiel import from_openspiel
    from upstar.nimbers import NimberProgress, NimberSolution, impartial, nimber
    from upstar.play.matches import MatchResult, match
    from upstar.play.player import Player
    from upstar.play.semeai import semeai, semeai_table
    from upstar.strong_solutions import StrongSolution, strong

    # The same two functions, with the types of each algorithm's parameters.
    from upstar.typed_searches import best_move, solve
else:
    from upstar.best_move import best_move
    from upstar.solve import solve

_LAZY = {
    "upstar.arrays": ("scores", "solve_many"),
    "upstar.book": ("Book",),
    "upstar.book_builder": ("build_book",),
    "upstar.cgt.bfile": ("bfile",),
    "upstar.cgt.database": ("Database", "build_database", "database_stat", "probe"),
    "upstar.cgt.expression": (
        *("Simplification", "SimplificationStep", "ValueComparison"),
        *("evaluate", "simplify"),
    ),
    "upstar.cgt.misere": ("Genera", "Genus", "MisereQuotient", "genus", "misere_quotient"),
    "upstar.cgt.position_value": ("Census", "Dissection", "census", "dissect", "value"),
    "upstar.cgt.sequences": ("ValueSequence", "sequence"),
    "upstar.cgt.thermograph": ("Thermograph",),
    "upstar.cgt.value": ("Value", "star", "up", "zero"),
    "upstar.checkpoint_certificates": ("certify",),
    "upstar.comparison": ("Comparison", "compare"),
    "upstar.graphs": ("graph_text",),
    "upstar.integrations.openspiel": ("from_openspiel",),
    "upstar.nimbers": ("NimberProgress", "NimberSolution", "impartial", "nimber"),
    "upstar.notebook": (),
    "upstar.play.matches": ("MatchResult", "match"),
    "upstar.play.player": ("Player",),
    "upstar.play.semeai": ("semeai", "semeai_table"),
    "upstar.records": ("Record", "known_records"),
    "upstar.reference.verify": ("NotProved", "reference_verify"),
    "upstar.strong_solutions": ("StrongSolution", "strong"),
}
"""Modules that are imported when one of their names is first used. Without this, every command
would import all of them. A module that has the name of its function cannot be among them."""
_PLACES = {name: module for module, names in _LAZY.items() for name in names}
_PACKAGES = {module.split(".")[1] for module in _LAZY}

__version__: str = build_info()["version"]


def __getattr__(name: str) -> Any:
    """Import what is imported on first use."""
    if name in _PACKAGES:
        for module in _LAZY:
            if module.split(".")[1] == name:
                import_module(module)
        return globals()[name]
    if name not in _PLACES:
        raise AttributeError(f"module 'upstar' has no attribute '{name}'")
    globals()[name] = found = getattr(import_module(_PLACES[name]), name)
    return found


def __dir__() -> list[str]:
    """Return all names, also those that are not imported yet."""
    return sorted({*globals(), *_PLACES, *_PACKAGES})


__all__ = [
    "Analysis",
    "BestFirst",
    "BestMove",
    "Book",
    "Census",
    "CertificateError",
    "Comparison",
    "DamagedFileError",
    "Database",
    "Dissection",
    "Game",
    "Genera",
    "Genus",
    "Interrupted",
    "MatchResult",
    "MisereQuotient",
    "MoveError",
    "NimberProgress",
    "NimberSolution",
    "NotProved",
    "ParameterError",
    "PartisanGame",
    "Player",
    "Playouts",
    "Position",
    "PositionError",
    "Record",
    "Simplification",
    "SimplificationStep",
    "Solution",
    "StrongSolution",
    "Thermograph",
    "UnknownNameError",
    "UnsuitableError",
    "UpstarError",
    "Value",
    "ValueComparison",
    "ValueLimitError",
    "ValueSequence",
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
    "certify",
    "compare",
    "database_stat",
    "dissect",
    "evaluate",
    "from_openspiel",
    "games",
    "genus",
    "graph_text",
    "impartial",
    "known_records",
    "match",
    "misere_quotient",
    "nimber",
    "playouts",
    "position",
    "probe",
    "reference_verify",
    "scores",
    "semeai",
    "semeai_table",
    "sequence",
    "simplify",
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
