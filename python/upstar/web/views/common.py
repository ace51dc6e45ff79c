"""Helpers of the views: the base class, error messages, buttons, numbers."""

import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from upstar.errors import UpstarError
from upstar.render.board import Cell, Labels
from upstar.text import short_count
from upstar.web.garbage import release_later

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

log = logging.getLogger("upstar.web")


class Settings:
    """Settings of a view that are part of the address."""

    def __init__(self, bench: "Workbench", keys: Iterable[str]) -> None:
        """Create settings without values; `keys` are their names in the address."""
        self._bench = bench
        self._keys = tuple(keys)
        self._values: dict[str, str] = {}

    def restore(self, query: Mapping[str, str]) -> None:
        """Take the values of an address."""
        self._values = {key: query[key] for key in self._keys if query.get(key)}

    def get(self, key: str, default: str = "") -> str:
        """Return a setting."""
        return self._values.get(key, default)

    def keep(self, key: str, value: str) -> None:
        """Change a setting, and with it the address. An empty text removes it."""
        if self._values.get(key, "") != value:
            self._values[key] = value
            self._bench.put_link()

    def query(self) -> dict[str, str]:
        """Return the settings for an address."""
        return {key: value for key, value in self._values.items() if value}


class View:
    """The base class of the views. A view is built once and then repainted."""

    name = ""
    title = ""
    keys: tuple[str, ...] = ()
    """The names of the view's settings in the address."""

    def __init__(self, bench: "Workbench") -> None:
        """Create a view of a workbench."""
        self.bench = bench
        self.settings = Settings(bench, self.keys)

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


def empty(container: ui.element) -> None:
    """Remove and free the elements of a container."""
    release_later(container.descendants())
    container.clear()


def button(text: str, handler: Callable[..., Any], *, icon: str = "", flat: bool = True) -> Any:
    """Create a button in the style of the page."""
    made = ui.button(text, icon=icon or None, on_click=show_errors(handler))
    return made.props("no-caps dense" + (" outline" if flat else " unelevated"))


def icon_button(icon: str, label: str, handler: Callable[..., Any]) -> Any:
    """Create a button with an icon. The label is its tooltip and its name for screen readers."""
    made = ui.button(icon=icon, on_click=show_errors(handler)).props("flat dense round")
    with made.props(f'aria-label="{label}"'):
        # Above, because what the button opens is often below.
        ui.tooltip(label).props('anchor="top middle" self="bottom middle"')
    return made


def facts_html(facts: Iterable[tuple[str, str]]) -> str:
    """Return names and values as a list in HTML.

    >>> facts_html([("nodes", "7")])
    '<dl class="upstar-facts"><div><dt>nodes</dt><dd>7</dd></div></dl>'
    """
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts
    )
    return f'<dl class="upstar-facts">{items}</dl>'


def count(number: float | None) -> str:
    """Format a count."""
    if number is None:
        return "–"
    return f"{number:,.0f}" if number < 1e4 else short_count(number)


def short(number: Any) -> str:
    """Format a number of the root or of a node."""
    return f"{number:.3g}" if isinstance(number, float) else f"{number}"
