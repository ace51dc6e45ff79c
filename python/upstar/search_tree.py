"""The top of a search tree, exported for display: pictures, DOT for Graphviz, JSON for programs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upstar.jsonable import json_numbers
from upstar.render.drawable import Drawable

if TYPE_CHECKING:
    from upstar.render.picture import Picture

__all__ = ["SearchTree", "TreeNode"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A node of an exported search tree.

    Attributes
    ----------
    parent : int or None
        The index of the parent; None for the root, which comes first.
    move : str or None
        The move that leads to the node; None for the root.
    position : str
        The text of the position.
    to_move : str
        The label of the player to move.
    winner : str or None
        The player for whom the last question of the search is proved.
    numbers : mapping of str to float
        The numbers of the node by name, from the point of view of its player to move.
    children : int
        How many of its children are in the list.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> root = upstar.solve(p, "pns", tree_depth=1, bounds=False).tree.nodes[0]
    >>> root.parent is None, root.to_move, root.children
    (True, 'vertical', 3)
    """

    parent: int | None
    move: str | None
    position: str
    to_move: str
    winner: str | None
    numbers: Mapping[str, float]
    children: int


@dataclass(frozen=True, slots=True)
class SearchTree(Drawable):
    """The nodes of a search tree from the root down to a depth, in breadth-first order.

    Attributes
    ----------
    nodes : tuple of TreeNode
        The nodes, the root first.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> tree = upstar.solve(p, "pns", tree_depth=1, bounds=False).tree
    >>> [node.move for node in tree.nodes]
    [None, 'a1a2', 'b1b2', 'c1c2']
    >>> print(tree.to_dot().splitlines()[0])
    digraph search {
    >>> tree.to_json()[1]["move"]
    'a1a2'
    """

    nodes: tuple[TreeNode, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the nodes as dictionaries that ``json.dumps`` accepts.

        Returns
        -------
        list of dict
            One dictionary for each node. Infinite numbers become ``'inf'``.
        """
        return [
            {
                "parent": node.parent,
                "move": node.move,
                "position": node.position,
                "to_move": node.to_move,
                "winner": node.winner,
                "numbers": json_numbers(node.numbers),
                "children": node.children,
            }
            for node in self.nodes
        ]

    def _repr_html_(self) -> str:
        from upstar.render.html import search_tree

        return search_tree(self)

    def picture(self) -> "Picture":
        """Return the picture of the tree. ``svg``, ``tikz``, ``pdf`` and ``save`` write it.

        Returns
        -------
        Picture
            A box for each node: the move, the player to move, the numbers. Green nodes are proved
            for the player to move at the root, red ones for the other player.

        Raises
        ------
        ParameterError
            If the tree is empty or has more than 1000 nodes.

        Examples
        --------
        >>> import upstar
        >>> p = upstar.position("domineering", "2x3")
        >>> tree = upstar.solve(p, "pns", tree_depth=1, bounds=False).tree
        >>> "c1c2" in tree.tikz()
        True
        """
        from upstar.render.tree import Box, picture

        boxes = []
        for node in self.nodes:
            fill = "open"
            if node.winner is not None:
                fill = "won" if node.winner == self.nodes[0].to_move else "lost"
            numbers = [f"{name} {_short(value)}" for name, value in node.numbers.items()]
            boxes.append(Box(node.parent, [node.move or "root", node.to_move, *numbers], fill))
        return picture(boxes)

    def to_dot(self) -> str:
        """Return the tree in the DOT language of Graphviz.

        Returns
        -------
        str
            The graph. Proved nodes are filled; edges are labelled with moves.
        """
        lines = ["digraph search {", '  node [shape=box, fontname="monospace"];']
        for index, node in enumerate(self.nodes):
            numbers = ", ".join(f"{name} {_short(v)}" for name, v in node.numbers.items())
            label = _quote(f"{node.to_move}\\n{numbers}")
            style = ""
            if node.winner is not None:
                colour = "palegreen" if node.winner == self.nodes[0].to_move else "lightpink"
                style = f', style=filled, fillcolor="{colour}"'
            lines.append(f"  n{index} [label={label}{style}];")
            if node.parent is not None:
                lines.append(f"  n{node.parent} -> n{index} [label={_quote(node.move or '')}];")
        return "\n".join([*lines, "}", ""])


def _quote(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _short(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
