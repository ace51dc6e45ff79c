"""Certificates: proofs of answers in a file, and what the verifier says of a single one."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from upstar import _core

__all__ = ["Certificate", "Verification", "verify_single"]

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


def verify_single(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    progress: Callable[[dict[str, Any]], None] | None = None,
) -> Verification:
    """Check a file that holds one certificate; `upstar.verify` also takes bundles."""
    max_bytes = None if max_memory is None else int(min(max_memory * 1_000_000, 2**63 - 1))
    answer = _core.verify(path, max_seconds, max_bytes, progress)
    answer["line"] = tuple(answer["line"])
    return Verification(**answer)
