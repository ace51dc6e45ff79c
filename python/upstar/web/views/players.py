"""The two players: a person, an opponent of some strength, an algorithm, or a proof."""

from typing import TYPE_CHECKING, Any

from nicegui import background_tasks, ui

import upstar
from upstar.errors import UpstarError
from upstar.web import drawing
from upstar.web.controllers import HUMAN, LEVELS, Controller, level_controller
from upstar.web.views.common import Settings, show_errors, warn

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

_PROOF = "proof"
_TIMES = {0.2: "0.2 s", 1.0: "1 s", 3.0: "3 s", 10.0: "10 s"}


class Players:
    """The strips above and below the board, and the engines' moves."""

    def __init__(self, bench: "Workbench") -> None:
        """Create the players of a workbench."""
        self.bench = bench
        self.settings = Settings(bench, ("left", "right", "seconds", "algorithms"))
        self.controllers: dict[int, Controller] = {}
        self.is_thinking = False
        self._strips: dict[int, Any] = {}
        self._seats: dict[int, Any] = {}

    # Elements

    def build_strip(self, side: int) -> None:
        """Create the strip of a player: the colour, the name and who plays."""
        with ui.row().classes("upstar-player") as self._strips[side]:
            ui.element("span").classes("upstar-swatch").props("aria-hidden=true")
            ui.label().classes("upstar-player-name")
            self._seats[side] = (
                ui.select(
                    self._options(side),
                    value=self._seat(side),
                    on_change=show_errors(lambda _, side=side: self._choose(side)),
                )
                .props("dense borderless options-dense")
                .classes("upstar-seat")
            )
            ui.label().classes("upstar-thinking")

    def build_settings(self) -> None:
        """Create the settings of the opponents."""
        ui.label(
            " ".join(f"{level.title.capitalize()} {level.about}." for level in LEVELS.values())
        ).classes("upstar-rules")
        with ui.row().classes("upstar-row"):
            ui.switch(
                "offer algorithms as players too",
                value=self.settings.get("algorithms") == "on",
                on_change=show_errors(self._offer_algorithms),
            )
            ui.select(
                _TIMES,
                label="time per move",
                value=self._seconds,
                on_change=show_errors(self._set_seconds),
            ).props("dense outlined options-dense").classes("upstar-number")

    def _options(self, side: int) -> dict[str, str]:
        options = {HUMAN: HUMAN, **{name: level.title for name, level in LEVELS.items()}}
        if self.settings.get("algorithms") == "on":
            options |= {a.name: a.name for a in upstar.algorithms() if a.name != "auto"}
        seat = self._seat(side)
        return options | {seat: seat}

    @property
    def _seconds(self) -> float:
        given = self.settings.get("seconds")
        return next((time for time in _TIMES if str(time) == given), 1.0)

    def _seat(self, side: int) -> str:
        seat = self.settings.get(("left", "right")[side]) or HUMAN
        known = {HUMAN, _PROOF, *LEVELS, *(a.name for a in upstar.algorithms())}
        return seat if seat in known else HUMAN

    def repaint(self) -> None:
        """Show the names, the colours and who is to move."""
        position = self.bench.state.position
        colours = drawing.swatches(position)
        for side, strip in self._strips.items():
            swatch, name, _, thinking = strip.default_slot.children[:4]
            label = position.labels[side]
            name.text = label
            swatch.style(f"background: {colours[side] or 'transparent'}")
            swatch.visible = bool(colours[side])
            self._seats[side].props(f'aria-label="{label} is played by"')
            is_next = label == position.to_move and not self.bench.state.is_over
            strip.classes(**{"add" if is_next else "remove": "upstar-to-move"})
            thinking.text = "is thinking…" if is_next and self.is_thinking else ""

    # Who plays

    def restore(self) -> None:
        """Let the players of the address play."""
        for side in (0, 1):
            self._set(side, self._seat(side))

    def _choose(self, side: int) -> None:
        self._set(side, self._seats[side].value)
        self.let_engine_move()

    def _set(self, side: int, seat: str) -> None:
        if seat == HUMAN or (seat == _PROOF and side not in self.controllers):
            self.controllers.pop(side, None)
            seat = HUMAN
        elif seat != _PROOF:
            bench = self.bench
            self.controllers[side] = level_controller(bench.queue, bench.owner, seat, self._seconds)
        self.settings.keep(("left", "right")[side], "" if seat in (HUMAN, _PROOF) else seat)
        if self._seats[side].value != seat:
            self._seats[side].value = seat

    def _offer_algorithms(self, event: Any) -> None:
        self.settings.keep("algorithms", "on" if event.value else "")
        for side, select in self._seats.items():
            select.set_options(self._options(side))

    def _set_seconds(self, event: Any) -> None:
        self.settings.keep("seconds", str(event.value))
        for side in list(self.controllers):
            self._set(side, self._seats[side].value)

    def set_proof(self, side: int, controller: Controller) -> None:
        """Let a proof play one side, and the visitor the other."""
        self.clear()
        self.controllers[side] = controller
        select = self._seats[side]
        select.set_options({**self._options(side), _PROOF: _PROOF}, value=_PROOF)
        self.let_engine_move()

    def clear(self) -> None:
        """Let the visitor play both sides."""
        for side in (0, 1):
            self.controllers.pop(side, None)
            self._set(side, HUMAN)

    # Moves of engines

    def let_engine_move(self) -> None:
        """Start a search if an engine is to move at the end of a line.

        Inside a line there is a move already, so that a visitor can step through the game.
        """
        state = self.bench.state
        if state.is_over or not self.bench.is_live or self.bench.is_editing or self.is_thinking:
            return
        side = state.position.labels.index(state.position.to_move)
        if side in self.controllers and not state.tree.current.children:
            # Set before the task starts, so that a second call does not start another search.
            self.is_thinking = True
            background_tasks.create(self._engine_move(side, self.controllers[side]))
            self.bench.repaint()

    async def _engine_move(self, side: int, controller: Controller) -> None:
        state = self.bench.state
        revision, position = state.revision, state.position
        try:
            move = await controller.choose(position, len(state.tree.current.path))
        except UpstarError as error:
            with self.bench.board:
                warn(str(error))
            self._set(side, HUMAN)
            move = ""
        finally:
            self.is_thinking = False
        if self.bench.is_gone:
            return
        if move and state.revision == revision and self.controllers.get(side) is controller:
            state.play(move)
        else:
            self.bench.repaint()
            self.let_engine_move()

    def check_turn(self) -> None:
        """Raise an error if the visitor must wait for an engine's move."""
        if self.is_thinking:
            mover = self.bench.state.position.to_move
            raise UpstarError(f"{mover} is thinking; wait for the move, or step back")

    def undo(self) -> None:
        """Step back until the visitor is to move."""
        state = self.bench.state
        back = 1
        if len(self.controllers) == 1 and len(state.tree.current.path) > 1 and not self.is_thinking:
            mover = state.position.labels.index(state.position.to_move)
            back = 1 if mover in self.controllers else 2
        state.undo(back)
