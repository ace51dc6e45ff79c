"""Choosing a move within a budget."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upstar.best_first import BestFirst
from upstar.game import Game
from upstar.position import Position
from upstar.progress import Auto
from upstar.solution import Candidate, Progress, Solution, Stats
from upstar.solve import position_and_algorithm, solve
from upstar.tables import data_frame

__all__ = ["DEFAULT_SECONDS", "BestMove", "best_move", "best_move_of"]

DEFAULT_SECONDS = 1.0
"""Seconds for a move if no limit is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestMove:
    """The move to play, with the statistics of all moves.

    Attributes
    ----------
    move : str or None
        The move; None if the game is over.
    candidates : tuple of Candidate
        Every legal move, best first.
    solution : Solution
        The rest of the result: bounds on the score, whether it is solved, statistics.

    Examples
    --------
    >>> import upstar
    >>> m = upstar.best_move(upstar.position("domineering", "2x3"), max_playouts=100)
    >>> m.move, m.stats.playouts <= 100, m.to_json()["move"]
    ('b1b2', True, 'b1b2')
    """

    move: str | None
    candidates: tuple[Candidate, ...]
    solution: Solution

    @property
    def stats(self) -> Stats:
        """The work that the search did."""
        return self.solution.stats

    def to_json(self) -> dict[str, Any]:
        """Return the result as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The dictionary of the solution, with ``move`` and all candidates.
        """
        return {
            **self.solution.to_json(),
            "move": self.move,
            "candidates": [candidate.to_json() for candidate in self.candidates],
        }

    def to_frame(self) -> Any:
        """Return the candidates as a data frame of pandas or polars, whichever is installed.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            A row for each candidate, best first. The bounds are the columns ``lowest`` and
            ``highest``.

        Raises
        ------
        ParameterError
            If neither library is installed.

        Examples
        --------
        >>> import upstar
        >>> m = upstar.best_move("domineering", "2x2", max_playouts=10)
        >>> list(m.to_frame().columns)
        ['move', 'visits', 'value', 'lowest', 'highest', 'proven']
        """
        rows = []
        for candidate in self.candidates:
            row = candidate.to_json()
            row["lowest"], row["highest"] = row.pop("bounds")
            rows.append(row)
        return data_frame(rows, ("move", "visits", "value", "lowest", "highest", "proven"))

    def _repr_html_(self) -> str:
        from upstar.render.html import best_move

        return best_move(self)

    def __str__(self) -> str:
        """Return the move, or ``-`` if the game is over."""
        return self.move or "-"


def best_move(
    position: Position | str | Game | type[Game],
    *arguments: str | BestFirst,
    algorithm: str | BestFirst = "mcts",
    max_playouts: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | Auto | None = "auto",
    **parameters: Any,
) -> BestMove:
    """Choose a move within a budget. Nothing needs to be proved.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        The position in which to move; or a game, and its text as the next argument.
    *arguments : str or BestFirst
        The text of the position, after a game; then the algorithm, if it is not a keyword.
    algorithm : str or BestFirst
        ``'mcts'``, any other of ``algorithms``, or a search of your own. A solver returns the
        best move it has found.
    max_playouts : int, optional
        Stop after this many playouts. Without any of the three limits, the search takes one second.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds. The search stops earlier if the position is solved.
    max_memory : float, optional
        The most memory, in megabytes. When it is used up, Monte-Carlo searches drop the
        subtrees with the fewest visits.
    threads : int
        The number of threads, as in ``solve``.
    seed : int
        The seed of all random choices. On one thread, and without a time limit, equal seeds give
        equal moves.
    progress : callable, 'auto' or None
        Called with a ``Progress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    BestMove
        The move, the candidates and the solution.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit has a value that is not allowed.
    Interrupted
        After Ctrl-C; its ``solution`` holds what is known so far.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("connect-four", "......./......./......./...x.../..oxo../..oxo..")
    >>> m = upstar.best_move(p, max_playouts=1000, seed=1)
    >>> m.move, m.candidates[0].proven
    ('d', 'win')
    """
    position, algorithm = position_and_algorithm(position, arguments, algorithm, "mcts")
    if max_playouts is None and max_nodes is None and max_seconds is None:
        max_seconds = DEFAULT_SECONDS
    solution = solve(
        position,
        algorithm=algorithm,
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
    """Return the move that a solution recommends, solved or not.

    Parameters
    ----------
    solution : Solution
        The result of a search.

    Returns
    -------
    BestMove
        The best move of the solution; else the first candidate, else the first legal move.

    Examples
    --------
    >>> import upstar
    >>> from upstar.best_move import best_move_of
    >>> best_move_of(upstar.solve(upstar.position("domineering", "2x2"))).move
    'a1a2'
    """
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
            # A solver without candidates still knows the score of its best move.
            bounds = solution.bounds if is_best and solution.score is not None else None
            known[move] = Candidate(
                move=move, visits=0, value=None, bounds=bounds or (scores[0], scores[-1])
            )
    ordered = sorted(known.values(), key=lambda candidate: candidate.move != best)
    return BestMove(move=best, candidates=tuple(ordered), solution=solution)
