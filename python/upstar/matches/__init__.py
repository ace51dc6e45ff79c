"""Matches between players: pairs of games from the same opening with colours swapped."""

from upstar.matches.record import GameRecord
from upstar.matches.run import MatchResult, match
from upstar.matches.score import Score

__all__ = ["GameRecord", "MatchResult", "Score", "match"]
