"""The strategy in a certificate: the claimant's move in each of the claimant's positions.

A certificate is a depth-first walk in which the claimant plays one move and the opponent plays all
(see docs/certificates.md). This module follows the walk and collects the claimant's moves. It does
not check the proof; ``verify`` does. A file that does not fit the rules raises an error.
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
    """What a certificate proves: a player reaches at least a score.

    Attributes
    ----------
    player : str
        The label of the claimant.
    least : int
        The score, from the claimant's point of view.

    Examples
    --------
    >>> from upstar.strategy import Claim
    >>> Claim("black", 1).least
    1
    """

    player: str
    least: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A position where the claimant moves, and the move that keeps the claim.

    Attributes
    ----------
    claim : Claim
        The claim.
    position : Position
        The position.
    move : str
        The claimant's move.

    Examples
    --------
    >>> import upstar
    >>> from upstar.strategy import Claim, Decided
    >>> Decided(Claim("vertical", 1), upstar.position("domineering", "2x2"), "a1a2").move
    'a1a2'
    """

    claim: Claim
    position: Position
    move: str


def claims(
    path: str | os.PathLike[str], *, root: Position | None = None
) -> tuple[Position, tuple[Claim, ...]]:
    """Return the position that a certificate is about, and its claims.

    Parameters
    ----------
    path : path
        The file.
    root : Position, optional
        The position that the certificate is about, if the game is written in Python.

    Returns
    -------
    position : Position
        The position.
    claims : tuple of Claim
        What is proved about it.

    Raises
    ------
    CertificateError
        If the file is not a certificate of one position.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
    >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
    >>> claims(path)[1]
    (Claim(player='vertical', least=1),)
    """
    return _read(_core.open_certificate(path), root)


def decisions(path: str | os.PathLike[str], *, root: Position | None = None) -> Iterator[Decided]:
    """Iterate over the decisions of the claimants in the order of the walk.

    Parameters
    ----------
    path : path
        The file.
    root : Position, optional
        The position that the certificate is about, if the game is written in Python.

    Yields
    ------
    Decided
        A position and the claimant's move; each position once for each claim.

    Raises
    ------
    CertificateError
        If the file is not a certificate of one position.

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
    start, claimed = _read(certificate, root)
    for claim in claimed:
        yield from _walk(start, claim, certificate)


def _walk(root: Position, claim: Claim, numbers: Iterator[int | None]) -> Iterator[Decided]:
    """Follow the walk of one claim.

    A finished game has no decision in the file, and there is nothing below a known position.
    """
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
            raise CertificateError(
                "the certificate does not match the rules; upstar verify shows where"
            )
        if here not in seen:
            seen.add(here)
            yield Decided(claim, here, moves[number])
        waiting.append(here.play(moves[number]))


def _read(
    certificate: _core.Certificate, root: Position | None
) -> tuple[Position, tuple[Claim, ...]]:
    game, text, mover = certificate.root
    if root is None:
        root = read_position(game, text, to_move=("left", "right")[mover])
    return root, tuple(Claim(root.labels[who], least) for who, least in certificate.claims)
