"""Solve: one or two searches on the position, watched while they run."""

from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import ParameterError, UpstarError
from upstar.text import duration
from upstar.web import chart, drawing
from upstar.web.jobs import Job
from upstar.web.views.common import View, button, count, short, show_errors
from upstar.workers import CAN_PAUSE

_NOBODY = "nobody"
_GOALS = {"": "exact value", "win": "a win", "draw": "at least a draw"}


class SolveView(View):
    """Choosing algorithms and watching them."""

    name, title = "solve", "Solve"

    def build(self) -> None:
        """Make the panel."""
        names = [a.name for a in upstar.algorithms()]
        self._lanes = [_Lane(colour) for colour in drawing.PALETTE[:2]]
        self._line: tuple[upstar.Position, tuple[str, ...]] | None = None
        with ui.row().classes("upstar-row"):
            self._lanes[0].algorithm = ui.select(
                names, label="algorithm", value="auto", on_change=show_errors(self._describe)
            ).props("dense outlined options-dense")
            self._lanes[1].algorithm = ui.select(
                [_NOBODY, *names], label="in a race with", value=_NOBODY
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
            self._pause = button("Pause", self._hold, icon="pause")
            self._stop = button("Stop", self._end, icon="stop")
        with ui.row().classes("upstar-lanes"):
            for lane in self._lanes:
                lane.build()
        self._chart = ui.echart(chart.empty()).classes("upstar-chart")
        self._chart.visible = False
        self._moves = ui.label().classes("upstar-mono")
        self._show = button("Play the line on the board", self._play_line, icon="fast_forward")
        self._show.visible = False
        self._describe()
        self._buttons()

    def repaint(self) -> None:
        """A result belongs to the position it is about; say so when the board has moved on."""
        for lane in self._lanes:
            lane.stale(self.bench.state.position)

    def notes(self) -> dict[drawing.Cell, str]:
        """The numbers of the principal line."""
        if self._line is None or self._line[0] != self.bench.state.position:
            return {}
        return drawing.line_notes(*self._line)

    def tints(self) -> dict[drawing.Cell, str]:
        """The best moves so far of the searches that run, each in its search's colour."""
        here = self.bench.state.position
        return {
            cell: lane.colour
            for lane in reversed(self._lanes)
            if lane.best is not None and lane.position == here
            for cell in here.cells(lane.best)
        }

    def _describe(self) -> None:
        name = self._lanes[0].algorithm.value
        info = next(a for a in upstar.algorithms() if a.name == name)
        known = ", ".join(f"{p.name}={p.default}" for p in info.parameters[:14])
        by = f" ({info.reference})" if info.reference else ""
        self._about.text = f"{info.summary}{by}." + (f" Parameters: {known}" if known else "")

    # Starting and stopping

    def _start(self) -> None:
        position = self.bench.state.position
        chosen = [self._lanes[0].algorithm.value]
        if self._lanes[1].algorithm.value != _NOBODY:
            chosen.append(self._lanes[1].algorithm.value)
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
        for lane, name in zip(self._lanes, [*chosen, None], strict=False):
            lane.clear()
            if name is not None:
                # Parameters are the first one's, unless both know them.
                lane.job = self.bench.queue.submit(
                    "solve", {**request, "algorithm": name}, self.bench.owner
                )
                lane.position = position
                background_tasks.create(self._watch(lane, lane.job))
        self._buttons()

    async def _watch(self, lane: "_Lane", job: Job) -> None:
        async for _ in job.changes():
            if self.bench.is_gone or lane.job is not job:
                return
            before = lane.best
            lane.show_job(job, self.bench.queue.place_of(job))
            self._draw()
            if job.is_over:
                self._finish(lane, job)
            elif lane.best != before and self.bench.front is self:
                self.bench.repaint()

    def _finish(self, lane: "_Lane", job: Job) -> None:
        self._buttons()
        if job.result is not None and job.result["line"] and self._line is None:
            assert lane.position is not None
            self._line = (lane.position, tuple(job.result["line"]))
            self._moves.text = "line: " + " ".join(job.result["line"])
            self._show.visible = True
        if self.bench.front is self:
            self.bench.repaint()

    def _draw(self) -> None:
        runs = []
        for lane in self._lanes:
            if lane.job is not None:
                trace = (lane.job.result or {}).get("trace") or []
                points = lane.job.history if len(lane.job.history) > len(trace) else trace
                ending = [] if lane.job.result is None else [lane.job.result]
                runs.append((lane.job.request["algorithm"], [*points, *ending]))
        self._chart.options["series"] = chart.series(runs)
        self._chart.update()

    def _open_jobs(self) -> list[Job]:
        jobs = [lane.job for lane in self._lanes]
        return [job for job in jobs if job is not None and not job.is_over]

    def _buttons(self) -> None:
        jobs = self._open_jobs()
        self._stop.set_enabled(bool(jobs))
        self._pause.set_enabled(bool(jobs) and CAN_PAUSE)
        held = any(job.state == "paused" for job in jobs)
        self._pause.text = "Go on" if held else "Pause"

    def _hold(self) -> None:
        jobs = self._open_jobs()
        held = any(job.state == "paused" for job in jobs)
        for job in jobs:
            (self.bench.queue.resume if held else self.bench.queue.pause)(job)
        self._buttons()

    def _end(self) -> None:
        for job in self._open_jobs():
            self.bench.queue.stop(job)

    def _play_line(self) -> None:
        if self._line is None or self._line[0] != self.bench.state.position:
            raise UpstarError("the board has moved on; take moves back to where it was solved")
        for move in self._line[1]:
            self.bench.state.play(move)


class _Lane:
    """One search: its numbers as they change."""

    algorithm: Any

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.job: Job | None = None
        self.position: upstar.Position | None = None
        self.best: str | None = None
        """The best move so far, while it runs."""

    def build(self) -> None:
        with (
            ui.card()
            .props("flat bordered")
            .classes("upstar-lane")
            .style(f"border-top: 3px solid {self.colour}") as self._card
        ):
            self._title = ui.label().classes("upstar-lane-title")
            self._said = ui.label().classes("upstar-said").props("aria-live=polite")
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
        self._said.text = _sentence(job, place)
        progress = job.result or job.progress
        seconds = job.clock.seconds
        nodes = progress.get("nodes") or 0
        memory = progress.get("peak_bytes") or progress.get("bytes")
        # The search's clock does not stand still in a pause, ours not while a process starts.
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
    """What is known, in a sentence."""
    if job.result is not None:
        return str(job.result["sentence"])
    if job.error is not None:
        return job.error
    if job.state == "queued":
        return f"waiting: number {place} in the queue"
    bounds = job.progress.get("bounds")
    known = f"the score is {bounds[0]} to {bounds[1]}" if bounds else "nothing is proved yet"
    return f"{'held' if job.state == 'paused' else 'searching'}: {known}"


def _positive(number: Any) -> float:
    if not isinstance(number, int | float) or not number > 0:
        raise ParameterError("the limit of seconds must be a number above 0")
    return float(number)


def _settings(text: str) -> dict[str, str]:
    """What a field with KEY=VALUE says.

    >>> _settings("preset=paper,  init=mobility")
    {'preset': 'paper', 'init': 'mobility'}
    """
    settings = {}
    for item in text.replace(",", " ").split():
        key, equals, value = item.partition("=")
        if not key or not equals:
            raise ParameterError(f"parameters are KEY=VALUE; '{item}' is not")
        settings[key] = value
    return settings
