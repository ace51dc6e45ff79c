"""Bundles: certificates of a position that several jobs solved together.

**Idea** A certificate is a depth-first walk that refers to earlier positions by a cache, so two
certificates in a row do not form a third. A bundle keeps them separate. It is a ZIP file with
``top.json``, which holds the claim and one move for each position of the top at which the claimant
moves, and ``parts/N.proof``, ordinary certificates of the positions where the top ends.

**Verification** trusts nothing in the file. It plays the claimant's moves and all moves of the
opponent by the rules, until the game ends or a part takes over. That part must be about this very
position, be right, and prove the claim.
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
"""Members with more bytes are rejected, not unpacked."""
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    RuntimeError,  # encrypted members, unknown compression, too deep nesting
)
"""Exceptions that reading a file that is not a bundle may raise."""


def is_bundle(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is a bundle rather than a single certificate.

    Parameters
    ----------
    path : path
        The file. It need not exist.

    Returns
    -------
    bool
        Whether the file starts like a ZIP file.

    Examples
    --------
    >>> is_bundle("no-such-file.proof")
    False
    """
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
    """Write a bundle. The file is called ``FILE.part`` until it is complete.

    Parameters
    ----------
    path : Path
        The file to write.
    root : Position
        The position that is proved.
    claimant : str
        The label of the player about whom the claim is.
    least : int
        The score that the claimant reaches.
    moves : mapping of str to str
        The claimant's move in each position of the top. Keys are ``position_name`` of positions.
    parts : mapping of str to bytes
        The certificates of the positions where the top ends, by the same keys.

    Examples
    --------
    >>> import tempfile, upstar
    >>> path = Path(tempfile.mkdtemp()) / "1x1.proof"
    >>> write_bundle(path, upstar.position("domineering", "1x1"), "horizontal", 1, {}, {})
    >>> verify_bundle(path).outcome
    'loss'
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
    """Return the key of a position in a bundle.

    Parameters
    ----------
    place : Position
        A position.

    Returns
    -------
    str
        The player to move and the text of the position.

    Examples
    --------
    >>> import upstar
    >>> position_name(upstar.position("domineering", "1x2"))
    'vertical ..'
    """
    return f"{place.to_move} {place}"


class _Wrong(Exception):
    """A bundle is wrong; ``line`` leads to the position."""

    def __init__(self, reason: str, line: tuple[str, ...]) -> None:
        super().__init__(reason)
        self.line = line


def verify_bundle(
    path: str | os.PathLike[str],
    *,
    max_seconds: float | None = None,
    max_memory: float | None = None,
) -> Verification:
    """Check a bundle with the rules of the game and the verifier of single certificates.

    Parameters
    ----------
    path : path
        The file.
    max_seconds : float, optional
        Stop after this many seconds.
    max_memory : float, optional
        The most memory for the check of one part, in megabytes.

    Returns
    -------
    Verification
        The verdict, and what is proved.

    Examples
    --------
    >>> verify_bundle("no-such-file.proof").verdict
    'not a certificate'
    """
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
    """Return a member of the bundle; reject one that is too large."""
    size = file.getinfo(member).file_size
    if size > _LARGEST:
        raise CertificateError(f"{member} has {size:,} bytes; at most {_LARGEST:,} are allowed")
    return file.read(member)


def _read_top(file: zipfile.ZipFile) -> dict[str, Any]:
    """Return the top of the proof after checking the type of every field."""
    top = json.loads(_read(file, _TOP))
    if not isinstance(top, dict) or top.get("format") != FORMAT:
        raise CertificateError(f"the format must be '{FORMAT}'")
    for name in ("game", "position", "to_move", "claimant"):
        if not isinstance(top.get(name), str):
            raise CertificateError(f"'{name}' must be text")
    if type(top.get("least")) is not int:
        raise CertificateError("'least' must be a whole number")
    for name in ("moves", "parts"):
        entries = top.get(name)
        if not isinstance(entries, dict) or not all(isinstance(v, str) for v in entries.values()):
            raise CertificateError(f"'{name}' must map text to text")
    return top


def _check_claim(root: Position, claimant: str, least: int) -> None:
    """Check that the claim names a player and a score of the game and is not trivial."""
    if claimant not in root.labels:
        raise CertificateError(
            f"there is no player '{claimant}'; there are {', '.join(root.labels)}"
        )
    scores = root.scores if claimant == root.to_move else tuple(-s for s in root.scores[::-1])
    if least not in scores[1:]:
        raise CertificateError(
            f"'least' must be a score of {root.game} above the worst one, not {least}"
        )


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
        """Check each position that the opponent can reach once; positions cannot repeat."""
        seen = set()
        waiting: list[tuple[Position, tuple[str, ...]]] = [(root, ())]
        while waiting:
            place, line = waiting.pop()
            self.seconds_left()
            name = position_name(place)
            if name in seen:
                continue
            seen.add(name)
            self.positions += 1
            for move in self.check(place, name, line):
                waiting.append((place.play(move), (*line, move)))

    def check(self, place: Position, name: str, line: tuple[str, ...]) -> list[str]:
        """Return the moves to follow from a position."""
        score = place.score
        if score is not None:
            if self.score_of_claimant(place, score) < self.least:
                raise _Wrong(f"the game ends with {score:+} for {place.to_move}", line)
            return []
        if name in self.parts:
            self.check_part(place, self.parts[name], line)
            return []
        if place.to_move != self.claimant:
            return list(place.moves())
        move = self.moves.get(name)
        if move is None or move not in place.moves():
            raise _Wrong(f"there is no move for {self.claimant} in {place}", line)
        self.decisions += 1
        return [move]

    def seconds_left(self) -> float | None:
        """Return the seconds that are left."""
        if self.until is None:
            return None
        left = self.until - time.monotonic()
        if left <= 0:
            raise _Stopped("the limit of seconds was reached")
        return left

    def score_of_claimant(self, place: Position, score: int) -> int:
        return score if place.to_move == self.claimant else -score

    def check_part(self, place: Position, member: str, line: tuple[str, ...]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            unpacked = Path(folder) / "part.proof"
            unpacked.write_bytes(_read(self.file, member))
            if is_bundle(unpacked):
                raise _Wrong(f"{member} is a bundle, not a single certificate", line)
            checked = verify_single(
                unpacked, max_seconds=self.seconds_left(), max_memory=self.max_memory
            )
        if checked.verdict == "stopped":
            raise _Stopped(checked.reason)
        if not checked:
            raise _Wrong(f"{member} is {checked.verdict}: {checked.reason}", (*line, *checked.line))
        about = (checked.game, checked.position, checked.to_move)
        if about != (place.game, str(place), place.to_move):
            raise _Wrong(f"{member} is about another position", line)
        assert checked.bounds is not None
        proved = checked.bounds[0] if place.to_move == self.claimant else -checked.bounds[1]
        if proved < self.least:
            raise _Wrong(f"{member} proves less than is claimed", line)
        self.positions += checked.positions or 0
        self.decisions += checked.decisions or 0
