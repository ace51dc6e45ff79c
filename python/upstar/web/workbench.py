"""The workbench of one visitor: a position, its board and the views."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nicegui import ui
from nicegui.client import Client

import upstar
from upstar.errors import UpstarError
from upstar.registry import GameInfo
from upstar.render.clickable import CSS, clickable_board
from upstar.web import drawing
from upstar.web.boards import BoardElement
from upstar.web.garbage import release_later
from upstar.web.off_loop import off_loop
from upstar.web.page_jobs import PageJobs
from upstar.web.state import State, from_link
from upstar.web.views.analysis import LiveAnalysis
from upstar.web.views.board import BoardView
from upstar.web.views.common import Settings, View, button, icon_button, show_errors, warn
from upstar.web.views.games import GamesDialog
from upstar.web.views.help import HelpDialog
from upstar.web.views.players import Players
from upstar.web.views.reports import ReportsView
from upstar.web.views.setup import SetUp
from upstar.web.views.solve import SolveView
from upstar.web.views.tree import TreeView
from upstar.web.views.value import ValueView

_CSS = Path(__file__).with_name("workbench.css").read_text(encoding="utf-8")
_FEW_MOVES = 500
_SCALE = 4.5
"""The largest size of a board: a cell has 40 units. The style sheet makes it fit the window."""

_TURN_DARK = """
Quasar.Dark.toggle();
const scheme = Quasar.Dark.isActive ? "dark" : "light";
document.cookie = `%s=${scheme};path=/;max-age=31536000;samesite=lax`;
"""
SCHEME = "upstar_scheme"
"""The cookie with the visitor's choice between dark and light."""
_COPY = """
const link = location.origin + %s;
try { await navigator.clipboard.writeText(link); return true; } catch { return link; }
"""


class Workbench:
    """The workbench of one open page. Its jobs continue for a while when the page is closed."""

    def __init__(
        self, client: Client, queue: PageJobs, store: Path | None, scheme: str | None = None
    ) -> None:
        """Prepare a page; `build` creates its elements. Without a scheme the system's is used."""
        self.queue = queue
        self._is_dark = {"dark": True, "light": False}.get(scheme or "")
        self.store = store
        self.owner = queue.owner
        self._is_open = True
        self.is_live = False
        """Whether a browser has connected. A page without a connection starts no jobs."""
        self._client = client
        self.state = State()
        self.players = Players(self)
        self.analysis = LiveAnalysis(self)
        self.set_up = SetUp(self)
        self.help = HelpDialog()
        self.games = GamesDialog(self._begin)
        self.trees = TreeView(self)
        self.views: dict[str, View] = {
            view.name: view
            for view in (
                BoardView(self),
                SolveView(self),
                self.trees,
                ValueView(self),
                ReportsView(self),
            )
        }
        self.front: View = self.views["board"]
        client.on_delete(self._leave)

    # The page

    def build(self, query: dict[str, str]) -> None:
        """Create the page, in the state that its address describes."""
        self._build(query, *_read_link(query))

    async def build_off_loop(self, query: dict[str, str]) -> None:
        """Create the page of a long game, whose moves are read while other visitors are served."""
        self._build(query, *await off_loop(_read_link, query))

    def _build(self, query: dict[str, str], state: State, link_error: str) -> None:
        self.state, self._link_error = state, link_error
        for each in self._settings():
            each.restore(query)
        ui.add_css(CSS + _CSS)
        ui.colors(primary="#0072b2", warning="#e69f00", positive="#009e73", negative="#d55e00")
        self._tabs = tabs = self._build_header()
        with ui.element("div").classes("upstar-main") as self._main:
            self._stage = ui.element("section").classes("upstar-stage")
            with self._stage.props("aria-label=board"):
                self._build_stage()
            with ui.tab_panels(tabs).classes("upstar-panels").props("keep-alive") as panels:
                self._empty = {
                    name: ui.tab_panel(name).classes("upstar-panel") for name in self.views
                }
        self._keys()
        self.state.on_change(self._changed)
        self._fill("board")
        self._fill(query.get("view", ""))
        self.front = self.views.get(query.get("view", ""), self.views["board"])
        panels.value = tabs.value = self.front.name
        self.players.restore()
        self.repaint()
        self._client.on_connect(self._connected)
        if link_error:
            warn(link_error)

    def _build_header(self) -> ui.tabs:
        ui.dark_mode(value=self._is_dark)
        with ui.header().classes("upstar-header"):
            with ui.element("h1").classes("upstar-name"):
                ui.label("upstar")
            with ui.tabs(on_change=show_errors(self._turn)).props(
                "dense no-caps align=left"
            ) as tabs:
                for view in self.views.values():
                    ui.tab(view.name, label=view.title)
            ui.space()
            ui.link("History", "/jobs").classes("upstar-link")
            ui.link("API", "/api/docs").classes("upstar-link")
            for each in (
                icon_button("help_outline", "help", self.help.open),
                icon_button("contrast", "switch between dark and light", self._turn_dark),
            ):
                each.props("color=white")
        return tabs

    def _build_stage(self) -> None:
        """Create the board with its players and the buttons to step through the game."""
        self.players.build_strip(1)
        with ui.element("div").classes("upstar-board-row"):
            self.analysis.build_bar()
            self.board = BoardElement(
                on_move=show_errors(self.play), on_edit=show_errors(self.set_up.edit), scale=_SCALE
            )
        self.players.build_strip(0)
        with ui.row().classes("upstar-steps"):
            with ui.element("div").classes("upstar-step-group"):
                icon_button("first_page", "to the start", self.state_do("to_start"))
                icon_button("chevron_left", "one move back", self.players.undo)
                icon_button("chevron_right", "one move forward", self.state_do("redo"))
                icon_button("last_page", "to the end of the line", self.state_do("to_end"))
            self._verdict = ui.label().classes("upstar-verdict").props("aria-live=polite")
            with ui.element("div").classes("upstar-step-group upstar-step-end"):
                self._pass = button("Pass", lambda: self.play("pass"))
                icon_button("edit", "set up a position", self.set_up.toggle)
                icon_button("flag", "resign", self.state_do("resign"))
                icon_button("link", "copy link", self._copy_link)
        self.set_up.build()

    def _settings(self) -> list[Settings]:
        return [
            *(view.settings for view in self.views.values()),
            self.players.settings,
            self.analysis.settings,
        ]

    def _fill(self, name: str) -> None:
        """Create a view when it is first shown, because most visitors use one or two."""
        panel = self._empty.pop(name, None)
        if panel is not None:
            with panel:
                self.views[name].build()

    def _connected(self) -> None:
        """Start what the page shows, once a browser has it. A plain request starts no jobs."""
        if not self.is_live:
            self.is_live = True
            self._run("onpopstate = () => location.reload()")
            if not self._link_error:
                self.put_link()  # what the views have chosen while they were built
            self.front.repaint()
            self.repaint_board()
            self._continue()

    # Changes

    @property
    def is_gone(self) -> bool:
        """Whether the page was closed. It also holds when its objects were freed."""
        return not vars(self).get("_is_open", False)

    @property
    def is_editing(self) -> bool:
        """Whether the visitor sets up a position."""
        return self.set_up.draft is not None

    @property
    def shown(self) -> upstar.Position:
        """The position on the board: the current one, or the one that is set up."""
        return self.set_up.draft or self.state.position

    def state_do(self, name: str) -> Callable[[], None]:
        """Return a handler that calls a method of the state."""
        return lambda: getattr(self.state, name)()

    def play(self, move: str) -> None:
        """Play a move of the visitor."""
        self.players.check_turn()
        self.state.play(move)

    def _changed(self) -> None:
        """Update the page after a change of the position."""
        self.repaint()
        self.put_link(is_new=self.state.is_new)
        self._continue()

    def _continue(self) -> None:
        self.players.let_engine_move()
        self.analysis.start()

    def repaint(self) -> None:
        """Repaint the board and the current view."""
        self.repaint_board()
        self.players.repaint()
        self._verdict.text = "setting up" if self.is_editing else self.state.verdict
        moves = () if self.state.is_over else self.state.position.moves()
        self._pass.visible = "pass" in moves and not self.is_editing
        self._stage.classes(**{"add" if self.is_editing else "remove": "upstar-editing"})
        # Reports do not concern the position, so they get the whole page.
        alone = self.front.name == "reports"
        self._main.classes(**{"add" if alone else "remove": "upstar-wide-panel"})
        self.front.repaint()
        if self.front.name != "board":
            self.analysis.repaint()

    def repaint_board(self) -> None:
        """Repaint the board with the marks of the current view."""
        state, current = self.state, self.state.tree.current
        playing = not (self.is_editing or self.players.is_thinking or state.is_over)
        # A page with thousands of moves is built without them, and gets them when it is connected.
        playing = playing and (self.is_live or len(state.position.moves()) <= _FEW_MOVES)
        marks: dict[str, Any] = {}
        if not self.is_editing:
            before = current.parent
            marks = {
                "last": [] if before is None else before.position.cells(current.move),
                "won": drawing.winning_cells(state.position),
                "tints": self.front.tints(),
                "notes": self.front.notes(),
                "labels": self.front.labels(),
            }
        self.board.show(
            **clickable_board(self.shown, playable=playing, **marks),
            label=f"board of {state.position.game}: {state.verdict}",
            editing=self.is_editing,
        )

    def _turn(self, event: object) -> None:
        """Show the view of a tab."""
        self.turn_to(str(getattr(event, "value", "")))

    def turn_to(self, name: str) -> None:
        """Show another view."""
        if name in self.views and self.views[name] is not self.front:
            self._fill(name)
            self.front = self.views[name]
            self._tabs.value = name
            self.repaint()
            self.put_link()

    def ask_why(self, position: upstar.Position, move: str) -> None:
        """Show why a move loses, in the view Proof."""
        self.turn_to("tree")
        self.trees.why(position, move)

    def _turn_dark(self) -> None:
        self._run(_TURN_DARK % SCHEME)

    def _begin(self, info: GameInfo) -> None:
        """Begin a new game."""
        self.players.clear()
        self.state.begin(info.name, info.usual)
        self.tell_kept()

    # The address

    @property
    def link(self) -> str:
        """The address of the page as it is, without the host."""
        settings = {key: value for each in self._settings() for key, value in each.query().items()}
        return self.state.link(self.front.name, settings)

    def put_link(self, *, is_new: bool = False) -> None:
        """Show the link in the address bar. The browser's Back returns to a replaced game."""
        if self.is_live and not self.is_gone:
            change = "pushState" if is_new else "replaceState"
            self._run(f"history.{change}(null, '', {json.dumps(self.link)})")

    def _run(self, script: str) -> None:
        self._client.run_javascript(script)

    def tell_kept(self) -> None:
        """Say how the visitor returns to the game that was replaced."""
        if self.is_live:
            ui.notify("a new game has begun; the browser's Back button returns to the former one")

    async def _copy_link(self) -> None:
        """Copy the link. Without a clipboard (on plain HTTP) show it instead."""
        copied = await self._client.run_javascript(_COPY % json.dumps(self.link), timeout=60.0)
        if copied is True:
            ui.notify("the link was copied")
            return
        with ui.dialog(value=True), ui.card().classes("upstar-dialog"):
            ui.label("This browser gives no access to the clipboard here. Copy the link yourself:")
            ui.input("link", value=str(copied)).props("readonly outlined dense autofocus").classes(
                "upstar-wide"
            )

    def _keys(self) -> None:
        """Install the keys to step through the game. They do not act in input fields."""
        state = self.state
        keys = {
            "u": self.players.undo,
            "r": state.redo,
            "ArrowLeft": state.undo,
            "ArrowRight": state.redo,
            "Home": state.to_start,
            "End": state.to_end,
            "n": self.games.open,
            "?": self.help.open,
        }

        def pressed(event: object) -> None:
            held = getattr(event, "modifiers", None)
            # A key with Ctrl, Alt or Meta belongs to the browser.
            if any(getattr(held, name, False) for name in ("ctrl", "alt", "meta")):
                return
            key = str(getattr(event, "key", ""))
            if getattr(getattr(event, "action", None), "keydown", False) and key in keys:
                keys[key]()

        # A button keeps the focus after a click, and needs none of these keys.
        ui.keyboard(on_key=show_errors(pressed), ignore=["input", "select", "textarea"])

    def _leave(self) -> None:
        self._is_open = False
        self.analysis.leave()
        release_later(self._client.elements.values(), self)


def _read_link(query: dict[str, str]) -> tuple[State, str]:
    """Return the state that a link describes, and why it is invalid, if it is."""
    try:
        return from_link(query), ""
    except UpstarError as error:
        return State(), f"the link is not valid: {error}"
