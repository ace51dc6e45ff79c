"""The view Value: values of the position, of its parts and after its moves; a calculator."""

from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.render.clickable import Cell
from upstar.web import drawing
from upstar.web.jobs import Job
from upstar.web.offered_games import read_position
from upstar.web.views.common import View, button, show_errors

_SECONDS = 10.0
_ROWS = 12
_OUTCOMES = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}
_COLUMNS = ("player", "move", "value after it", "temperature", "")


class ValueView(View):
    """The view in which a visitor computes values."""

    name, title = "value", "Value"

    def build(self) -> None:
        """Create the panel."""
        self._job: Job | None = None
        self._about: upstar.Position | None = None
        self._cells: dict[Cell, str] = {}
        self._status = ui.label().classes("upstar-status").props("aria-live=polite")
        self._facts = ui.label().classes("upstar-mono")
        with ui.row().classes("upstar-row"):
            button("Compute", self._compute, icon="call_split", flat=False)
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
        ui.separator()
        with ui.row().classes("upstar-row"):
            self._expression = (
                ui.input("calculator", placeholder="{0|*} + ^ - 1/2")
                .props("dense outlined clearable")
                .classes("upstar-grow")
            )
            self._expression.on("keydown.enter", show_errors(self._calculate))
            button("=", self._calculate, flat=False)
        self._sum = ui.label().classes("upstar-status").props("aria-live=polite")
        self._sum_facts = ui.label().classes("upstar-mono")
        self._sum_picture = ui.html(sanitize=False).classes("upstar-thermograph")
        self._clear("")

    def tints(self) -> dict[Cell, str]:
        """Return the colours of the parts."""
        return self._cells if self._about == self.bench.state.position else {}

    def repaint(self) -> None:
        """Compute the values of a new position."""
        if self._about != self.bench.state.position:
            self._compute()

    def _clear(self, sentence: str) -> None:
        self._status.text = sentence
        self._facts.text = ""
        self._whole.content = ""
        self._parts.clear()
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
                self._status.text = f"computing: {job.progress['positions']:,} positions so far"
        if job.result is None:
            self._clear(f"there is no value: {job.error}")
            return
        self._paint(job.result, position)
        if self.bench.front is self and self._about == self.bench.state.position:
            self.bench.repaint()

    def _paint(self, found: dict[str, Any], position: upstar.Position) -> None:
        parts = found["parts"]
        self._status.text = _whole(found, position)
        self._facts.text = _facts(found)
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
                "value after it": move["value"] or "?",
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
        self.bench.state.play(best[0]["move"])

    async def _calculate(self) -> None:
        text = (self._expression.value or "").strip()
        if not text:
            raise UpstarError("the expression is empty; type one, such as {0|*} + ^")
        self._sum.text = "…"
        job = self.bench.queue.submit(
            "expression", {"expression": text, "max_seconds": _SECONDS}, self.bench.owner
        )
        await job.ended()
        found = job.result
        self._sum.text = f"= {found['value']}" if found else str(job.error)
        self._sum_facts.text = _facts(found) if found else ""
        self._sum_picture.content = (found or {}).get("thermograph") or ""


def _part(part: dict[str, Any], colour: str) -> None:
    """Show the card of a part."""
    with ui.card().props("flat bordered").classes("upstar-part").style(f"border-color: {colour}"):
        heat = "   (hottest)" if part["hottest"] else ""
        ui.label(f"{part['value'] or '?'}{heat}").classes("upstar-status")
        ui.label(part["position"]).classes("upstar-mono upstar-faint")
        ui.label(_facts(part)).classes("upstar-mono")
        if part.get("thermograph"):
            ui.html(part["thermograph"], sanitize=False).classes("upstar-thermograph")


def _whole(found: dict[str, Any], position: upstar.Position) -> str:
    count = len(found["parts"])
    if found["stopped"] is not None:
        known = sum(part["value"] is not None for part in found["parts"])
        return f"the limit of {found['stopped']} was reached; {known} of {count} parts have a value"
    if count == 0:
        return f"{found['value']}: neither player can move"
    return f"{found['value']}" + (f", the sum of {count} parts" if count > 1 else "")


def _facts(found: dict[str, Any]) -> str:
    if found["outcome"] is None:
        return ""
    parts = [
        f"outcome {found['outcome']}: {_OUTCOMES[found['outcome']]}",
        f"mean {found['mean']}, temperature {found['temperature']}",
        f"stops {found['left_stop']} and {found['right_stop']}",
    ]
    if found["atomic_weight"] is not None:
        parts.append(f"atomic weight {found['atomic_weight']}")
    return "\n".join(parts)


def _remark(move: dict[str, Any]) -> str:
    words = ["wins"] if move["wins"] else []
    if move["dominated_by"] is not None:
        words.append(f"dominated by {move['dominated_by']}")
    if move["reversible"]:
        words.append("reversible")
    return ", ".join(words)
