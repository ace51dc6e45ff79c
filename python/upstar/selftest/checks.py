"""What is compared with the truth: a function for each kind of question.

A check gets a position with its exact result, the tree below it, an algorithm and options. It
returns the number of results that it compared, and raises `Wrong` if one differs.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upstar.analyze import analyze
from upstar.arrays import solve_many
from upstar.best_move import best_move
from upstar.errors import ParameterError
from upstar.position import python_game
from upstar.selftest.options import NODES, limited
from upstar.selftest.tree import Node, Tree, Unsolved, Wrong
from upstar.solution import Solution
from upstar.solve import solve
from upstar.verify import verify

SECONDS = 5.0
"""Seconds after which a position counts as not solved."""


@dataclass(frozen=True)
class Question:
    """A position with its result, and how it is solved.

    Attributes
    ----------
    node : Node
        The position and its result.
    tree : Tree
        All positions of the round.
    algorithm : str
        The algorithm.
    options : dict
        Keywords of ``solve``.
    folder : Path
        An empty directory for files.
    """

    node: Node
    tree: Tree
    algorithm: str
    options: dict[str, Any]
    folder: Path

    def solve(self, **more: Any) -> Solution:
        """Solve the position."""
        given = {**limited(self.options), **more}
        return solve(self.node.position, self.algorithm, **given)

    def unlimited(self) -> dict[str, Any]:
        """Return the options without limits."""
        return {
            name: value
            for name, value in self.options.items()
            if name not in LIMITS and (name, value) not in HEURISTIC
        }


Check = Callable[[Question], int]


LIMITS = {"max_nodes", "max_memory"}
HEURISTIC = {("prove", "false"), ("preset", "bouzy_pp"), ("pruning", "hard")}
"""Options with which a search may choose a move without a proof, as they say."""


def is_limited(options: dict[str, Any]) -> bool:
    """Return whether a search with these options may end without an answer."""
    return not LIMITS.isdisjoint(options) or not HEURISTIC.isdisjoint(options.items())


def compare(node: Node, found: Solution, *, may_stop: bool = False) -> None:
    """Compare a solution with the truth.

    Parameters
    ----------
    node : Node
        The position with its result.
    found : Solution
        The solution.
    may_stop : bool
        Whether the search may stop before it has solved the position.

    Raises
    ------
    Wrong
        If something differs.
    """
    low, high = found.bounds
    if not low <= node.score <= high:
        raise Wrong(f"the score is {node.score}, and the bounds are {low} to {high}")
    if found.solved and (found.score != node.score or found.outcome == "unknown"):
        raise Wrong(f"the score is {node.score}, and the answer is {found.score}")
    if not found.solved:
        if not may_stop and found.stopped is None:
            raise Wrong("the search ended without an answer or a limit")
        if not may_stop:
            raise Unsolved
        return
    if not node.children:
        if found.best_move is not None:
            raise Wrong(f"the game is over, and the best move is {found.best_move}")
        return
    if found.best_move is None or node.after(found.best_move) != node.score:
        raise Wrong(f"{found.best_move} does not reach the score {node.score}")
    _compare_line(node, found)


def _compare_line(node: Node, found: Solution) -> None:
    """The line of play is legal, and no move of it changes the result."""
    if found.line and found.line[0] != found.best_move:
        raise Wrong(f"the line begins with {found.line[0]}, and the best move is {found.best_move}")
    for move in found.line:
        if move not in node.children:
            raise Wrong(f"the line has the move {move}, which is not legal in {node.position!r}")
        if node.after(move) != node.score:
            raise Wrong(f"the line loses the result with {move} in {node.position!r}")
        node = node.children[move]


def check_solve(question: Question) -> int:
    """The outcome, the best move and the line, also with limits."""
    compare(question.node, question.solve(), may_stop=is_limited(question.options))
    return 1


def check_goal(question: Question) -> int:
    """Whether the least result is reached."""
    node, checked = question.node, 0
    scores = node.position.scores
    for goal, least in (("win", 1), ("draw", 0), (scores[-1], scores[-1])):
        if not scores[-1] >= least > scores[0]:
            continue
        found = question.solve(goal=goal)
        low, high = found.bounds
        if not low <= node.score <= high:
            raise Wrong(f"with goal {goal}: the score is {node.score}, not {low} to {high}")
        answer = found.goal_met
        if answer is None and (found.stopped or is_limited(question.options)):
            continue
        if answer is not (node.score >= least):
            raise Wrong(f"with goal {goal}: the score is {node.score}, and goal_met is {answer}")
        checked += 1
    return checked


def check_distance(question: Question) -> int:
    """The plies to the end, and whether there is a win within so many plies."""
    node = question.node
    given = limited(question.unlimited())
    found = solve(node.position, question.algorithm, **given, distance=True)
    compare(node, found)
    if found.distance != node.plies:
        raise Wrong(f"the end is {node.plies} plies away, and the answer is {found.distance}")
    checked = 1
    if node.plies is not None and node.children:
        for plies in {max(node.plies - 1, 1), node.plies}:
            bounded = solve(node.position, question.algorithm, **limited(given), max_distance=plies)
            right = node.score > 0 and node.plies <= plies
            if bounded.stopped is None and bounded.goal_met is not right:
                raise Wrong(f"a win within {plies} plies: {right}, and the answer is the opposite")
            checked += 1
    return checked


def check_analyze(question: Question) -> int:
    """The result of every move."""
    node = question.node
    keep = ("threads", "max_nodes", "max_memory")
    given = {k: v for k, v in question.options.items() if k in keep}
    found = analyze(node.position, **given, max_seconds=SECONDS, progress=None)
    names = sorted(move.move for move in found.moves)
    if names != sorted(node.children):
        raise Wrong(f"the analysis has the moves {', '.join(names)}")
    for move in found.moves:
        score, (low, high) = node.after(move.move), move.bounds
        if not low <= score <= high or (move.score is not None and move.score != score):
            raise Wrong(f"{move.move} has the score {score}, not {move.score} in {move.bounds}")
        if move.outcome == "unknown" and found.stopped is None:
            raise Wrong(f"{move.move} is not settled")
    return len(found.moves) or 1


def check_proof(question: Question) -> int:
    """The certificate is right, and claims what the rules say."""
    file = question.folder / "proof"
    found = question.solve(proof=file)
    limits = is_limited(question.options)
    compare(question.node, found, may_stop=limits)
    if found.proof is None:
        if found.solved and not limits:
            raise Wrong(f"there is no certificate: {found.proof_error}")
        return 1
    rules = python_game(question.node.position)
    verdict = verify(file, game=None if rules is None else type(rules), max_seconds=60.0)
    file.unlink()
    if verdict.verdict != "right" or verdict.bounds != (question.node.score,) * 2:
        raise Wrong(f"the certificate is '{verdict.verdict}' ({verdict.reason}): {verdict.bounds}")
    return 2


def check_checkpoint(question: Question) -> int:
    """A search that is stopped again and again resumes from its checkpoint."""
    given, checked = question.unlimited(), 0
    try:
        for nodes in (3, 10, 50):
            more = {**given, "max_nodes": nodes, "checkpoint": question.folder / "saved"}
            found = solve(question.node.position, question.algorithm, **more, progress=None)
            compare(question.node, found, may_stop=True)
            checked += 1
        last = {**limited(given), "checkpoint": question.folder / "saved"}
        found = solve(question.node.position, question.algorithm, **last)
    except ParameterError as error:
        if "checkpoint" in str(error):
            return checked
        raise
    compare(question.node, found)
    return checked + 1


def check_many(question: Question) -> int:
    """Many positions of one tree at once, on one table."""
    rng = random.Random(len(question.tree.nodes))
    nodes = rng.sample(question.tree.nodes, min(len(question.tree.nodes), 200))
    given = {"max_nodes": NODES, "max_seconds": SECONDS, **question.options}
    may_stop = is_limited(question.options)
    answers = solve_many([n.position for n in nodes], question.algorithm, **given)
    for node, found in zip(nodes, answers, strict=True):
        try:
            compare(node, found, may_stop=found.stopped is not None or may_stop)
        except Wrong as error:
            raise Wrong(f"{error}; in {node.position!r} of {len(nodes)} positions") from None
    return len(nodes)


def check_best_move(question: Question) -> int:
    """What a search proves of each move when it only chooses one."""
    node = question.node
    given = {k: v for k, v in question.options.items() if k != "max_nodes"}
    found = best_move(node.position, question.algorithm, **given, max_nodes=300, progress=None)
    low, high = found.solution.bounds
    if not low <= node.score <= high:
        raise Wrong(f"best_move bounds the score by {low} and {high}, it is {node.score}")
    if (found.move is None) != (not node.children):
        raise Wrong(f"best_move chooses {found.move}")
    for candidate in found.candidates:
        low, high = candidate.bounds
        score = node.after(candidate.move)
        if not low <= score <= high:
            raise Wrong(f"{candidate.move} has the score {score}, bounds {low} and {high}")
    return 1


CHECKS: dict[str, Check] = {
    "solve": check_solve,
    "goal": check_goal,
    "distance": check_distance,
    "analyze": check_analyze,
    "proof": check_proof,
    "checkpoint": check_checkpoint,
    "many": check_many,
    "best-move": check_best_move,
}
"""The checks that suit every game."""
