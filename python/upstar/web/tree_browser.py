"""Trees to browse: a search's and a proof's, with one face. Children come when asked for."""

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
    """A node that is shown."""

    id: str
    line: tuple[str, ...]
    """The moves from the root."""
    position: Position
    winner: str | None
    """Who is proved to win here."""
    numbers: Mapping[str, Any] = field(default_factory=dict)
    has_children: bool = False


class TreeBrowser(ABC):
    """A tree whose nodes are fetched when they are shown."""

    @abstractmethod
    def root(self) -> BrowserNode:
        """Where it begins."""

    @abstractmethod
    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """What lies below a node."""


class SearchTreeBrowser(TreeBrowser):
    """The tree that a search grew, down to some depth."""

    def __init__(self, job: Job, start: Position) -> None:
        """Of a solve with `tree` from a position."""
        self._folder = job.folder
        self._start = start

    def root(self) -> BrowserNode:
        """The search's root."""
        node = tree_store.tree_node(self._folder, 0)
        if node is None:
            raise UpstarError("the tree is empty")
        return self._browser_node(node, (), self._start)

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """The children that the search made, in its order."""
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
    """A proof: the claimant's one move, and every move of the opponent's."""

    def __init__(self, job: Job, start: Position, claimant: str) -> None:
        """Of a solve with `proof` from a position."""
        self._folder = job.folder
        self._start = start
        self._claimant = claimant

    def root(self) -> BrowserNode:
        """The position that was proved."""
        return self._browser_node((), self._start)

    def children(self, node: BrowserNode) -> list[BrowserNode]:
        """One move of the claimant's, or all of the opponent's."""
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
        goes_on = position.outcome is None
        return BrowserNode(" ".join(line) or "root", line, position, self._claimant, {}, goes_on)
