"""Setting up a position: a palette of pieces, clear, mirror, swap, the player to move, undo."""

from typing import TYPE_CHECKING, Any

from nicegui import ui

import upstar
from upstar.errors import PositionError, UpstarError
from upstar.web.game_tree import GameTree
from upstar.web.parsing import parse_position
from upstar.web.views.common import button, empty, icon_button, show_errors

if TYPE_CHECKING:
    from upstar.web.workbench import Workbench

_SIGNS = ".xo#TFELRG"
_TRIED = 12
"""The cells on which a sign is tried, to learn whether the game has it."""
_SWAPPED = str.maketrans("xoTF", "oxFT")


class SetUp:
    """The palette below the board. The game is replaced only when the set-up is done."""

    def __init__(self, bench: "Workbench") -> None:
        """Create the palette of a workbench."""
        self.bench = bench
        self.draft: upstar.Position | None = None
        """The position that is set up; None while the visitor plays."""
        self._before: list[upstar.Position] = []
        self._sign = ""

    def build(self) -> None:
        """Create the elements."""
        with (
            ui.row()
            .classes("upstar-palette")
            .props('role=group aria-label="set up the position"') as self._row
        ):
            self._pieces = ui.row().classes("upstar-pieces")
            self._mover = ui.select([], label="to move", on_change=show_errors(self._set_mover))
            self._mover.props("dense outlined options-dense").classes("upstar-mover")
            icon_button("undo", "undo the last change", self._undo)
            icon_button("delete_sweep", "clear the board", self._clear)
            icon_button("flip", "mirror the board", self._mirror)
            icon_button("swap_horiz", "swap the colours", self._swap)
            button("Play from here", self._done, icon="check", flat=False)
            button("Cancel", self._cancel)
        self._row.visible = False

    def begin(self) -> None:
        """Show the palette."""
        position = self.bench.state.position
        if text_rows(position) is None:
            raise PositionError(
                f"positions of {position.game} cannot be set up on the board; "
                "type one in the position field"
            )
        self.draft, self._before = position, []
        self._mover.set_options(list(position.labels), value=position.to_move)
        signs = [sign for sign in _SIGNS if self._allowed(position, sign)]
        self._sign = next((sign for sign in signs if sign != "."), ".")
        empty(self._pieces)
        with self._pieces:
            for sign in signs:
                ui.button(_name(sign, position), on_click=lambda _, s=sign: self._pick(s)).props(
                    "dense no-caps outline"
                ).mark(sign)
        self._row.visible = True
        self._pick(self._sign)

    def _pick(self, sign: str) -> None:
        self._sign = sign
        for each in self._pieces.default_slot.children:
            chosen = sign in each._markers
            each.props(f"aria-pressed={str(chosen).lower()}")
            each.props(remove="outline" if chosen else "", add="" if chosen else "outline")
        self.bench.repaint()

    def _allowed(self, position: upstar.Position, sign: str) -> bool:
        """Return whether the rules allow a sign on some cell of the board."""
        split = text_rows(position)
        assert split is not None
        if any(sign in row for row in split[0]):
            return True
        places = [(r, c) for r, row in enumerate(split[0]) for c in range(len(row))]
        return any(_changed(position, r, c, sign) is not None for r, c in places[:_TRIED])

    # Changes

    def edit(self, cell: str) -> None:
        """Put the chosen piece on a cell; the same piece again empties it."""
        if self.draft is None:
            return
        names = list(self.bench.board.props["names"])
        split = text_rows(self.draft)
        if split is None or cell not in names:
            return
        places = [(r, c) for r, row in enumerate(split[0]) for c in range(len(row))]
        row, column = places[names.index(cell)]
        sign = "." if split[0][row][column] == self._sign else self._sign
        changed = _changed(self.draft, row, column, sign)
        if changed is None:
            raise UpstarError(f"the rules allow no {_name(sign, self.draft)} on {cell}")
        self._put(changed)

    def _put(self, position: upstar.Position) -> None:
        assert self.draft is not None
        self._before.append(self.draft)
        self.draft = position
        self.bench.repaint()

    def _rewrite(self, change: Any) -> None:
        assert self.draft is not None
        split = text_rows(self.draft)
        assert split is not None
        text = "/".join(change(row) for row in split[0]) + split[1]
        self._put(parse_position(self.draft.game, text, self.draft.to_move))

    def _clear(self) -> None:
        self._rewrite(lambda row: "." * len(row))

    def _mirror(self) -> None:
        self._rewrite(lambda row: row[::-1])

    def _swap(self) -> None:
        self._rewrite(lambda row: row.translate(_SWAPPED))

    def _set_mover(self, event: Any) -> None:
        if self.draft is not None and event.value and event.value != self.draft.to_move:
            self._put(parse_position(self.draft.game, str(self.draft), event.value))

    def _undo(self) -> None:
        if self._before:
            self.draft = self._before.pop()
            self._mover.value = self.draft.to_move
            self.bench.repaint()

    # The end

    def _done(self) -> None:
        position, self.draft = self.draft, None
        self._row.visible = False
        if position is not None and position != self.bench.state.position:
            self.bench.state.replace(GameTree(position))
            self.bench.tell_kept()
        else:
            self.bench.repaint()
        self.bench.players.let_engine_move()

    def _cancel(self) -> None:
        self.draft = None
        self._row.visible = False
        self.bench.repaint()
        self.bench.players.let_engine_move()

    def toggle(self) -> None:
        """Show the palette, or end the set-up."""
        if self.draft is None:
            self.begin()
        else:
            self._done()


def _changed(position: upstar.Position, row: int, column: int, sign: str) -> upstar.Position | None:
    """Return the position with a sign on a cell; None if the rules do not allow it."""
    split = text_rows(position)
    assert split is not None
    rows, tail = split
    rows = [*rows]
    rows[row] = rows[row][:column] + sign + rows[row][column + 1 :]
    try:
        return parse_position(position.game, "/".join(rows) + tail, position.to_move)
    except UpstarError:
        return None


def _name(sign: str, position: upstar.Position) -> str:
    if sign in "xTEL":
        return position.labels[0]
    if sign in "oFR":
        return position.labels[1]
    return {".": "empty", "#": "wall", "G": "both"}[sign]


def text_rows(position: upstar.Position) -> tuple[list[str], str] | None:
    """Split the text of a position into the rows of its board and the rest, if it has rows."""
    layout, rows = position.board()
    text, colon, tail = str(position).partition(":")
    split = text.split("/")
    is_board = layout not in ("graph", "vertices", "text")
    if not is_board or [len(r) for r in split] != [len(r) for r in rows]:
        return None
    return split, colon + tail
