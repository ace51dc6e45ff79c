"""Engines for Clobber programs that use UCI, such as Fairy-Stockfish.

The variant is described to the program in a configuration file, so that it can play boards of all
sizes that it supports, not only the two that it knows by name.
"""

import tempfile
import time
from pathlib import Path

from upstar.errors import UnsuitableError
from upstar.play.engine import Budget, Choice, Engine, EngineError
from upstar.play.line_process import LineProcess
from upstar.position import Position

_GRACE_SECONDS = 10.0
"""Seconds by which an answer may be late."""


class UciEngine(Engine):
    """An engine that plays Clobber with a UCI program. ``engine('uci:COMMAND')`` creates one.

    Parameters
    ----------
    spec : str
        The text that names it.
    command : str
        The command that starts the program.
    budget : Budget
        Limits for one move: seconds or nodes; one second if it is empty.

    Raises
    ------
    EngineError
        If the program cannot be started.

    Examples
    --------
    >>> import upstar
    >>> player = UciEngine("uci:stockfish", "stockfish", Budget())  # doctest: +SKIP
    >>> choice = player.choose(upstar.position("clobber", "6x5"), seed=0)  # doctest: +SKIP
    """

    def __init__(self, spec: str, command: str, budget: Budget) -> None:
        """Start the program."""
        self.spec = spec
        self.budget = Budget(max_seconds=1.0) if budget.is_empty else budget
        self._start(command)
        self._folder = tempfile.TemporaryDirectory(prefix="upstar-uci-")

    def _start(self, command: str) -> None:
        self._process = LineProcess(command)
        self._size: tuple[int, int] | None = None
        self._ask("uci", "uciok")

    def _ask(self, line: str, answer: str, seconds: float = 0.0) -> str:
        """Return the first line that begins with the expected answer."""
        self._process.send(line)
        deadline = time.monotonic() + seconds + _GRACE_SECONDS
        while True:
            received = self._process.line(deadline)
            if received.startswith(answer):
                return received

    def begin(self, position: Position) -> None:
        """Describe the variant to the program."""
        if position.game != "clobber":
            raise UnsuitableError(f"'{self.spec}' plays clobber only, not {position.game}")
        rows = str(position).split("/")
        size = len(rows), len(rows[0])
        if max(size) > 10:
            raise UnsuitableError(
                f"'{self.spec}' plays boards up to 10x10, not {size[0]}x{size[1]}"
            )
        if self._process.is_lost:
            self._process.close()
            self._start(self._process.command)
        if size != self._size:
            file = Path(self._folder.name) / "variants.ini"
            file.write_text(
                f"[upstar:clobber]\nmaxRank = {size[0]}\nmaxFile = {chr(96 + size[1])}\n"
                f"startFen = {fen(position)}\n",
                encoding="ascii",
            )
            self._process.send(f"setoption name VariantPath value {file}")
            self._process.send("setoption name UCI_Variant value upstar")
            self._size = size
        self._process.send("ucinewgame")
        self._ask("isready", "readyok")

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return the move of the program."""
        self._process.send(f"position fen {fen(position)}")
        if self.budget.max_nodes is not None:
            go, seconds = f"go nodes {self.budget.max_nodes}", 600.0
        else:
            seconds = self.budget.max_seconds or 1.0
            go = f"go movetime {max(1, round(1000 * seconds))}"
        move = self._ask(go, "bestmove", seconds).split()[1]
        if move not in position.moves():
            raise EngineError(f"'{self.spec}' played {move}, which is not legal")
        return Choice(move)

    def close(self) -> None:
        """End the program."""
        self._process.close()
        self._folder.cleanup()


def fen(position: Position) -> str:
    """Return a Clobber position in Forsyth-Edwards notation.

    Parameters
    ----------
    position : Position
        A position of Clobber.

    Returns
    -------
    str
        The notation that UCI programs read.

    Examples
    --------
    >>> import upstar
    >>> fen(upstar.position("clobber", "xo./..x"))
    'pP1/2p b - - 0 1'
    """
    rows = []
    for row in str(position).split("/"):
        text, empty = "", 0
        for cell in row:
            if cell == ".":
                empty += 1
                continue
            text += (str(empty) if empty else "") + {"x": "p", "o": "P"}[cell]
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    mover = "b" if position.to_move == position.labels[0] else "w"
    return f"{'/'.join(rows)} {mover} - - 0 1"
