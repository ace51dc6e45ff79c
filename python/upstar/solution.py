"""The result of a search, as plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from upstar.certificate import Certificate
from upstar.jsonable import Number, json_numbers
from upstar.position import Outcome, Position, outcome_of
from upstar.search_tree import SearchTree

__all__ = ["Candidate", "Progress", "Solution", "Stats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """The work that a search did.

    Attributes
    ----------
    expansions : int
        Nodes whose children were generated.
    nodes : int
        Nodes created, including the root.
    iterations : int
        Iterations of the algorithm's main loop.
    playouts : int or None
        Random playouts; None if the algorithm has none.
    seconds : float
        Elapsed time.
    peak_bytes : int
        The most memory in use at one time.

    Examples
    --------
    >>> import upstar
    >>> stats = upstar.solve(upstar.position("domineering", "4x4"), "pns").stats
    >>> stats.nodes >= stats.expansions > 0, stats.nodes_per_second > 0
    (True, True)
    """

    expansions: int
    nodes: int
    iterations: int
    playouts: int | None
    seconds: float
    peak_bytes: int

    @property
    def nodes_per_second(self) -> float:
        """Nodes created per second; 0 if no time has passed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A move at the root with its statistics. All values are those of the player to move.

    Attributes
    ----------
    move : str
        The name of the move.
    visits : int
        How often the search tried the move.
    value : float or None
        The estimate, from 0 (the worst score) to 1 (the best); None if the move was never tried.
    bounds : tuple of int
        Proved bounds: the score is at least the first and at most the second.
    pruned : bool
        Whether progressive pruning removed the move.
    counts : tuple of int or None
        How many playouts of the move were won, drawn and lost. None if the scores of the game are
        not wins, draws and losses, or the search does not count them.

    Examples
    --------
    >>> from upstar.solution import Candidate
    >>> move = Candidate(move="a1", visits=7, value=0.6, bounds=(0, 1))
    >>> move.proven is None, move.to_json()["bounds"]
    (True, [0, 1])
    """

    move: str
    visits: int
    value: float | None
    bounds: tuple[int, int]
    pruned: bool = False
    counts: tuple[int, int, int] | None = None

    @property
    def proven(self) -> Outcome | None:
        """The outcome of the move if the bounds prove it, else None."""
        lo, hi = self.bounds
        if lo == hi or lo > 0 or hi < 0:
            return outcome_of(lo if lo > 0 else hi)
        return None

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The attributes by name, and ``proven``.
        """
        return {
            "move": self.move,
            "visits": self.visits,
            "value": self.value,
            "bounds": list(self.bounds),
            "proven": self.proven,
            "pruned": self.pruned,
            "counts": None if self.counts is None else list(self.counts),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The result of a search. Scores and outcomes are those of the player to move.

    ``outcome`` is the result under perfect play. ``bounds`` are what the search proved about the
    score, even if a limit ended it. ``line`` is the principal variation: best play for both
    players.

    Attributes
    ----------
    position : Position
        The position that was solved.
    algorithm : str
        The name of the algorithm.
    parameters : mapping
        Every parameter of the algorithm with its value, including defaults.
    seed : int
        The seed of all random choices.
    solved : bool
        Whether the question was answered: the exact score, or whether the goal is reached.
    outcome : str
        ``'win'``, ``'loss'``, ``'draw'`` or ``'unknown'``. With a goal: the goal's result if it is
        reached, else the best outcome that is still possible.
    score : int or None
        The exact score, if it is proved.
    best_move : str or None
        A best move; the best found so far if the position is not solved.
    line : tuple of str
        The principal variation.
    stats : Stats
        The work that the search did.
    bounds : tuple of int
        The score is proved to be at least the first and at most the second.
    distance : int or None
        The plies to the end of the game, if they were asked for and somebody wins. The winner
        hastens and the loser delays.
    max_distance : int or None
        The plies within which a win was asked for.
    goal : int or None
        The least score that was asked for; None if the exact score was.
    goal_met : bool or None
        Whether the goal is reached, or the player to move wins within ``max_distance`` plies. None
        without such a question, or while it is not known.
    stopped : str or None
        What ended the search early: ``'nodes'``, ``'seconds'``, ``'memory'``, ``'playouts'`` or
        ``'interrupted'``.
    candidates : tuple of Candidate
        The moves at the root, best first, from searches that compare them.
    note : str
        A remark by the search, such as which algorithm ``'auto'`` used.
    root : mapping
        The root's numbers by name, such as proof numbers.
    details : mapping
        More numbers of the search by name.
    trace : tuple of mapping
        The root's numbers over time, if asked for: nodes, expansions, seconds, bytes, root,
        best_move.
    tree : SearchTree
        The top of the search tree, if asked for.
    proof : Certificate or None
        The certificate that was written, if asked for.
    proof_error : str or None
        Why no certificate could be written.
    from_strong_solution : bool
        Whether the answer is from a file with every position that can be reached.

    Examples
    --------
    >>> import upstar
    >>> r = upstar.solve(upstar.position("domineering", "2x2"))
    >>> r.outcome, r.winner, r.best_move, r.score
    ('win', 'vertical', 'a1a2', 1)
    >>> print(r)
    vertical, to move, wins with a1a2
    >>> r.game, r.to_move, r.to_json()["solved"], r.estimated_nodes, r.estimated_seconds
    ('domineering', 'vertical', True, None, None)
    >>> r.degree
    'weak'
    """

    position: Position
    algorithm: str
    parameters: Mapping[str, Any]
    seed: int
    solved: bool
    outcome: Outcome | Literal["unknown"]
    score: int | None
    best_move: str | None
    line: tuple[str, ...]
    stats: Stats
    bounds: tuple[int, int]
    distance: int | None = None
    max_distance: int | None = None
    goal: int | None = None
    goal_met: bool | None = None
    stopped: str | None = None
    candidates: tuple[Candidate, ...] = ()
    note: str = ""
    root: Mapping[str, Number] = field(default_factory=dict)
    details: Mapping[str, Number] = field(default_factory=dict)
    trace: tuple[Mapping[str, Any], ...] = ()
    tree: SearchTree = field(default_factory=lambda: SearchTree(()))
    proof: Certificate | None = None
    proof_error: str | None = None
    from_strong_solution: bool = False

    @property
    def degree(self) -> Literal["ultra-weak", "weak", "strong"] | None:
        """How the game that starts at the position is solved; None if its score is not proved.

        ``'ultra-weak'``: the score is known, but no move that reaches it. ``'weak'``: a strategy
        from the position on is known. ``'strong'``: so is one from every position that can be
        reached. The terms are those of Allis, *Searching for Solutions in Games and Artificial
        Intelligence*, 1994.
        """
        if not self.solved or self.score is None:
            return None
        if self.from_strong_solution:
            return "strong"
        has_strategy = self.best_move is not None or self.outcome == "loss"
        return "weak" if has_strategy or self.position.is_over else "ultra-weak"

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game

    @property
    def to_move(self) -> str:
        """The label of the player to move."""
        return self.position.to_move

    @property
    def winner(self) -> str | None:
        """The label of the player who wins; None for a draw or while it is not known."""
        if self.outcome == "win":
            return self.to_move
        return self._opponent if self.outcome == "loss" else None

    @property
    def estimated_nodes(self) -> int | None:
        """An estimate of the nodes that the whole search needs, if a limit stopped it.

        Alpha-beta estimates it from the part of the tree that it has searched. None for other
        algorithms.
        """
        nodes = self.details.get("estimated_nodes")
        return None if nodes is None else max(int(nodes), self.stats.nodes)

    @property
    def estimated_seconds(self) -> float | None:
        """An estimate of the seconds that the whole search needs, at the rate so far; else None."""
        nodes, rate = self.estimated_nodes, self.stats.nodes_per_second
        return None if nodes is None or rate == 0 else nodes / rate

    @property
    def _opponent(self) -> str:
        left, right = self.position.labels
        return right if self.to_move == left else left

    def to_json(self) -> dict[str, Any]:
        """Return the solution as a dictionary that ``json.dumps`` accepts.

        Returns
        -------
        dict
            The attributes by name, without trace and tree. Infinite numbers become ``'inf'``.
        """
        return {
            "game": self.game,
            "position": str(self.position),
            "to_move": self.to_move,
            "algorithm": self.algorithm,
            "parameters": dict(self.parameters),
            "seed": self.seed,
            "solved": self.solved,
            "outcome": self.outcome,
            "score": self.score,
            "winner": self.winner,
            "distance": self.distance,
            "max_distance": self.max_distance,
            "degree": self.degree,
            "best_move": self.best_move,
            "line": list(self.line),
            "expansions": self.stats.expansions,
            "nodes": self.stats.nodes,
            "iterations": self.stats.iterations,
            "playouts": self.stats.playouts,
            "seconds": self.stats.seconds,
            "peak_bytes": self.stats.peak_bytes,
            "estimated_nodes": self.estimated_nodes,
            "estimated_seconds": self.estimated_seconds,
            "root": json_numbers(self.root),
            "details": json_numbers(self.details),
            "bounds": list(self.bounds),
            "goal": self.goal,
            "goal_met": self.goal_met,
            "stopped": self.stopped,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "note": self.note,
            "proof": None if self.proof is None else asdict(self.proof),
            "proof_error": self.proof_error,
        }

    def __str__(self) -> str:
        """Return the result as a sentence."""
        return sentence(self)

    def _repr_html_(self) -> str:
        from html import escape

        stats = self.stats
        marked = self.best_move if self.best_move in self.position.moves() else None
        line = " ".join(self.line) or "–"
        return (
            f"<div>{self.position.svg(mark=marked)}<p><b>{escape(sentence(self))}</b></p>"
            f"<p>{escape(line)}</p><p>{escape(self.algorithm)}: {stats.nodes:,} nodes, "
            f"{stats.seconds:.2f} s, {stats.peak_bytes / 1e6:.1f} MB</p></div>"
        )


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a running search, as ``progress`` callbacks receive it.

    Attributes
    ----------
    nodes : int
        Nodes created so far.
    expansions : int
        Nodes expanded so far.
    bytes : int
        Memory in use.
    depth : int
        The depth that an iterative-deepening search has reached; 0 for other searches.
    seconds : float
        Elapsed time.
    bounds : tuple of int or None
        The bounds on the score proved so far, for the player to move.
    best_move : str or None
        The best move so far.
    estimate : int or None
        An estimate of the nodes at the end (alpha-beta).
    root : mapping
        The root's numbers so far, such as proof numbers; empty if the search has none.

    Examples
    --------
    >>> from upstar.solution import Progress
    >>> p = Progress(nodes=10, expansions=3, bytes=800, depth=2, seconds=0.1, bounds=None)
    >>> f"{p.nodes} nodes in {p.seconds} s"
    '10 nodes in 0.1 s'
    """

    nodes: int
    expansions: int
    bytes: int
    depth: int
    seconds: float
    bounds: tuple[int, int] | None
    best_move: str | None = None
    estimate: int | None = None
    root: Mapping[str, Number] = field(default_factory=dict)


def sentence(solution: Solution) -> str:
    """Return the result of a search as a sentence."""
    mover, opponent = solution.to_move, solution._opponent
    if solution.position.outcome is not None:
        ends = {"win": f"{mover} has won", "loss": f"{opponent} has won", "draw": "a draw"}
        return f"the game is over: {ends[solution.position.outcome]}{_margin(solution)}"
    if not solution.solved:
        return f"not solved: {_stop_reason(solution)}; {_proved_so_far(solution)}"
    move = f" with {solution.best_move}" if solution.best_move else ""
    if solution.max_distance is not None:
        limit = f"within {solution.max_distance} {_ply_word(solution.max_distance)}"
        answer = f"wins {limit}{move}" if solution.goal_met else f"has no win {limit}"
        return f"{mover}, to move, {answer}"
    if solution.score is None and solution.goal is not None:
        reached = f"reaches {_goal(solution)}" if solution.goal_met else "does not reach"
        ending = move if solution.goal_met else f" {_goal(solution)}"
        return f"{mover}, to move, {reached}{ending}"
    if solution.outcome == "win":
        return f"{mover}, to move, wins{move}{_margin(solution)}{_plies(solution)}"
    if solution.outcome == "draw":
        return f"{mover}, to move, draws{move}"
    return f"{mover}, to move, loses: {opponent} wins{_margin(solution)}{_plies(solution)}"


def _goal(solution: Solution) -> str:
    """Return the goal in words."""
    goal = solution.goal
    scores = solution.position.scores
    if goal == min((score for score in scores if score > 0), default=None):
        return "a win"
    return "at least a draw" if goal == 0 else f"a score of {goal}"


def _plies(solution: Solution) -> str:
    """Return the distance as text, if it is known."""
    plies = solution.distance
    return "" if plies is None else f" in {plies} {_ply_word(plies)}"


def _ply_word(plies: int) -> str:
    return "ply" if plies == 1 else "plies"


def _margin(solution: Solution) -> str:
    """Return the score as text, for games with more scores than win, draw and loss."""
    if solution.score is None or set(solution.position.scores) <= {-1, 0, 1}:
        return ""
    return f", score {solution.score}"


def _stop_reason(solution: Solution) -> str:
    limits = {
        "nodes": "the limit of nodes was reached",
        "seconds": "the limit of seconds was reached",
        "memory": "the limit of memory was reached",
        "playouts": "the limit of playouts was reached",
        "interrupted": "it was interrupted",
    }
    return limits.get(solution.stopped or "", "the search ended early")


def _proved_so_far(solution: Solution) -> str:
    lo, hi = solution.bounds
    scores = solution.position.scores
    if lo <= scores[0] and hi >= scores[-1]:
        return "nothing is proved yet"
    if set(scores) <= {-1, 0, 1}:
        words = {(0, 1): "at least a draw", (-1, 0): "at most a draw"}.get((lo, hi))
        if words:
            return f"proved so far: {words} for {solution.to_move}"
    return f"proved so far: a score of {lo} to {hi} for {solution.to_move}"
