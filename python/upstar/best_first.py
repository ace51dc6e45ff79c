"""Best-first search with four functions of one's own.

The frame is that of Saffidine and Cazenave: follow the most promising children to a leaf, create
its children, bring the numbers up to date on the way back. A search is made by saying what the
numbers are; what is *solved* is kept apart by the engine, so no rule can make a false proof.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

__all__ = ["BestFirst", "Node"]


@dataclass(frozen=True, slots=True)
class Node:
    """What a rule may look at."""

    is_max: bool
    """Does the player move who moves at the root (Max)?"""
    mobility: int
    """How many legal moves there are."""
    probability: float
    """The game's guess of the probability that the player to move wins, at a leaf."""


class BestFirst(ABC):
    """Subclass it, write the four functions, and give an instance to `upstar.solve`.

    The numbers of a node may be any object that compares with ``==``; they are always said from
    the point of view of Max, the player to move at the root.

    `upstar.solve` takes these parameters with it: ``shape`` ('tree', 'graph' with transpositions
    merged, 'two-levels'), ``update`` ('all', 'path': which parents in a graph), ``key``
    ('position', 'owner'), ``bounds`` (apply the game's static bounds to new nodes),
    ``free_solved``, ``preset`` ('paper').

    Examples
    --------
    >>> import upstar
    >>> class Products(upstar.BestFirst):
    ...     def info_term(self, max_wins):
    ...         return 1.0 if max_wins else 0.0
    ...
    ...     def init_leaf(self, node):
    ...         return 0.5
    ...
    ...     def select_child(self, node, children):
    ...         best = max(children) if node.is_max else min(children)
    ...         return children.index(best)
    ...
    ...     def update(self, node, children):
    ...         product = 1.0
    ...         for p in children:
    ...             product *= 1 - p if node.is_max else p
    ...         return 1 - product if node.is_max else product
    >>> upstar.solve(upstar.position("domineering", "4x4"), Products()).outcome
    'win'

    References
    ----------
    Saffidine and Cazenave, *Developments on Product Propagation*, Algorithm 1.
    """

    @abstractmethod
    def info_term(self, max_wins: bool) -> Any:
        """Return the numbers of a node at which the outcome is known."""

    @abstractmethod
    def init_leaf(self, node: Node) -> Any:
        """Return the first numbers of a new node."""

    @abstractmethod
    def select_child(self, node: Node, children: list[Any]) -> int:
        """Return the index of the child to follow; solved children must not be chosen."""

    @abstractmethod
    def update(self, node: Node, children: list[Any]) -> Any:
        """Return the numbers of a node from those of its children."""
