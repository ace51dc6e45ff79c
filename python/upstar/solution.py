"""What a search found, as plain data."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from typing import Any, Literal

from upstar.certificate import Certificate
from upstar.jsonable import Number, json_numbers
from upstar.position import Outcome, Position, outcome_of
from upstar.search_tree import SearchTree


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What a search cost."""

    expansions: int
    """Nodes whose children were generated."""
    nodes: int
    """Nodes created, the root included."""
    iterations: int
    playouts: int | None
    """None where the algorithm has none."""
    seconds: float
    peak_bytes: int
    """The most bytes in use at one time."""

    @property
    def nodes_per_second(self) -> float:
        """How fast nodes were created."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A move at the root, and what is known of it; all said for the player to move."""

    move: str
    visits: int
    """How often it was tried."""
    value: float | None
    """From 0, the worst score, to 1; None if it was never tried."""
    bounds: tuple[int, int]
    """The score is proved to be at least the first and at most the second."""

    @property
    def proven(self) -> Outcome | None:
        """The outcome of the move, if that is proved."""
        lo, hi = self.bounds
        if lo == hi or lo > 0 or hi < 0:
            return outcome_of(lo if lo > 0 else hi)
        return None

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes."""
        return {
            "move": self.move,
            "visits": self.visits,
            "value": self.value,
            "bounds": list(self.bounds),
            "proven": self.proven,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What a search found; scores and outcomes are those of the player to move.

    Examples
    --------
    >>> import upstar
    >>> r = upstar.solve(upstar.position("domineering", "2x2"))
    >>> r.outcome, r.winner, r.best_move, r.score
    ('win', 'vertical', 'a1a2', 1)
    >>> print(r)
    vertical, to move, wins with a1a2
    """

    position: Position
    algorithm: str
    parameters: Mapping[str, Any]
    """Every parameter of the algorithm with the value that it had."""
    seed: int
    solved: bool
    """Was everything that was asked answered?"""
    outcome: Outcome | Literal["unknown"]
    """With a goal: the goal's result if it was met, else the best that is still possible."""
    score: int | None
    """The exact score, if it is known."""
    best_move: str | None
    line: tuple[str, ...]
    stats: Stats
    bounds: tuple[int, int]
    """The score is proved to be at least the first and at most the second."""
    goal: int | None = None
    goal_met: bool | None = None
    """None while it is not known, or where there is no goal."""
    stopped: str | None = None
    """Which limit ended the search: 'nodes', 'seconds', 'memory', 'playouts'; or 'interrupted'."""
    candidates: tuple[Candidate, ...] = ()
    """What is known of each move, best first, from searches that compare them."""
    note: str = ""
    root: Mapping[str, Number] = field(default_factory=dict)
    """The root's numbers, such as proof numbers."""
    details: Mapping[str, Number] = field(default_factory=dict)
    trace: tuple[Mapping[str, Any], ...] = ()
    """The root's numbers over time: nodes, expansions, seconds, bytes, root, best_move."""
    tree: SearchTree = field(default_factory=lambda: SearchTree(()))
    """The top of the search tree, if it was asked for."""
    proof: Certificate | None = None
    """The certificate that was written, if one was asked for."""
    proof_error: str | None = None
    """Why no certificate could be written."""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.position.game

    @property
    def to_move(self) -> str:
        """The label of the player to move."""
        return self.position.to_move

    @property
    def winner(self) -> str | None:
        """The label of the player who wins; None in a draw, and while it is not known."""
        if self.outcome == "win":
            return self.to_move
        return self._opponent if self.outcome == "loss" else None

    @property
    def estimated_nodes(self) -> int | None:
        """About how many nodes the whole search would take, of one that was stopped.

        A guess, made by alpha-beta from the part that it has searched.
        """
        nodes = self.details.get("estimated_nodes")
        return None if nodes is None else max(int(nodes), self.stats.nodes)

    @property
    def estimated_seconds(self) -> float | None:
        """About how many seconds that would be, at the rate so far."""
        nodes, rate = self.estimated_nodes, self.stats.nodes_per_second
        return None if nodes is None or rate == 0 else nodes / rate

    @property
    def _opponent(self) -> str:
        left, right = self.position.labels
        return right if self.to_move == left else left

    def to_json(self) -> dict[str, Any]:
        """A dictionary that `json.dumps` takes; infinite numbers become ``'inf'``."""
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
        """The outcome in a sentence."""
        return sentence(self)

    def _repr_html_(self) -> str:
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
    """How far a running search is."""

    nodes: int
    expansions: int
    bytes: int
    depth: int
    seconds: float
    bounds: tuple[int, int] | None
    """What is proved of the score so far, for the player to move."""
    best_move: str | None = None
    """The best move so far."""
    estimate: int | None = None
    """About how many nodes there will be in the end (alpha-beta); a guess."""
    root: Mapping[str, Number] = field(default_factory=dict)
    """The root's numbers so far, such as proof numbers; empty where the search has none."""


def sentence(solution: Solution) -> str:
    """What was found, in a sentence."""
    mover, opponent = solution.to_move, solution._opponent
    if solution.position.outcome is not None:
        ends = {"win": f"{mover} has won", "loss": f"{opponent} has won", "draw": "a draw"}
        return f"the game is over: {ends[solution.position.outcome]}{_margin(solution)}"
    if not solution.solved:
        return f"not solved: {_why(solution)}; {_known(solution)}"
    move = f" with {solution.best_move}" if solution.best_move else ""
    if solution.score is None and solution.goal is not None:
        reached = f"reaches {_goal(solution)}" if solution.goal_met else "does not reach"
        ending = move if solution.goal_met else f" {_goal(solution)}"
        return f"{mover}, to move, {reached}{ending}"
    if solution.outcome == "win":
        return f"{mover}, to move, wins{move}{_margin(solution)}"
    if solution.outcome == "draw":
        return f"{mover}, to move, draws{move}"
    return f"{mover}, to move, loses: {opponent} wins{_margin(solution)}"


def _goal(solution: Solution) -> str:
    """The goal in words."""
    goal = solution.goal
    scores = solution.position.scores
    if goal == min((score for score in scores if score > 0), default=None):
        return "a win"
    return "at least a draw" if goal == 0 else f"a score of {goal}"


def _margin(solution: Solution) -> str:
    """By how much, in games with more than three scores."""
    if solution.score is None or set(solution.position.scores) <= {-1, 0, 1}:
        return ""
    return f", score {solution.score}"


def _why(solution: Solution) -> str:
    limits = {
        "nodes": "the limit of nodes was reached",
        "seconds": "the limit of seconds was reached",
        "memory": "the limit of memory was reached",
        "playouts": "the limit of playouts was reached",
        "interrupted": "it was interrupted",
    }
    return limits.get(solution.stopped or "", "the search ended early")


def _known(solution: Solution) -> str:
    lo, hi = solution.bounds
    scores = solution.position.scores
    if lo <= scores[0] and hi >= scores[-1]:
        return "nothing is proved yet"
    if set(scores) <= {-1, 0, 1}:
        said = {(0, 1): "at least a draw", (-1, 0): "at most a draw"}.get((lo, hi))
        if said:
            return f"proved so far: {said} for {solution.to_move}"
    return f"proved so far: a score of {lo} to {hi} for {solution.to_move}"
