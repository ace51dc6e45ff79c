"""Playing: engines that choose moves, games in progress, matches, and protocols of engines.

An ``Engine`` chooses moves: a search, a random player, or another program by GTP or UCI. A
``GameSession`` is a game in progress, with undo and redo. ``upstar.Player`` is the search that an
engine plays with, for use from Python.
"""

from upstar.play.book_engine import BookEngine
from upstar.play.engine import Budget, Choice, Engine, EngineError, engine
from upstar.play.session import GameSession

__all__ = ["BookEngine", "Budget", "Choice", "Engine", "EngineError", "GameSession", "engine"]
