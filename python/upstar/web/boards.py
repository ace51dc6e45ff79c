"""The board and the list of moves as elements of the page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nicegui import ui

from upstar.render.clickable import SCRIPT


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
        for name in ("spots", "names", "moves", "last", "tints", "notes"):
            self._props[name] = []
        self._props.update(svg="", width=1, height=1, shape="square")
        if on_move is not None:
            self.on("move", lambda event: on_move(str(event.args)))
        if on_edit is not None:
            self.on("edit", lambda event: on_edit(str(event.args)))

    def show(self, **properties: Any) -> None:
        """Repaint. Only the changed properties are sent to the browser."""
        self._props.update(properties)
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
