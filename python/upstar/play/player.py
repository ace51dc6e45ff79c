"""A player that follows a game and keeps its search tree from move to move."""

from collections.abc import Callable
from typing import Any

from upstar import _core
from upstar.best_move import DEFAULT_SECONDS, BestMove, best_move, best_move_of
from upstar.core_bridge import (
    check_playouts,
    core_limits,
    core_parameters,
    core_progress,
    solution_from_core,
)
from upstar.position import Position
from upstar.solution import Progress
from upstar.solve import Interrupted
from upstar.text import valid_unicode

__all__ = ["Player"]


class Player:
    """A search that plays a game.

    It follows the game move by move. Monte-Carlo searches with bounds (``'mcts'``, ``'sb-mcts'``,
    ``'mcts-e'``) keep the part of their tree that is still of use; others start a new search for
    each move.

    Parameters
    ----------
    position : Position
        Where the game begins.
    algorithm : str
        As for `best_move`.
    max_playouts, max_nodes, max_seconds : number, optional
        The budget of each move; a second where none is given.
    max_memory : number, optional
        Megabytes for the tree; about a thousand where none is given.
    keep_tree : bool
        Whether to keep the tree from move to move, where the algorithm can.
    threads, seed, **parameters
        As for `best_move`.

    Examples
    --------
    >>> import upstar
    >>> player = upstar.Player(upstar.position("mnk", "3x3:3"), max_playouts=200, seed=1)
    >>> while player.position.outcome is None:
    ...     _ = player.play(player.think().move)
    >>> player.position.outcome
    'draw'
    """

    def __init__(
        self,
        position: Position,
        algorithm: str = "mcts",
        *,
        max_playouts: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
        max_memory: float | None = None,
        keep_tree: bool = True,
        threads: int = 1,
        seed: int = 0,
        **parameters: Any,
    ) -> None:
        """Begin at a position."""
        if max_playouts is None and max_nodes is None and max_seconds is None:
            max_seconds = DEFAULT_SECONDS
        check_playouts(algorithm, max_playouts)
        self._options: dict[str, Any] = {
            **core_limits(max_nodes, max_seconds, max_memory, max_playouts, threads, seed),
            "parameters": core_parameters(parameters),
            "goal": None,
            "trace": False,
            "tree_depth": None,
            "proof": None,
            "checkpoint": None,
            "checkpoint_every": 0.0,
        }
        self._budget: dict[str, Any] = {
            "max_playouts": max_playouts,
            "max_nodes": max_nodes,
            "max_seconds": max_seconds,
            "max_memory": max_memory,
            "threads": threads,
        }
        self._parameters = parameters
        self._seed = seed
        self.algorithm = algorithm
        self.position = position
        """Where the game is."""
        self._core = None
        if keep_tree:
            name = valid_unicode(algorithm)
            self._core = _core.new_player(position._core, name, self._options)

    def think(
        self, progress: Callable[[Progress], None] | None = None, *, seed: int | None = None
    ) -> BestMove:
        """The move to play here, within the budget; the player does not play it yet.

        Parameters
        ----------
        progress : callable, optional
            Called with a `Progress` about ten times a second.
        seed : int, optional
            The seed of this search; by default that of the player.
        """
        seed = self._seed if seed is None else seed
        if self._core is None:
            return best_move(
                self.position,
                self.algorithm,
                seed=seed,
                progress=progress,
                **self._budget,
                **self._parameters,
            )
        tell = None if progress is None else core_progress(self.position, progress)
        answer = self._core.think({**self._options, "seed": seed}, tell)
        solution = solution_from_core(self.position, self.algorithm, seed, None, answer)
        if solution.stopped == "interrupted":
            raise Interrupted(solution)
        return best_move_of(solution)

    def play(self, move: str) -> Position:
        """Follow a move of either player; returns the position after it."""
        after = self.position.play(move)
        if self._core is not None:
            self._core.play(move)
        self.position = after
        return after
