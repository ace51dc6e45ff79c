"""The board and the list of moves as elements of the page."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nicegui import ui

from upstar.render.clickable import SCRIPT
from upstar.web.game_tree import GameTree, Node


def _frozen(value: Any) -> Any:
    """Return tuples in place of lists. NiceGUI observes every list, and a board has thousands."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


class BoardElement(
    ui.element, component=Path(__file__).with_name("board.js"), dependencies=[SCRIPT]
):
    """A board that shows a position. It reports moves and, while editing, cells."""

    def __init__(
        self,
        *,
        on_move: Callable[[str], Any] | None = None,
        on_edit: Callable[[str], Any] | None = None,
        scale: float = 1.5,
    ) -> None:
        """Create an empty element; `show` fills it."""
        super().__init__()
        self._props["scale"] = scale
        self._props["label"] = "board"
        self._props["editing"] = False
        for name in (
            "spots",
            "names",
            "moves",
            "last",
            "won",
            "tints",
            "notes",
            "contents",
            "alike",
        ):
            self._props[name] = []
        self._props.update(svg="", width=1, height=1, shape="square")
        if on_move is not None:
            self.on("move", lambda event: on_move(str(event.args)))
        if on_edit is not None:
            self.on("edit", lambda event: on_edit(str(event.args)))

    def show(self, **properties: Any) -> None:
        """Repaint, if something has changed."""
        shown = {name: _frozen(value) for name, value in properties.items()}
        if any(self._props.get(name) != value for name, value in shown.items()):
            self._props.update(shown)
            self.update()


class MoveList(ui.element, component=Path(__file__).with_name("moves.js"), dependencies=[SCRIPT]):
    """A list of the legal moves, at most `max_moves` of them."""

    def __init__(self, *, on_move: Callable[[str], Any], max_moves: int = 80) -> None:
        """Create an empty element; `show` fills it."""
        super().__init__()
        self._max_moves = max_moves
        self._props.update(moves=[], more="")
        self.on("move", lambda event: on_move(str(event.args)))

    def show(self, moves: Sequence[str]) -> None:
        """Repaint."""
        left = len(moves) - self._max_moves
        more = f"and {left} more; type the move instead" if left > 0 else ""
        self._props.update(moves=list(moves[: self._max_moves]), more=more)
        self.update()


class GameMoves(
    ui.element, component=Path(__file__).with_name("movetree.js"), dependencies=[SCRIPT]
):
    """The moves of a game with its variations. It reports the number of a move that is clicked."""

    def __init__(self, *, on_go: Callable[[int], Any]) -> None:
        """Create an empty element; `show` fills it."""
        super().__init__()
        self._props.update(rows=[], current=0)
        self.on("go", lambda event: on_go(int(event.args)))

    def show(self, tree: GameTree, badges: Mapping[Node, tuple[str, str]]) -> None:
        """Repaint. A badge is the proved result of a position, with its outcome."""
        numbers: dict[Node, int] = {}
        plies = {tree.root: 0}
        for number, node in enumerate(tree.nodes(), 1):
            assert node.parent is not None
            numbers[node], plies[node] = number, plies[node.parent] + 1
        rows = []
        for depth, nodes in tree.rows():
            items = []
            for place, node in enumerate(nodes):
                ply = plies[node] - 1
                count = f"{ply // 2 + 1}."
                if ply % 2:
                    count = "" if place else count + ".."
                items.append(
                    [numbers[node], count, node.move, node.comment, list(badges.get(node, ())) or 0]
                )
            rows.append([depth, items])
        current = numbers.get(tree.current, 0)
        if self._props["rows"] != rows or self._props["current"] != current:
            self._props.update(rows=rows, current=current)
            self.update()
