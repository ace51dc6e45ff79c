"""The widget with a board to play on."""

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from upstar.errors import ParameterError, UpstarError
from upstar.notebook.scripts import CSS, widget_script
from upstar.play import Engine, engine
from upstar.play.session import GameSession
from upstar.position import Position
from upstar.render.clickable import clickable_board

__all__ = ["BoardWidget"]

_MAX_BUTTONS = 80


class BoardWidget(anywidget.AnyWidget):
    """A board to play on. ``upstar.notebook.board`` creates one.

    ``position`` is the current position. ``widget.observe(function, "position")`` calls a function
    after each change. To show another game, assign a position to it.

    Parameters
    ----------
    position : Position
        Where the game begins.
    opponent : str or callable, optional
        The engine that replies.
    side : str, optional
        The label of the player whose moves the user makes.
    seed : int
        The seed of the opponent.

    Raises
    ------
    ParameterError
        If ``side`` is not a player of the game, or is given without an opponent.

    Examples
    --------
    >>> import upstar
    >>> from upstar.notebook import board
    >>> widget = board("domineering", "2x3")
    >>> seen = []
    >>> widget.observe(lambda change: seen.append(str(change["new"])), "position")
    >>> widget.play("a1a2")
    >>> widget.undo()
    >>> widget.redo()
    >>> seen, widget.moves
    (['#../#..', '.../...', '#../#..'], ('a1a2',))
    >>> widget.close()
    """

    _esm = widget_script("board_widget.js")
    _css = CSS
    _view = traitlets.Dict().tag(sync=True)
    position = traitlets.Instance(Position)
    # ``close`` is also called after an error in ``__init__``.
    _engine: Engine | None = None

    def __init__(
        self,
        position: Position,
        *,
        opponent: str | Callable[..., str] | None = None,
        side: str | None = None,
        seed: int = 0,
    ) -> None:
        """Show the position; the opponent moves if it is to move."""
        if side is not None and opponent is None:
            raise ParameterError("side needs an opponent; without one you play both sides")
        if side is not None and side not in position.labels:
            raise ParameterError(
                f"there is no player '{side}'; there are {', '.join(position.labels)}"
            )
        self._session = GameSession(position)
        self._engine = None if opponent is None else engine(opponent)
        self._side = side or position.to_move
        self._seed = seed
        super().__init__(position=position)
        self.on_msg(self._receive)
        self._begin()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves since the start."""
        return tuple(self._session.moves)

    def play(self, move: str) -> None:
        """Play a move, as a click does; the opponent replies.

        Parameters
        ----------
        move : str
            A legal move.

        Raises
        ------
        MoveError
            If the move is not legal.

        Examples
        --------
        >>> from upstar.notebook import board
        >>> widget = board("mnk", "3x3:3", opponent="random")
        >>> widget.play("b2")
        >>> len(widget.moves)
        2
        """
        self._play(move)
        if self._is_opponents_turn:
            self.reply()

    def reply(self) -> None:
        """Let the opponent move, for whichever player is to move.

        Raises
        ------
        ParameterError
            If the board has no opponent, or the game is over.

        Examples
        --------
        >>> from upstar.notebook import board
        >>> widget = board("mnk", "3x3:3", opponent="random")
        >>> widget.reply()
        >>> len(widget.moves)
        1
        """
        if self._engine is None:
            raise ParameterError("the board has no opponent: create it with opponent=ENGINE")
        if self._session.is_over:
            raise ParameterError("the game is over: there is no move to choose")
        self._show(is_thinking=True)
        try:
            seed = self._seed + len(self._session.moves)
            move = self._engine.choose(self.position, seed=seed).move
        except BaseException:
            self._show()
            raise
        self._play(move)

    def undo(self) -> None:
        """Take back the last move; against an opponent, back to your last move."""
        undone = [self._session.undo()]
        while self._session.moves and self._is_opponents_turn:
            undone.append(self._session.undo())
        if self._is_opponents_turn:
            # The opponent made the first move; you have none to take back.
            for _ in undone:
                self._session.redo()
        self._changed()

    def redo(self) -> None:
        """Play again what was taken back last."""
        self._session.redo()
        while self._session.can_redo and self._is_opponents_turn:
            self._session.redo()
        self._changed()

    def close(self) -> None:
        """Remove the widget and end the opponent's program."""
        if self._engine is not None:
            self._engine.close()
        super().close()

    @property
    def _is_opponents_turn(self) -> bool:
        is_over = self._session.is_over
        opposed = self._engine is not None and self._session.position.to_move != self._side
        return opposed and not is_over

    def _begin(self) -> None:
        self._changed()
        if self._is_opponents_turn:
            self.reply()

    def _play(self, move: str) -> None:
        self._session.play(move)
        if self._engine is not None:
            self._engine.follow(move)
        self._show()
        self.position = self._session.position

    def _changed(self) -> None:
        """Show a position that was not reached by a move from the one before."""
        here = self._session.position
        if self._engine is not None:
            self._engine.begin(here)
        self._show()
        self.position = here

    @traitlets.observe("position")
    def _assigned(self, change: Any) -> None:
        """Start a new game if the position was assigned by others."""
        if change["new"] != self._session.position:
            self._session = GameSession(change["new"])
            if self._side not in change["new"].labels:
                self._side = change["new"].to_move
            self._begin()

    def _show(self, *, error: str = "", is_thinking: bool = False) -> None:
        here, moves = self._session.position, self._session.moves
        last = here.pop().cells(moves[-1]) if moves else []
        drawn = clickable_board(here, last=last, playable=not is_thinking)
        by_cells = {move for move, _ in drawn["moves"]}
        others = [] if is_thinking else [m for m in here.moves() if m not in by_cells]
        left = len(others) - _MAX_BUTTONS
        name = "" if self._engine is None else self._engine.spec.partition(":")[0]
        self._view = {
            "board": {**drawn, "label": f"{here.game} board"},
            "others": others[:_MAX_BUTTONS],
            "more": f"and {left} more: widget.play(MOVE)" if left > 0 else "",
            "verdict": f"{name} is thinking…" if is_thinking else self._session.verdict,
            "error": error,
            "can_undo": bool(moves) and not is_thinking,
            "can_redo": self._session.can_redo and not is_thinking,
            "can_reply": not self._session.is_over and not is_thinking,
            "engine": name,
        }

    def _receive(self, _: object, message: Any, __: object) -> None:
        """Do what the user clicked. Errors appear below the board."""
        actions: dict[str, Callable[[], None]] = {
            "play": lambda: self.play(message["move"]),
            "undo": self.undo,
            "redo": self.redo,
            "reply": self.reply,
        }
        try:
            actions[message["action"]]()
        except KeyboardInterrupt:
            self._show(error="the opponent was interrupted")
        except UpstarError as error:
            self._show(error=str(error))
