"""The best move within a budget."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upstar.position import Position
from upstar.solution import Candidate, Progress, Solution, Stats
from upstar.solve import solve

__all__ = ["DEFAULT_SECONDS", "BestMove", "best_move", "best_move_of"]

DEFAULT_SECONDS = 1.0
"""The budget of a move where none is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    """The move to play, and what is known of all moves."""

    move: str | None
    """None when the game is over."""
    candidates: tuple[Candidate, ...]
    """Every legal move, best first."""
    solution: Solution
    """Everything else: bounds of the position, whether it is solved, what it cost."""

    @property
    def stats(self) -> Stats:
        """What it cost."""
        return self.solution.stats

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes: that of the solution, with the move."""
        return {
            **self.solution.to_json(),
            "move": self.move,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }

    def _repr_html_(self) -> str:
        from upstar.render.html import best_move

        return best_move(self)

    def __str__(self) -> str:
        """The move."""
        return self.move or "-"


def best_move(
    position: Position,
    algorithm: str = "mcts",
    *,
    max_playouts: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
    **parameters: Any,
) -> BestMove:
    """Choose a move within a budget, which need not suffice to prove anything.

    Parameters
    ----------
    position : Position
        Where to move.
    algorithm : str
        ``'mcts'``, or any other of `algorithms`: a solver says the best move it knows.
    max_playouts, max_nodes, max_seconds : number, optional
        The budget; a second where none is given. A solved position takes less.
    max_memory : number, optional
        Megabytes. Monte-Carlo searches forget what matters least when they are used up.
    threads : int
        How many threads may work, as in `solve`.
    seed : int
        The seed of everything random; equal seeds give equal moves on one thread, unless time
        is the budget.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    **parameters
        The algorithm's own parameters.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit cannot have its value.
    Interrupted
        After Ctrl-C, with what is known so far.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("connect-four", "......./......./......./...x.../..oxo../..oxo..")
    >>> m = upstar.best_move(p, max_playouts=1000, seed=1)
    >>> m.move, m.candidates[0].proven
    ('d', 'win')
    """
    if max_playouts is None and max_nodes is None and max_seconds is None:
        max_seconds = DEFAULT_SECONDS
    solution = solve(
        position,
        algorithm,
        max_playouts=max_playouts,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        max_memory=max_memory,
        threads=threads,
        seed=seed,
        progress=progress,
        **parameters,
    )
    return best_move_of(solution)


def best_move_of(solution: Solution) -> BestMove:
    """The move that a solution, complete or not, says to play."""
    position = solution.position
    moves = position.moves()
    best = solution.best_move
    if best is None and moves:
        best = solution.candidates[0].move if solution.candidates else moves[0]
    scores = position.scores
    known = {candidate.move: candidate for candidate in solution.candidates}
    for move in moves:
        if move not in known:
            is_best = move == solution.best_move
            # A solver that compares no moves knows what its best one reaches.
            bounds = solution.bounds if is_best and solution.score is not None else None
            known[move] = Candidate(
                move=move, visits=0, value=None, bounds=bounds or (scores[0], scores[-1])
            )
    ordered = sorted(known.values(), key=lambda candidate: candidate.move != best)
    return BestMove(move=best, candidates=tuple(ordered), solution=solution)
