"""A game with variations and comments, and its text: ``c3 b4 ( b5 c4 ) d3 { a comment }``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from upstar.errors import MoveError, ParameterError
from upstar.position import Position

_MAX_MOVES = 2000
_MAX_NESTING = 50
_WORD = re.compile(r"\{[^{}]*\}|[(){}]|[^\s(){}]+")


@dataclass(eq=False)
class Node:
    """A position of a game, the move that leads to it, and what was played from it."""

    position: Position
    move: str = ""
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    """The first child continues the main line; the others are variations."""
    comment: str = ""

    @property
    def path(self) -> list["Node"]:
        """The nodes from the first move to this node."""
        nodes: list[Node] = []
        here = self
        while here.parent is not None:
            nodes.append(here)
            here = here.parent
        return nodes[::-1]

    @property
    def moves(self) -> list[str]:
        """The moves that lead to this node."""
        return [node.move for node in self.path]


class GameTree:
    """A game with variations, and the node that is shown.

    Examples
    --------
    >>> import upstar
    >>> tree = GameTree(upstar.position("mnk", "3x3:3"))
    >>> tree.play("b2"), tree.play("a1"), tree.back(), tree.play("c3")
    (None, None, None, None)
    >>> tree.text, tree.current.moves, tree.number
    ('b2 a1 ( c3 )', ['b2', 'c3'], 3)
    """

    def __init__(self, start: Position) -> None:
        """Begin a game without moves."""
        self.root = self.current = Node(start)
        self._chosen: dict[Node, Node] = {}
        """The child to which `forward` goes: the one that was shown last."""

    # Moving through the game

    def play(self, move: str) -> None:
        """Play a move from the current node. A new move beside others begins a variation.

        Raises
        ------
        MoveError
            If the move is not legal or the game is over.
        """
        here = self.current
        for child in here.children:
            if child.move == move:
                self.go(child)
                return
        if here.position.outcome is not None:
            raise MoveError(f"'{move}' cannot be played: the game is over")
        child = Node(here.position.play(move), move, here)
        here.children.append(child)
        self.go(child)

    def go(self, node: Node) -> None:
        """Show a node."""
        self.current = node
        while node.parent is not None:
            self._chosen[node.parent] = node
            node = node.parent

    def back(self, count: int = 1) -> None:
        """Show the position before the last moves."""
        for _ in range(count):
            self.current = self.current.parent or self.current

    def forward(self) -> bool:
        """Show the position after the next move; return False if there is none."""
        if not self.current.children:
            return False
        self.current = self._chosen.get(self.current, self.current.children[0])
        return True

    # Changing the game

    def delete(self) -> None:
        """Delete the current move and what follows it."""
        parent = self.current.parent
        if parent is not None:
            parent.children.remove(self.current)
            self._chosen.pop(parent, None)
            self.current = parent

    def promote(self) -> None:
        """Make the line to the current node the main line."""
        for node in self.current.path:
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    # Text

    def nodes(self) -> Iterator[Node]:
        """Generate all nodes but the root, in the order of the text."""
        for kind, node in self._parts():
            if kind == "move":
                yield node

    def _parts(self) -> Iterator[tuple[str, Node]]:
        """Generate moves and the ends of variations. A stack, because games can be long."""
        stack = [("line", self.root)]
        while stack:
            kind, node = stack.pop()
            if kind != "line":
                yield kind, node
            elif node.children:
                main, *others = node.children
                stack.append(("line", main))
                for other in reversed(others):
                    stack += [("end", other), ("line", other), ("move", other), ("begin", other)]
                stack.append(("move", main))

    @property
    def text(self) -> str:
        """The moves with variations in parentheses and comments in braces."""
        words = [f"{{ {self.root.comment} }}"] if self.root.comment else []
        for kind, node in self._parts():
            words.append({"begin": "(", "end": ")"}.get(kind, node.move))
            if kind == "move" and node.comment:
                words.append(f"{{ {node.comment} }}")
        return " ".join(words)

    @property
    def number(self) -> int:
        """The number of the current node in the order of the text; 0 for the start."""
        if self.current is self.root:
            return 0
        return next(n for n, node in enumerate(self.nodes(), 1) if node is self.current)

    def go_to_number(self, number: int) -> None:
        """Show a node by its number."""
        found = [self.root, *self.nodes()]
        if not 0 <= number < len(found):
            raise ParameterError(f"the game has {len(found) - 1} moves; there is no move {number}")
        self.go(found[number])

    def rows(self) -> list[tuple[int, list[Node]]]:
        """Return the moves for a list: the depth of nesting, and a run of moves of one line."""
        rows: list[tuple[int, list[Node]]] = []
        depth, fresh = 0, True
        for kind, node in self._parts():
            if kind == "move":
                if fresh or rows[-1][0] != depth:
                    rows.append((depth, []))
                    fresh = False
                rows[-1][1].append(node)
            else:
                depth += 1 if kind == "begin" else -1
                fresh = True
        return rows


def clean_comment(text: str) -> str:
    """Return a comment that fits between braces, on one line."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())[:500]


def read_tree(start: Position, text: str) -> GameTree:
    """Return the game that a text describes; its last move of the main line is shown.

    Raises
    ------
    UpstarError
        If a move is not legal, or parentheses or braces do not match.

    Examples
    --------
    >>> import upstar
    >>> read_tree(upstar.position("mnk", "3x3:3"), "1. b2 a1 (1... c3 { why? }) 2. c1").text
    'b2 a1 ( c3 { why? } ) c1'
    """
    tree = GameTree(start)
    begun: list[Node] = []
    for count, word in enumerate(_words(text)):
        if count >= 3 * _MAX_MOVES:
            raise ParameterError(f"the record has more than {_MAX_MOVES} moves")
        if word == "(":
            if tree.current.parent is None or len(begun) >= _MAX_NESTING:
                raise ParameterError("a variation '(' must follow the move that it replaces")
            begun.append(tree.current)
            tree.back()
        elif word == ")":
            if not begun:
                raise ParameterError("there is a ')' without its '('")
            tree.go(begun.pop())
        elif word.startswith("{"):
            tree.current.comment = clean_comment(word[1:-1])
        else:
            tree.play(word)
    if begun:
        raise ParameterError("there is a '(' without its ')'")
    return tree


def _words(text: str) -> list[str]:
    """Split a text into moves, parentheses and whole comments, without move numbers."""
    words = _WORD.findall(text)
    if any(word in ("{", "}") for word in words):
        raise ParameterError("every '{' of a record needs its '}'")
    # A move number ends with points. Moves that are numbers (in P-games) do not.
    return [w for w in words if not (w.endswith(".") and w.rstrip(".").isdigit())]
