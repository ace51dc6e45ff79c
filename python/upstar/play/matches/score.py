"""The score of two players over the games of a match."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from upstar.play.matches.record import GameRecord
from upstar.statistics import Interval, elo, wilson


@dataclass(frozen=True)
class Score:
    """The score of one player against another.

    Attributes
    ----------
    a : int
        The number of the player whose score it is.
    b : int
        The number of the opponent.
    games : sequence of GameRecord
        The games of these two players.

    Examples
    --------
    >>> from upstar.play.matches import GameRecord, Score
    >>> games = [
    ...     GameRecord(0, 0, 1, [], ["a1a2"], 1.0, "played"),
    ...     GameRecord(0, 1, 0, [], ["b1b2"], 0.5, "played"),
    ... ]
    >>> score = Score(0, 1, games)
    >>> score.wins, score.draws, score.losses, score.share.value, score.as_first.value
    (1, 1, 0, 0.75, 1.0)
    >>> score.pairs, score.elo.count, score.repeated, score.mean_plies, score.results[1.0]
    ([1.5], 1, 0, (1.0, None), 1)
    >>> score.to_json()["score"]
    0.75
    """

    a: int
    b: int
    games: Sequence[GameRecord]

    def _points(self, game: GameRecord) -> float:
        return game.points if game.first == self.a else 1 - game.points

    @cached_property
    def results(self) -> Counter[float]:
        """How many games gave ``a`` 1, ½ and 0 points."""
        return Counter(self._points(game) for game in self.games)

    @property
    def wins(self) -> int:
        """The number of games that ``a`` won."""
        return self.results[1.0]

    @property
    def draws(self) -> int:
        """The number of drawn games."""
        return self.results[0.5]

    @property
    def losses(self) -> int:
        """The number of games that ``b`` won."""
        return self.results[0.0]

    @property
    def share(self) -> Interval:
        """The share of the points that ``a`` won, with its 95 % confidence interval (Wilson)."""
        return wilson(self.wins + self.draws / 2, len(self.games))

    @property
    def as_first(self) -> Interval:
        """The share of the points of ``a`` in the games in which ``a`` moved first."""
        games = [game for game in self.games if game.first == self.a]
        return wilson(sum(game.points for game in games), len(games))

    @cached_property
    def pairs(self) -> list[float]:
        """The points of ``a`` in each pair of which both games are over."""
        both: dict[int, list[float]] = {}
        for game in self.games:
            both.setdefault(game.pair, []).append(self._points(game))
        return [sum(points) for points in both.values() if len(points) == 2]

    @property
    def elo(self) -> Interval:
        """The difference in Elo, computed from the pairs."""
        return elo(self.pairs)

    def faults(self, player: int) -> dict[str, int]:
        """Count how often a player crashed, was late, moved illegally or exceeded its time.

        Parameters
        ----------
        player : int
            The number of the player.

        Returns
        -------
        dict of str to int
            ``crashes``, ``timeouts``, ``illegal`` and ``overtime_moves``.

        Examples
        --------
        >>> from upstar.play.matches import GameRecord, Score
        >>> Score(0, 1, [GameRecord(0, 0, 1, [], [], 0.0, "crash")]).faults(0)["crashes"]
        1
        """
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
        """The number of games that repeat an earlier one move for move, with the same colours."""
        seen = Counter((g.first, *g.opening, None, *g.moves) for g in self.games)
        return sum(count - 1 for count in seen.values())

    @property
    def mean_plies(self) -> tuple[float | None, float | None]:
        """The mean number of moves, including the opening, of games won and lost by ``a``."""
        lengths: dict[float, list[int]] = {1.0: [], 0.0: []}
        for game in self.games:
            lengths.get(self._points(game), []).append(len(game.opening) + len(game.moves))
        won, lost = (sum(n) / len(n) if n else None for n in (lengths[1.0], lengths[0.0]))
        return won, lost

    def to_json(self) -> dict[str, Any]:
        """Return the score as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            Counts, shares, intervals, Elo and faults by name.
        """
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
