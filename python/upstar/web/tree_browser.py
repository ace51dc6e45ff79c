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
class Branch:
    """A node that is shown."""

    id: str
    line: tuple[str, ...]
    """The moves from the root."""
    position: Position
    winner: str | None
    """Who is proved to win here."""
    numbers: Mapping[str, Any] = field(default_factory=dict)
    has_children: bool = False


class Branches(ABC):
    """Something that branches."""

    @abstractmethod
    def root(self) -> Branch:
        """Where it begins."""

    @abstractmethod
    def children(self, branch: Branch) -> list[Branch]:
        """What lies below a node."""


class TreeBranches(Branches):
    """The tree that a search grew, down to some depth."""

    def __init__(self, job: Job, start: Position) -> None:
        """Of a solve with `tree` from a position."""
        self._folder = job.folder
        self._start = start

    def root(self) -> Branch:
        """The search's root."""
        node = tree_store.tree_node(self._folder, 0)
        if node is None:
            raise UpstarError("the tree is empty")
        return self._branch(node, (), self._start)

    def children(self, branch: Branch) -> list[Branch]:
        """The children that the search made, in its order."""
        return [
            self._branch(node, (*branch.line, node.move), branch.position.play(node.move))
            for node in tree_store.tree_children(self._folder, int(branch.id))
            if node.move is not None
        ]

    def _branch(self, node: tree_store.Node, line: tuple[str, ...], place: Position) -> Branch:
        return Branch(str(node.id), line, place, node.winner, node.numbers, node.children > 0)


class ProofBranches(Branches):
    """A proof: the claimant's one move, and every move of the opponent's."""

    def __init__(self, job: Job, start: Position, claimant: str) -> None:
        """Of a solve with `proof` from a position."""
        self._folder = job.folder
        self._start = start
        self._claimant = claimant

    def root(self) -> Branch:
        """The position that was proved."""
        return self._branch((), self._start)

    def children(self, branch: Branch) -> list[Branch]:
        """One move of the claimant's, or all of the opponent's."""
        place = branch.position
        if place.outcome is not None:
            return []
        if place.to_move == self._claimant:
            move = tree_store.winning_move(self._folder, self._claimant, place)
            moves = [] if move is None else [move]
        else:
            moves = list(place.moves())
        return [self._branch((*branch.line, move), place.play(move)) for move in moves]

    def _branch(self, line: tuple[str, ...], place: Position) -> Branch:
        goes_on = place.outcome is None
        return Branch(" ".join(line) or "root", line, place, self._claimant, {}, goes_on)
