"""The board and the list of moves as elements of the page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nicegui import ui


class BoardElement(ui.element, component=Path(__file__).with_name("board.js")):
    """Shows a position; tells moves and, while editing, cells."""

    def __init__(
        self,
        *,
        on_move: Callable[[str], Any] | None = None,
        on_edit: Callable[[str], Any] | None = None,
        scale: float = 1.5,
    ) -> None:
        """Empty until it is shown something."""
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
        """Repaint: only the properties are sent."""
        self._props.update(properties)
        self.update()


class MoveList(ui.element, component=Path(__file__).with_name("moves.js")):
    """The legal moves, as many as are worth listing."""

    def __init__(self, *, on_move: Callable[[str], Any], most: int = 80) -> None:
        """Empty until it is shown something."""
        super().__init__()
        self._most = most
        self._props.update(moves=[], more=0)
        self.on("move", lambda event: on_move(str(event.args)))

    def show(self, moves: Sequence[str]) -> None:
        """Repaint."""
        self._props.update(moves=list(moves[: self._most]), more=max(0, len(moves) - self._most))
        self.update()
