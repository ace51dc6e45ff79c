"""A player that follows a game and keeps its search tree from move to move."""

from collections.abc import Callable
from typing import Any

from upstar import _core
from upstar.best_first import BestFirst
from upstar.best_move import DEFAULT_SECONDS, BestMove, best_move, best_move_of
from upstar.core_bridge import (
    DEFAULT_OPTIONS,
    check_playouts,
    core_limits,
    core_parameters,
    core_progress,
    solution_from_core,
)
from upstar.position import Position, check_position
from upstar.solution import Progress
from upstar.solve import Interrupted
from upstar.text import valid_unicode

__all__ = ["Player"]


class Player:
    """A search that plays a game.

    It follows the game move by move. Monte-Carlo searches with bounds (``'mcts'``, ``'sb-mcts'``,
    ``'mcts-e'``) keep the part of their tree that can still be used. Others start a new search for
    each move.

    Parameters
    ----------
    position : Position
        Where the game begins.
    algorithm : str or BestFirst
        ``'mcts'``, any other of ``algorithms``, or a best-first search of your own.
    max_playouts : int, optional
        Playouts for each move. Without any of the three limits, a move takes one second.
    max_nodes : int, optional
        Nodes for each move.
    max_seconds : float, optional
        Seconds for each move.
    max_memory : float, optional
        Megabytes for the tree; about a thousand by default.
    keep_tree : bool
        Whether to keep the tree from move to move, if the algorithm can.
    threads : int
        The number of threads, as in ``solve``.
    seed : int
        The seed of all random choices.
    **parameters
        The parameters of the algorithm.

    Attributes
    ----------
    position : Position
        The current position.

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
        algorithm: str | BestFirst = "mcts",
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
        """Create a player at a position."""
        check_position(position)
        if max_playouts is None and max_nodes is None and max_seconds is None:
            max_seconds = DEFAULT_SECONDS
        if isinstance(algorithm, str):
            check_playouts(algorithm, max_playouts)
        self._options: dict[str, Any] = {
            **DEFAULT_OPTIONS,
            **core_limits(max_nodes, max_seconds, max_memory, max_playouts, threads, seed),
            "parameters": core_parameters(parameters),
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
        self._core = None
        if keep_tree and isinstance(algorithm, str):
            name = valid_unicode(algorithm)
            self._core = _core.new_player(position._core, name, self._options)

    def think(
        self, progress: Callable[[Progress], None] | None = None, *, seed: int | None = None
    ) -> BestMove:
        """Choose a move within the budget. The move is not played yet.

        Parameters
        ----------
        progress : callable, optional
            Called with a ``Progress`` about ten times a second.
        seed : int, optional
            The seed of this search; by default that of the player.

        Returns
        -------
        BestMove
            The move, the candidates and the solution.

        Raises
        ------
        Interrupted
            After Ctrl-C; its ``solution`` holds what is known so far.

        Examples
        --------
        >>> import upstar
        >>> player = upstar.Player(upstar.position("domineering", "2x2"), max_playouts=50)
        >>> player.think(seed=1).move
        'a1a2'
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
        report = core_progress(self.position, progress)
        answer = self._core.think({**self._options, "seed": seed}, report)
        solution = solution_from_core(self.position, str(self.algorithm), seed, None, answer)
        if solution.stopped == "interrupted":
            raise Interrupted(solution)
        return best_move_of(solution)

    def play(self, move: str) -> Position:
        """Follow a move of either player.

        Parameters
        ----------
        move : str
            A legal move.

        Returns
        -------
        Position
            The position after the move.

        Raises
        ------
        MoveError
            If the move is not legal.

        Examples
        --------
        >>> import upstar
        >>> player = upstar.Player(upstar.position("domineering", "2x2"), max_playouts=50)
        >>> str(player.play("a1a2"))
        '#./#.'
        """
        after = self.position.play(move)
        if self._core is not None:
            self._core.play(move)
        self.position = after
        return after
