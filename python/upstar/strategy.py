"""The strategy that a certificate holds: for each position of the claimant's, the move to play.

A certificate is a depth-first walk in which the claimant plays one move and the opponent all (see
docs/certificates.md). This module walks along and notes the claimant's moves. It trusts the file,
because `verify` is there to check it; a file that does not fit the rules is told as such.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from upstar.errors import CertificateError
from upstar.position import Position
from upstar.position import position as read_position

__all__ = ["Claim", "Decided", "claims", "decisions"]

_MAGIC = b"upstar-proof 1\n"
_FOOTER = 32


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate proves: a player gets at least a score."""

    player: str
    """The claimant's label."""
    least: int
    """The score, as the claimant sees it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A position where the claimant moves, and the move that keeps the claim."""

    claim: Claim
    position: Position
    move: str


@dataclass(frozen=True, slots=True)
class _File:
    root: Position
    claims: tuple[Claim, ...]
    body: memoryview


def claims(path: str | os.PathLike[str]) -> tuple[Position, tuple[Claim, ...]]:
    """The position that a certificate is about, and what it claims.

    Raises
    ------
    CertificateError
        If the file is no certificate of one position.
    """
    file = _open(path)
    return file.root, file.claims


def decisions(path: str | os.PathLike[str]) -> Iterator[Decided]:
    """Every decision of the claimants', in the order of the walk; each position once for a claim.

    Raises
    ------
    CertificateError
        If the file is no certificate of one position.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> first = next(decisions(path))
    >>> first.claim.player, str(first.position), first.move == r.best_move
    ('vertical', '.../.../...', True)
    """
    file = _open(path)
    numbers = _numbers(file.body)
    for claim in file.claims:
        yield from _walk(file.root, claim, numbers)


def _walk(root: Position, claim: Claim, numbers: Iterator[int | None]) -> Iterator[Decided]:
    """One claim's walk. A finished game takes no decision, a known position nothing below it."""
    waiting = [root]
    seen: set[Position] = set()
    while waiting:
        here = waiting.pop()
        if here.outcome is not None:
            continue
        number = next(numbers, -1)
        if number is None:
            continue
        moves = here.moves()
        if here.to_move != claim.player:
            waiting += [here.play(move) for move in reversed(moves)]
            continue
        if not 0 <= number < len(moves):
            raise CertificateError("the certificate does not fit the rules; see upstar verify")
        if here not in seen:
            seen.add(here)
            yield Decided(claim, here, moves[number])
        waiting.append(here.play(moves[number]))


def _numbers(body: memoryview) -> Iterator[int | None]:
    """The decisions: a move's number, or None for a position that was walked before."""
    number = shift = 0
    for byte in body:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            if number & 1:
                yield number >> 1
            else:
                for _ in range((number >> 1) + 1):
                    yield None
            number = shift = 0


def _open(path: str | os.PathLike[str]) -> _File:
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise CertificateError(f"'{path}' cannot be read: {error.strerror}") from None
    header, blank, body = data.partition(b"\n\n")
    if not data.startswith(_MAGIC) or not blank or len(body) < _FOOTER:
        raise CertificateError(f"'{path}' is no certificate of one position")
    said: dict[str, list[str]] = {}
    for line in header.decode("utf-8", "replace").splitlines()[1:]:
        key, _, value = line.partition(": ")
        said.setdefault(key, []).append(value)
    try:
        root = read_position(said["game"][0], said["position"][0], to_move=said["to_move"][0])
        labels = dict(zip(("left", "right"), root.labels, strict=True))
        claimed = [text.split() for text in said["claim"]]
        found = tuple(Claim(labels[words[0]], int(words[-1])) for words in claimed)
    except (KeyError, ValueError) as error:
        raise CertificateError(f"'{path}' has a damaged header: {error}") from None
    return _File(root, found, memoryview(body)[: len(body) - _FOOTER])
