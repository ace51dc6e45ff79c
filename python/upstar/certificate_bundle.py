"""Merged certificates: the top of a proof, with a certificate for each leaf that a job settled.

**Idea** A certificate is a walk in lockstep with a cache, so two, one after the other, do not make
a third. A bundle keeps them apart: a ZIP file with `top.json`, which has the claim and one move for
each position of the top at which the claimant moves, and `parts/N.proof`, ordinary certificates
of the positions where the top ends.
**Verification** trusts none of it: it plays the claimant's moves and all moves of the opponent by
the rules until the game ends or a part takes over; that part must be about this very position, be
right, and prove the claim.
"""

import json
import lzma
import os
import tempfile
import time
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from upstar.certificate import Verification, verify_single
from upstar.errors import CertificateError, UpstarError
from upstar.position import Position, outcome_of, position

FORMAT = "upstar-proof-bundle 1"
_TOP = "top.json"
_LARGEST = 1 << 30
"""No member that is larger than this is unpacked."""
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    RuntimeError,  # encrypted members, unknown compression, nesting without end
)
"""What reading a file that is no bundle may raise."""


def is_bundle(path: str | os.PathLike[str]) -> bool:
    """Does a file look like a bundle, rather than a single certificate?"""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def write_bundle(
    path: Path,
    root: Position,
    claimant: str,
    least: int,
    moves: Mapping[str, str],
    parts: Mapping[str, bytes],
) -> None:
    """Write a bundle; the keys of `moves` and `parts` are `position_name` of positions.

    Until it is whole it is called ``FILE.part``.
    """
    top = {
        "format": FORMAT,
        "game": root.game,
        "position": str(root),
        "to_move": root.to_move,
        "claimant": claimant,
        "least": least,
        "moves": dict(moves),
        "parts": {name: f"parts/{number}.proof" for number, name in enumerate(parts)},
    }
    unfinished = path.with_name(path.name + ".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(_TOP, json.dumps(top))
        for number, data in enumerate(parts.values()):
            file.writestr(f"parts/{number}.proof", data)
    unfinished.replace(path)


def position_name(place: Position) -> str:
    """What a bundle calls a position."""
    return f"{place.to_move} {place}"


class _Wrong(Exception):
    """The place where a bundle is wrong."""

    def __init__(self, reason: str, line: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.line = line


def verify_bundle(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
) -> Verification:
    """Check a bundle with nothing but the rules and the verifier of certificates."""
    start = time.monotonic()
    try:
        with zipfile.ZipFile(path) as file:
            top = _read_top(file)
            root = position(top["game"], top["position"], to_move=top["to_move"])
            claimant, least = top["claimant"], top["least"]
            _check_claim(root, claimant, least)
            until = None if max_seconds is None else start + max_seconds
            walk = _Walk(file, top, claimant, least, until, max_memory)
            try:
                walk.all_below(root)
            except _Wrong as wrong:
                return Verification(verdict="wrong", reason=str(wrong), line=wrong.line)
            except _Stopped as stopped:
                return Verification(verdict="stopped", reason=str(stopped))
    except (UpstarError, OSError, *_UNREADABLE) as error:
        reason = str(error) if isinstance(error, UpstarError) else f"it cannot be read: {error!r}"
        return Verification(verdict="not a certificate", reason=reason)
    scores = root.scores
    own = root.to_move == claimant
    bounds = (least, scores[-1]) if own else (scores[0], -least)
    return Verification(
        verdict="right",
        game=root.game,
        position=str(root),
        to_move=root.to_move,
        outcome=_outcome(bounds),
        bounds=bounds,
        solver="job-level search",
        decisions=walk.decisions,
        positions=walk.positions,
        bytes=Path(path).stat().st_size,
        seconds=time.monotonic() - start,
    )


def _read(file: zipfile.ZipFile, member: str) -> bytes:
    """A member of the bundle, unless it is larger than any that is written."""
    size = file.getinfo(member).file_size
    if size > _LARGEST:
        raise CertificateError(f"{member} would have {size:,} bytes; at most {_LARGEST:,} are read")
    return file.read(member)


def _read_top(file: zipfile.ZipFile) -> dict[str, Any]:
    """The top of the proof, every field of the kind it should be."""
    top = json.loads(_read(file, _TOP))
    if not isinstance(top, dict) or top.get("format") != FORMAT:
        raise CertificateError(f"it is not '{FORMAT}'")
    for name in ("game", "position", "to_move", "claimant"):
        if not isinstance(top.get(name), str):
            raise CertificateError(f"'{name}' is not a text")
    if type(top.get("least")) is not int:
        raise CertificateError("'least' is not a whole number")
    for name in ("moves", "parts"):
        entries = top.get(name)
        if not isinstance(entries, dict) or not all(isinstance(v, str) for v in entries.values()):
            raise CertificateError(f"'{name}' does not map texts to texts")
    return top


def _check_claim(root: Position, claimant: str, least: int) -> None:
    """Is the claim about a player and a score of the game, and does it say anything?"""
    if claimant not in root.labels:
        raise CertificateError(f"there is no player '{claimant}'")
    scores = root.scores if claimant == root.to_move else tuple(-s for s in root.scores[::-1])
    if least not in scores[1:]:
        raise CertificateError(f"that {claimant} reaches {least} is no claim in {root.game}")


def _outcome(bounds: tuple[int, int]) -> str:
    low, high = bounds
    if low > 0 or high < 0:
        return outcome_of(low if low > 0 else high)
    if low == 0:
        return "at least draw"
    return "at most draw" if high == 0 else "unknown"


class _Stopped(Exception):
    """A limit was reached."""


class _Walk:
    def __init__(
        self,
        file: zipfile.ZipFile,
        top: dict[str, Any],
        claimant: str,
        least: int,
        until: float | None,
        max_memory: float | None,
    ) -> None:
        self.file, self.claimant, self.least = file, claimant, least
        self.until, self.max_memory = until, max_memory
        self.moves: dict[str, str] = top["moves"]
        self.parts: dict[str, str] = top["parts"]
        self.positions = self.decisions = 0

    def all_below(self, root: Position) -> None:
        """Check every position that the opponent can reach; each once, since none comes back."""
        seen = set()
        todo: list[tuple[Position, tuple[str, ...]]] = [(root, ())]
        while todo:
            place, line = todo.pop()
            self.left()
            name = position_name(place)
            if name in seen:
                continue
            seen.add(name)
            self.positions += 1
            for move in self.check(place, name, line):
                todo.append((place.play(move), (*line, move)))

    def check(self, place: Position, name: str, line: tuple[str, ...]) -> list[str]:
        """The moves to follow from a position."""
        score = place.score
        if score is not None:
            if self.own(place, score) < self.least:
                raise _Wrong(f"the game ends with {score:+} for {place.to_move}", line)
            return []
        if name in self.parts:
            self.part(place, self.parts[name], line)
            return []
        if place.to_move != self.claimant:
            return list(place.moves())
        move = self.moves.get(name)
        if move is None or move not in place.moves():
            raise _Wrong(f"there is no move for {self.claimant} in {place}", line)
        self.decisions += 1
        return [move]

    def left(self) -> float | None:
        """Seconds that are left."""
        if self.until is None:
            return None
        left = self.until - time.monotonic()
        if left <= 0:
            raise _Stopped("the limit of seconds was reached")
        return left

    def own(self, place: Position, score: int) -> int:
        return score if place.to_move == self.claimant else -score

    def part(self, place: Position, member: str, line: tuple[str, ...]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / "part.proof"
            unpacked.write_bytes(_read(self.file, member))
            if is_bundle(unpacked):
                raise _Wrong(f"{member} is a bundle, not a single certificate", line)
            said = verify_single(unpacked, max_seconds=self.left(), max_memory=self.max_memory)
        if said.verdict == "stopped":
            raise _Stopped(said.reason)
        if not said:
            raise _Wrong(f"{member} is {said.verdict}: {said.reason}", (*line, *said.line))
        about = (said.game, said.position, said.to_move)
        if about != (place.game, str(place), place.to_move):
            raise _Wrong(f"{member} is about another position", line)
        assert said.bounds is not None
        proved = said.bounds[0] if place.to_move == self.claimant else -said.bounds[1]
        if proved < self.least:
            raise _Wrong(f"{member} proves less than is claimed", line)
        self.positions += said.positions or 0
        self.decisions += said.decisions or 0
