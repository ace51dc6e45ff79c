"""Trees to browse: one interface for search trees and proofs. Children are loaded on demand."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from upstar.position import Position
from upstar.render.html import numbers
from upstar.search_tree import SearchTree


@dataclass(frozen=True, slots=True)
class StoredNode:
    """A node of a search tree, with its number."""

    id: int
    move: str | None
    position: str
    to_move: str
    winner: str | None
    numbers: Mapping[str, Any]
    children: int


@dataclass(frozen=True)
class BrowserNode:
    """A node of a tree that is shown."""

    id: str
    line: tuple[str, ...]
    """The moves from the root."""
    position: Position
    winner: str | None
    """The player who is proved to win here."""
    numbers: Mapping[str, Any] = field(default_factory=dict)
    has_children: bool = False
    claim: str | None = None
    """What is proved, in words, if it is less than a win."""

    @property
    def proved(self) -> str | None:
        """What is proved: the winner, or a claim that is less than a win."""
        return self.claim or self.winner

    @property
    def last_cells(self) -> list[tuple[int, int]]:
        """The cells of the move that leads to the node."""
        return self.position.pop().cells(self.line[-1]) if self.line else []

    @property
    def label(self) -> str:
        """The move, the numbers and the winner in one line."""
        parts = [self.line[-1] if self.line else "root"]
        if self.numbers:
            parts.append(numbers(self.numbers))
        if self.winner is not None and self.numbers:
            parts.append(f"✓ {self.proved}")
        if self.position.outcome is not None:
            parts.append("(over)")
        return "   ".join(parts)

    @property
    def facts(self) -> str:
        """What is known at the node, one fact on each line, and the moves from the root."""
        here = self.position
        is_over = here.outcome is not None
        facts = [f"over: a {here.outcome} for {here.to_move}" if is_over else
                 f"{here.to_move} to move"]  # fmt: skip
        if self.winner is not None:
            facts.append(f"proved: {self.proved}")
        if self.numbers:
            facts.append(numbers(self.numbers))
        return "\n".join([*facts, " ".join(self.line)])


class TreeBrowser(ABC):
    """A tree whose nodes are loaded when they are shown."""

    @abstractmethod
    def root(self) -> BrowserNode:
        """Return the root."""

    @abstractmethod
    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """Return the children of a node."""


class SearchTreeBrowser(TreeBrowser):
    """The tree of a search, down to some depth."""

    def __init__(
        self, start: Position, root: StoredNode, below: Callable[[int], Iterable[StoredNode]]
    ) -> None:
        """Show the tree at `root`, whose position is `start`; `below` reads children."""
        self._root = _search_node(root, (), start)
        self._below = below

    def root(self) -> BrowserNode:
        """Return the root of the search."""
        return self._root

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """Return the children that the search created, in its order."""
        return [
            _search_node(child, (*node.line, child.move), node.position.play(child.move))
            for child in self._below(int(node.id))
            if child.move is not None
        ]


class ProofBrowser(TreeBrowser):
    """A proof: one move of the claimant, and every move of the opponent."""

    def __init__(
        self,
        start: Position,
        claimant: str,
        move_of: Callable[[Position], str | None],
        least: int = 1,
    ) -> None:
        """Show the proof that the claimant reaches at least the score `least` from `start`.

        `move_of` finds the claimant's moves.
        """
        self._start = start
        self._claimant = claimant
        self._claim = claim_text(start, claimant, least)
        self._move_of = move_of

    def root(self) -> BrowserNode:
        """Return the position that was proved."""
        return self._node((), self._start)

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """Return the position after the claimant's move, or after each move of the opponent."""
        position = node.position
        if position.outcome is not None:
            return []
        if position.to_move == self._claimant:
            move = self._move_of(position)
            moves = [] if move is None else [move]
        else:
            moves = list(position.moves())
        return [self._node((*node.line, move), position.play(move)) for move in moves]

    def _node(self, line: tuple[str, ...], position: Position) -> BrowserNode:
        is_open = position.outcome is None
        id = " ".join(line) or "root"
        return BrowserNode(id, line, position, self._claimant, {}, is_open, self._claim)


def claim_text(position: Position, player: str, least: int) -> str | None:
    """Return the claim that a player reaches a score, in words; None if it is simply a win.

    >>> import upstar
    >>> claim_text(upstar.position("mnk", "3x3:3"), "second", 0)
    'second does not lose'
    """
    if set(position.scores) <= {-1, 0, 1}:
        return None if least > 0 else f"{player} does not lose"
    return f"{player} scores at least {least}"


def search_tree_browser(start: Position, tree: SearchTree) -> SearchTreeBrowser:
    """Return a browser of a tree in memory, whose root is `start`."""
    below: dict[int | None, list[StoredNode]] = {}
    for number, node in enumerate(tree.nodes):
        stored = StoredNode(
            number,
            node.move,
            node.position,
            node.to_move,
            node.winner,
            node.numbers,
            node.children,
        )
        below.setdefault(node.parent, []).append(stored)
    return SearchTreeBrowser(start, below[None][0], lambda number: below.get(number, []))


def _search_node(stored: StoredNode, line: tuple[str, ...], position: Position) -> BrowserNode:
    return BrowserNode(
        str(stored.id), line, position, stored.winner, stored.numbers, stored.children > 0
    )
