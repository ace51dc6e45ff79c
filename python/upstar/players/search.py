"""upstar's own searches as players."""

import random
from collections.abc import Mapping
from typing import Any

from upstar.errors import UnknownNameError
from upstar.game import Position
from upstar.players.engine import Budget, Choice, Engine
from upstar.registry import algorithms


class RandomEngine(Engine):
    """Plays any legal move; the least that every other player should beat."""

    def __init__(self, spec: str) -> None:
        """There is nothing to choose."""
        self.spec = spec

    def choose(self, position: Position, *, seed: int) -> Choice:
        """A legal move by chance."""
        return Choice(random.Random(seed).choice(list(position.moves())))


class SearchEngine(Engine):
    """A search within a budget."""

    def __init__(
        self, spec: str, algorithm: str, budget: Budget, parameters: Mapping[str, str]
    ) -> None:
        """Check the name at once; the parameters are checked by the first search."""
        names = [info.name for info in algorithms()]
        if algorithm not in names:
            known = ", ".join([*names, "random", "uci:PROGRAM"])
            raise UnknownNameError(f"there is no player '{algorithm}'; there are {known}")
        self.spec = spec
        self.algorithm = algorithm
        self.budget = Budget(max_seconds=1.0).filled(budget) if budget.is_empty else budget
        self.parameters = dict(parameters)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """The best move that the search finds."""
        from upstar.playing import best_move

        given: dict[str, Any] = {**self.budget.given(), **self.parameters}
        best = best_move(position, self.algorithm, seed=seed, **given)
        solution = best.solution
        return Choice(
            best.move,
            proven=solution.outcome if solution.solved else None,
            playouts=solution.stats.playouts,
            nodes=solution.stats.nodes,
        )
