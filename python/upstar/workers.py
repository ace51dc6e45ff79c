"""Worker processes that exchange lines of JSON with the process that started them.

``WorkerProcess`` is used by the process that starts a worker, ``Channel`` by the worker. A worker
is a module that is run with ``python -m``. It begins with a new interpreter; nothing of the
starter's program is imported or copied. It ends with its starter, because its input then ends.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from upstar.errors import UnsuitableError

CAN_WORK = os.name == "posix"
"""Whether this system can wait for pipes, by which workers answer. Windows cannot."""
CAN_PAUSE = hasattr(signal, "SIGSTOP")
"""Whether this system can pause a process."""
_CHUNK = 1 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class WorkerProcess:
    """A worker process, for use in the parent process. Only `close` waits for the worker.

    Parameters
    ----------
    module : str
        The module to run; its main function opens a `Channel`.
    max_bytes : int, optional
        The limit of the worker's address space.
    longest_message : int, optional
        The largest message in bytes. A worker that sends a longer one counts as ended.
    own_session : bool
        Whether the worker gets its own session, so that Ctrl-C in the terminal does not reach it.
    """

    def __init__(
        self,
        module: str,
        *,
        max_bytes: int | None = None,
        longest_message: int | None = None,
        own_session: bool = False,
    ) -> None:
        """Start the process."""
        if not CAN_WORK:
            raise UnsuitableError(
                "worker processes need Linux or macOS; on Windows, run jobs without a memory cap"
            )
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(max_bytes or 0)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=own_session,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._longest = longest_message
        self._buffer = bytearray()
        os.set_blocking(self.fileno(), False)

    def fileno(self) -> int:
        """Return the descriptor that is readable if a message is there or the worker has ended."""
        return self._output.fileno()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    @property
    def ending(self) -> str:
        """The signal or the exit status that ended the process, as text."""
        status = self._process.returncode or 0
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    def send(self, message: Any) -> None:
        """Send a message. It is lost if the worker has ended; ``receive`` then returns None."""
        with suppress(BrokenPipeError):
            self._input.write(json.dumps(message).encode() + b"\n")
            self._input.flush()

    def receive(self) -> list[Any] | None:
        """Return the messages that have arrived; None if the worker has ended and all were read."""
        try:
            data = os.read(self.fileno(), _CHUNK)
        except BlockingIOError:
            return []
        self._buffer += data
        if not data or (self._longest is not None and len(self._buffer) > self._longest):
            return None
        if b"\n" not in data:
            return []
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        return [json.loads(line) for line in lines]

    def memory(self) -> float:
        """Return the megabytes that the process uses; 0 if the system does not report it."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except (OSError, ValueError, IndexError):
            return 0.0
        return pages * _PAGE / 1e6

    def pause(self) -> None:
        """Pause the process until ``resume``."""
        if CAN_PAUSE and self.is_alive:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume a paused process."""
        if CAN_PAUSE and self.is_alive:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def close(self) -> None:
        """End the process, wait for it, and close the pipes."""
        self.kill()
        self._process.wait()
        self._output.close()
        with suppress(BrokenPipeError):
            self._input.close()


class Channel:
    """The connection of a worker to its starter.

    Only messages reach the starter: standard output goes to standard error, whatever a game written
    in Python prints. Ctrl-C is ignored; the starter ends its workers.
    """

    def __init__(self) -> None:
        """Apply the memory limit and start to listen."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        max_bytes = int(sys.argv[1]) if len(sys.argv) > 1 else 0
        # Windows has no such limit; the search counts its memory there as everywhere.
        if max_bytes and os.name == "posix":
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read_input, daemon=True).start()

    def _read_input(self) -> None:
        for line in sys.stdin.buffer:
            self._received.put(line)
        # The starter has ended: no answer is needed any more.
        os._exit(0)

    def receive(self) -> Any:
        """Wait for the next message and return it."""
        return json.loads(self._received.get())

    def received(self) -> Any | None:
        """Return the next message if one has arrived, else None."""
        try:
            return json.loads(self._received.get_nowait())
        except queue.Empty:
            return None

    def send(self, message: Any) -> None:
        """Send a message."""
        self._out.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        self._out.flush()
