"""Engines for Go programs that use the Go Text Protocol (GTP), such as GNU Go."""

import re
import time

from upstar.errors import MoveError, UnsuitableError
from upstar.play.engine import Budget, Choice, Engine, EngineError
from upstar.play.go_text import moves_of, split_go_text
from upstar.play.line_process import LineProcess
from upstar.position import Position

_GRACE_SECONDS = 60.0
"""Seconds by which an answer may be late; GNU Go is slow at high levels."""


class GtpClient:
    """A connection to a program that answers GTP commands.

    Parameters
    ----------
    command : str
        The command that starts the program.

    Raises
    ------
    EngineError
        If there is no such program.

    Examples
    --------
    >>> import sys
    >>> client = GtpClient(f"{sys.executable} -m upstar gtp")
    >>> client.ask("name"), client.is_lost
    ('upstar', False)
    >>> client.close()
    """

    def __init__(self, command: str) -> None:
        """Start the program."""
        self._process = LineProcess(command)
        self.command = command

    @property
    def is_lost(self) -> bool:
        """Whether the program has ended or an answer did not come in time."""
        return self._process.is_lost

    def ask(self, line: str, seconds: float = 0.0) -> str:
        """Send a command and return the answer.

        Parameters
        ----------
        line : str
            The command.
        seconds : float
            How long the program may take. Another minute passes before it counts as late.

        Returns
        -------
        str
            The answer, without its status and number.

        Raises
        ------
        EngineError
            If the program rejects the command, ends, is late, or does not speak GTP.

        Examples
        --------
        >>> import sys
        >>> client = GtpClient(f"{sys.executable} -m upstar gtp")
        >>> client.ask("protocol_version")
        '2'
        >>> client.close()
        """
        self._process.send(line)
        deadline = time.monotonic() + seconds + _GRACE_SECONDS
        lines: list[str] = []
        while True:
            received = self._process.line(deadline)
            if received.strip():
                lines.append(received)
            elif lines:
                break
        head = re.match(r"([=?])\d* ?", lines[0])
        if head is None:
            raise EngineError(f"'{self.command}' does not speak GTP: it answered '{lines[0]}'")
        text = "\n".join([lines[0][head.end() :], *lines[1:]]).strip()
        if head.group(1) == "?":
            raise EngineError(f"'{self.command}' rejected '{line}': {text}")
        return text

    def close(self) -> None:
        """End the program."""
        self._process.close()


class GtpEngine(Engine):
    """An engine that plays Go with a GTP program. ``engine('gtp:COMMAND')`` creates one.

    Parameters
    ----------
    spec : str
        The text that names it.
    command : str
        The command that starts the program.
    budget : Budget
        Limits for one move. Only the seconds are sent to the program.

    Raises
    ------
    EngineError
        If the program cannot be started or does not speak GTP.

    Examples
    --------
    >>> import sys, upstar
    >>> command = f"{sys.executable} -m upstar gtp --max-playouts 10"
    >>> player = GtpEngine(f"gtp:{command}", command, Budget())
    >>> p = upstar.position("go", "3x3")
    >>> player.choose(p, seed=0).move in p.moves()
    True
    >>> player.close()
    """

    def __init__(self, spec: str, command: str, budget: Budget) -> None:
        """Start the program."""
        self.spec = spec
        self.budget = budget
        self._here: Position | None = None
        self._client = GtpClient(command)
        self._client.ask("protocol_version")

    def begin(self, position: Position) -> None:
        """Set up the program's board: size, komi, stones, and the moves so far."""
        if position.game != "go":
            raise UnsuitableError(f"'{self.spec}' plays go only, not {position.game}")
        board, options = split_go_text(str(position))
        rows = position.board()[1]
        if len(rows) != len(rows[0]):
            raise UnsuitableError(
                f"'{self.spec}' plays square boards only, not {len(rows)}x{len(rows[0])}"
            )
        if self._client.is_lost:
            self._client.close()
            self._client = GtpClient(self._client.command)
        self._client.ask(f"boardsize {len(rows)}")
        self._client.ask("clear_board")
        self._client.ask(f"komi {options.get('komi', 0)}")
        if self.budget.max_seconds is not None:
            # No main time; byo-yomi with one stone in each period.
            self._client.ask(f"time_settings 0 {max(1, round(self.budget.max_seconds))} 1")
        if "/" in board:
            self._set_stones(board.split("/"))
        for player, move in moves_of(position):
            self._client.ask(f"play {player} {move}")
        self._here = position

    def _set_stones(self, rows: list[str]) -> None:
        """Place the stones of the start; none of them is captured on the way."""
        names = "abcdefghjklmnopqrst"
        for number, row in enumerate(rows):
            for column, stone in enumerate(row):
                if stone != ".":
                    colour = "black" if stone == "x" else "white"
                    self._client.ask(f"play {colour} {names[column]}{len(rows) - number}")

    def follow(self, move: str) -> None:
        """Follow a move of either player."""
        assert self._here is not None
        self._client.ask(f"play {self._here.to_move} {move}")
        self._here = self._here.play(move)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return the move of the program."""
        if self._here != position or self._client.is_lost:
            self.begin(position)
        seconds = self.budget.max_seconds or 600.0
        move = self._client.ask(f"genmove {position.to_move}", seconds).lower()
        # The program has played the move; it is taken back because `follow` plays it again.
        if move == "resign":
            raise EngineError(f"'{self.spec}' resigned")
        self._client.ask("undo")
        try:
            position.play(move)
        except MoveError:
            raise EngineError(f"'{self.spec}' played {move}, which is not legal") from None
        return Choice(move)

    def close(self) -> None:
        """End the program."""
        self._client.close()
