"""Another program that exchanges lines of text."""

import queue
import shlex
import shutil
import subprocess
import threading
import time
from pathlib import Path

from upstar.play.engine import EngineError

# Debian installs games in a folder that is often not on the PATH.
_GAMES_FOLDER = "/usr/games"


class LineProcess:
    """A running program. A thread reads its output, so that waiting for a line can time out."""

    def __init__(self, command: str) -> None:
        """Start the program.

        Raises
        ------
        EngineError
            If there is no such program.
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise EngineError(f"'{command}' is not a command: {error}") from None
        if not words:
            raise EngineError("there is no command; write for example gtp:gnugo --mode gtp")
        found = shutil.which(words[0]) or shutil.which(str(Path(_GAMES_FOLDER) / words[0]))
        if found is None:
            raise EngineError(f"there is no program '{words[0]}'; install it or give its path")
        self.command = command
        self.is_lost = False
        """Whether it has ended or was late. Its next line may then answer an earlier one."""
        self._process = subprocess.Popen(
            [found, *words[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            start_new_session=True,  # Ctrl-C must not reach the program; `close` ends it
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def send(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            self.is_lost = True
            raise EngineError(f"'{self.command}' ended before it read '{line}'") from None

    def line(self, deadline: float) -> str:
        """Return the next line, at the latest at a time of the monotonic clock."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self.is_lost = True
            raise EngineError(f"'{self.command}' did not answer in time", late=True) from None
        if line is None:
            self._lines.put(None)
            self.is_lost = True
            raise EngineError(f"'{self.command}' has ended without an answer")
        return line

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
