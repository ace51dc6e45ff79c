"""Helpers of the views: the base class, error messages, buttons, numbers."""

import inspect
import logging
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from nicegui import ui

from upstar.errors import UpstarError
from upstar.render.board import Labels
from upstar.render.clickable import Cell
from upstar.text import short_count

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

log = logging.getLogger("upstar.web")


class View:
    """The base class of the views. A view is built once and then repainted."""

    name = ""
    title = ""

    def __init__(self, bench: "Workbench") -> None:
        """Create a view of a workbench."""
        self.bench = bench

    def build(self) -> None:
        """Create the elements inside the panel."""

    def repaint(self) -> None:
        """Update the view after a change of the position, or when the view is shown."""

    def tints(self) -> dict[Cell, str]:
        """Return colours for cells of the board while the view is shown."""
        return {}

    def notes(self) -> dict[Cell, str]:
        """Return texts for cells of the board while the view is shown."""
        return {}

    def labels(self) -> Labels | None:
        """Return results of moves for the board while the view is shown."""
        return None


def show_errors(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a handler so that its errors appear as messages on the page."""

    wanted = len(inspect.signature(handler).parameters)

    @wraps(handler)
    async def call(*arguments: Any) -> None:
        try:
            answer = handler(*arguments[:wanted])
            if inspect.isawaitable(answer):
                await answer
        except UpstarError as error:
            warn(str(error))
        except Exception as error:
            log.exception("a handler failed")
            warn(f"internal error: {type(error).__name__}")

    return call


def warn(message: str) -> None:
    """Show a warning on the page."""
    ui.notify(message, type="warning", position="top", multi_line=True, close_button="ok")


def button(text: str, handler: Callable[..., Any], *, icon: str = "", flat: bool = True) -> Any:
    """Create a button in the style of the page."""
    made = ui.button(text, icon=icon or None, on_click=show_errors(handler))
    return made.props("no-caps dense" + (" outline" if flat else " unelevated"))


def count(number: float | None) -> str:
    """Format a count."""
    if number is None:
        return "–"
    return f"{number:,.0f}" if number < 1e4 else short_count(number)


def short(number: Any) -> str:
    """Format a number of the root or of a node."""
    return f"{number:.3g}" if isinstance(number, float) else f"{number}"
