"""The view Solve: run one or two searches on the position and watch them."""

from collections.abc import Sequence
from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import ParameterError, UpstarError
from upstar.render.board import Cell
from upstar.text import duration
from upstar.web import chart, drawing
from upstar.web.jobs import Job
from upstar.web.offered_games import read_position
from upstar.web.views.common import View, button, count, facts_html, short
from upstar.web.views.parameters import ParameterForm, algorithm_select
from upstar.workers import CAN_PAUSE

_NONE = "none"
_SECONDS = 60.0
_SHORT = 0.2
"""Times below this depend on the machine's other work more than on the search."""
_RESULT_LINKS = {
    "/job/{}": "link to this result",
    "/api/jobs/{}/result.json": "JSON",
    "/api/jobs/{}/result.csv": "CSV",
}
_GOALS = {"": "exact value", "win": "a win", "draw": "at least a draw"}


class SolveView(View):
    """The view in which a visitor runs searches."""

    name, title = "solve", "Solve"
    keys = ("algorithm", "against", "goal", "limit", "parameters", "parameters2", "searches")

    def build(self) -> None:
        """Create the panel."""
        names = [a.name for a in upstar.algorithms()]
        settings = self.settings
        self._cards = [_SearchCard(colour) for colour in drawing.PALETTE[:2]]
        self._line: tuple[upstar.Position, tuple[str, ...]] | None = None
        first = settings.get("algorithm", "auto")
        second = settings.get("against", _NONE)
        self._forms = [ParameterForm(settings, key) for key in ("parameters", "parameters2")]
        with ui.row().classes("upstar-row"):
            self._cards[0].algorithm = algorithm_select(
                "algorithm", names, first if first in names else "auto", self._chosen
            )
            self._cards[1].algorithm = algorithm_select(
                "compare with", [_NONE, *names], second if second in names else _NONE, self._chosen
            )
        with ui.row().classes("upstar-row"):
            goal = settings.get("goal")
            self._goal = ui.select(
                _GOALS, label="prove", value=goal if goal in _GOALS else "", on_change=self._chosen
            ).props("dense outlined options-dense")
            self._seconds = ui.number(
                "seconds",
                value=as_seconds(settings.get("limit"), _SECONDS),
                min=1,
                max=self.bench.queue.limits.max_seconds,
                on_change=self._chosen,
            ).props("dense outlined")
            self._seconds.classes("upstar-number")
            button("Solve", self._start, icon="play_arrow", flat=False)
            self._pause = button("Pause", self._pause_or_resume, icon="pause")
            self._stop = button("Stop", self._end, icon="stop")
        with ui.element("div").classes("upstar-folds"):
            for form in self._forms:
                form.build()
        self._winner = ui.label().classes("upstar-winner").props("aria-live=polite")
        with ui.row().classes("upstar-searches"):
            for card in self._cards:
                card.build()
        self._chart = ui.echart(chart.empty()).classes("upstar-chart")
        self._chart.props('role=img aria-label="nodes and numbers of the searches over time"')
        self._chart.visible = False
        self._moves = ui.label().classes("upstar-mono")
        self._show = button("Play the line on the board", self._play_line, icon="fast_forward")
        self._show.visible = False
        self._show_forms()
        self._buttons()
        self._return_to_searches()

    def _chosen(self) -> None:
        """Keep the choices in the address."""
        keep = self.settings.keep
        first, second = (card.algorithm.value for card in self._cards)
        keep("algorithm", "" if first == "auto" else first)
        keep("against", "" if second == _NONE else second)
        keep("goal", self._goal.value or "")
        seconds = self._seconds.value
        keep("limit", "" if seconds in (None, _SECONDS) else f"{seconds:g}")
        self._show_forms()

    def _show_forms(self) -> None:
        for card, form in zip(self._cards, self._forms, strict=True):
            form.show(card.algorithm.value)

    def _return_to_searches(self) -> None:
        """Show the searches of the address: they continue while a page is loaded again."""
        for card, id in zip(self._cards, self.settings.get("searches").split(), strict=False):
            try:
                job = self.bench.queue.job(id)
                request = job.request
                card.position = read_position(
                    request["game"], request["position"], request["to_move"]
                )
            except (UpstarError, KeyError):
                continue
            if job.task == "solve":
                card.job = job
                self._chart.visible = True
                background_tasks.create(self._watch(card, job))
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
            "max_seconds": positive(self._seconds.value),
        }
        self._end()
        self._line = None
        self._show.visible = False
        self._moves.text = self._winner.text = ""
        self._chart.visible = True
        for card, form, name in zip(self._cards, self._forms, [*chosen, None], strict=False):
            card.clear()
            if name is not None:
                card.job = self.bench.queue.submit(
                    "solve",
                    {**request, "algorithm": name, "parameters": form.values},
                    self.bench.owner,
                )
                card.position = position
                background_tasks.create(self._watch(card, card.job))
        self.settings.keep("searches", " ".join(job.id for _, job in self._running))
        self._buttons()

    @property
    def _running(self) -> "list[tuple[_SearchCard, Job]]":
        """The cards with their searches, also with those that have ended."""
        return [(card, card.job) for card in self._cards if card.job is not None]

    async def _watch(self, card: "_SearchCard", job: Job) -> None:
        async for _ in job.changes():
            if self.bench.is_gone or card.job is not job:
                return
            before = card.best
            place = [shown for shown, _ in self._running].index(card)
            card.show_job(job, self.bench.queue.place_of(job), self._names()[place])
            self._draw()
            if job.is_over:
                self._finish(card, job)
            elif card.best != before and self.bench.front is self:
                self.bench.repaint()

    def _finish(self, card: "_SearchCard", job: Job) -> None:
        self._buttons()
        self._announce()
        if job.result is not None and job.result["line"] and self._line is None:
            assert card.position is not None
            self._line = (card.position, tuple(job.result["line"]))
            self._moves.text = "line: " + " ".join(job.result["line"])
            self._show.visible = True
        if self.bench.front is self:
            self.bench.repaint()

    def _names(self) -> list[str]:
        return chart.names([str(job.request["algorithm"]) for _, job in self._running])

    def _announce(self) -> None:
        """Name the winner of a race: the search that has solved the position in less time."""
        if len(self._running) < 2 or self._open_jobs():
            return
        solved = sorted(
            (card.working, name, int(job.result["nodes"]))
            for (card, job), name in zip(self._running, self._names(), strict=True)
            if job.result is not None and job.result["solved"]
        )
        self._winner.text = race(solved)

    def _draw(self) -> None:
        runs = []
        for name, (card, job) in zip(self._names(), self._running, strict=True):
            trace = (job.result or {}).get("trace") or []
            # The trace of a search that was paused has the pauses in it.
            long_enough = len(job.history) > len(trace) or job.clock.paused > 0
            ending = [] if job.result is None else [{**job.result, "seconds": card.working}]
            runs.append((name, [*(job.history if long_enough else trace), *ending]))
        lines = chart.series(runs)
        self._chart.options.update(series=lines, grid=chart.layout(lines))
        for axis in ("xAxis", "yAxis"):
            self._chart.options[axis][1]["show"] = any(line["yAxisIndex"] for line in lines)
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
            self.bench.play(move)


class _SearchCard:
    """The card of one search, with its current numbers."""

    algorithm: Any

    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.job: Job | None = None
        self.position: upstar.Position | None = None
        self.best: str | None = None
        """The best move so far of a running search."""
        self.working = 0.0
        """The seconds of the search without pauses."""

    def build(self) -> None:
        with (
            ui.card()
            .props("flat bordered")
            .classes("upstar-search")
            .style(f"border-top: 3px solid {self.colour}") as self._card
        ):
            with ui.row().classes("upstar-chips"):
                ui.element("span").classes("upstar-swatch").style(f"background: {self.colour}")
                self._title = ui.label().classes("upstar-search-title")
            self._status = ui.label().classes("upstar-status").props("aria-live=polite")
            self._numbers = ui.html(sanitize=False).classes("upstar-wide")
            with ui.row().classes("upstar-chips") as self._links:
                self._files = {
                    path: ui.link(name, "").classes("upstar-faint")
                    for path, name in _RESULT_LINKS.items()
                }
            self._old = ui.label("the board shows another position now").classes("upstar-faint")
        self._card.visible = False

    def clear(self) -> None:
        self.job = self.position = self.best = None
        self._card.visible = False

    def stale(self, here: upstar.Position) -> None:
        self._old.visible = self.position is not None and self.position != here

    def show_job(self, job: Job, place: int | None, name: str) -> None:
        """Repaint."""
        self._card.visible = True
        self._old.visible = False
        self.best = None if job.is_over else job.progress.get("best_move")
        self._title.text = name
        self._links.visible = job.result is not None
        for path, link in self._files.items():
            link.props["href"] = path.format(job.id)
        self._status.text = _sentence(job, place)
        progress = job.result or job.progress
        seconds = job.clock.seconds
        nodes = progress.get("nodes") or 0
        memory = progress.get("peak_bytes") or progress.get("bytes")
        # The job's clock counts the set-up. The search's clock counts pauses in its result.
        pauses = job.clock.paused if job.result is not None else 0.0
        working = seconds if progress.get("seconds") is None else progress["seconds"] - pauses
        self.working = working = max(working, 0.0)
        parts = [("time", f"{working:.1f} s"), ("nodes", count(nodes or None))]
        speed = nodes / working if working else 0
        if speed:
            parts.append(("per second", count(speed)))
        if memory:
            parts.append(("memory", f"{memory / 1e6:.1f} MB"))
        if progress.get("depth"):
            parts.append(("depth", str(progress["depth"])))
        if progress.get("best_move"):
            so_far = "best move" if job.is_over else "best so far"
            parts.append((so_far, str(progress["best_move"])))
        if not job.is_over and speed and (progress.get("estimate") or 0) > nodes:
            left = duration((progress["estimate"] - nodes) / speed)
            parts.append(("left", f"about {left}"))
        parts += [(name, short(value)) for name, value in progress.get("root", {}).items()]
        self._numbers.content = facts_html(parts)


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


def positive(number: Any) -> float:
    """Return a number of seconds from a field.

    Raises
    ------
    ParameterError
        If it is not a number above 0.
    """
    if not isinstance(number, int | float) or not number > 0:
        raise ParameterError(f"seconds must be a number above 0, not {number!r}")
    return float(number)


def as_seconds(text: str, default: float) -> float:
    """Return the seconds in a setting; the default if it is not a number above 0."""
    try:
        seconds = float(text)
    except ValueError:
        return default
    return seconds if 0 < seconds < 1e6 else default


def race(solved: Sequence[tuple[float, str, int]]) -> str:
    """Return who has won a race: by the time, or by the nodes if both times are short.

    `solved` has seconds, name and nodes of the searches that have solved the position, fastest
    first.

    >>> race([(1.5, "pnt", 900), (3.0, "pns", 1100)])
    'pnt wins the race in 1.5 s, 2.0 times as fast as pns (3 s)'
    >>> race([(0.01, "pnt", 900), (0.02, "pns", 800)])
    'pns wins the race: 800 nodes, pnt created 900; both took less than 0.2 s'
    """
    if not solved:
        return "no search has solved the position within its limits"
    if len(solved) == 1:
        return f"{solved[0][1]} wins the race: only it has solved the position"
    (fast, winner, _), (slow, loser, _) = solved
    if slow >= _SHORT:
        times = f", {slow / fast:.1f} times as fast as {loser}" if fast > 0 else ""
        return f"{winner} wins the race in {fast:.3g} s{times} ({slow:.3g} s)"
    (few, winner), (many, loser) = sorted((nodes, name) for _, name, nodes in solved)
    short = f"both took less than {_SHORT:g} s"
    if few == many:
        return f"nobody wins the race: both created {few:,} nodes and {short}"
    return f"{winner} wins the race: {few:,} nodes, {loser} created {many:,}; {short}"
