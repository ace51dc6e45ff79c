"""The view Board: choose a game, analyse it, step through its moves, read its rules."""

from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.render.board import Cell, Labels
from upstar.web.boards import GameMoves, MoveList
from upstar.web.downloads import any_game
from upstar.web.game_tree import GameTree, clean_comment
from upstar.web.off_loop import off_loop
from upstar.web.offered_games import offered_games
from upstar.web.sgf_tree import GAMES as SGF_GAMES
from upstar.web.state import read_record
from upstar.web.views.common import View, button, empty, icon_button, show_errors

_FILES = {
    "picture.svg": "SVG",
    "picture.png": "PNG",
    "picture.tikz": "TikZ",
    "picture.tex": "LaTeX",
    "game.txt": "record",
    "game.json": "JSON",
    "game.sgf": "SGF",
    "game.hexworld": "HexWorld link",
}
"""The paths of downloads and their names."""
_ONLY = {"game.sgf": tuple(SGF_GAMES), "game.hexworld": ("hex",)}
"""The games that a format has. The other formats have all."""


class BoardView(View):
    """The view in which a visitor chooses a game and plays."""

    name, title = "board", "Board"
    _painted: tuple[int, Position] | None = None
    """The revision and the position that the fields show."""

    def build(self) -> None:
        """Create the panel."""
        self._games = {game.name: game for game in offered_games()}
        self._build_game()
        self.bench.analysis.build()
        self._build_moves()
        self._build_position()
        with ui.element("div").classes("upstar-folds"):
            with _fold("Legal moves", icon="apps") as self._legal:
                self._moves = MoveList(on_move=show_errors(self.bench.play))
            with _fold("Save and load", icon="notes"):
                self._build_files()
            with _fold("Opponents", icon="smart_toy"):
                self.bench.players.build_settings()
            with _fold("Rules and notation", icon="menu_book"):
                self._rules = ui.label().classes("upstar-rules")
        self._fill_form()

    def _build_game(self) -> None:
        with ui.row().classes("upstar-row"):
            self._game = (
                ui.select(
                    list(self._games),
                    label="game",
                    value=self.bench.state.position.game,
                    on_change=show_errors(self._choose_game),
                )
                .props("dense outlined options-dense")
                .classes("upstar-game")
            )
            button("All games", self.bench.games.open, icon="apps").tooltip(
                "choose a new game by its picture"
            )
        self._examples = ui.row().classes("upstar-chips upstar-examples")

    def _build_position(self) -> None:
        """Create the field with the position as text, which reads another position."""
        with ui.row().classes("upstar-row upstar-tight"):
            self._text = ui.input("position or size").props("dense outlined").classes("upstar-grow")
            self._text.on("keydown.enter", show_errors(self._begin))
            self._mover = (
                ui.select([], label="to move")
                .props("dense outlined options-dense")
                .classes("upstar-mover")
            )
            button("Set", self._begin).tooltip("begin a game from this position")
        self._text.tooltip("a position or a size; another game by its name, such as hex 4x4")
        self._error = ui.label().classes("upstar-error").props("role=alert")

    def _build_moves(self) -> None:
        with ui.card().props("flat bordered").classes("upstar-card"):
            self._played = GameMoves(on_go=show_errors(self._go))
            with ui.row().classes("upstar-row upstar-tight upstar-entry"):
                self._move = ui.input("move").props("dense outlined").classes("upstar-move")
                self._move.on("keydown.enter", show_errors(self._type_move))
                self._comment = ui.input("comment").props("dense outlined")
                self._comment.classes("upstar-grow")
                self._comment.on("blur", show_errors(self._write_comment))
                self._comment.on("keydown.enter", show_errors(self._write_comment))
                self._edits = (
                    icon_button("help_outline", "why does this move lose?", self._why),
                    icon_button(
                        "vertical_align_top",
                        "make this the main line",
                        self.bench.state_do("promote"),
                    ),
                    icon_button(
                        "delete", "delete from this move on", self.bench.state_do("delete")
                    ),
                )

    def _build_files(self) -> None:
        with ui.row().classes("upstar-row"):
            ui.label("download").classes("upstar-faint")
            self._files = {path: ui.link(name, "") for path, name in _FILES.items()}
        self._record = (
            ui.textarea("record, SGF or a link to HexWorld")
            .props("outlined dense rows=7")
            .classes("upstar-wide upstar-mono")
        )
        button("Load this game", self._load)

    # Painting

    def repaint(self) -> None:
        """Update the form, the analysis, the moves and the record."""
        state = self.bench.state
        position = self.bench.shown
        if position.game != self._game.value:
            self._fill_form()
        shown = (state.revision, position)
        if shown != self._painted:
            # Only a change of the position replaces what the visitor types.
            self._painted = shown
            self._text.value = str(position)
            self._mover.set_options(list(position.labels), value=position.to_move)
            self._comment.value = state.tree.current.comment
            self._record.value = state.record()
            self._link_files()
        for each in self._edits:
            each.set_enabled(state.tree.current is not state.tree.root)
        self._played.show(state.tree, self.bench.analysis.badges())
        moves = () if state.is_over or self.bench.players.is_thinking else position.moves()
        self._legal.text = f"Legal moves ({len(moves)})"
        self._moves.show(moves)
        self.bench.analysis.repaint()

    def _link_files(self) -> None:
        """Let the downloads have the game as it is."""
        game = self.bench.state.start.game
        query = urlencode(self.bench.state.query())
        for path, link in self._files.items():
            link.props["href"] = f"/api/{path}?{query}"
            link.visible = game in _ONLY.get(path, (game,))
            link.update()

    def notes(self) -> dict[Cell, str]:
        """Return the numbers of a line of the analysis."""
        return self.bench.analysis.notes()

    def labels(self) -> Labels | None:
        """Return the results of all moves, as far as they are known."""
        return self.bench.analysis.labels()

    def _fill_form(self) -> None:
        position = self.bench.state.position
        info = self._games[position.game]
        self._game.value = position.game
        self._error.text = ""
        self._rules.text = f"{info.rules} Positions: {info.positions}. Moves: {info.moves}."
        # Moves without cells are played with the buttons; a pass has a button below the board.
        self._legal.value = any(
            not cells for move, cells in position.cells_of_moves().items() if move != "pass"
        )
        empty(self._examples)
        with self._examples:
            ui.label("examples").classes("upstar-faint")
            for example in info.examples[:8]:
                shown = example if len(example) < 25 else f"{example[:23]}…"
                ui.button(shown, on_click=show_errors(lambda _, e=example: self._example(e))).props(
                    "flat dense no-caps size=sm"
                )

    # Choosing a position

    def _choose_game(self) -> None:
        if self._game.value != self.bench.state.start.game:
            info = self._games[self._game.value]
            self.bench.players.clear()
            self.bench.state.begin(info.name, info.usual)
            self.bench.tell_kept()

    def _example(self, text: str) -> None:
        self._text.value = text
        self._begin()

    def _begin(self) -> None:
        game, text = self._game.value, (self._text.value or "").strip()
        mover = self._mover.value
        named, _, rest = text.partition(" ")
        if named in self._games:  # the first line of a record: GAME POSITION PLAYER
            game, text, mover = named, rest.strip() or self._games[named].usual, None
            start, _, last = text.rpartition(" ")
            if start and last in self._games[game].labels:
                text, mover = start, last
        if mover not in self._games[game].labels:
            mover = None
        try:
            before = self.bench.state.tree
            self.bench.state.begin(game, text, mover)
            self._error.text = ""
            if self.bench.state.tree is not before:
                self.bench.tell_kept()
        except UpstarError as error:
            self._error.text = str(error)

    # Moves

    def _go(self, number: int) -> None:
        self.bench.state.tree.go_to_number(number)
        self.bench.state.go(self.bench.state.tree.current)

    def _why(self) -> None:
        """Ask why the current move loses."""
        current = self.bench.state.tree.current
        if current.parent is not None:
            self.bench.ask_why(current.parent.position, current.move)

    def _type_move(self) -> None:
        move = (self._move.value or "").strip()
        if move:
            self.bench.play(move)
            self._move.value = ""

    def _write_comment(self) -> None:
        self.bench.state.comment(clean_comment(self._comment.value or ""))

    async def _load(self) -> None:
        text = (self._record.value or "").strip()
        state = self.bench.state
        revision = state.revision
        tree, resigned = await off_loop(_read_game, text)
        if state.revision != revision:
            raise UpstarError("a move was played while the game was read; load it again")
        self.bench.players.clear()
        state.replace(tree, resigned)
        self.bench.tell_kept()


def _read_game(text: str) -> tuple[GameTree, str | None]:
    """Return the game of a record, SGF or link, and who has resigned."""
    if text.endswith("resigns"):
        read = read_record(text)
        return read.tree, read.resigned
    return any_game(text), None


def _fold(title: str, icon: str) -> Any:
    """Create a section that is folded at first."""
    return ui.expansion(title, icon=icon).props("dense").classes("upstar-wide")
