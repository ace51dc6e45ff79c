"""The view Board: choose a game, play, set up a position, let engines play, copy the record."""

from collections.abc import Mapping
from typing import Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import PositionError, UpstarError
from upstar.render.board import Labels
from upstar.render.clickable import Cell
from upstar.web.boards import MoveList
from upstar.web.controllers import HUMAN, Controller, EngineController
from upstar.web.offered_games import offered_games
from upstar.web.state import read_record
from upstar.web.views.common import View, button, show_errors, warn

_EDITING = "click a cell to change it; press Set up again to play"
_ANALYSIS_SECONDS = 20.0
_RESULTS = {"win": "win", "draw": "draw", "loss": "lose", "unknown": "are open"}
_BUDGETS = {0.2: "0.2 s", 1.0: "1 s", 3.0: "3 s", 10.0: "10 s"}


class BoardView(View):
    """The view in which a visitor chooses a game and plays."""

    name, title = "board", "Board"
    _thinking = False
    _editing = False

    def build(self) -> None:
        """Create the panel."""
        self.controllers: dict[int, Controller] = {}
        self._hinted: tuple[int, list[str]] = (-1, [])
        self._labelled: tuple[int, Labels] = (-1, {})
        games = {game.name: game for game in offered_games()}
        self._games = games
        with ui.row().classes("upstar-row"):
            self._game = (
                ui.select(
                    list(games),
                    label="game",
                    value=self.bench.state.position.game,
                    on_change=show_errors(self._choose_game),
                )
                .props("dense outlined options-dense")
                .classes("upstar-game")
            )
            self._text = ui.input("position or size").props("dense outlined").classes("upstar-grow")
            self._text.on("keydown.enter", show_errors(self._begin))
            self._mover = ui.select([], label="to move").props("dense outlined options-dense")
            button("Set", self._begin, flat=False)
        self._error = ui.label().classes("upstar-error")
        self._examples = ui.row().classes("upstar-chips")
        with ui.row().classes("upstar-row"):
            button("Undo", self._undo, icon="undo")
            button("Redo", lambda: self.bench.state.redo(), icon="redo")
            button("Resign", lambda: self.bench.state.resign(), icon="flag")
            self._edit = button("Set up", self._toggle_edit, icon="edit")
            button("Hint", self._hint, icon="lightbulb")
            button("All moves", self._analyze, icon="checklist")
            button("Copy link", self._copy_link, icon="link")
        with ui.row().classes("upstar-row"):
            self._controller_selects: list[Any] = []
            engines = [HUMAN, *(a.name for a in upstar.algorithms() if a.name != "auto")]
            for side in (0, 1):
                self._controller_selects.append(
                    ui.select(
                        engines,
                        label="plays",
                        value=HUMAN,
                        on_change=show_errors(lambda _, side=side: self._set_controller(side)),
                    )
                    .props("dense outlined options-dense")
                    .classes("upstar-controller")
                )
            self._budget = ui.select(
                _BUDGETS,
                label="time per move",
                value=1.0,
                on_change=show_errors(self._set_controllers),
            ).props("dense outlined options-dense")
        self._status = ui.label().classes("upstar-status").props("aria-live=polite")
        self._hints = ui.table(
            columns=[
                {"name": n, "label": n, "field": n, "align": "left"}
                for n in ("move", "visits", "value", "proved")
            ],
            rows=[],
        ).props("dense flat hide-bottom")
        self._hints.visible = False
        with ui.row().classes("upstar-row"):
            self._move = ui.input("move").props("dense outlined").classes("upstar-move")
            self._move.on("keydown.enter", show_errors(self._type_move))
            self._moves = MoveList(on_move=show_errors(self.bench.state.play))
        with ui.expansion("Record", icon="notes").classes("upstar-wide"):
            self._record = (
                ui.textarea().props("outlined dense rows=7").classes("upstar-wide upstar-mono")
            )
            button("Load this record", self._load)
        self._rules = ui.expansion("Rules and notation", icon="menu_book").classes("upstar-wide")
        with self._rules:
            self._rule_text = ui.label().classes("upstar-rules")
        self._fill_form()

    # Painting

    def repaint(self) -> None:
        """Update the status, the list of moves and the record."""
        state = self.bench.state
        position = state.position
        self._status.text = _EDITING if self._editing else state.verdict
        self._record.value = state.record()
        moves = [] if state.session.is_over else list(position.moves())
        self._moves.show(moves)
        self._hints.visible = False

    def notes(self) -> dict[Cell, str]:
        """Return the ranks of a hint's moves on their cells. The best rank of a cell is kept."""
        revision, moves = self._hinted
        position = self.bench.state.position
        if revision != self.bench.state.revision:
            return {}
        ranked = [(position.cells(move)[-1:], str(rank)) for rank, move in enumerate(moves, 1)]
        return {cell: rank for cells, rank in reversed(ranked) for cell in cells}

    def labels(self) -> Labels | None:
        """Return the results of all moves, if the position was analysed."""
        revision, labels = self._labelled
        return labels if revision == self.bench.state.revision else None

    def changed(self) -> None:
        """Update the form after a change of the position, and let an engine move if it must."""
        position = self.bench.state.position
        if position.game != self._game.value:
            self._fill_form()
        for side, label in enumerate(position.labels):
            self._controller_selects[side].props(f'label="{label}"')
        self._let_engine_move()

    def _fill_form(self) -> None:
        start = self.bench.state.session.start
        info = self._games[start.game]
        self._game.value = start.game
        self._text.value = str(start)
        self._mover.set_options(list(start.labels), value=start.to_move)
        self._error.text = ""
        self._rule_text.text = f"{info.rules} Positions: {info.positions}. Moves: {info.moves}."
        self._examples.clear()
        with self._examples:
            for example in info.examples[:8]:
                ui.button(
                    example[:24], on_click=show_errors(lambda _, e=example: self._example(e))
                ).props("flat dense no-caps size=sm")
        for side, label in enumerate(start.labels):
            self._controller_selects[side].props(f'label="{label}"')

    # Choosing a position

    def _choose_game(self) -> None:
        if self._game.value != self.bench.state.session.start.game:
            info = self._games[self._game.value]
            self._clear_controllers()
            self.bench.state.begin(info.name, info.usual)
            self._fill_form()

    def _example(self, text: str) -> None:
        self._text.value = text
        self._begin()

    def _begin(self) -> None:
        labels = self._games[self._game.value].labels
        mover = self._mover.value if self._mover.value in labels else None
        try:
            self.bench.state.begin(self._game.value, self._text.value or "", mover)
            self._fill_form()
        except UpstarError as error:
            self._error.text = str(error)

    def _toggle_edit(self) -> None:
        position = self.bench.state.position
        if not self._editing and _text_rows(position) is None:
            raise PositionError(
                f"positions of {position.game} cannot be set up on the board; "
                "type one in the field above"
            )
        self._editing = not self._editing
        self._edit.props("color=" + ("orange-9" if self._editing else "primary"))
        if self._editing:
            self.bench.state.begin(position.game, str(position), position.to_move)
        self.bench.board.show(editing=self._editing)
        self._status.text = _EDITING if self._editing else self.bench.state.verdict
        self._let_engine_move()

    def edit(self, cell: str) -> None:
        """Change a cell to the next content that the rules allow there."""
        position = self.bench.state.position
        split = _text_rows(position)
        names = list(self.bench.board.props["names"])
        if split is None or cell not in names:
            return
        rows, tail = split
        places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
        row, column = places[names.index(cell)]
        signs = ".xo#TF"
        now = signs.find(rows[row][column])
        for step in range(1, len(signs)):
            sign = signs[(now + step) % len(signs)]
            changed = [*rows]
            changed[row] = rows[row][:column] + sign + rows[row][column + 1 :]
            try:
                self.bench.state.begin(position.game, "/".join(changed) + tail, position.to_move)
            except UpstarError:
                continue
            self._text.value = str(self.bench.state.position)
            return

    # Moves

    def _undo(self) -> None:
        """Take moves back until the visitor is to move."""
        session = self.bench.state.session
        back = 1
        if len(self.controllers) == 1 and len(session.moves) > 1 and not self._thinking:
            back = 2
        self.bench.state.undo(back)

    def _type_move(self) -> None:
        move = (self._move.value or "").strip()
        if move:
            self.bench.state.play(move)
            self._move.value = ""

    def _load(self) -> None:
        self._clear_controllers()
        self.bench.state.replace(read_record(self._record.value or ""))
        self._fill_form()

    def _copy_link(self) -> None:
        link = self.bench.state.link(self.bench.front.name)
        ui.run_javascript(f"navigator.clipboard?.writeText(location.origin + {link!r})")
        ui.notify("the link to this position was copied; the address bar shows it too")

    # Engines

    def _set_controller(self, side: int) -> None:
        name = self._controller_selects[side].value
        if name == HUMAN:
            self.controllers.pop(side, None)
        elif name != "proof":
            seconds = float(self._budget.value)
            self.controllers[side] = EngineController(
                self.bench.queue, self.bench.owner, name, seconds
            )
        self._let_engine_move()

    def _set_controllers(self) -> None:
        for side in (0, 1):
            self._set_controller(side)

    def set_proof_controller(self, side: int, controller: Controller) -> None:
        """Let a proof play one side."""
        self._clear_controllers()
        self.controllers[side] = controller
        self._controller_selects[side].set_options(
            [*self._controller_selects[side].options, "proof"], value="proof"
        )
        self._let_engine_move()

    def _clear_controllers(self) -> None:
        self.controllers.clear()
        for select in self._controller_selects:
            select.set_options([o for o in select.options if o != "proof"], value=HUMAN)

    def _let_engine_move(self) -> None:
        state = self.bench.state
        side = state.position.labels.index(state.position.to_move)
        if self._editing or state.session.is_over:
            return
        if side in self.controllers and not self._thinking:
            # Set before the task starts, so that a second call does not start another search.
            self._thinking = True
            background_tasks.create(self._engine_move(side, self.controllers[side]))

    async def _engine_move(self, side: int, controller: Controller) -> None:
        state = self.bench.state
        revision, position = state.revision, state.position
        self._status.text = f"{position.to_move} ({controller.name}) is thinking…"
        try:
            move = await controller.choose(position, len(state.session.moves))
        except UpstarError as error:
            self.controllers.pop(side, None)
            with self.bench.board:
                warn(str(error))
            move = ""
        finally:
            self._thinking = False
        if self.bench.is_gone:
            return
        if move and state.revision == revision and self.controllers.get(side) is controller:
            state.play(move)
        else:
            self.repaint()
            self._let_engine_move()

    async def _hint(self) -> None:
        """Show the best moves of an engine."""
        state = self.bench.state
        if state.session.is_over:
            raise UpstarError("the game is over; there is no move to suggest")
        revision, position = state.revision, state.position
        self._status.text = "thinking…"
        request = {"game": position.game, "position": str(position), "to_move": position.to_move}
        job = self.bench.queue.submit(
            "best-move", {**request, "max_seconds": float(self._budget.value)}, self.bench.owner
        )
        await job.ended()
        if state.revision != revision:
            return
        if job.result is None:
            raise UpstarError(str(job.error))
        candidates = job.result["candidates"][:6]
        self._hinted = (revision, [c["move"] for c in candidates] or [job.result["move"]])
        self.bench.repaint()
        self._status.text = f"the engine would play {job.result['move']}"
        self._hints.rows = [
            {
                "move": c["move"],
                "visits": f"{c['visits']:,}",
                "value": "" if c["value"] is None else f"{c['value']:.3f}",
                "proved": c["proven"] or "",
            }
            for c in candidates
        ]
        self._hints.visible = bool(candidates) and self.bench.front is self

    async def _analyze(self) -> None:
        """Show the result of every move on the board: first the outcomes, then the distances."""
        state = self.bench.state
        if state.session.is_over:
            raise UpstarError("the game is over; there are no moves to analyse")
        revision, position = state.revision, state.position
        request = {"game": position.game, "position": str(position), "to_move": position.to_move}
        has_distances = set(position.scores) <= {-1, 0, 1}
        for distance in (False, True) if has_distances else (False,):
            job = self.bench.queue.submit(
                "analyze",
                {**request, "distance": distance, "max_seconds": _ANALYSIS_SECONDS},
                self.bench.owner,
            )
            async for _ in job.changes():
                if state.revision != revision or self.bench.is_gone:
                    self.bench.queue.stop(job)
                    return
                found = job.result or job.progress
                if "labels" in found and (job.result is not None or not distance):
                    self._show_analysis(revision, found, job.result is not None)
            if job.result is None:
                raise UpstarError(str(job.error))
            if not job.result["solved"]:
                return

    def _show_analysis(self, revision: int, found: Mapping[str, Any], is_over: bool) -> None:
        """Show the results so far on the board, and count them."""
        labels = {
            tuple((row, column) for row, column in cells): (text, outcome)
            for cells, text, outcome in found["labels"]
        }
        self._labelled = (revision, labels)
        self.bench.repaint()
        outcomes = found["outcomes"]
        counts = ", ".join(
            f"{outcomes.count(outcome)} {word}"
            for outcome, word in _RESULTS.items()
            if outcome in outcomes
        )
        self._status.text = f"moves: {counts}" + ("" if is_over else " …")


def _text_rows(position: upstar.Position) -> tuple[list[str], str] | None:
    """Split the text of a position into the rows of its board and the rest, if it has rows."""
    layout, rows = position.board()
    text, colon, tail = str(position).partition(":")
    split = text.split("/")
    if layout in ("graph", "text") or [len(r) for r in split] != [len(r) for r in rows]:
        return None
    return split, colon + tail
