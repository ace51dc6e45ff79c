"""What the games of a match say of two players."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from upstar.play.matches.record import GameRecord
from upstar.statistics import Interval, elo, wilson


@dataclass(frozen=True)
class Score:
    """The score of player `a` (a number) against player `b`."""

    a: int
    b: int
    games: Sequence[GameRecord]
    """Of these two players."""

    def _points(self, game: GameRecord) -> float:
        return game.points if game.first == self.a else 1 - game.points

    @cached_property
    def results(self) -> Counter[float]:
        """How many games gave `a` 1, ½ and 0 points."""
        return Counter(self._points(game) for game in self.games)

    @property
    def wins(self) -> int:
        """Games that `a` won."""
        return self.results[1.0]

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.results[0.5]

    @property
    def losses(self) -> int:
        """Games that `b` won."""
        return self.results[0.0]

    @property
    def share(self) -> Interval:
        """The share of the points that `a` won, with its 95 % interval (Wilson)."""
        return wilson(self.wins + self.draws / 2, len(self.games))

    @property
    def as_first(self) -> Interval:
        """The same of the games in which `a` moved first."""
        games = [game for game in self.games if game.first == self.a]
        return wilson(sum(game.points for game in games), len(games))

    @cached_property
    def pairs(self) -> list[float]:
        """The points of `a` in each pair of which both games are over."""
        both: dict[int, list[float]] = {}
        for game in self.games:
            both.setdefault(game.pair, []).append(self._points(game))
        return [sum(points) for points in both.values() if len(points) == 2]

    @property
    def elo(self) -> Interval:
        """The difference in Elo, from the pairs."""
        return elo(self.pairs)

    def faults(self, player: int) -> dict[str, int]:
        """How often a player crashed, was late, played an illegal move, took too long."""
        mine = [game for game in self.games if player in (game.first, game.second)]
        lost = [g for g in mine if (g.points == 0) == (g.first == player)]
        counts = Counter(game.reason for game in lost)
        slow = sum(game.overtime[0 if game.first == player else 1] for game in mine)
        return {
            "crashes": counts["crash"],
            "timeouts": counts["time"],
            "illegal": counts["illegal"],
            "overtime_moves": slow,
        }

    @property
    def repeated(self) -> int:
        """Games that are the same, move for move and with the same colours, as an earlier one."""
        seen = Counter((g.first, *g.opening, None, *g.moves) for g in self.games)
        return sum(count - 1 for count in seen.values())

    @property
    def mean_plies(self) -> tuple[float | None, float | None]:
        """The mean number of moves, the opening included, of games won and lost by `a`."""
        lengths: dict[float, list[int]] = {1.0: [], 0.0: []}
        for game in self.games:
            lengths.get(self._points(game), []).append(len(game.opening) + len(game.moves))
        won, lost = (sum(n) / len(n) if n else None for n in (lengths[1.0], lengths[0.0]))
        return won, lost

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.share.value,
            "interval": [self.share.low, self.share.high],
            "score_as_first": self.as_first.value,
            "interval_as_first": [self.as_first.low, self.as_first.high],
            "elo": _number(self.elo.value),
            "elo_interval": [_number(self.elo.low), _number(self.elo.high)],
            "pairs": {str(points): self.pairs.count(points) for points in (0, 0.5, 1, 1.5, 2)},
            "repeated_games": self.repeated,
            "mean_plies_won": self.mean_plies[0],
            "mean_plies_lost": self.mean_plies[1],
            "faults": {"a": self.faults(self.a), "b": self.faults(self.b)},
        }


def _number(number: float) -> float | str:
    return number if abs(number) != float("inf") else ("inf" if number > 0 else "-inf")
