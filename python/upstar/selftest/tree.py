"""The truth about a position: everything below it, by plain minimax in Python."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.selftest.rules import Rules, rules_of


class Wrong(Exception):
    """Something differs from the truth; the message says what."""


class Unsolved(Exception):
    """A limit was reached before there was an answer to compare."""


class TooLarge(Exception):
    """There are more positions below than a round should visit."""


@dataclass(slots=True)
class Node:
    """A position with its exact result.

    Attributes
    ----------
    position : Position
        The position.
    state : object
        The state of the rules in Python, or None without them.
    score : int
        The exact score for the player to move.
    plies : int or None
        The plies to the end: the shortest win, the longest loss. None for a draw.
    children : dict
        The node after each move.
    """

    position: Position
    state: Any
    score: int = 0
    plies: int | None = 0
    children: dict[str, "Node"] = field(default_factory=dict)

    def after(self, move: str) -> int:
        """Return the score of a move for the player who makes it."""
        return _seen_from(self, self.children[move])


@dataclass(slots=True)
class Tree:
    """All positions below a root.

    Attributes
    ----------
    root : Node
        The root.
    nodes : list of Node
        Every position once, the root last.
    rules : Rules or None
        The rules in Python with which the positions were compared.
    """

    root: Node
    nodes: list[Node]
    rules: Rules | None


def grow(position: Position, most: int) -> Tree:
    """Solve everything below a position, and compare moves and ends with the rules in Python.

    Parameters
    ----------
    position : Position
        The root.
    most : int
        The most positions to visit.

    Returns
    -------
    Tree
        The positions with their results.

    Raises
    ------
    TooLarge
        If there are more positions.
    Wrong
        If the core and the rules in Python differ.

    Examples
    --------
    >>> import upstar
    >>> tree = grow(upstar.position("domineering", "2x2"), 10)
    >>> tree.root.score, tree.root.plies, len(tree.nodes)
    (1, 1, 3)
    """
    text = "" if position._core.custom is not None else str(position)
    rules = None if position._core.custom is not None else rules_of(position.game, text)
    if rules is None:
        state = None
    else:
        try:
            state = rules.read(text, position._core.to_move)
        except (ValueError, KeyError, IndexError):
            rules = state = None  # a text in a notation that these rules do not read
    known: dict[Any, Node] = {}
    order: list[Node] = []
    root = _visit(position, state, rules, known, order, most)
    return Tree(root, order, rules)


def _visit(
    position: Position,
    state: Any,
    rules: Rules | None,
    known: dict[Any, Node],
    order: list[Node],
    most: int,
) -> Node:
    mover = position._core.to_move
    if rules is not None and rules.renames:
        state = rules.read(str(position), mover)
    key = (position if rules is None else state, mover)
    if key in known:
        return known[key]
    if len(known) >= most:
        raise TooLarge
    node = known[key] = Node(position, state)
    score = position.score
    names = list(position.moves())
    after = {} if rules is None else _compared(position, state, rules, names, score)
    if score is not None:
        node.score, node.plies = score, 0 if score else None
    else:
        if not names:
            raise Wrong(f"{position!r} is not over but has no moves")
        for name in names:
            child = position.play(name)
            node.children[name] = _visit(child, after.get(name), rules, known, order, most)
        _back_up(node)
    order.append(node)
    return node


def _compared(
    position: Position, state: Any, rules: Rules, names: list[str], score: int | None
) -> dict[str, Any]:
    """Return the states after the moves; the moves and the end must be those of the rules."""
    mover = position._core.to_move
    moves = rules.moves(state, mover)
    expected = rules.score(state, mover, moves)
    sign = -1 if mover else 1
    if (None if expected is None else sign * expected) != score:
        raise Wrong(f"the rules score {position!r} as {expected} for Left, upstar as {score}")
    if expected is not None:
        return {}
    if sorted(name for name, _ in moves) != sorted(names):
        own = ", ".join(sorted(name for name, _ in moves))
        raise Wrong(f"the rules list the moves {own} of {position!r}, upstar {', '.join(names)}")
    return dict(moves)


def _seen_from(node: Node, child: Node) -> int:
    same = child.position._core.to_move == node.position._core.to_move
    return child.score if same else -child.score


def _back_up(node: Node) -> None:
    node.score = max(_seen_from(node, child) for child in node.children.values())
    best = [c for c in node.children.values() if _seen_from(node, c) == node.score]
    plies = [child.plies for child in best if child.plies is not None]
    if node.score == 0 or not plies:
        node.plies = None
    else:
        node.plies = 1 + (min(plies) if node.score > 0 else max(plies))


def plain_score(rules: Rules, state: Any, mover: int, known: dict[Any, int], most: int) -> int:
    """Return the score for the player to move by the rules in Python alone.

    Parameters
    ----------
    rules : Rules
        The rules.
    state : object
        A state of them.
    mover : int
        The player to move, 0 for Left.
    known : dict
        Scores that are known; it is filled.
    most : int
        The most states to visit.

    Returns
    -------
    int
        The score.

    Raises
    ------
    TooLarge
        If there are more states.

    Examples
    --------
    >>> from upstar.selftest.rules import rules_of
    >>> rules = rules_of("misere:nim", "2")
    >>> plain_score(rules, rules.read("2", 0), 0, {}, 100)
    1
    """
    key = (state, mover)
    if key not in known:
        if len(known) >= most:
            raise TooLarge
        moves = rules.moves(state, mover)
        over = rules.score(state, mover, moves)
        if over is not None:
            known[key] = -over if mover else over
        else:
            below = (plain_score(rules, s, 1 - mover, known, most) for _, s in moves)
            known[key] = max(-score for score in below)
    return known[key]


def readable(position: Position) -> Iterator[Position]:
    """Yield the position again from its text, with each player to move, where that is possible."""
    if position._core.custom is not None or "moves=" in str(position):
        return
    for mover in (0, 1):
        try:
            from upstar.position import position as read

            yield read(position.game, str(position), to_move=position.labels[mover])
        except UpstarError:
            continue
