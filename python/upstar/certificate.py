"""Certificates: proofs of answers in a file, and their verifier, which trusts no solver."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from upstar import _core
from upstar.errors import ParameterError

__all__ = ["Certificate", "Verification", "verify"]

Verdict = Literal["right", "wrong", "not a certificate", "stopped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate that `upstar.solve` has written."""

    path: str
    bytes: int
    decisions: int
    """Moves and references that it holds."""
    positions: int
    """Positions visited while it was written."""
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What the verifier says of a file."""

    verdict: Verdict
    reason: str = ""
    """Why it is not right."""
    line: tuple[str, ...] = ()
    """The moves to the place where it is wrong."""
    game: str | None = None
    position: str | None = None
    to_move: str | None = None
    outcome: str | None = None
    """What is proved, for the player to move: 'win', 'loss', 'draw', 'at least draw', …"""
    bounds: tuple[int, int] | None = None
    """The score is proved to be at least the first and at most the second."""
    solver: str | None = None
    """Who found it: a note that nobody checked."""
    decisions: int | None = None
    positions: int | None = None
    bytes: int | None = None
    seconds: float | None = None

    def __bool__(self) -> bool:
        """Whether the certificate is right."""
        return self.verdict == "right"

    def __str__(self) -> str:
        """Say the verdict in a sentence."""
        if self.verdict == "right":
            return (
                f"right: {self.to_move}, to move in {self.game} {self.position}: {self.outcome}"
                f" ({self.positions:,} positions checked)"
            )
        after = f" (after {' '.join(self.line)})" if self.line else ""
        return f"{self.verdict}: {self.reason}{after}"


def verify(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Verification:
    """Check a certificate by playing through it, with nothing but the rules of the game.

    Parameters
    ----------
    path : path
        The file that ``solve(..., proof=path)`` wrote.
    max_seconds, max_memory : number, optional
        Limits; memory in megabytes.
    progress : callable, optional
        Called about ten times a second.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> upstar.verify(path).outcome
    'win'
    """
    for name, limit in (("max_seconds", max_seconds), ("max_memory", max_memory)):
        if limit is not None and not limit > 0:
            raise ParameterError(f"{name} must be more than 0, not {limit}")
    from upstar.joblevel.bundle import is_bundle, verify_bundle

    if is_bundle(path):
        return verify_bundle(path, max_seconds=max_seconds, max_memory=max_memory)
    max_bytes = None if max_memory is None else int(min(max_memory * 1_000_000, 2**63 - 1))
    answer = _core.verify(path, max_seconds, max_bytes, progress)
    answer["line"] = tuple(answer["line"])
    return Verification(**answer)
