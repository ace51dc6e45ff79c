"""The workbench of one visitor: a position, its board and the views."""

from pathlib import Path

from nicegui import ui
from nicegui.client import Client

from upstar.errors import UpstarError
from upstar.render.clickable import CSS, Cell, clickable_board
from upstar.web.boards import BoardElement
from upstar.web.job_queue import JobQueue
from upstar.web.state import State, from_link
from upstar.web.views.board import BoardView
from upstar.web.views.common import View, show_errors, warn
from upstar.web.views.reports import ReportsView
from upstar.web.views.solve import SolveView
from upstar.web.views.tree import TreeView
from upstar.web.views.value import ValueView

_CSS = Path(__file__).with_name("workbench.css").read_text(encoding="utf-8")


class Workbench:
    """The workbench of one open page. Its jobs are stopped when the page is closed."""

    def __init__(self, client: Client, queue: JobQueue, store: Path | None) -> None:
        """Prepare a page; `build` creates its elements."""
        self.queue = queue
        self.store = store
        self.owner = f"page {client.id}"
        self.is_gone = False
        self._client = client
        self.state = State()
        self.board_view = BoardView(self)
        self.views: dict[str, View] = {
            view.name: view
            for view in (
                self.board_view,
                SolveView(self),
                TreeView(self),
                ValueView(self),
                ReportsView(self),
            )
        }
        self.front: View = self.board_view
        client.on_delete(self._leave)

    def build(self, query: dict[str, str]) -> None:
        """Create the page, in the state that its address describes."""
        link_error = ""
        try:
            self.state = from_link(query)
        except UpstarError as error:
            link_error = f"the link is not valid: {error}"
        ui.add_css(CSS + _CSS)
        ui.colors(primary="#0072b2", warning="#e69f00", positive="#009e73", negative="#d55e00")
        dark = ui.dark_mode(value=None)
        with ui.header().classes("upstar-header"):
            ui.label("upstar").classes("upstar-name")
            with ui.tabs(on_change=show_errors(self._turn)).props(
                "dense no-caps align=left"
            ) as tabs:
                for view in self.views.values():
                    ui.tab(view.name, label=view.title)
            ui.space()
            ui.link("API", "/api/docs").classes("upstar-link")
            ui.button(icon="contrast", on_click=lambda: dark.set_value(not dark.value)).props(
                'flat dense round color=white aria-label="switch between dark and light"'
            )
        with ui.element("main").classes("upstar-main") as self._main:
            with ui.element("section").classes("upstar-side").props("aria-label=board"):
                self.board = BoardElement(
                    on_move=show_errors(self.state.play), on_edit=show_errors(self.board_view.edit)
                )
                self._verdict = ui.label().classes("upstar-verdict").props("aria-live=polite")
            with ui.tab_panels(tabs).classes("upstar-panels").props("keep-alive") as panels:
                self._empty = {
                    name: ui.tab_panel(name).classes("upstar-panel") for name in self.views
                }
        self._keys()
        self.state.on_change(self._changed)
        self._fill("board")
        self._fill(query.get("view", ""))
        self.front = self.views.get(query.get("view", ""), self.board_view)
        panels.value = tabs.value = self.front.name
        self._changed()
        if link_error:
            warn(link_error)

    def _fill(self, name: str) -> None:
        """Create a view when it is first shown, because most visitors use one or two."""
        panel = self._empty.pop(name, None)
        if panel is not None:
            with panel:
                self.views[name].build()

    def _changed(self) -> None:
        """Update the page after a change of the position."""
        self.repaint()
        self.board_view.changed()
        self._put_link()

    def repaint(self) -> None:
        """Repaint the board and the current view."""
        state = self.state
        last: list[Cell] = []
        if state.session.moves:
            before = state.session.start
            for move in state.session.moves[:-1]:
                before = before.play(move)
            last = before.cells(state.session.moves[-1])
        self.board.show(
            **clickable_board(
                state.position,
                last=last,
                tints=self.front.tints(),
                notes=self.front.notes(),
                labels=self.front.labels(),
                playable=not state.session.is_over,
            ),
            label=f"board of {state.position.game}: {state.verdict}",
        )
        self._verdict.text = state.verdict
        # Reports do not concern the position, so they get the whole page.
        alone = self.front.name == "reports"
        self._main.classes(add="upstar-wide-panel") if alone else self._main.classes(
            remove="upstar-wide-panel"
        )
        self.front.repaint()

    def _turn(self, event: object) -> None:
        """Show another view."""
        name = str(getattr(event, "value", ""))
        if name in self.views and self.views[name] is not self.front:
            self._fill(name)
            self.front = self.views[name]
            self.repaint()
            self._put_link()

    def _put_link(self) -> None:
        if self._client.has_socket_connection:
            link = self.state.link(self.front.name)
            self._client.run_javascript(f"history.replaceState(null, '', {link!r})")

    def _keys(self) -> None:
        """Install the keys for undo and redo. They do not act in input fields."""
        keys = {"u": lambda: self.state.undo(), "r": lambda: self.state.redo()}

        def pressed(event: object) -> None:
            key = str(getattr(event, "key", ""))
            action = getattr(event, "action", None)
            if getattr(action, "keydown", False) and key in keys:
                keys[key]()

        ui.keyboard(on_key=show_errors(pressed))

    def _leave(self) -> None:
        self.is_gone = True
        self.queue.remove_owner(self.owner)
