"""Matches between engines: pairs of games from the same opening with colours swapped."""

from upstar.play.matches.record import GameRecord
from upstar.play.matches.run import MatchResult, match
from upstar.play.matches.score import Score

__all__ = ["GameRecord", "MatchResult", "Score", "match"]
