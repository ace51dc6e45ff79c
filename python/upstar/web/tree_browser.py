"""Trees to browse: one interface for search trees and proofs. Children are loaded on demand."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.web import tree_store
from upstar.web.jobs import Job


@dataclass(frozen=True)
class BrowserNode:
    """A node of the tree on the page."""

    id: str
    line: tuple[str, ...]
    """The moves from the root."""
    position: Position
    winner: str | None
    """The player who is proved to win here."""
    numbers: Mapping[str, Any] = field(default_factory=dict)
    has_children: bool = False


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

    def __init__(self, job: Job, start: Position) -> None:
        """Open the tree of a solve job with `tree`, whose root is `start`."""
        self._folder = job.folder
        self._start = start

    def root(self) -> BrowserNode:
        """Return the root of the search."""
        node = tree_store.tree_node(self._folder, 0)
        if node is None:
            raise UpstarError("the tree is empty")
        return self._browser_node(node, (), self._start)

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """Return the children that the search created, in its order."""
        return [
            self._browser_node(child, (*node.line, child.move), node.position.play(child.move))
            for child in tree_store.tree_children(self._folder, int(node.id))
            if child.move is not None
        ]

    def _browser_node(
        self, stored: tree_store.Node, line: tuple[str, ...], position: Position
    ) -> BrowserNode:
        has_children = stored.children > 0
        return BrowserNode(
            str(stored.id), line, position, stored.winner, stored.numbers, has_children
        )


class ProofBrowser(TreeBrowser):
    """A proof: one move of the claimant, and every move of the opponent."""

    def __init__(self, job: Job, start: Position, claimant: str) -> None:
        """Open the proof of a solve job with `proof`, whose root is `start`."""
        self._folder = job.folder
        self._start = start
        self._claimant = claimant

    def root(self) -> BrowserNode:
        """Return the position that was proved."""
        return self._browser_node((), self._start)

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """Return the position after the claimant's move, or after each move of the opponent."""
        position = node.position
        if position.outcome is not None:
            return []
        if position.to_move == self._claimant:
            move = tree_store.winning_move(self._folder, self._claimant, position)
            moves = [] if move is None else [move]
        else:
            moves = list(position.moves())
        return [self._browser_node((*node.line, move), position.play(move)) for move in moves]

    def _browser_node(self, line: tuple[str, ...], position: Position) -> BrowserNode:
        is_open = position.outcome is None
        return BrowserNode(" ".join(line) or "root", line, position, self._claimant, {}, is_open)
