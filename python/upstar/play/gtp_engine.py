"""Go programs that speak the Go Text Protocol, such as GNU Go."""

import re
import time

from upstar.errors import MoveError, UnsuitableError
from upstar.play.engine import Budget, Choice, Engine, EngineError
from upstar.play.go_text import moves_of, split_go_text
from upstar.play.line_process import LineProcess
from upstar.position import Position

_PATIENCE = 60.0
"""Seconds that an answer may come late; strong settings of GNU Go take their time."""


class GtpClient:
    """A program that is spoken to by the protocol."""

    def __init__(self, command: str) -> None:
        """Start it."""
        self._process = LineProcess(command)
        self.command = command

    @property
    def is_lost(self) -> bool:
        """Has it ended, or an answer not come in time?"""
        return self._process.is_lost

    def ask(self, line: str, seconds: float = 0.0) -> str:
        """What it answers.

        Raises
        ------
        EngineError
            If it fails at it, ends, or does not answer in time.
        """
        self._process.send(line)
        deadline = time.monotonic() + seconds + _PATIENCE
        lines: list[str] = []
        while True:
            said = self._process.line(deadline)
            if said.strip():
                lines.append(said)
            elif lines:
                break
        head = re.match(r"([=?])\d* ?", lines[0])
        if head is None:
            raise EngineError(f"'{self.command}' does not speak GTP: it says '{lines[0]}'")
        text = "\n".join([lines[0][head.end() :], *lines[1:]]).strip()
        if head.group(1) == "?":
            raise EngineError(f"'{self.command}' cannot do '{line}': {text}")
        return text

    def close(self) -> None:
        """End it."""
        self._process.close()


class GtpEngine(Engine):
    """A program that speaks GTP and knows Go."""

    def __init__(self, spec: str, command: str, budget: Budget) -> None:
        """Start the program."""
        self.spec = spec
        self.budget = budget
        self._here: Position | None = None
        self._client = GtpClient(command)
        self._client.ask("protocol_version")

    def begin(self, position: Position) -> None:
        """Show the program the board: its size, the komi, stones, the moves so far."""
        if position.game != "go":
            raise UnsuitableError(f"'{self.spec}' plays go only, not {position.game}")
        board, options = split_go_text(str(position))
        rows = position.board()[1]
        if len(rows) != len(rows[0]):
            raise UnsuitableError(f"'{self.spec}' plays square boards only")
        if self._client.is_lost:
            self._client.close()
            self._client = GtpClient(self._client.command)
        self._client.ask(f"boardsize {len(rows)}")
        self._client.ask("clear_board")
        self._client.ask(f"komi {options.get('komi', 0)}")
        if self.budget.max_seconds is not None:
            # One stone in each period.
            self._client.ask(f"time_settings 0 {max(1, round(self.budget.max_seconds))} 1")
        if "/" in board:
            self._set_stones(board.split("/"))
        for player, move in moves_of(position):
            self._client.ask(f"play {player} {move}")
        self._here = position

    def _set_stones(self, rows: list[str]) -> None:
        """Stones that were there from the start, none of which is taken on the way."""
        names = "abcdefghjklmnopqrst"
        for number, row in enumerate(rows):
            for column, stone in enumerate(row):
                if stone != ".":
                    colour = "black" if stone == "x" else "white"
                    self._client.ask(f"play {colour} {names[column]}{len(rows) - number}")

    def follow(self, move: str) -> None:
        """A move was played, by either player."""
        assert self._here is not None
        self._client.ask(f"play {self._here.to_move} {move}")
        self._here = self._here.play(move)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """The program's move."""
        if self._here != position or self._client.is_lost:
            self.begin(position)
        seconds = self.budget.max_seconds or 600.0
        said = self._client.ask(f"genmove {position.to_move}", seconds).lower()
        # The program has made the move on its board; `follow` makes it once more.
        if said == "resign":
            raise EngineError(f"'{self.spec}' resigned")
        self._client.ask("undo")
        try:
            position.play(said)
        except MoveError:
            raise EngineError(f"'{self.spec}' played {said}, which is not legal") from None
        return Choice(said)

    def close(self) -> None:
        """End the program."""
        self._client.close()
