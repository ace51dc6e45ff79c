"""The searches of upstar, and a random player, as engines."""

import random
from collections.abc import Mapping
from typing import Any

from upstar.best_first import BestFirst
from upstar.errors import ParameterError, UnknownNameError
from upstar.play.engine import Budget, Choice, Engine
from upstar.play.go_text import PLAYOUT_OPTIONS, with_playout_options
from upstar.play.player import Player
from upstar.position import Position
from upstar.registry import algorithms, value_parameters
from upstar.solution import Candidate
from upstar.solve import OPTIONS


class RandomEngine(Engine):
    """An engine that plays random legal moves: the weakest opponent for a comparison.

    Parameters
    ----------
    spec : str
        The text that names it.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x2")
    >>> RandomEngine("random").choose(p, seed=1).move in p.moves()
    True
    """

    def __init__(self, spec: str) -> None:
        """Store the name."""
        self.spec = spec

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return a random legal move."""
        return Choice(random.Random(seed).choice(list(position.moves())))


class SearchEngine(Engine):
    """An engine that searches within a budget for each move.

    Parameters
    ----------
    spec : str
        The text that names it.
    algorithm : str or BestFirst
        One of ``algorithms``, or a best-first search of your own.
    budget : Budget
        The limits for each move; one second if it is empty.
    parameters : mapping of str to str
        The parameters of the algorithm. The first search checks them. A player of Go also accepts
        the options of playouts: ``eyes``, ``mercy``, ``length``, ``patterns`` and
        ``pattern_temperature``. With ``values_after``, the parameters for values of parts apply
        only after this many moves of the game.
    keep_tree : bool
        Whether to keep the tree from move to move, if the algorithm can.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a name is an option of ``solve`` and not a parameter of the algorithm.

    Examples
    --------
    >>> import upstar
    >>> player = SearchEngine("alpha-beta", "alpha-beta", Budget(max_nodes=500), {})
    >>> player.choose(upstar.position("domineering", "2x2"), seed=0).move
    'a1a2'
    """

    def __init__(
        self,
        spec: str,
        algorithm: str | BestFirst,
        budget: Budget,
        parameters: Mapping[str, str],
        *,
        keep_tree: bool = False,
    ) -> None:
        """Check the names; the first search checks the values of parameters."""
        names = [info.name for info in algorithms()]
        if isinstance(algorithm, str) and algorithm not in names:
            known = ", ".join([*names, "random", "gtp:PROGRAM", "uci:PROGRAM"])
            raise UnknownNameError(f"there is no player '{algorithm}'; there are {known}")
        self.spec = spec
        self.keep_tree = keep_tree
        self._player: Player | None = None
        self._parameters: dict[str, Any] = {}
        self.algorithm = algorithm
        self.budget = Budget(max_seconds=1.0).completed_by(budget) if budget.is_empty else budget
        self.parameters: dict[str, Any] = dict(parameters)
        if "threads" in self.parameters:
            self.parameters["threads"] = _whole(spec, "threads", self.parameters["threads"])
        after = self.parameters.pop("values_after", "0")
        self.values_after = _whole(spec, "values_after", after)
        self.playout_options = {
            name: self.parameters.pop(name) for name in PLAYOUT_OPTIONS if name in self.parameters
        }
        for name in self.parameters:
            if name in OPTIONS and name != "threads":
                raise ParameterError(f"'{name}' in '{spec}' is not a parameter of an engine")

    def begin(self, position: Position) -> None:
        """Drop the tree of the previous game."""
        self._player = None

    def follow(self, move: str) -> None:
        """Follow a move of either player."""
        if self._player is not None:
            self._player.play(move)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return the best move that the search finds."""
        if self.playout_options:
            position = with_playout_options(position, self.playout_options)
        parameters = self._parameters_at(position)
        if parameters != self._parameters:
            self._player, self._parameters = None, parameters
        if self._player is None or self._player.position != position:
            given: dict[str, Any] = {**self.budget.limits(), **parameters}
            self._player = Player(position, self.algorithm, keep_tree=self.keep_tree, **given)
        best = self._player.think(seed=seed)
        if best.move is None:
            raise ParameterError("the game is over: there is no move to choose")
        solution = best.solution
        return Choice(
            best.move,
            proven=solution.outcome if solution.solved else None,
            playouts=solution.stats.playouts,
            nodes=solution.stats.nodes,
            candidates=tuple(_describe(candidate) for candidate in best.candidates),
        )

    def _parameters_at(self, position: Position) -> dict[str, Any]:
        """Return the parameters, without those for values before move `values_after`."""
        if len(position.history) >= self.values_after:
            return self.parameters
        names = {parameter.name for parameter in value_parameters()}
        return {name: text for name, text in self.parameters.items() if name not in names}


def _whole(spec: str, name: str, text: str) -> int:
    if not text.isdecimal():
        raise ParameterError(f"{name} in '{spec}' must be a whole number, not '{text}'")
    return int(text)


def _describe(candidate: Candidate) -> str:
    """Describe a candidate in a line."""
    known = [f"{candidate.visits:,} visits"] if candidate.visits else []
    if candidate.value is not None:
        known.append(f"value {candidate.value:.3f}")
    if candidate.proven is not None:
        known.append(f"a proved {candidate.proven}")
    return f"{candidate.move}  {', '.join(known)}" if known else candidate.move
