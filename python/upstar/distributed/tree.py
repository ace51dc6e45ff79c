"""The search graph of the driver.

**Idea** The question is whether a player, the claimant, reaches at least some score. A node is a
position; transpositions share a node. A leaf is sent to a worker as a job with a node limit. If the
job does not settle it, the leaf is expanded. While a job runs, its leaf has a virtual loss. A node
is blocked if jobs are running for all its open leaves.
**Guarantee** `settled` is set by the end of a game, by a job's proved bounds, or by children's
`settled`; never by numbers. Positions must not repeat, which is so in every built-in game.
**Reference** Wu et al., *Job-level proof number search*, 2013; Chaslot et al., *Parallel
Monte-Carlo tree search*, 2008, for virtual loss.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from upstar.distributed.rules import Numbers, Rule


class PositionLike(Hashable, Protocol):
    """The interface of positions that the tree needs; `upstar.Position` has it."""

    @property
    def to_move(self) -> str: ...  # noqa: D102
    @property
    def score(self) -> int | None: ...  # noqa: D102
    def moves(self) -> Sequence[str]: ...  # noqa: D102
    def play(self, move: str) -> "PositionLike": ...  # noqa: D102


@dataclass(eq=False)
class Node:
    """A position in the graph."""

    position: PositionLike
    start: Numbers
    """The numbers of the node as a leaf."""
    numbers: Numbers
    settled: bool | None = None
    """Whether the claimant reaches the score; None while that is open."""
    children: "list[tuple[str, Node]]" = field(default_factory=list)
    parents: "list[Node]" = field(default_factory=list)
    in_flight: bool = False
    """A job for this node is running. The node may have been expanded meanwhile."""
    blocked: bool = False
    """Jobs are running for all open leaves below."""
    job: str | None = None
    """The key of the job that settled the node."""


class Tree:
    """The search graph."""

    def __init__(self, root: PositionLike, claimant: str, least: int, rule: Rule) -> None:
        """Create the root. `claimant` is a player's label, `least` the score to reach."""
        self.claimant = claimant
        self.least = least
        self.rule = rule
        self._nodes: dict[PositionLike, Node] = {}
        self.root = self._node(root)

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._nodes)

    def nodes(self) -> Sequence[Node]:
        """Return all nodes."""
        return list(self._nodes.values())

    def _node(self, position: PositionLike) -> Node:
        found = self._nodes.get(position)
        if found is None:
            score = position.score
            start = self.rule.leaf(len(position.moves()))
            found = Node(position, start, start)
            if score is not None:
                own = score if position.to_move == self.claimant else -score
                found.settled = own >= self.least
            self._nodes[position] = found
            found.numbers = self._numbers(found)
        return found

    def select(self) -> Node | None:
        """Return the leaf to search next; None if jobs are running for all open leaves.

        1. Descend by the rule, ignoring running jobs. If the leaf has no job, return it.
        2. Otherwise go back to the deepest node on the path that is not blocked and whose player is
           behind. All its moves must probably be refuted, so work on another move is not lost.
        3. If there is none, expand the leaf with the running job, unless a node above it has a
           running job too. All replies to a good move must be refuted.
        4. Otherwise go back to the deepest node on the path that is not blocked.
        5. From there, descend by the rule through nodes that are not blocked.
        """
        if self.root.blocked or self.root.settled is not None:
            return None
        path, node = [], self.root
        while node.children:
            path.append(node)
            node = self._best(node, free=False)
        if not node.in_flight:
            return node
        unblocked = [n for n in reversed(path) if not n.blocked]
        behind = next((n for n in unblocked if n.numbers[0] > n.numbers[1]), None)
        if behind is None and not any(n.in_flight for n in path):
            self.expand(node)
            behind = node
        node = behind or unblocked[0]
        while node.children:
            node = self._best(node, free=True)
        return node

    def _best(self, node: Node, *, free: bool) -> Node:
        """Return the open child that the rule prefers; with `free`, only unblocked ones."""
        open_ = [c for _, c in node.children if c.settled is None and not (free and c.blocked)]
        return open_[self.rule.best([child.numbers for child in open_])]

    def send(self, leaf: Node) -> None:
        """Mark that a job for the leaf is running."""
        leaf.in_flight = True
        self._update(leaf)

    def settle(self, leaf: Node, claimed: bool, job: str) -> None:
        """Store the answer of the job that settled a leaf."""
        leaf.in_flight, leaf.job = False, job
        if leaf.settled is None:
            leaf.settled = claimed
        self._update(leaf)

    def unsettled(self, leaf: Node) -> None:
        """Expand a leaf whose job has reached its limit."""
        leaf.in_flight = False
        if not leaf.children:
            self.expand(leaf)

    def expand(self, leaf: Node) -> None:
        """Add the children of a leaf."""
        for move in leaf.position.moves():
            child = self._node(leaf.position.play(move))
            child.parents.append(leaf)
            leaf.children.append((move, child))
        self._update(leaf)

    def _numbers(self, node: Node) -> Numbers:
        if node.settled is not None:
            mover = node.position.to_move == self.claimant
            return self.rule.reached if node.settled is mover else self.rule.failed
        if not node.children:
            return self.rule.virtual(node.start) if node.in_flight else node.start
        return self.rule.inner([child.numbers for _, child in node.children])

    def _settled(self, node: Node) -> bool | None:
        if node.settled is not None or not node.children:
            return node.settled
        answers = [child.settled for _, child in node.children]
        if node.position.to_move == self.claimant:
            return True if True in answers else False if all(a is False for a in answers) else None
        return False if False in answers else True if all(answers) else None

    def _blocked(self, node: Node) -> bool:
        if node.settled is not None or not node.children:
            return node.in_flight
        return all(child.blocked for _, child in node.children if child.settled is None)

    def _update(self, changed: Node) -> None:
        """Update a node and its ancestors. This terminates because positions do not repeat."""
        todo = [changed]
        while todo:
            node = todo.pop()
            before = (node.settled, node.numbers, node.blocked)
            node.settled = self._settled(node)
            node.numbers = self._numbers(node)
            node.blocked = self._blocked(node)
            if node is changed or (node.settled, node.numbers, node.blocked) != before:
                todo += node.parents
