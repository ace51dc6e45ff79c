"""The widget with a tree whose nodes open on a click."""

from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from upstar.errors import UpstarError
from upstar.notebook.scripts import CSS, widget_script
from upstar.render.clickable import clickable_board
from upstar.tree_browser import BrowserNode, ProofBrowser, TreeBrowser

__all__ = ["TreeWidget"]

_MAX_CHILDREN = 1000


class TreeWidget(anywidget.AnyWidget):
    """A tree whose nodes open on a click. ``proof_tree`` and ``search_tree`` create one.

    Parameters
    ----------
    browsers : mapping of str to TreeBrowser
        The trees to show, by the label of their root.

    Attributes
    ----------
    roots : list of dict
        The root of each tree.

    Examples
    --------
    >>> import upstar
    >>> from upstar.notebook import search_tree
    >>> tree = search_tree(upstar.solve("domineering", "2x3", "pns", tree_depth=2, bounds=False))
    >>> [child["label"].split()[0] for child in tree.children(0)]
    ['a1a2', 'b1b2', 'c1c2']
    """

    _esm = widget_script("tree_widget.js")
    _css = CSS
    roots: Any = traitlets.List().tag(sync=True)

    def __init__(self, browsers: Mapping[str, TreeBrowser]) -> None:
        """Show the roots."""
        self._nodes: list[tuple[TreeBrowser, BrowserNode]] = []
        self._loaded: dict[int, list[dict[str, Any]]] = {}
        roots = [
            {**self._add(browser, browser.root()), "label": label}
            for label, browser in browsers.items()
        ]
        super().__init__(roots=roots)
        self.on_msg(self._receive)

    def children(self, number: int) -> list[dict[str, Any]]:
        """Return the children of a node, read from the tree when they are first needed.

        Parameters
        ----------
        number : int
            The ``id`` of a root or of a child that this method returned.

        Returns
        -------
        list of dict
            ``id``, ``label``, ``line`` (the moves from the root), ``has_children`` and
            ``is_claimed`` (a move of the player whose claim is proved).

        Examples
        --------
        >>> import upstar
        >>> from upstar.notebook import search_tree
        >>> tree = search_tree(upstar.solve("domineering", "3x3", "pns", tree_depth=2))
        >>> all(child["line"] for child in tree.children(0))
        True
        """
        if number not in self._loaded:
            browser, node = self._nodes[number]
            children = browser.children(node)
            self._loaded[number] = [self._add(browser, child) for child in children]
        return self._loaded[number]

    def _add(self, browser: TreeBrowser, node: BrowserNode) -> dict[str, Any]:
        self._nodes.append((browser, node))
        mover = node.position.pop().to_move if node.line else None
        return {
            "id": len(self._nodes) - 1,
            "label": node.label,
            "line": " ".join(node.line),
            "has_children": node.has_children,
            "is_claimed": isinstance(browser, ProofBrowser) and mover == node.winner,
        }

    def _receive(self, _: object, message: Any, __: object) -> None:
        """Send what the user clicked on. Errors appear below the board."""
        number = message.get("open", message.get("select"))
        try:
            if "open" in message:
                children = self.children(number)
                shown, more = children[:_MAX_CHILDREN], max(0, len(children) - _MAX_CHILDREN)
                self.send({"of": number, "children": shown, "more": more})
            else:
                _, node = self._nodes[number]
                board = clickable_board(node.position, last=node.last_cells, playable=False)
                self.send({"of": number, "board": board, "facts": node.facts})
        except KeyboardInterrupt:
            self.send({"of": number, "error": "reading was interrupted"})
        except UpstarError as error:
            self.send({"of": number, "error": str(error)})
