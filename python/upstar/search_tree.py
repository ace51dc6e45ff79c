"""The top of a search tree, for looking at: DOT for Graphviz, JSON for programs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from upstar.jsonable import json_numbers

__all__ = ["SearchTree", "TreeNode"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A node of an exported search tree."""

    parent: int | None
    """The parent's place in the list; None for the root, which comes first."""
    move: str | None
    position: str
    to_move: str
    winner: str | None
    """Who is proved to win the question that was asked last."""
    numbers: Mapping[str, float]
    """The node's numbers, as its player to move sees them."""
    children: int
    """How many of its children are in the list."""


@dataclass(frozen=True, slots=True)
class SearchTree:
    """Nodes from the root down to a depth, breadth first.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("domineering", "2x3")
    >>> tree = upstar.solve(p, "pns", tree_depth=1, bounds=False).tree
    >>> [node.move for node in tree.nodes]
    [None, 'a1a2', 'b1b2', 'c1c2']
    >>> print(tree.to_dot().splitlines()[0])
    digraph search {
    """

    nodes: tuple[TreeNode, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """One dictionary for each node; infinite numbers become ``'inf'``."""
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

    def to_dot(self) -> str:
        """The tree in Graphviz's language: proved nodes are filled, edges carry the moves."""
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
