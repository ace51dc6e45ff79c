"""The view Solve: run one or two searches on the position and watch them."""

from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import ParameterError, UpstarError
from upstar.render.clickable import Cell
from upstar.text import duration
from upstar.web import chart, drawing
from upstar.web.jobs import Job
from upstar.web.views.common import View, button, count, short, show_errors
from upstar.workers import CAN_PAUSE

_NONE = "none"
_GOALS = {"": "exact value", "win": "a win", "draw": "at least a draw"}


class SolveView(View):
    """The view in which a visitor runs searches."""

    name, title = "solve", "Solve"

    def build(self) -> None:
        """Create the panel."""
        names = [a.name for a in upstar.algorithms()]
        self._cards = [_SearchCard(colour) for colour in drawing.PALETTE[:2]]
        self._line: tuple[upstar.Position, tuple[str, ...]] | None = None
        with ui.row().classes("upstar-row"):
            self._cards[0].algorithm = ui.select(
                names, label="algorithm", value="auto", on_change=show_errors(self._describe)
            ).props("dense outlined options-dense")
            self._cards[1].algorithm = ui.select(
                [_NONE, *names], label="compare with", value=_NONE
            ).props("dense outlined options-dense")
            self._goal = ui.select(_GOALS, label="prove", value="").props(
                "dense outlined options-dense"
            )
            self._seconds = ui.number("seconds", value=60, min=1).props("dense outlined")
            self._seconds.classes("upstar-number")
            self._parameters = (
                ui.input("parameters", placeholder="key=value key=value")
                .props("dense outlined")
                .classes("upstar-grow")
            )
        self._about = ui.label().classes("upstar-faint")
        with ui.row().classes("upstar-row"):
            button("Solve", self._start, icon="play_arrow", flat=False)
            self._pause = button("Pause", self._pause_or_resume, icon="pause")
            self._stop = button("Stop", self._end, icon="stop")
        with ui.row().classes("upstar-searches"):
            for card in self._cards:
                card.build()
        self._chart = ui.echart(chart.empty()).classes("upstar-chart")
        self._chart.visible = False
        self._moves = ui.label().classes("upstar-mono")
        self._show = button("Play the line on the board", self._play_line, icon="fast_forward")
        self._show.visible = False
        self._describe()
        self._buttons()

    def repaint(self) -> None:
        """Mark results that belong to another position than the current one."""
        for card in self._cards:
            card.stale(self.bench.state.position)

    def notes(self) -> dict[Cell, str]:
        """Return the numbers of the principal variation on their cells."""
        if self._line is None or self._line[0] != self.bench.state.position:
            return {}
        return drawing.line_notes(*self._line)

    def tints(self) -> dict[Cell, str]:
        """Return the cells of the best moves so far, in the colour of their search."""
        here = self.bench.state.position
        return {
            cell: card.colour
            for card in reversed(self._cards)
            if card.best is not None and card.position == here
            for cell in here.cells(card.best)
        }

    def _describe(self) -> None:
        name = self._cards[0].algorithm.value
        info = next(a for a in upstar.algorithms() if a.name == name)
        known = ", ".join(f"{p.name}={p.default}" for p in info.parameters[:14])
        source = f" ({info.reference})" if info.reference else ""
        self._about.text = f"{info.summary}{source}." + (f" Parameters: {known}" if known else "")

    # Starting and stopping

    def _start(self) -> None:
        position = self.bench.state.position
        chosen = [self._cards[0].algorithm.value]
        if self._cards[1].algorithm.value != _NONE:
            chosen.append(self._cards[1].algorithm.value)
        request = {
            "game": position.game,
            "position": str(position),
            "to_move": position.to_move,
            "goal": self._goal.value or None,
            "max_seconds": _positive(self._seconds.value),
            "parameters": _settings(self._parameters.value or ""),
        }
        self._end()
        self._line = None
        self._show.visible = False
        self._moves.text = ""
        self._chart.visible = True
        for card, name in zip(self._cards, [*chosen, None], strict=False):
            card.clear()
            if name is not None:
                # Both searches get the same parameters.
                card.job = self.bench.queue.submit(
                    "solve", {**request, "algorithm": name}, self.bench.owner
                )
                card.position = position
                background_tasks.create(self._watch(card, card.job))
        self._buttons()

    async def _watch(self, card: "_SearchCard", job: Job) -> None:
        async for _ in job.changes():
            if self.bench.is_gone or card.job is not job:
                return
            before = card.best
            card.show_job(job, self.bench.queue.place_of(job))
            self._draw()
            if job.is_over:
                self._finish(card, job)
            elif card.best != before and self.bench.front is self:
                self.bench.repaint()

    def _finish(self, card: "_SearchCard", job: Job) -> None:
        self._buttons()
        if job.result is not None and job.result["line"] and self._line is None:
            assert card.position is not None
            self._line = (card.position, tuple(job.result["line"]))
            self._moves.text = "line: " + " ".join(job.result["line"])
            self._show.visible = True
        if self.bench.front is self:
            self.bench.repaint()

    def _draw(self) -> None:
        runs = []
        for card in self._cards:
            if card.job is not None:
                trace = (card.job.result or {}).get("trace") or []
                points = card.job.history if len(card.job.history) > len(trace) else trace
                ending = [] if card.job.result is None else [card.job.result]
                runs.append((card.job.request["algorithm"], [*points, *ending]))
        self._chart.options["series"] = chart.series(runs)
        self._chart.update()

    def _open_jobs(self) -> list[Job]:
        jobs = [card.job for card in self._cards]
        return [job for job in jobs if job is not None and not job.is_over]

    def _buttons(self) -> None:
        jobs = self._open_jobs()
        self._stop.set_enabled(bool(jobs))
        self._pause.set_enabled(bool(jobs) and CAN_PAUSE)
        paused = any(job.state == "paused" for job in jobs)
        self._pause.text = "Resume" if paused else "Pause"

    def _pause_or_resume(self) -> None:
        jobs = self._open_jobs()
        paused = any(job.state == "paused" for job in jobs)
        for job in jobs:
            (self.bench.queue.resume if paused else self.bench.queue.pause)(job)
        self._buttons()

    def _end(self) -> None:
        for job in self._open_jobs():
            self.bench.queue.stop(job)

    def _play_line(self) -> None:
        if self._line is None or self._line[0] != self.bench.state.position:
            raise UpstarError("the board shows another position; take moves back to the solved one")
        for move in self._line[1]:
            self.bench.state.play(move)


class _SearchCard:
    """The card of one search, with its current numbers."""

    algorithm: Any

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.job: Job | None = None
        self.position: upstar.Position | None = None
        self.best: str | None = None
        """The best move so far of a running search."""

    def build(self) -> None:
        with (
            ui.card()
            .props("flat bordered")
            .classes("upstar-search")
            .style(f"border-top: 3px solid {self.colour}") as self._card
        ):
            self._title = ui.label().classes("upstar-search-title")
            self._status = ui.label().classes("upstar-status").props("aria-live=polite")
            self._numbers = ui.label().classes("upstar-mono")
            self._old = ui.label("the board shows another position now").classes("upstar-faint")
        self._card.visible = False

    def clear(self) -> None:
        self.job = self.position = self.best = None
        self._card.visible = False

    def stale(self, here: upstar.Position) -> None:
        self._old.visible = self.position is not None and self.position != here

    def show_job(self, job: Job, place: int | None) -> None:
        """Repaint."""
        self._card.visible = True
        self._old.visible = False
        self.best = None if job.is_over else job.progress.get("best_move")
        self._title.text = str(job.request["algorithm"])
        self._status.text = _sentence(job, place)
        progress = job.result or job.progress
        seconds = job.clock.seconds
        nodes = progress.get("nodes") or 0
        memory = progress.get("peak_bytes") or progress.get("bytes")
        # The search's clock also counts pauses, the job's clock the set-up. The smaller is right.
        working = min(seconds, progress.get("seconds") or seconds)
        parts = [f"{working:.1f} s", f"{count(nodes or None)} nodes"]
        speed = nodes / working if working else 0
        if speed:
            parts.append(f"{count(speed)} nodes/s")
        if memory:
            parts.append(f"{memory / 1e6:.1f} MB")
        if progress.get("depth"):
            parts.append(f"depth {progress['depth']}")
        if progress.get("best_move"):
            so_far = "best" if job.is_over else "best so far"
            parts.append(f"{so_far} {progress['best_move']}")
        if not job.is_over and speed and (progress.get("estimate") or 0) > nodes:
            parts.append(f"about {duration((progress['estimate'] - nodes) / speed)} left")
        parts += [f"{name} {short(value)}" for name, value in progress.get("root", {}).items()]
        self._numbers.text = "   ".join(parts)


def _sentence(job: Job, place: int | None) -> str:
    """Return the state of a search as a sentence."""
    if job.result is not None:
        return str(job.result["sentence"])
    if job.error is not None:
        return job.error
    if job.state == "queued":
        return f"waiting: place {place} in the queue"
    bounds = job.progress.get("bounds")
    known = f"the score is {bounds[0]} to {bounds[1]}" if bounds else "nothing is proved yet"
    return f"{'paused' if job.state == 'paused' else 'searching'}: {known}"


def _positive(number: Any) -> float:
    if not isinstance(number, int | float) or not number > 0:
        raise ParameterError(f"seconds must be a number above 0, not {number!r}")
    return float(number)


def _settings(text: str) -> dict[str, str]:
    """Parse a field with KEY=VALUE entries.

    >>> _settings("preset=paper,  init=mobility")
    {'preset': 'paper', 'init': 'mobility'}
    """
    settings = {}
    for item in text.replace(",", " ").split():
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise ParameterError(f"parameters must be KEY=VALUE, not '{item}'")
        settings[key] = value
    return settings
