"""The strategy in a certificate: the claimant's move in each of the claimant's positions.

A certificate is a depth-first walk in which the claimant plays one move and the opponent plays all
(see docs/certificates.md). This module follows the walk and collects the claimant's moves. It does
not check the proof; ``verify`` does. A file that does not fit the rules raises an error.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from upstar import _core
from upstar.errors import CertificateError, ParameterError
from upstar.position import Position, python_game
from upstar.position import position as read_position

__all__ = ["Claim", "Decided", "Strategy", "claims", "decisions"]


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


class Strategy:
    """The claimants' moves in a certificate, read from the file as far as they are needed.

    The moves of a position that comes late in the walk are found only after all before it.

    Parameters
    ----------
    path : path
        The file.
    root : Position, optional
        The position that the certificate is about, if the game is written in Python.
    max_positions : int
        The most positions to read. Positions that were read stay in memory, about 400 bytes each.

    Attributes
    ----------
    position : Position
        The position that the certificate is about.
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
    >>> strategy = Strategy(path)
    >>> [claim] = strategy.claims
    >>> strategy.move(claim, strategy.position) == r.best_move
    True
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        root: Position | None = None,
        max_positions: int = 1_000_000,
    ) -> None:
        """Read the head of the file."""
        self.position, self.claims = claims(path, root=root)
        self._path = path
        self._max_positions = max_positions
        self._start()

    def _start(self) -> None:
        self._known: dict[tuple[str, str | Position], str] = {}
        self._left = decisions(self._path, root=self.position)

    def move(self, claim: Claim, position: Position) -> str | None:
        """Return the move that keeps a claim.

        Parameters
        ----------
        claim : Claim
            One of ``claims``.
        position : Position
            A position where the claimant moves.

        Returns
        -------
        str or None
            The move; None if the position is not in the proof.

        Raises
        ------
        ParameterError
            If the position is not among the first ``max_positions`` of the file.

        Examples
        --------
        >>> import os, tempfile, upstar
        >>> path = os.path.join(tempfile.mkdtemp(), "3x3.proof")
        >>> r = upstar.solve(upstar.position("domineering", "3x3"), proof=path)
        >>> strategy = Strategy(path)
        >>> strategy.move(strategy.claims[0], upstar.position("domineering", "1x1")) is None
        True
        """
        key = (claim.player, _key(position))
        try:
            while key not in self._known:
                if len(self._known) >= self._max_positions:
                    raise ParameterError(
                        f"this position is not among the first {self._max_positions:,} of the "
                        "certificate; read more with max_positions"
                    )
                found = next(self._left, None)
                if found is None:
                    return None
                self._known[found.claim.player, _key(found.position)] = found.move
        except KeyboardInterrupt:
            # Ctrl-C has ended the iterator at an unknown place.
            self._start()
            raise
        return self._known[key]


def _key(position: Position) -> str | Position:
    """Return what identifies a position where the claimant moves.

    A text needs far less memory. Two states of a game written in Python may have the same text.
    """
    return str(position) if python_game(position) is None else position


def _walk(root: Position, claim: Claim, numbers: Iterator[int | None]) -> Iterator[Decided]:
    """Follow the walk of one claim.

    A finished game has no decision in the file, and there is nothing below a known position.
    """
    waiting = [root]
    seen: set[str | Position] = set()
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
        key = _key(here)
        if key not in seen:
            seen.add(key)
            yield Decided(claim, here, moves[number])
        waiting.append(here.play(moves[number]))


def _read(
    certificate: _core.Certificate, root: Position | None
) -> tuple[Position, tuple[Claim, ...]]:
    if certificate.counts_plies:
        raise CertificateError(
            "the certificate proves a distance; a strategy needs a certificate of the outcome, "
            "written without distance or max_distance"
        )
    game, text, mover = certificate.root
    if root is None:
        root = read_position(game, text, to_move=("left", "right")[mover])
    return root, tuple(Claim(root.labels[who], least) for who, least in certificate.claims)
