"""The explorer of values: expressions, their options, comparisons, sums of boards."""

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.web.drawing import PALETTE
from upstar.web.value_html import explanations, plain_value, value_html
from upstar.web.views.common import Settings, button, empty, icon_button, show_errors

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

_SECONDS = 10.0
_OUTCOMES = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the player who starts wins",
    "P": "the player who starts loses",
}
_COMPARED = {"L": ">", "R": "<", "P": "=", "N": "∥"}
_COMPARED_WORDS = {
    "L": "the first is greater: Left wins the difference, whoever starts",
    "R": "the second is greater: Right wins the difference, whoever starts",
    "P": "they are equal: the player who starts loses the difference",
    "N": "they are confused: the player who starts wins the difference",
}


class Explorer:
    """Explores values: type one, click an option to descend, compare it with another."""

    def __init__(self, bench: "Workbench", settings: Settings) -> None:
        """Create the explorer of a workbench."""
        self.bench = bench
        self._settings = settings
        self._is_restored = False
        self._path: list[str] = []
        """The expressions from which the visitor has descended."""

    def build(self) -> None:
        """Create the elements."""
        ui.label("Explorer").classes("upstar-heading")
        with ui.row().classes("upstar-row"):
            self._first = self._input("calculator", "{0|*} + ^ - 1/2", "explore")
            self._second = self._input("compare with", "2 or {3|1}", "compare")
            button("=", self._calculate, flat=False).props('aria-label="calculate"')
        self._answer = ui.html(sanitize=False).classes("upstar-value").props("aria-live=polite")
        self._crumbs = ui.row().classes("upstar-chips")
        self._options = ui.column().classes("upstar-options")
        self._facts = ui.label().classes("upstar-words")
        self._walls = ui.echart(_chart([])).classes("upstar-walls")
        self._walls.props('role=img aria-label="thermographs, one over the other"')
        self._tree = ui.html(sanitize=False).classes("upstar-value-tree")
        self._notation = ui.column().classes("upstar-faint upstar-notation")
        self._walls.visible = False
        with ui.card().props("flat bordered").classes("upstar-card") as self._sum:
            ui.label("Sum of boards").classes("upstar-status")
            self._terms = ui.column().classes("upstar-wide upstar-terms")
            self._total = ui.html(sanitize=False).classes("upstar-value")
            self._total.props("aria-live=polite")
            with ui.row().classes("upstar-row"):
                button("Play the sum on the board", self._play_sum, icon="play_arrow")
                button("Clear", self._clear_sum, icon="delete")
        self._sum.visible = False

    def _input(self, label: str, example: str, key: str) -> Any:
        made = ui.input(label, placeholder=example, value=self._settings.get(key))
        made.props("dense outlined clearable").classes("upstar-grow")
        made.on("keydown.enter", show_errors(self._calculate))
        return made

    async def restore(self) -> None:
        """Show again what the address describes."""
        if self._is_restored:
            return
        self._is_restored = True
        with self._sum:
            if self._settings.get("terms"):
                await self._show_sum()
            if self._first.value:
                await self._calculate()

    # Expressions

    async def _calculate(self) -> None:
        self._path.clear()
        await self._explore()

    async def _explore(self) -> None:
        """Compute the two values and their order."""
        text = (self._first.value or "").strip()
        other = (self._second.value or "").strip()
        if not text:
            raise UpstarError("the expression is empty; type one, such as {0|*} + ^")
        self._settings.keep("explore", text)
        self._settings.keep("compare", other)
        self._answer.content = "…"
        found = await self._value(text)
        second = await self._value(other) if other and found else None
        if found is None:
            return
        self._answer.content = f"= {value_html(found['value'])}"
        if second is not None:
            difference = await self._value(f"({text}) - ({other})", is_listed=False)
            if difference is not None:
                outcome = difference["outcome"]
                self._answer.content = (
                    f"{value_html(found['value'])} {_COMPARED[outcome]} "
                    f"{value_html(second['value'])}<br><small>{_COMPARED_WORDS[outcome]}</small>"
                )
        self._paint(found, second)

    async def _value(self, text: str, *, is_listed: bool = True) -> dict[str, Any] | None:
        request = {"expression": text, "max_seconds": _SECONDS}
        job = self.bench.queue.submit("expression", request, self.bench.owner, is_listed=is_listed)
        await job.ended()
        if job.result is None:
            self._answer.content = escape(str(job.error))
        return job.result

    def _paint(self, found: dict[str, Any], second: dict[str, Any] | None) -> None:
        self._facts.text = facts_text(found)
        games = [(found["value"], found["walls"])]
        if second is not None:
            games.append((second["value"], second["walls"]))
        self._walls.options.update(_chart(games))
        self._walls.update()
        self._walls.visible = True
        self._tree.content = found["tree"] or ""
        empty(self._options)
        with self._options:
            for side in ("left", "right"):
                with ui.row().classes("upstar-chips"):
                    ui.label(f"{side.capitalize()} moves to").classes("upstar-faint")
                    for shown, expression in found[f"{side}_options"]:
                        self._option(shown, expression)
                    if not found[f"{side}_options"]:
                        ui.label("nothing").classes("upstar-faint")
        empty(self._crumbs)
        with self._crumbs:
            for number, expression in enumerate(self._path):
                ui.button(
                    expression, on_click=show_errors(lambda _, n=number: self._return_to(n))
                ).props("flat dense no-caps icon-right=chevron_right")
        empty(self._notation)
        texts = found["value"] + ("" if second is None else second["value"])
        with self._notation:
            for sentence in explanations(texts):
                ui.label(sentence)

    def _option(self, shown: str, expression: str) -> None:
        with ui.button(on_click=show_errors(lambda _: self._descend(expression))).props(
            "outline dense no-caps"
        ):
            ui.html(value_html(shown), sanitize=False).classes("upstar-value")

    async def _descend(self, expression: str) -> None:
        self._path.append((self._first.value or "").strip())
        self._first.value = expression
        await self._explore()

    async def _return_to(self, number: int) -> None:
        self._first.value = self._path[number]
        del self._path[number:]
        await self._explore()

    # Sums of boards

    async def add(self, position: Position) -> None:
        """Add a board to the sum."""
        terms = self._listed()
        part = str(position) if position.game == "sum" else f"{position.game}:{position}"
        self._settings.keep("terms", " + ".join([*terms, part]))
        await self._show_sum()

    def _listed(self) -> list[str]:
        text = self._settings.get("terms")
        return text.split(" + ") if text else []

    async def _show_sum(self) -> None:
        terms = self._listed()
        self._sum.visible = bool(terms)
        empty(self._terms)
        with self._terms:
            for number, term in enumerate(terms):
                with ui.row().classes("upstar-chips"):
                    ui.label(term).classes("upstar-mono")
                    icon_button("close", f"remove {term}", lambda _, n=number: self._remove(n))
        if not terms:
            return
        self._total.content = "computing…"
        request = {"game": "sum", "position": " + ".join(terms), "moves": False}
        job = self.bench.queue.submit(
            "value", {**request, "max_seconds": _SECONDS}, self.bench.owner
        )
        await job.ended()
        if job.result is None or job.result["value"] is None:
            why = job.error or "the limit was reached"
            self._total.content = escape(f"there is no value: {why}")
        else:
            outcome = _OUTCOMES[job.result["outcome"]]
            self._total.content = f"= {value_html(job.result['value'])}<br><small>{outcome}</small>"

    async def _remove(self, number: int) -> None:
        terms = self._listed()
        del terms[number]
        self._settings.keep("terms", " + ".join(terms))
        await self._show_sum()

    async def _clear_sum(self) -> None:
        self._settings.keep("terms", "")
        await self._show_sum()

    def _play_sum(self) -> None:
        self.bench.players.clear()
        self.bench.state.begin("sum", self._settings.get("terms"))
        self.bench.tell_kept()


def _chart(games: list[tuple[str, list[list[list[float]]]]]) -> dict[str, Any]:
    """Return thermographs as a chart: large values on the left, temperatures upwards."""
    tops = [wall[-1][1] for _, walls in games for wall in walls]
    top = max([0.0, *tops]) + 1
    grey = {"color": "#80868b"}
    axis = {"axisLabel": grey, "nameLocation": "middle", "nameTextStyle": grey,
            "splitLine": {"lineStyle": {"color": "#8884"}}}  # fmt: skip
    lines = []
    for number, (name, walls) in enumerate(games):
        for side, wall in zip(("left", "right"), walls, strict=True):
            lines.append(
                {
                    "type": "line",
                    "name": plain_value(name),
                    "data": [*wall, [wall[-1][0], top]],
                    "showSymbol": False,
                    "itemStyle": {"color": PALETTE[number]},
                    "lineStyle": {
                        "width": 2.5,
                        "color": PALETTE[number],
                        "type": "solid" if side == "left" else "dashed",
                    },
                }
            )
    return {
        "animation": False,
        "backgroundColor": "transparent",
        "legend": {"top": 0, "textStyle": grey},
        "grid": {"left": 50, "right": 20, "top": 34, "bottom": 40},
        "tooltip": {"trigger": "item"},
        "xAxis": {
            **axis,
            "type": "value",
            "inverse": True,
            "scale": True,
            "nameGap": 24,
            "name": "value, large ones on the left; solid: Left's wall, dashed: Right's",
        },
        "yAxis": {**axis, "type": "value", "name": "temperature", "nameGap": 30},
        "series": lines,
    }


def facts_text(found: dict[str, Any]) -> str:
    """Return the properties of a value in words."""
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
