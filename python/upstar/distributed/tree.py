"""The graph at the driver: positions, who reaches the goal, numbers that say where to work next.

**Idea** The question is whether a player, the claimant, gets at least some score. A node is a
position; one that is met again by other moves is the same node. A leaf goes to a worker as a job
with a limit of nodes; if that does not settle it, it gets children. While a job is in flight its
leaf has a virtual loss, and a node all of whose open leaves are in flight is passed over.
**Guarantee** `settled` is set by the end of a game, by a job's proved bounds, or by children's
`settled`; never by numbers. Positions must not come back, which is so in every registered game.
**Reference** Wu et al., *Job-level proof number search*, 2013; Chaslot et al., *Parallel
Monte-Carlo tree search*, 2008, for virtual loss.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from upstar.distributed.rules import Numbers, Rule


class PositionLike(Hashable, Protocol):
    """What the tree has to know of a position; `upstar.Position` has it."""

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
    """Its numbers as a leaf."""
    numbers: Numbers
    settled: bool | None = None
    """Does the claimant get the score? None while it is open."""
    children: "list[tuple[str, Node]]" = field(default_factory=list)
    parents: "list[Node]" = field(default_factory=list)
    in_flight: bool = False
    """A job is in flight; the node may have got children meanwhile."""
    blocked: bool = False
    """All open leaves below are in flight."""
    job: str | None = None
    """The key of the job that settled it."""


class Tree:
    """The graph and what may be done with it."""

    def __init__(self, root: PositionLike, claimant: str, least: int, rule: Rule) -> None:
        """`claimant` is a player's label; `least` the score that it claims."""
        self.claimant = claimant
        self.least = least
        self.rule = rule
        self._nodes: dict[PositionLike, Node] = {}
        self.root = self._node(root)

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self._nodes)

    def nodes(self) -> Sequence[Node]:
        """All nodes."""
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
        """The leaf to work on next; None where all open leaves are in flight.

        1. Go down by the rule, as if nothing were in flight. A leaf that is free is it.
        2. Otherwise turn off at the deepest node on the way whose player is behind: there all
           moves must be refuted anyway, so the work is not lost.
        3. If there is none, give the leaf in flight its children, unless one above it was in
           flight too: of the answers to a good move, again, all must be refuted.
        4. Otherwise turn off at the deepest node that has another way.
        5. Below the turn, go down by the rule through what is not blocked.
        """
        if self.root.blocked or self.root.settled is not None:
            return None
        path, node = [], self.root
        while node.children:
            path.append(node)
            node = self._best(node, free=False)
        if not node.in_flight:
            return node
        turns = [n for n in reversed(path) if not n.blocked]
        behind = next((n for n in turns if n.numbers[0] > n.numbers[1]), None)
        if behind is None and not any(n.in_flight for n in path):
            self.expand(node)
            behind = node
        node = behind or turns[0]
        while node.children:
            node = self._best(node, free=True)
        return node

    def _best(self, node: Node, *, free: bool) -> Node:
        """The open child that the rule prefers, of all or of those that are not blocked."""
        open_ = [c for _, c in node.children if c.settled is None and not (free and c.blocked)]
        return open_[self.rule.best([child.numbers for child in open_])]

    def send(self, leaf: Node) -> None:
        """A job for the leaf is in flight."""
        leaf.in_flight = True
        self._update(leaf)

    def settle(self, leaf: Node, claimed: bool, job: str) -> None:
        """The job has settled its leaf."""
        leaf.in_flight, leaf.job = False, job
        if leaf.settled is None:
            leaf.settled = claimed
        self._update(leaf)

    def unsettled(self, leaf: Node) -> None:
        """The job has not settled its leaf."""
        leaf.in_flight = False
        if not leaf.children:
            self.expand(leaf)

    def expand(self, leaf: Node) -> None:
        """Give a leaf its children."""
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
        said = [child.settled for _, child in node.children]
        if node.position.to_move == self.claimant:
            return True if True in said else False if all(s is False for s in said) else None
        return False if False in said else True if all(said) else None

    def _blocked(self, node: Node) -> bool:
        if node.settled is not None or not node.children:
            return node.in_flight
        return all(child.blocked for _, child in node.children if child.settled is None)

    def _update(self, changed: Node) -> None:
        """Bring all ancestors up to date; ends because positions do not come back."""
        todo = [changed]
        while todo:
            node = todo.pop()
            before = (node.settled, node.numbers, node.blocked)
            node.settled = self._settled(node)
            node.numbers = self._numbers(node)
            node.blocked = self._blocked(node)
            if node is changed or (node.settled, node.numbers, node.blocked) != before:
                todo += node.parents
