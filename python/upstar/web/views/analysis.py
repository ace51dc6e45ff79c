"""Live analysis: estimates and proved results of every move while a visitor steps through a game.

Results of earlier positions are kept, so that stepping back shows them at once.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.render.board import Cell, Labels
from upstar.web import drawing
from upstar.web.game_tree import Node
from upstar.web.views.common import Settings, empty, show_errors, warn

if TYPE_CHECKING:
    from upstar.web.jobs import Job
    from upstar.web.workbench import Workbench

_PAUSE = 0.25
"""Seconds on a position before its analysis starts, so that stepping quickly starts nothing."""
_ESTIMATE_SECONDS = 1.5
_PROOF_SECONDS = 20.0
_LINE_SECONDS = 5.0
_KEPT = 300
_SHOWN = 8
_LABELS = 400
_ESTIMATES = 16
"""Estimates on the board: those of the best open moves. Proved results are all shown."""
_WORDS = {"win": "win", "draw": "draw", "loss": "lose", "unknown": "are open"}


@dataclass
class Known:
    """What is known about a position."""

    moves: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The label and the outcome of each move, best first."""
    estimates: dict[str, float] = field(default_factory=dict)
    """The mover's winning rate after each move, best first."""
    estimate: float | None = None
    outcome: str = "unknown"
    line: list[str] = field(default_factory=list)
    is_done: bool = False

    def label(self, move: str) -> tuple[str, str]:
        """Return the proved result of a move, else the estimate in percent."""
        text, outcome = self.moves.get(move, ("?", "unknown"))
        if outcome == "unknown" and move in self.estimates:
            text = f"{100 * self.estimates[move]:.0f}"
        return text, outcome

    def has(self, move: str) -> bool:
        """Return whether a move has a proved result or an estimate."""
        return move in self.estimates or self.label(move)[1] != "unknown"

    def ranked(self) -> list[str]:
        """Return the moves: proved wins, draws and open ones by estimate, then losses."""
        order = {"win": 0, "draw": 1, "unknown": 1, "loss": 2}
        names = [*self.moves, *(move for move in self.estimates if move not in self.moves)]
        place = {move: number for number, move in enumerate(names)}

        def key(move: str) -> tuple[float, ...]:
            outcome = self.label(move)[1]
            rate = self.estimates.get(move, 0.5) if order[outcome] == 1 else 0
            return order[outcome], -rate, place[move]

        return sorted(names, key=key)

    def drop_a_worse_line(self) -> None:
        """Forget the line of the estimate if its first move is proved not to be best."""
        if self.line and self.outcome not in ("unknown", self.label(self.line[0])[1]):
            self.line = []

    @property
    def rate(self) -> float | None:
        """The mover's share of the evaluation bar."""
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(self.outcome, self.estimate)


class LiveAnalysis:
    """The evaluation bar, the results on the board, and the best line."""

    def __init__(self, bench: "Workbench") -> None:
        """Create the analysis of a workbench."""
        self.bench = bench
        self.settings = Settings(bench, ("analysis",))
        self._known: OrderedDict[upstar.Position, Known] = OrderedDict()
        self._jobs: list[Job] = []
        self._hovered = 0
        self._shown: tuple[Any, ...] = ()
        """What the buttons show."""

    @property
    def is_on(self) -> bool:
        """Whether the visitor wants an analysis."""
        return self.settings.get("analysis") == "on"

    def build_bar(self) -> None:
        """Create the evaluation bar."""
        with ui.element("div").classes("upstar-bar").props("role=img") as self._bar:
            self._share = ui.element("div").classes("upstar-share")

    def build(self) -> None:
        """Create the card with the result, the best moves and the best line."""
        with ui.card().props("flat bordered").classes("upstar-card"):
            with ui.row().classes("upstar-row upstar-tight"):
                self._switch = ui.switch(
                    "Analysis", value=self.is_on, on_change=show_errors(self._toggle)
                )
                self._sentence = ui.label().classes("upstar-status").props("aria-live=polite")
            self._moves = ui.row().classes("upstar-chips").props("role=group")
            self._moves.props('aria-label="best moves"')
            self._line = ui.row().classes("upstar-chips upstar-line").props("role=group")
            self._line.props('aria-label="best line"')
            with ui.row().classes("upstar-legend") as self._legend:
                for sign, outcome, words in (
                    ("+7", "win", "wins in 7 plies"),
                    ("=", "draw", "draws"),
                    ("-8", "loss", "loses in 8"),
                    ("54", "unknown", "open: won 54 % of random games"),
                ):
                    with ui.element("span").classes("upstar-legend-item"):
                        ui.label(sign).classes(f"upstar-badge upstar-badge-{outcome}")
                        ui.label(words).classes("upstar-faint")

    # What the board shows

    def _here(self) -> Known | None:
        return self._known.get(self.bench.state.position) if self.is_on else None

    def labels(self) -> Labels | None:
        """Return the results of the moves on their cells."""
        known = self._here()
        position = self.bench.state.position
        if known is None or self._hovered:
            return None
        found: dict[tuple[Cell, ...], tuple[str, str]] = {}
        cells_of = position.cells_of_moves()
        estimates = 0
        for move in known.ranked()[:_LABELS]:
            cells = tuple(cells_of.get(move, ()))
            if known.label(move)[1] == "unknown":
                estimates += 1
                if estimates > _ESTIMATES or not known.has(move):
                    continue
            if cells:
                found.setdefault(cells, known.label(move))
        return found or None

    def notes(self) -> dict[Cell, str]:
        """Return the numbers of the line under the pointer."""
        known = self._here()
        if known is None or not self._hovered:
            return {}
        return drawing.line_notes(self.bench.state.position, known.line[: self._hovered])

    def badges(self) -> dict[Node, tuple[str, str]]:
        """Return the proved results of the moves of the game."""
        found = {}
        for node in self.bench.state.tree.nodes():
            assert node.parent is not None
            known = self._known.get(node.parent.position) if self.is_on else None
            if known is not None and known.label(node.move)[1] != "unknown":
                found[node] = known.label(node.move)
        return found

    # Painting

    def repaint(self) -> None:
        """Show what is known about the current position."""
        state, known = self.bench.state, self._here()
        rate = None if known is None else known.rate
        if rate is None and self.is_on and state.is_over:
            rate = {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(state.position.outcome or "")
        left, right = state.position.labels
        for_left = rate if rate is None or state.position.to_move == left else 1 - rate
        self._bar.visible = self.is_on
        share = 0.5 if for_left is None else for_left
        self._share.style(f"--upstar-share: {100 * share:.0f}%")
        described = "open" if for_left is None else f"{left} {100 * share:.0f} %, {right} the rest"
        self._bar.props(f'aria-label="evaluation: {described}"')
        self._legend.visible = self._moves.visible = self.is_on
        self._line.visible = self.is_on and bool(known and known.line)
        self._sentence.text = self._words(known)
        self._sentence.classes(**{"remove" if self.is_on else "add": "upstar-quiet"})
        ranked = [] if known is None else [m for m in known.ranked() if known.has(m)][:_SHOWN]
        shown = (state.position, *((move, known.label(move)) for move in ranked if known),
                 *(known.line if known else ()))  # fmt: skip
        if shown == self._shown:
            return  # a button under the pointer must not be replaced
        self._shown = shown
        empty(self._moves)
        empty(self._line)
        if known is None:
            return
        with self._moves:
            for move in ranked:
                self._chip(move, *known.label(move))
        with self._line:
            ui.label("best line").classes("upstar-faint")
            for number, move in enumerate(known.line[:16], 1):
                made = ui.button(move, on_click=show_errors(lambda _, n=number: self._play(n)))
                made.props("flat dense no-caps size=sm")
                made.on("mouseenter", show_errors(lambda _, n=number: self._hover(n)))
                made.on("focus", show_errors(lambda _, n=number: self._hover(n)))
                made.on("mouseleave", show_errors(lambda _: self._hover(0)))
                made.on("blur", show_errors(lambda _: self._hover(0)))

    def _chip(self, move: str, text: str, outcome: str) -> None:
        group = ui.element("span").classes("upstar-chip")
        play = show_errors(lambda _: self.bench.play(move))
        with group, ui.button(on_click=play).props("flat dense no-caps size=sm"):
            ui.label(move)
            ui.label(text).classes(f"upstar-badge upstar-badge-{outcome}")
            ui.label(_spoken(text, outcome)).classes("upstar-spoken")
        if outcome == "loss":
            here = self.bench.state.position
            with group:
                ask = ui.button("?", on_click=show_errors(lambda _: self.bench.ask_why(here, move)))
                ask.props(f'flat dense no-caps size=sm aria-label="why does {move} lose?"')
                ask.classes("upstar-why").tooltip(f"why does {move} lose?")

    def _words(self, known: Known | None) -> str:
        state = self.bench.state
        if not self.is_on:
            return "off: switch it on to see the result of every move"
        if state.is_over:
            return state.verdict
        if known is None:
            return "thinking…"
        mover = state.position.to_move
        other = next(label for label in state.position.labels if label != mover)
        outcomes = [known.label(move)[1] for move in known.moves]
        if known.outcome == "unknown":
            rate = (
                ""
                if known.estimate is None
                else f"; {mover} wins {known.estimate:.0%} of random games"
            )
            done = len(outcomes) - outcomes.count("unknown")
            state_of = f"{done} of {len(outcomes)} moves proved" if outcomes else "thinking…"
            return state_of + rate + ("" if known.is_done else " …")
        counts = ", ".join(
            f"{outcomes.count(outcome)} {word}"
            for outcome, word in _WORDS.items()
            if outcome in outcomes
        )
        verdict = {
            "win": f"{mover} wins",
            "draw": "a draw",
            "loss": f"{other} wins",
        }[known.outcome]
        best = known.ranked()[:1]
        plies = known.label(best[0])[0][1:] if best else ""
        within = f" in {plies} plies" if plies.isdigit() and known.outcome != "draw" else ""
        return f"{verdict}{within}" + (f"; moves: {counts}" if counts else "")

    def _hover(self, number: int) -> None:
        if number != self._hovered:
            self._hovered = number
            self.bench.repaint_board()

    def _play(self, number: int) -> None:
        known = self._here()
        for move in [] if known is None else known.line[:number]:
            self.bench.play(move)

    # Jobs

    def _toggle(self, event: Any) -> None:
        self.settings.keep("analysis", "on" if event.value else "")
        self.bench.repaint()
        self.start()

    def start(self) -> None:
        """Analyse the current position, and stop the analysis of the former one."""
        self._hovered = 0
        for job in self._jobs:
            self.bench.queue.stop(job)
        self._jobs.clear()
        state = self.bench.state
        if not (self.is_on and self.bench.is_live) or state.is_over or self.bench.is_editing:
            return
        known = self._known.get(state.position)
        if known is None or not known.is_done:
            background_tasks.create(self._analyse(state.revision, state.position))

    def leave(self) -> None:
        """Stop the jobs of a page that was closed: nobody waits for them."""
        for job in self._jobs:
            self.bench.queue.stop(job)

    def _is_current(self, revision: int) -> bool:
        return (
            self.is_on
            and not self.bench.is_gone
            and self.bench.state.revision == revision
            and not self.bench.is_editing
        )

    async def _analyse(self, revision: int, position: upstar.Position) -> None:
        await asyncio.sleep(_PAUSE)
        if not self._is_current(revision):
            return
        known = self._known.setdefault(position, Known())
        self._known.move_to_end(position)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        try:
            await asyncio.gather(
                self._estimate(revision, position, known), self._prove(revision, position, known)
            )
        except UpstarError as error:
            with self.bench.board:
                warn(str(error))
        if self._is_current(revision):
            known.is_done = True
            self.bench.repaint()

    def _submit(self, task: str, position: upstar.Position, **options: Any) -> "Job":
        request = {"game": position.game, "position": str(position), "to_move": position.to_move}
        job = self.bench.queue.submit(
            task, {**request, **options}, self.bench.owner, is_listed=False
        )
        self._jobs.append(job)
        return job

    async def _estimate(self, revision: int, position: upstar.Position, known: Known) -> None:
        job = self._submit("best-move", position, algorithm="mcts", max_seconds=_ESTIMATE_SECONDS)
        await job.ended()
        if job.result is not None and self._is_current(revision):
            visited = [c for c in job.result["candidates"] if c["value"] is not None]
            known.estimates = {c["move"]: float(c["value"]) for c in visited}
            known.estimate = float(visited[0]["value"]) if visited else None
            if not known.line and job.result["line"]:
                known.line = list(job.result["line"])
            self.bench.repaint()

    async def _prove(self, revision: int, position: upstar.Position, known: Known) -> None:
        has_distances = set(position.scores) <= {-1, 0, 1}
        for distance in (False, True) if has_distances else (False,):
            job = self._submit("analyze", position, distance=distance, max_seconds=_PROOF_SECONDS)
            async for _ in job.changes():
                if not self._is_current(revision):
                    self.bench.queue.stop(job)
                    return
                found = job.result or job.progress
                if "results" in found and (job.result is not None or not distance):
                    known.moves = {m: (text, outcome) for m, text, outcome in found["results"]}
                    known.outcome = found.get("outcome") or known.outcome
                    known.drop_a_worse_line()
                    self.bench.repaint()
            if job.result is None:
                raise UpstarError(f"the analysis failed: {job.error}")
            if not job.result["solved"]:
                return
            if not distance:
                await self._find_line(revision, position, known)

    async def _find_line(self, revision: int, position: upstar.Position, known: Known) -> None:
        job = self._submit("solve", position, max_seconds=_LINE_SECONDS)
        await job.ended()
        if job.result is not None and job.result["line"] and self._is_current(revision):
            known.line = list(job.result["line"])
            self.bench.repaint()


def _spoken(text: str, outcome: str) -> str:
    """Return a label in words."""
    plies = f" in {text[1:]} plies" if text[1:].isdigit() else ""
    words = {"win": "wins", "draw": "draws", "loss": "loses"}
    return words[outcome] + plies if outcome in words else f"open, {text} percent"
