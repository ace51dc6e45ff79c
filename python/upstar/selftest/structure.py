"""Checks of what positions are made of: values, nimbers, parts, images, versions in Python."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from upstar.cgt.database import build_database, probe
from upstar.cgt.position_value import value
from upstar.cgt.value import Value
from upstar.errors import UpstarError, ValueLimitError
from upstar.nimbers import nimber
from upstar.position import position, position_of_state
from upstar.selftest import draw
from upstar.selftest.checks import SECONDS, Check, Question, compare
from upstar.selftest.images import images
from upstar.selftest.naive import values as naive
from upstar.selftest.options import limited
from upstar.selftest.rules import Rules, rules_of
from upstar.selftest.tree import TooLarge, Unsolved, Wrong, grow, plain_score, readable
from upstar.selftest.twin import Twin
from upstar.solve import solve
from upstar.strong_solutions import strong

_STATES = 3000


def check_rules(question: Question) -> int:
    """The score by the rules in Python alone, without the core."""
    node = question.node
    if node.state is None or question.tree.rules is None:
        return 0
    known: dict[Any, int] = {}
    score = plain_score(
        question.tree.rules, node.state, node.position._core.to_move, known, _STATES
    )
    if score != node.score:
        raise Wrong(f"the rules in Python find {score}, minimax on the core's rules {node.score}")
    return 1


def check_text(question: Question) -> int:
    """The text of a position reads back as the same position."""
    node = question.node
    again = position(node.position.game, str(node.position), to_move=node.position.to_move)
    if again != node.position or sorted(again.moves()) != sorted(node.children):
        raise Wrong(f"the text reads back as {again!r}")
    compare(node, solve(again, question.algorithm, **limited(question.unlimited())))
    return 1


def check_images(question: Question) -> int:
    """Symmetric positions, and positions with exchanged players, have the same score."""
    node, checked = question.node, 0
    for text, swaps in images(node.position.game, str(node.position)):
        mover = node.position._core.to_move ^ swaps
        try:
            image = position(node.position.game, text, to_move=("left", "right")[mover])
        except UpstarError as error:
            raise Wrong(f"the image {text!r} is rejected: {error}") from None
        found = solve(image, question.algorithm, **limited(question.unlimited()))
        if not found.solved:
            raise Unsolved
        if found.score != node.score:
            raise Wrong(f"the image {image!r} has {found.score}, the position {node.score}")
        checked += 1
    return checked


def check_value(question: Question) -> int:
    """The value has the outcomes of minimax, and is the canonical form of the tree."""
    node = question.node
    try:
        found = value(node.position, max_seconds=20.0)
    except ValueLimitError:
        return 0
    for again in readable(node.position):
        tree = grow(again, _STATES)
        wins = found.outcome == "N" or found.outcome == "LR"[again._core.to_move]
        if wins != (tree.root.score > 0):
            raise Wrong(
                f"the value {found} has outcome {found.outcome}, minimax differs: {again!r}"
            )
    if Value(str(found)) != found or Value(found.text("braces")) != found:
        raise Wrong(f"the text of the value {found} reads back as another value")
    rules = question.tree.rules
    if rules is not None and node.state is not None and not rules.renames:
        try:
            form = _canonical(rules, node.state, {})
        except TooLarge:
            return 1
        if naive.as_sets(naive.of_value(found)) != naive.as_sets(form):
            raise Wrong(f"the value is {found}, by definition {naive.braces(form)}")
    return 2


def _canonical(rules: Rules, state: Any, known: dict[Any, naive.Game]) -> naive.Game:
    """Return the canonical form of a state, without parts."""
    if state not in known:
        if len(known) > 150:
            raise TooLarge
        left, right = (
            tuple({_canonical(rules, after, known) for _, after in rules.moves(state, player)})
            for player in (0, 1)
        )
        known[state] = naive.as_game(naive.canonical((left, right)))
    return known[state]


def check_nimber(question: Question) -> int:
    """The nimber is the least one that no option has."""
    node = question.node
    rules = question.tree.rules
    if rules is None or node.state is None:
        return 0
    keep = {k: v for k, v in question.unlimited().items() if k == "threads"}
    found = nimber(node.position, **keep, max_seconds=SECONDS, progress=None)
    known: dict[Any, int] = {}
    right = _mex(rules, node.position, node.state, known)
    if found.nimber is None:
        raise Unsolved
    if found.nimber != right:
        raise Wrong(f"the nimber is {right}, and the answer is {found.nimber}")
    return 1


def _mex(rules: Rules, root: Any, state: Any, known: dict[Any, int]) -> int:
    if state not in known:
        if len(known) > _STATES:
            raise TooLarge
        player = root._core.to_move
        below = {_mex(rules, root, after, known) for _, after in rules.moves(state, player)}
        known[state] = next(k for k in range(len(below) + 1) if k not in below)
    return known[state]


def check_twin(question: Question) -> int:
    """The same game written in Python has the same score."""
    node = question.node
    game, text = node.position.game, str(node.position)
    if rules_of(game, text) is None or not set(node.position.scores) <= {-1, 0, 1}:
        return 0
    twin = Twin(game, text, ("left", "right")[node.position._core.to_move])
    copy = position_of_state(twin, twin.start(), 0)
    given = {k: v for k, v in question.unlimited().items() if k not in _VALUED}
    found = solve(copy, question.algorithm, **limited(given))
    if not found.solved:
        raise Unsolved
    if found.score != node.score:
        raise Wrong(f"its copy in Python has {found.score}, the position {node.score}")
    if node.children and (found.best_move is None or node.after(found.best_move) != node.score):
        raise Wrong(f"its copy in Python plays {found.best_move}")
    return 1


_VALUED = (
    "solved_positions",
    "simplify",
    "cgt_from",
    "atomic_bounds",
    "hot_ordering",
    "part_cells",
)


def check_strong(question: Question) -> int:
    """A strong solution has the result and the distance of every position."""
    node = question.node
    file = question.folder / "strong"
    built = strong(node.position, path=file, threads=1)
    below, waiting = {id(node): node}, [node]
    while waiting:
        for child in waiting.pop().children.values():
            if id(child) not in below:
                below[id(child)] = child
                waiting.append(child)
    nodes = list(below.values())[:300]
    answers = built.probe_many(each.position for each in nodes)
    for each, (score, plies) in zip(nodes, answers, strict=True):
        if score != each.score or (score != 0 and plies != each.plies):
            right = f"{each.score} in {each.plies} plies"
            raise Wrong(
                f"the strong solution has {score} in {plies} for {each.position!r}: {right}"
            )
    file.unlink(missing_ok=True)
    return len(nodes)


@cache
def _database(folder: Any, game: str, size: str) -> Any:
    """Return the directory of a database; it is built once in each process."""
    directory = folder.parent / f"database-{game}-{size}"
    build_database(game, size, directory, threads=1, progress=None)
    return directory


SIZES = {
    "domineering": ("3x4", "1x16", "1x17", "1x18", "1x20", "2x6"),
    "clobber": ("2x4", "1x9", "3x3"),
    "nogo": ("2x3", "1x7", "3x3"),
}
"""The boards of which databases are built."""


def check_database(question: Question) -> int:
    """A database has the value that the position has without it."""
    game = question.node.position.game
    rng = random.Random(str(question.node.position))
    size = rng.choice(SIZES[game])
    directory = _database(question.folder, game, size)
    checked = 0
    for _ in range(20):
        text = _position_of(rng, game, size)
        if text is None:
            continue
        found = probe(directory, text)
        expected = value(game, text)
        if found.value != expected:
            raise Wrong(f"the database {size} has {found.value} for {text}, not {expected}")
        with_it = solve(
            position(game, text), "alpha-beta", solved_positions=True, database=str(directory)
        )
        if (with_it.outcome == "win") != (expected.outcome in "NL"):
            raise Wrong(f"with the database {size}, {text} is a {with_it.outcome}")
        checked += 2
    return checked


def _position_of(rng: random.Random, game: str, size: str) -> str | None:
    rows, columns = map(int, size.split("x"))
    signs = {"domineering": ".#", "clobber": "xo.", "nogo": ".xo"}[game]
    for _ in range(20):
        cells = [
            signs[0] if rng.random() < 0.7 else rng.choice(signs) for _ in range(rows * columns)
        ]
        text = "/".join("".join(cells[n : n + columns]) for n in range(0, rows * columns, columns))
        try:
            return str(position(game, text))
        except UpstarError:
            continue
    return None


_CHECKS: dict[str, tuple[Check, Callable[[str], bool]]] = {
    "rules": (check_rules, lambda game: game != "sum"),
    "text": (check_text, lambda game: True),
    "images": (check_images, lambda game: True),
    "value": (check_value, lambda game: game in draw.VALUED or game == "sum"),
    "nimber": (
        check_nimber,
        lambda game: game in draw.IMPARTIAL or game.startswith("impartial:"),
    ),
    "twin": (check_twin, lambda game: game not in ("sum", "go", "hackenbush")),
    "strong": (check_strong, lambda game: game in ("connect-four", "mnk", "domineering", "nogo")),
    "database": (check_database, lambda game: game in SIZES),
}


def suited(game: str) -> dict[str, Check]:
    """Return the checks of structure that suit a registered game."""
    plain = game.removeprefix("misere:")
    return {
        name: check
        for name, (check, suits) in _CHECKS.items()
        if suits(plain if name in ("rules", "text", "images", "twin") else game)
    }


def check_named(name: str) -> Check:
    """Return a check of structure."""
    return _CHECKS[name][0]
