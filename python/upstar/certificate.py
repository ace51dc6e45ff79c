"""Certificates: proofs of answers in a file, and the result of checking one."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from upstar import _core

__all__ = ["Certificate", "Verification", "verify_single"]

Verdict = Literal["right", "wrong", "not a certificate", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate file that ``upstar.solve`` has written.

    A certificate is a proof of an answer that can be checked without a search.

    Attributes
    ----------
    path : str
        The file.
    bytes : int
        Its size.
    decisions : int
        The number of moves and references in it.
    positions : int
        The number of positions visited while it was written.
    seconds : float
        The time that writing it took.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> r.proof.path == path, r.proof.bytes == os.path.getsize(path)
    (True, True)
    """

    path: str
    bytes: int
    decisions: int
    positions: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The result of checking a certificate. It is true if the certificate is right.

    Attributes
    ----------
    verdict : str
        ``'right'``, ``'wrong'``, ``'not a certificate'`` or ``'stopped'`` (by a limit).
    reason : str
        Why the certificate is not right.
    line : tuple of str
        The moves to the position at which it is wrong.
    game : str or None
        The game.
    position : str or None
        The text of the position.
    to_move : str or None
        The player to move.
    outcome : str or None
        What is proved for the player to move: ``'win'``, ``'loss'``, ``'draw'``, ``'at least
        draw'``, ``'at most draw'`` and the like; or ``'win within 13 plies'``, ``'no win within 13
        plies'``.
    distance : int or None
        The plies to the end, if the certificate proves them.
    nimber : int or None
        The nimber of the position, if the certificate proves one.
    bounds : tuple of int or None
        The score is proved to be at least the first and at most the second.
    solver : str or None
        The algorithm that found the answer, as the file states it. It is not checked.
    decisions : int or None
        The number of moves and references in the certificate.
    positions : int or None
        The number of positions checked.
    bytes : int or None
        The size of the file.
    seconds : float or None
        The time that the check took.
    rules : str or None
        For a game written in Python, the code that was run as its rules: file, class, arguments
        and the hash of the source.
    format : int or None
        1 for a certificate of moves, 2 for statements with lemmas, 3 for nimbers.
    counts : tuple of (str, int)
        What carries a proof of format 2 or 3, in words, and how often.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> checked = upstar.verify(path)
    >>> bool(checked), checked.verdict, checked.bounds
    (True, 'right', (1, 1))
    """

    verdict: Verdict
    reason: str = ""
    line: tuple[str, ...] = ()
    game: str | None = None
    position: str | None = None
    to_move: str | None = None
    outcome: str | None = None
    distance: int | None = None
    nimber: int | None = None
    bounds: tuple[int, int] | None = None
    solver: str | None = None
    decisions: int | None = None
    positions: int | None = None
    bytes: int | None = None
    seconds: float | None = None
    rules: str | None = None
    format: int | None = None
    counts: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        """Return whether the certificate is right."""
        return self.verdict == "right"

    def __str__(self) -> str:
        """Return the verdict as a sentence."""
        if self.verdict == "right":
            by = "" if self.rules is None else f" by the Python code {self.rules}"
            if self.nimber is not None:
                checked = f"({self.positions:,} positions checked)"
                return f"right: {self.game} {self.position} has the nimber {self.nimber} {checked}"
            where = f"{self.to_move}, to move in {self.game} {self.position}"
            if self.distance is None:
                proved = f"{where}: {self.outcome}"
            else:
                verb = "wins" if self.outcome == "win" else "loses"
                plies = "ply" if self.distance == 1 else "plies"
                proved = f"{where}, {verb} in {self.distance} {plies}"
            return f"right: {proved} ({self.positions:,} positions checked{by})"
        after = f" (after {' '.join(self.line)})" if self.line else ""
        return f"{self.verdict}: {self.reason}{after}"


def verify_single(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    threads: int | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Verification:
    """Check a file that holds one certificate. ``upstar.verify`` also accepts bundles.

    Parameters
    ----------
    path : path
        The file.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory, in megabytes.
    threads : int, optional
        The number of threads, for certificates of formats 2 and 3. By default all cores.
    progress : callable, optional
        Called with a dictionary about ten times a second.

    Returns
    -------
    Verification
        The verdict, and what is proved.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> from upstar.certificate import verify_single
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> verify_single(path).verdict
    'right'
    """
    max_bytes = None if max_memory is None else int(min(max_memory * 1_000_000, 2**63 - 1))
    cores = os.cpu_count() or 1 if threads is None else threads
    answer = _core.verify(path, max_seconds, max_bytes, progress, threads=cores)
    answer["line"] = tuple(answer["line"])
    answer["counts"] = tuple(answer.get("counts", ()))
    return Verification(**answer)
