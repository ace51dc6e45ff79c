"""The dialog that explains the page: its views, its keys and its signs."""

from nicegui import ui

_VIEWS = {
    "Board": "play, step through the game, and switch Analysis on to see the result of every move",
    "Solve": "run one search, or a race of two, and watch its numbers",
    "Proof": "prove who wins, browse the winning strategy, and learn why a move loses",
    "Value": "values of the parts of a position, thermographs, a calculator, sums of boards",
    "Reports": "results of campaigns, and published tables compared with measured ones",
}
_KEYS = {
    "← →": "one move back, one move forward",
    "Home End": "to the start, to the end of the line",
    "u r": "back to your own last turn; forward",
    "Tab, arrows, Enter": "reach the board, move over its cells, choose one",
    "Escape": "deselect cells",
    "n": "begin a new game",
    "?": "show this help",
}
_LINKS = {
    "/jobs": "History of your searches",
    "/api/docs": "The HTTP API",
}


class HelpDialog:
    """A dialog with the views and the keys. It is created when it is first opened."""

    def __init__(self) -> None:
        """Prepare the dialog."""
        self._dialog: ui.dialog | None = None

    def open(self) -> None:
        """Show the dialog."""
        if self._dialog is None:
            self._build()
        assert self._dialog is not None
        self._dialog.open()

    def _build(self) -> None:
        with (
            ui.dialog().props('aria-label="help"') as self._dialog,
            ui.card().classes("upstar-help"),
        ):
            with ui.row().classes("upstar-row upstar-tight"):
                ui.label("Help").classes("upstar-title").props("role=heading aria-level=2")
                ui.space()
                ui.button(icon="close", on_click=self._dialog.close).props(
                    'flat dense round aria-label="close"'
                )
            _list("Views", _VIEWS, "upstar-help-view")
            _list("Keys", _KEYS, "upstar-help-key")
            ui.label(
                "The address holds the whole state: the game, the view, the players and the "
                "searches. A reload loses nothing, and a link shares everything. Searches run on "
                "the computer that serves this page; nothing leaves it."
            ).classes("upstar-help-text")
            with ui.row().classes("upstar-row upstar-help-links"):
                for address, words in _LINKS.items():
                    ui.link(words, address)


def _list(title: str, rows: dict[str, str], style: str) -> None:
    """Create a list of terms with their explanations."""
    ui.label(title).classes("upstar-heading").props("role=heading aria-level=3")
    with ui.element("dl").classes("upstar-help-list"):
        for term, words in rows.items():
            with ui.element("dt").classes(style):
                ui.label(term)
            with ui.element("dd"):
                ui.label(words)
