"""Best-first searches written in Python: four functions define one.

The framework is that of Saffidine and Cazenave. The search follows the most promising children to
a leaf, creates its children, and updates the numbers of its ancestors. A subclass defines these
numbers. The engine stores separately what is solved, so no rule can produce a false proof.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

__all__ = ["BestFirst", "Node"]


@dataclass(frozen=True, slots=True)
class Node:
    """The properties of a node that a rule may use.

    Attributes
    ----------
    is_max : bool
        Whether Max, the player to move at the root, is to move.
    mobility : int
        The number of legal moves.
    probability : float
        The game's estimate, at a leaf, of the probability that the player to move wins.

    Examples
    --------
    >>> from upstar.best_first import Node
    >>> Node(is_max=True, mobility=4, probability=0.5).mobility
    4
    """

    is_max: bool
    mobility: int
    probability: float


class BestFirst(ABC):
    """A best-first search of your own: subclass it and pass an instance to ``upstar.solve``.

    The numbers of a node may be any object that compares with ``==``. They are always given from
    the point of view of Max, the player to move at the root.

    ``upstar.solve`` accepts these parameters with it: ``shape`` (``'tree'``; ``'graph'``, which
    merges transpositions; ``'two-levels'``), ``update`` (``'all'`` or ``'path'``: which parents are
    updated in a graph), ``key`` (``'position'``, ``'owner'``), ``bounds`` (apply the game's static
    bounds to new nodes), ``free_solved`` and ``preset`` (``'paper'``).

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
    Saffidine and Cazenave, *Developments on Product Propagation*, 2013, Algorithm 1.
    """

    name: str = ""
    """The name in results: by default the class, or the text by which a file was loaded."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Name the search after its class unless the class sets a name."""
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    @abstractmethod
    def info_term(self, max_wins: bool) -> Any:
        """Return the numbers of a node whose outcome is known.

        Parameters
        ----------
        max_wins : bool
            Whether Max wins.

        Returns
        -------
        object
            The numbers.
        """

    @abstractmethod
    def init_leaf(self, node: Node) -> Any:
        """Return the first numbers of a new node.

        Parameters
        ----------
        node : Node
            The new node.

        Returns
        -------
        object
            The numbers.
        """

    @abstractmethod
    def select_child(self, node: Node, children: list[Any]) -> int:
        """Return the index of the child to follow. Solved children must not be chosen.

        Parameters
        ----------
        node : Node
            The parent.
        children : list
            The numbers of its children.

        Returns
        -------
        int
            An index into ``children``.
        """

    @abstractmethod
    def update(self, node: Node, children: list[Any]) -> Any:
        """Return the numbers of a node, computed from those of its children.

        Parameters
        ----------
        node : Node
            The parent.
        children : list
            The numbers of its children.

        Returns
        -------
        object
            The numbers.
        """
