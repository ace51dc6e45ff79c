"""Players: engines that choose moves within a budget, our own searches and other programs."""

from upstar.play.engine import Budget, Choice, Engine, EngineError, engine

__all__ = ["Budget", "Choice", "Engine", "EngineError", "engine"]
