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
import os
import tempfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from upstar.certificate import Verification, verify
from upstar.errors import CertificateError, UpstarError
from upstar.game import Position, outcome_of, position

FORMAT = "upstar-proof-bundle 1"
_TOP = "top.json"


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
    """Write a bundle; `moves` and `parts` are by `name_of` the position.

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


def name_of(place: Position) -> str:
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
            top = json.loads(file.read(_TOP))
            if top["format"] != FORMAT:
                raise CertificateError(f"it is not '{FORMAT}'")
            root = position(top["game"], top["position"], to_move=top["to_move"])
            claimant, least = str(top["claimant"]), int(top["least"])
            if claimant not in root.labels:
                raise CertificateError(f"there is no player '{claimant}'")
            until = None if max_seconds is None else start + max_seconds
            walk = _Walk(file, top, claimant, least, until, max_memory)
            try:
                walk.all_below(root)
            except _Wrong as wrong:
                return Verification(verdict="wrong", reason=str(wrong), line=wrong.line)
            except _Stopped as stopped:
                return Verification(verdict="stopped", reason=str(stopped))
    except (UpstarError, zipfile.BadZipFile, OSError, KeyError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else str(error)
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


def _outcome(bounds: tuple[int, int]) -> str:
    low, high = bounds
    if low > 0 or high < 0:
        return outcome_of(low if low > 0 else high)
    return "at least draw" if low == 0 else "at most draw"


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
            name = name_of(place)
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
            unpacked.write_bytes(self.file.read(member))
            said = verify(unpacked, max_seconds=self.left(), max_memory=self.max_memory)
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
