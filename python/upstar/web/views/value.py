"""The view Value: values of the position, of its parts and after its moves; a calculator."""

from html import escape
from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.render.board import Cell
from upstar.web import drawing
from upstar.web.jobs import Job
from upstar.web.offered_games import read_position
from upstar.web.value_html import value_html
from upstar.web.views.common import View, button, empty
from upstar.web.views.explorer import Explorer, facts_text

_SECONDS = 10.0
_ROWS = 12
_CELL = '<q-td :props="props"><span class="upstar-value" v-html="props.value"></span></q-td>'
_COLUMNS = ("player", "move", "value after it", "temperature", "")


class ValueView(View):
    """The view in which a visitor computes values."""

    name, title = "value", "Value"
    keys = ("explore", "compare", "terms")

    def build(self) -> None:
        """Create the panel."""
        self._job: Job | None = None
        self._about: upstar.Position | None = None
        self._cells: dict[Cell, str] = {}
        self._explorer = Explorer(self.bench, self.settings)
        self._status = ui.html(sanitize=False).classes("upstar-value").props("aria-live=polite")
        self._facts = ui.label().classes("upstar-words")
        with ui.row().classes("upstar-row"):
            button("Compute again", self._compute, icon="refresh")
            self._hot = button("Play the hottest move", self._play_hottest, icon="whatshot")
        self._whole = ui.html(sanitize=False).classes("upstar-thermograph")
        self._parts = ui.row().classes("upstar-parts")
        self._moves = ui.table(
            columns=[
                {"name": n, "label": n, "field": n, "align": "left", "sortable": n != ""}
                for n in _COLUMNS
            ],
            rows=[],
            pagination={"rowsPerPage": _ROWS},
        ).props("dense flat")
        self._moves.add_slot("body-cell-value after it", _CELL)
        with ui.row().classes("upstar-row"):
            button("Add this board to a sum", self._add, icon="add")
        self._explorer.build()
        self._clear("")

    def tints(self) -> dict[Cell, str]:
        """Return the colours of the parts."""
        return self._cells if self._about == self.bench.state.position else {}

    def repaint(self) -> None:
        """Compute the values of a new position."""
        if not self.bench.is_live:
            return  # a page starts no jobs before a browser has connected
        background_tasks.create(self._explorer.restore())
        if self._about != self.bench.state.position:
            self._compute()

    def _clear(self, sentence: str) -> None:
        self._status.content = escape(sentence)
        self._facts.text = ""
        self._whole.content = ""
        empty(self._parts)
        self._moves.rows = []
        self._moves.visible = self._hot.visible = False
        self._cells = {}

    def _compute(self) -> None:
        if self._job is not None and not self._job.is_over:
            self.bench.queue.stop(self._job)
        position = self._about = self.bench.state.position
        self._clear("computing the value…")
        request = {"game": position.game, "position": str(position), "max_seconds": _SECONDS}
        self._job = self.bench.queue.submit("value", request, self.bench.owner)
        background_tasks.create(self._wait(self._job, position))

    async def _wait(self, job: Job, position: upstar.Position) -> None:
        async for _ in job.changes():
            if self.bench.is_gone or self._job is not job:
                return
            if not job.is_over and job.progress.get("positions"):
                self._status.content = f"computing: {job.progress['positions']:,} positions so far"
        if job.result is None:
            self._clear(f"there is no value: {job.error}")
            return
        self._paint(job.result, position)
        if self.bench.front is self and self._about == self.bench.state.position:
            self.bench.repaint()

    def _paint(self, found: dict[str, Any], position: upstar.Position) -> None:
        parts = found["parts"]
        self._status.content = _whole(found, position)
        self._facts.text = facts_text(found)
        self._whole.content = "" if len(parts) == 1 else found["thermograph"] or ""
        colours = [drawing.PALETTE[i % len(drawing.PALETTE)] for i in range(len(parts))]
        self._colour(position, parts, colours)
        with self._parts:
            for part, colour in zip(parts[:24], colours, strict=False):
                _part(part, colour)
            if len(parts) > 24:
                ui.label(f"and {len(parts) - 24} more parts").classes("upstar-faint")
        self._moves.rows = [
            {
                "player": move["player"],
                "move": move["move"],
                "value after it": value_html(move["value"] or "?"),
                "temperature": move["temperature"] or "?",
                "": _remark(move),
            }
            for move in found["moves"]
        ]
        self._moves.visible = bool(found["moves"])
        few = len(found["moves"]) <= _ROWS
        self._moves.props(**{"add" if few else "remove": "hide-bottom"})
        self._hot.visible = any(part["hottest"] for part in parts)

    def _colour(
        self, position: upstar.Position, parts: list[dict[str, Any]], colours: list[str]
    ) -> None:
        read = [read_position(position.game, part["position"]) for part in parts]
        self._cells = {
            cell: colour
            for cells, colour in zip(drawing.part_tints(position, read), colours, strict=True)
            for cell in cells
        }

    def _play_hottest(self) -> None:
        """Play the best move in the hottest part for the player to move."""
        position = self.bench.state.position
        if self._job is None or self._job.result is None or self._about != position:
            raise UpstarError("compute the value of the position first")
        found = self._job.result
        hottest = next(part for part in found["parts"] if part["hottest"])
        inside = read_position(position.game, hottest["position"], position.to_move)
        there = set(inside.moves()) if inside.outcome is None else set()
        own = [m for m in found["moves"] if m["player"] == position.to_move and m["move"] in there]
        if not own:
            raise UpstarError(f"{position.to_move} has no move in the hottest part")
        best = [m for m in own if m["dominated_by"] is None] or own
        best.sort(key=lambda move: not move["wins"])
        self.bench.play(best[0]["move"])

    async def _add(self) -> None:
        """Add the position to the sum of boards."""
        await self._explorer.add(self.bench.state.position)


def _part(part: dict[str, Any], colour: str) -> None:
    """Show the card of a part."""
    with ui.card().props("flat bordered").classes("upstar-part").style(f"border-color: {colour}"):
        heat = "   (hottest)" if part["hottest"] else ""
        shown = value_html(part["value"] or "?")
        ui.html(f"{shown}{heat}", sanitize=False).classes("upstar-value")
        ui.label(part["position"]).classes("upstar-mono upstar-faint")
        ui.label(facts_text(part)).classes("upstar-words")
        if part.get("thermograph"):
            ui.html(part["thermograph"], sanitize=False).classes("upstar-thermograph")


def _whole(found: dict[str, Any], position: upstar.Position) -> str:
    count = len(found["parts"])
    if found["stopped"] is not None:
        known = sum(part["value"] is not None for part in found["parts"])
        return f"the limit of {found['stopped']} was reached; {known} of {count} parts have a value"
    if count == 0:
        return f"{value_html(found['value'])}: neither player can move"
    return value_html(found["value"]) + (f", the sum of {count} parts" if count > 1 else "")


def _remark(move: dict[str, Any]) -> str:
    words = ["wins"] if move["wins"] else []
    if move["dominated_by"] is not None:
        words.append(f"dominated by {move['dominated_by']}")
    if move["reversible"]:
        words.append("reversible")
    return ", ".join(words)
