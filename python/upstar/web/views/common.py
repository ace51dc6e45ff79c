"""What the views share: handlers that never show a stack trace, small pieces of page."""

import inspect
import logging
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from nicegui import ui

from upstar.errors import UpstarError
from upstar.text import short_count
from upstar.web.drawing import Cell

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

log = logging.getLogger("upstar.web")


class View:
    """One of the views. It is built once and repainted."""

    name = ""
    title = ""

    def __init__(self, bench: "Workbench") -> None:
        """Belongs to a visitor's workbench."""
        self.bench = bench

    def build(self) -> None:
        """Make the elements, inside the panel."""

    def repaint(self) -> None:
        """The position has changed, or the view has come to the front."""

    def tints(self) -> dict[Cell, str]:
        """Colours for the board while the view is in front."""
        return {}

    def notes(self) -> dict[Cell, str]:
        """Characters for the board while the view is in front."""
        return {}


def show_errors(handler: Callable[..., Any]) -> Callable[..., Any]:
    """A handler whose errors become messages."""

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
    """Say what was wrong."""
    ui.notify(message, type="warning", position="top", multi_line=True, close_button="ok")


def button(text: str, handler: Callable[..., Any], *, icon: str = "", flat: bool = True) -> Any:
    """A button as they look here."""
    made = ui.button(text, icon=icon or None, on_click=show_errors(handler))
    return made.props("no-caps dense" + (" outline" if flat else " unelevated"))


def count(number: float | None) -> str:
    """A number for people."""
    if number is None:
        return "–"
    return f"{number:,.0f}" if number < 1e4 else short_count(number)


def short(number: Any) -> str:
    """A root's number for people."""
    return f"{number:.3g}" if isinstance(number, float) else f"{number}"
