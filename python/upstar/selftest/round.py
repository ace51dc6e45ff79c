"""One round of the hunt: a random position, the truth about it, and many random questions."""

import random
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from upstar.errors import ParameterError, UnsuitableError
from upstar.load import load_position
from upstar.position import Position
from upstar.selftest import draw, options
from upstar.selftest.cases import MOST, Case
from upstar.selftest.checks import CHECKS, Check, Question
from upstar.selftest.structure import check_named, suited
from upstar.selftest.tree import Node, TooLarge, Tree, Unsolved, Wrong, grow

_WEIGHTS = {
    "solve": 30,
    "many": 6,
    "goal": 6,
    "distance": 4,
    "analyze": 3,
    "proof": 5,
    "checkpoint": 1,
    "best-move": 3,
    "value": 3,
    "nimber": 3,
    "images": 5,
    "twin": 3,
    "text": 2,
    "rules": 0,
    "strong": 1,
    "database": 1,
}
"""How often a check is drawn."""
_QUESTIONS = 40
"""Questions about a tree."""


@dataclass
class Covered:
    """What was compared: numbers of results.

    Attributes
    ----------
    games : Counter
        Results by game and algorithm.
    options : Counter
        Results by algorithm and option.
    checks : Counter
        Results by kind of question.
    rounds, positions : int
        Random positions, and the positions below them whose results are known.
    unsolved : int
        Searches that reached a limit before there was an answer to compare.
    """

    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    options: Counter[tuple[str, str]] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    positions: int = 0
    unsolved: int = 0

    @property
    def results(self) -> int:
        """The number of results that were compared."""
        return self.checks.total()

    def update(self, other: "Covered") -> None:
        """Add what another process covered."""
        self.games.update(other.games)
        self.options.update(other.options)
        self.checks.update(other.checks)
        self.rounds += other.rounds
        self.positions += other.positions
        self.unsolved += other.unsolved

    def add(self, game: str, question: Question, check: str, count: int) -> None:
        """Count results."""
        self.games[game, question.algorithm] += count
        self.checks[check] += count
        for tag in options.tags(question.options) or ["defaults"]:
            self.options[question.algorithm, tag] += count


@dataclass(frozen=True)
class Finding:
    """Something that differs: the case, and how."""

    case: Case
    message: str


def start(rng: random.Random, game: str) -> Tree | None:
    """Return a random small tree of a game; None if there is none at the first tries."""
    for _ in range(8):
        root = _root(rng, game)
        if root is None:
            continue
        for branches in (rng.choice((6, 8, 10)), 5, 4, 3, 2, 1):
            root = draw.towards_the_end(rng, root, branches)
            cells = len(str(root)) if root._core.custom is None else 24
            try:
                tree = grow(root, 1200 if cells <= 24 else 300 if cells < 60 else 80)
            except TooLarge:
                continue
            if len(tree.nodes) > 3 or rng.random() < 0.3:
                return tree
            break
    return None


def _root(rng: random.Random, game: str) -> Position | None:
    return load_position(game, None, None) if ".py:" in game else draw.start(rng, game)


def play(seed: str, game: str, covered: Covered) -> Finding | None:
    """Play a round; return the first finding.

    Parameters
    ----------
    seed : str
        The seed of all random choices.
    game : str
        A name of ``draw.names()``, or ``FILE.py:CLASS``.
    covered : Covered
        The summary to which the round is added.

    Returns
    -------
    Finding or None
        The case and what differs, or None.

    Examples
    --------
    >>> covered = Covered()
    >>> play("1", "nim", covered) is None, covered.rounds
    (True, 1)
    """
    rng = random.Random(f"{seed}:{game}")
    covered.rounds += 1
    try:
        tree = start(rng, game)
    except Wrong as error:
        # Drawn again for the case: the position at which the rules differ is in the message.
        return Finding(Case(game, "", "left", "rules", "auto"), str(error))
    if tree is None:
        return None
    covered.positions += len(tree.nodes)
    checks = checks_of(game)
    names = [name for name in checks if _WEIGHTS[name]]
    weights = [_WEIGHTS[name] for name in names]
    valued = game in draw.VALUED or game == "sum" or game.startswith("impartial:")
    with tempfile.TemporaryDirectory(prefix="upstar-selftest-") as folder:
        drawn = ["rules"] if "rules" in checks else []
        drawn += rng.choices(names, weights, k=_QUESTIONS)
        for number, check in enumerate(drawn):
            node = tree.root if number == 0 else _node(rng, tree)
            algorithm = options.algorithm(rng)
            plain = check in ("value", "nimber", "strong", "database", "rules")
            given = {} if plain else options.options(rng, algorithm, valued=valued)
            question = Question(node, tree, algorithm, given, Path(folder) / str(number))
            finding = ask(game, question, check, checks[check], covered)
            if finding is not None:
                return finding
    return None


def _node(rng: random.Random, tree: Tree) -> Node:
    """Return a node, rather one with much below it: nodes are in the order of their depth."""
    last = len(tree.nodes) - 1
    return tree.nodes[max(rng.randint(0, last), rng.randint(0, last))]


def checks_of(game: str) -> dict[str, Check]:
    """Return the checks that suit a game."""
    return CHECKS if ".py:" in game else {**CHECKS, **suited(game)}


def ask(
    game: str, question: Question, check: str, function: Check, covered: Covered
) -> Finding | None:
    """Run a check; return what differs."""
    question.folder.mkdir(parents=True, exist_ok=True)
    try:
        covered.add(game, question, check, function(question))
        return None
    except (UnsuitableError, ParameterError, TooLarge):
        return None  # the search does not suit the game, or the option does not
    except Unsolved:
        covered.unsolved += 1
        return None
    except Wrong as error:
        message = str(error)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
    finally:
        shutil.rmtree(question.folder, ignore_errors=True)
    found = question.node.position
    case = Case(game, "", "left", check, question.algorithm, question.options)
    if ".py:" not in game:
        return Finding(case.at(found), message)
    return Finding(Case(**{**vars(case), "moves": path_to(question)}), message)


def path_to(question: Question) -> tuple[str, ...]:
    """Return moves from the root of the tree to the position."""
    waiting: list[tuple[Node, tuple[str, ...]]] = [(question.tree.root, ())]
    for node, moves in waiting:
        if node is question.node:
            return moves
        waiting += [(child, (*moves, move)) for move, child in node.children.items()]
    return ()


def run_case(case: Case, most: int = MOST) -> str | None:
    """Run one case; return what differs, or None.

    Parameters
    ----------
    case : Case
        The case.
    most : int
        The most positions to visit for the truth.

    Returns
    -------
    str or None
        What differs.

    Examples
    --------
    >>> run_case(Case("nim", "1,2", "left", "solve", "pns")) is None
    True
    """
    covered = Covered()
    try:
        tree = grow(case.position(), most)
    except Wrong as error:
        return str(error)
    function = CHECKS.get(case.check) or check_named(case.check)
    with tempfile.TemporaryDirectory(prefix="upstar-selftest-") as folder:
        given: dict[str, Any] = dict(case.options)
        question = Question(tree.root, tree, case.algorithm, given, Path(folder) / "0")
        finding = ask(case.game, question, case.check, function, covered)
    return None if finding is None else finding.message
