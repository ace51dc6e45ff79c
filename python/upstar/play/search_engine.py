"""upstar's own searches as players."""

import random
from collections.abc import Mapping
from typing import Any

from upstar.errors import ParameterError, UnknownNameError
from upstar.play.engine import Budget, Choice, Engine
from upstar.play.player import Player
from upstar.position import Position
from upstar.registry import algorithms
from upstar.solution import Candidate
from upstar.solve import OPTIONS


class RandomEngine(Engine):
    """Plays any legal move; the least that every other player should beat."""

    def __init__(self, spec: str) -> None:
        """There is nothing to choose."""
        self.spec = spec

    def choose(self, position: Position, *, seed: int) -> Choice:
        """A random legal move."""
        return Choice(random.Random(seed).choice(list(position.moves())))


class SearchEngine(Engine):
    """A search within a budget for each move."""

    def __init__(
        self,
        spec: str,
        algorithm: str,
        budget: Budget,
        parameters: Mapping[str, str],
        *,
        keep_tree: bool = False,
    ) -> None:
        """Check the name at once; the parameters are checked by the first search.

        With `keep_tree`, a search keeps its tree from move to move, where the algorithm can.
        """
        names = [info.name for info in algorithms()]
        if algorithm not in names:
            known = ", ".join([*names, "random", "gtp:PROGRAM", "uci:PROGRAM"])
            raise UnknownNameError(f"there is no player '{algorithm}'; there are {known}")
        self.spec = spec
        self.keep_tree = keep_tree
        self._player: Player | None = None
        self.algorithm = algorithm
        self.budget = Budget(max_seconds=1.0).completed_by(budget) if budget.is_empty else budget
        self.parameters: dict[str, Any] = dict(parameters)
        if "threads" in self.parameters:
            self.parameters["threads"] = _whole(spec, self.parameters["threads"])
        for name in self.parameters:
            if name in OPTIONS and name != "threads":
                raise ParameterError(f"'{name}' in '{spec}' is no parameter of a player")

    def begin(self, position: Position) -> None:
        """Forget the game before."""
        self._player = None

    def follow(self, move: str) -> None:
        """Follow a move of either player."""
        if self._player is not None:
            self._player.play(move)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """The best move that the search finds."""
        if self._player is None or self._player.position != position:
            given: dict[str, Any] = {**self.budget.limits(), **self.parameters}
            self._player = Player(position, self.algorithm, keep_tree=self.keep_tree, **given)
        best = self._player.think(seed=seed)
        if best.move is None:
            raise ParameterError("the game is over, there is no move to choose")
        solution = best.solution
        return Choice(
            best.move,
            proven=solution.outcome if solution.solved else None,
            playouts=solution.stats.playouts,
            nodes=solution.stats.nodes,
            candidates=tuple(_describe(candidate) for candidate in best.candidates),
        )


def _whole(spec: str, text: str) -> int:
    if not text.isdecimal():
        raise ParameterError(f"threads in '{spec}' must be a whole number, not '{text}'")
    return int(text)


def _describe(candidate: Candidate) -> str:
    """What is known of a move, in a line."""
    known = [f"{candidate.visits:,} visits"] if candidate.visits else []
    if candidate.value is not None:
        known.append(f"value {candidate.value:.3f}")
    if candidate.proven is not None:
        known.append(f"a proved {candidate.proven}")
    return f"{candidate.move}  {', '.join(known)}" if known else candidate.move
