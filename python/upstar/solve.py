"""Solving positions."""

import os
from collections.abc import Callable
from math import isnan

from upstar import _core
from upstar.best_first import BestFirst
from upstar.book import Book, opened
from upstar.core_bridge import (
    check_keywords,
    check_kinds,
    check_playouts,
    core_limits,
    core_parameters,
    core_progress,
    goal_score,
    solution_from_core,
    whole_number,
)
from upstar.errors import ParameterError
from upstar.game import Game
from upstar.position import Position, position_from, python_game
from upstar.progress import Auto, reporting, search_work
from upstar.solution import Progress, Solution, Stats
from upstar.text import valid_unicode

__all__ = ["Interrupted", "Progress", "Solution", "Stats", "solve"]

OPTIONS = frozenset(
    [
        "position",
        "algorithm",
        "goal",
        "distance",
        "max_distance",
        "book",
        "max_nodes",
        "max_seconds",
        "max_memory",
        "max_playouts",
        "threads",
        "seed",
        "progress",
        "trace",
        "tree_depth",
        "proof",
        "lemmas",
        "checkpoint",
        "checkpoint_every",
    ]
)
"""The keywords of ``solve``; no parameter of an algorithm may have one of these names."""

_MOST_PLIES = 30_000
"""The largest ``max_distance``."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search. ``solution`` holds what was proved until then.

    Parameters
    ----------
    solution : Solution
        The unfinished solution.

    Examples
    --------
    >>> import upstar
    >>> r = upstar.solve(upstar.position("domineering", "4x4"), max_nodes=3)
    >>> upstar.Interrupted(r).solution.solved
    False
    """

    def __init__(self, solution: Solution) -> None:
        """Store the unfinished solution."""
        super().__init__(str(solution))
        self.solution = solution


def position_and_algorithm(
    position: Position | str | Game | type[Game],
    arguments: tuple[str | BestFirst, ...],
    algorithm: str | BestFirst,
    default: str,
) -> tuple[Position, str | BestFirst]:
    """Return the position and the algorithm that the arguments of a search name."""
    found, rest = position_from(position, arguments)
    if len(rest) > 1 or (rest and algorithm != default):
        raise TypeError(
            "too many arguments: give a position or a game and its text, then one algorithm"
        )
    return found, rest[0] if rest else algorithm


def _certificate_name(position: Position) -> tuple[str, str] | None:
    """Return how a certificate names a position with games in Python: their rules and its text."""
    if position._python_parts():
        return _certificate_name_of_sum(position)
    game, custom = python_game(position), position._core.custom
    if game is None or custom is None:
        return None
    import json

    from upstar.game_source import check_text, rules_of

    check_text(game, custom[1], str(position))
    return str(rules_of(game)), json.dumps(str(position))


def _certificate_name_of_sum(position: Position) -> tuple[str, str]:
    """Return how a certificate names a sum with games in Python.

    The first text has the rules of these games, the second one the terms: a sign, the number of the
    rules or the name of a game, and the position; a value has no game.
    """
    import json

    from upstar.game_source import check_text, name_rules_of_sum, rules_of

    games: list[str] = []
    written: list[tuple[int, int | str | None, str]] = []
    for sign, part in position.terms:
        game = None if isinstance(part, str) else python_game(part)
        if isinstance(part, str) or game is None:
            written.append((sign, None if isinstance(part, str) else part.game, str(part)))
            continue
        assert part._core.custom is not None
        check_text(game, part._core.custom[1], str(part))
        rules = str(rules_of(game))
        if rules not in games:
            games.append(rules)
        written.append((sign, games.index(rules), str(part)))
    return name_rules_of_sum(games), json.dumps(json.dumps(written))


def solve(
    position: Position | str | Game | type[Game],
    *arguments: str | BestFirst,
    algorithm: str | BestFirst = "auto",
    goal: str | int | None = None,
    distance: bool = False,
    max_distance: int | None = None,
    book: Book | str | os.PathLike[str] | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    max_playouts: int | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | Auto | None = "auto",
    trace: bool = False,
    tree_depth: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    lemmas: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_every: float = 60.0,
    **parameters: object,
) -> Solution:
    """Prove the outcome of a position and find a best move and a principal variation.

    The outcome is that of perfect play, for the player to move. A principal variation is a line of
    best play for both players. When a limit is reached, the result holds what was proved so far.

    Parameters
    ----------
    position : Position, str, Game or subclass of Game
        The position to solve; or a game, and its text as the next argument.
    *arguments : str or BestFirst
        The text of the position, after a game; then the algorithm, if it is not a keyword.
    algorithm : str or BestFirst
        One of ``algorithms``; ``'auto'`` chooses one for the game. Or a best-first search of your
        own.
    goal : {'win', 'draw'} or int, optional
        The least result to prove; an int is a score for the player to move. Without a goal the
        exact score is proved.
    distance : bool
        Also find the plies to the end of the game: the shortest win, the longest loss. Alpha-beta
        does this in games without other results than win, draw and loss.
    max_distance : int, optional
        Only decide whether the player to move wins within this many plies; see ``goal_met``.
    book : Book or path, optional
        A book or a strong solution. If it has the answer, there is no search.
    max_nodes : int, optional
        Stop after this many nodes.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory for the search, in megabytes; by default 4 GiB.
    max_playouts : int, optional
        Stop after this many playouts, in searches that count them (see ``algorithms``).
    threads : int
        The number of threads. ``'alpha-beta'``, ``'df-pn'``, ``'df-pp'`` and the Monte-Carlo
        searches use them; other algorithms, and games written in Python, use one.
    seed : int
        The seed of all random choices. On one thread, equal seeds give equal searches. ``'auto'``
        with two searches is an exception: their turns also end by time.
    progress : callable, 'auto' or None
        Called with a ``Progress`` about ten times a second. ``'auto'`` shows a bar in a
        notebook if the work takes longer than a second.
    trace : bool
        Record the root's numbers over time (best-first and Monte-Carlo searches).
    tree_depth : int, optional
        Keep the search tree down to this depth, at most 1000 (best-first and Monte-Carlo searches).
    proof : path, optional
        Write a certificate of the answer to this file, for ``verify``.
    lemmas : bool
        Let the certificate use lemmas if there are any for the game (format 2). It is much
        smaller then, but it has no tree to browse. Without lemmas it has moves only (format 1).
    checkpoint : path, optional
        A directory for the transposition table. It is saved at intervals and when the search ends.
        A search for the same question resumes from it (alpha-beta, df-pn, df-pp).
    checkpoint_every : float
        Seconds between two saves. The interval grows if a save takes longer than a tenth of it.
    **parameters
        The parameters of the algorithm, and those of ``value_parameters`` on games with values.

    Returns
    -------
    Solution
        The outcome, the proved bounds, a best move, the principal variation and the statistics.

    Raises
    ------
    UnknownNameError
        If there is no such algorithm.
    ParameterError
        If a parameter or a limit has a value that is not allowed.
    UnsuitableError
        If the algorithm cannot be used on the game.
    Interrupted
        After Ctrl-C; its ``solution`` holds what was proved so far.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "4x4")
    >>> upstar.solve(p).winner
    'vertical'
    >>> upstar.solve("domineering", "4x4", "ppt").winner
    'vertical'
    >>> upstar.solve(p, max_nodes=3).outcome
    'unknown'
    >>> upstar.solve(upstar.position("mnk", "3x3:3"), goal="win").goal_met
    False
    >>> print(upstar.solve(p, distance=True))
    vertical, to move, wins with b2b3 in 7 plies
    >>> print(upstar.solve(p, max_distance=5))
    vertical, to move, has no win within 5 plies
    """
    position, algorithm = position_and_algorithm(position, arguments, algorithm, "auto")
    limits = core_limits(max_nodes, max_seconds, max_memory, max_playouts, threads, seed)
    seed = limits["seed"]
    least = goal_score(goal, position)
    tree_depth = whole_number("tree_depth", tree_depth, least=0)
    max_distance = whole_number("max_distance", max_distance)
    if max_distance is not None and max_distance > _MOST_PLIES:
        raise ParameterError(f"max_distance must be at most {_MOST_PLIES}, not {max_distance}")
    if tree_depth is not None and tree_depth > 1000:
        raise ParameterError(f"tree_depth must be from 0 to 1000, not {tree_depth}")
    check_kinds(
        flags={"distance": distance, "trace": trace, "lemmas": lemmas},
        paths={"proof": proof, "checkpoint": checkpoint},
        calls={"progress": progress},
    )
    if isinstance(checkpoint_every, str) or isnan(checkpoint_every) or checkpoint_every < 0:
        raise ParameterError(f"checkpoint_every must be at least 0, not {checkpoint_every}")
    options = {
        **limits,
        "parameters": core_parameters(parameters),
        "goal": least,
        "distance": distance,
        "max_distance": max_distance,
        "trace": trace,
        "tree_depth": tree_depth,
        "proof": proof,
        "lemmas": lemmas,
        "name": None if proof is None else _certificate_name(position),
        "checkpoint": checkpoint,
        "checkpoint_every": float(checkpoint_every),
    }
    if isinstance(algorithm, str):
        chosen: object = valid_unicode(algorithm)
        name = algorithm
        check_playouts(name, max_playouts)
        check_keywords(name, parameters, OPTIONS)
    elif isinstance(algorithm, BestFirst):
        chosen, name = algorithm, algorithm.name
    else:
        raise ParameterError(
            f"algorithm must be a name or an upstar.BestFirst, not {valid_unicode(repr(algorithm))}"
        )
    if book is not None:
        if proof is not None or checkpoint is not None or trace or tree_depth is not None:
            raise ParameterError("a book has no certificate, checkpoint, trace or tree of a search")
        if max_distance is not None:
            raise ParameterError("max_distance needs a search; use distance with a book")
        found = opened(book, position).solution(
            position, algorithm=name, goal=least, distance=distance, seed=seed
        )
        if found is not None:
            return found
    work = search_work(max_nodes=max_nodes, max_seconds=max_seconds)
    with reporting(progress, work) as report:
        answer = _core.solve(position._core, chosen, options, core_progress(position, report))
    solution = solution_from_core(position, name, seed, least, answer, max_distance=max_distance)
    if solution.stopped == "interrupted":
        raise Interrupted(solution)
    return solution
