"""Worker processes that exchange lines of JSON with the process that started them.

`WorkerProcess` is the end of the process that starts a worker, `Channel` the end of the worker. A
worker is a module that is run with ``python -m``: it begins with a fresh interpreter, and nothing
of the starter's program is imported or copied. It ends with its starter, because the end of its
input ends it.
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

CAN_PAUSE = hasattr(signal, "SIGSTOP")
"""Can this system pause a process?"""
_CHUNK = 1 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class WorkerProcess:
    """A worker as the process that starts it sees it. No method waits for the worker.

    Parameters
    ----------
    module : str
        The module to run; its main function opens a `Channel`.
    max_bytes : int, optional
        The most address space that the worker may use.
    longest_message : int, optional
        Bytes; a worker whose message is longer counts as ended.
    own_session : bool
        Whether the worker is in a session of its own, which a terminal's Ctrl-C does not reach.
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
        """The descriptor that is readable when messages have come, or the worker has ended."""
        return self._output.fileno()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Is the process still there?"""
        return self._process.poll() is None

    @property
    def ending(self) -> str:
        """How the process ended, in words."""
        status = self._process.returncode or 0
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    def send(self, message: Any) -> None:
        """Send a message. To a worker that has ended it is lost; `receive` then says so."""
        with suppress(BrokenPipeError):
            self._input.write(json.dumps(message).encode() + b"\n")
            self._input.flush()

    def receive(self) -> list[Any] | None:
        """The messages that have come; None once the worker has ended and all were read."""
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
        """Megabytes that the process uses; 0 where the system does not say."""
        try:
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        except (OSError, ValueError, IndexError):
            return 0.0
        return pages * _PAGE / 1e6

    def pause(self) -> None:
        """Stop the process where it is, until `resume`."""
        if CAN_PAUSE and self.is_alive:
            self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let a paused process continue."""
        if CAN_PAUSE and self.is_alive:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """End the process, wait for its end, and close the pipes."""
        self.kill()
        self._process.wait()
        self._output.close()
        with suppress(BrokenPipeError):
            self._input.close()


class Channel:
    """A worker's end: messages from its starter, and to it.

    Only messages reach the starter: standard output becomes standard error, whatever a game written
    in Python prints. Ctrl-C is for the starter, which then ends its workers.
    """

    def __init__(self) -> None:
        """Apply the limit of memory, and listen."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        max_bytes = int(sys.argv[1]) if len(sys.argv) > 1 else 0
        if max_bytes:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
        self._out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._received: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            self._received.put(line)
        # Nobody waits for an answer any more, whatever the worker does.
        os._exit(0)

    def receive(self) -> Any:
        """Wait for the next message."""
        return json.loads(self._received.get())

    def received(self) -> Any | None:
        """The next message, if one has come."""
        try:
            return json.loads(self._received.get_nowait())
        except queue.Empty:
            return None

    def send(self, message: Any) -> None:
        """Send a message."""
        self._out.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        self._out.flush()
