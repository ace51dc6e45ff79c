"""The dialog with the pictures of all games, in which a visitor begins a new one."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from upstar.registry import GameInfo
from upstar.web.offered_games import offered_games
from upstar.web.views.common import show_errors


class GamesDialog:
    """A dialog with a card for each game. It is created when it is first opened."""

    def __init__(self, on_choose: Callable[[GameInfo], Any]) -> None:
        """Prepare a dialog that calls `on_choose` with the game of the card that is clicked."""
        self._on_choose = on_choose
        self._dialog: ui.dialog | None = None
        self._cards: list[tuple[str, ui.element]] = []

    def open(self) -> None:
        """Show the dialog."""
        if self._dialog is None:
            self._build()
        assert self._dialog is not None
        self._dialog.open()

    def _build(self) -> None:
        with (
            ui.dialog().props('aria-label="new game"') as self._dialog,
            ui.card().classes("upstar-games"),
        ):
            with ui.row().classes("upstar-row upstar-tight"):
                ui.label("New game").classes("upstar-title").props("role=heading aria-level=2")
                ui.space()
                ui.input("search", on_change=show_errors(self._search)).props(
                    "dense outlined clearable"
                )
                ui.button(icon="close", on_click=self._dialog.close).props(
                    'flat dense round aria-label="close"'
                )
            with ui.element("div").classes("upstar-game-cards"):
                for info in offered_games():
                    self._cards.append((f"{info.name} {info.summary}".lower(), self._card(info)))

    def _card(self, info: GameInfo) -> ui.element:
        with ui.element("button").classes("upstar-game-card").props("type=button") as card:
            picture = ui.element("img").props('alt="" loading=lazy')
            query = urlencode({"game": info.name, "position": info.usual})
            picture.props["src"] = f"/api/picture.svg?{query}"
            ui.label(info.name).classes("upstar-game-name")
            ui.label(info.summary).classes("upstar-faint")
        card.on("click", show_errors(lambda _: self._choose(info)))
        return card

    def _search(self, event: Any) -> None:
        words = str(event.value or "").lower().split()
        for text, card in self._cards:
            card.visible = all(word in text for word in words)

    def _choose(self, info: GameInfo) -> None:
        assert self._dialog is not None
        self._dialog.close()
        self._on_choose(info)
