"""The strategy that a certificate holds: for each position of the claimant's, the move to play.

A certificate is a depth-first walk in which the claimant plays one move and the opponent all (see
docs/certificates.md). This module walks along and collects the claimant's moves. It trusts the
file, because `verify` is there to check it. A file that does not fit the rules raises an error.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from upstar import _core
from upstar.errors import CertificateError
from upstar.position import Position
from upstar.position import position as read_position

__all__ = ["Claim", "Decided", "claims", "decisions"]


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


def claims(path: str | os.PathLike[str]) -> tuple[Position, tuple[Claim, ...]]:
    """The position that a certificate is about, and what it claims.

    Raises
    ------
    CertificateError
        If the file is no certificate of one position.
    """
    return _read(_core.open_certificate(path))


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
    certificate = _core.open_certificate(path)
    root, claimed = _read(certificate)
    for claim in claimed:
        yield from _walk(root, claim, certificate)


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


def _read(certificate: _core.Certificate) -> tuple[Position, tuple[Claim, ...]]:
    game, text, mover = certificate.root
    root = read_position(game, text, to_move=("left", "right")[mover])
    return root, tuple(Claim(root.labels[who], least) for who, least in certificate.claims)
