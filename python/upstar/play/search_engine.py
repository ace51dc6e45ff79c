"""upstar's own searches as players."""

import random
from collections.abc import Mapping
from typing import Any

from upstar.best_move import best_move
from upstar.errors import ParameterError, UnknownNameError
from upstar.play.engine import Budget, Choice, Engine
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
            known = ", ".join([*names, "random", "gtp:PROGRAM", "uci:PROGRAM"])
            raise UnknownNameError(f"there is no player '{algorithm}'; there are {known}")
        self.spec = spec
        self.algorithm = algorithm
        self.budget = Budget(max_seconds=1.0).completed_by(budget) if budget.is_empty else budget
        self.parameters: dict[str, Any] = dict(parameters)
        if "threads" in self.parameters:
            self.parameters["threads"] = _whole(spec, self.parameters["threads"])
        for name in self.parameters:
            if name in OPTIONS and name != "threads":
                raise ParameterError(f"'{name}' in '{spec}' is no parameter of a player")

    def choose(self, position: Position, *, seed: int) -> Choice:
        """The best move that the search finds."""
        given: dict[str, Any] = {**self.budget.limits(), **self.parameters}
        best = best_move(position, self.algorithm, seed=seed, **given)
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
