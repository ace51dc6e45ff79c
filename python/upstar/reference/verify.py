"""A second checker of certificates with lemmas, in plain Python.

It shares no code with the core: it has its own rules of the games, its own checks of the lemmas and
its own reader of files. So an error in the core cannot hide here. It is slow, and meant for small
certificates and for random samples of large ones. ``docs/certificates.md`` describes the format and
``docs/lemmas.md`` the lemmas.

Run it with ``python -m upstar.reference FILE [--sample N]``.
"""

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from upstar.reference.lemma import Packed
from upstar.reference.lemmas import Lemmas, lemmas_for
from upstar.reference.nimbers import NimberCheck, impartial_game
from upstar.reference.rules import LEFT, Position, Rules, rules_for

__all__ = ["NotProved", "Report", "reference_verify"]

_MAGICS = (b"upstar-proof 2\n", b"upstar-proof 3\n")
_END = b"end upstar-proof"
_PRIME, _BASIS = 0x100000001B3, 0xCBF29CE484222325


class NotProved(Exception):
    """The file is damaged, or a statement does not hold.

    Examples
    --------
    >>> import upstar
    >>> issubclass(upstar.NotProved, Exception)
    True
    """


@dataclass(frozen=True, slots=True)
class Report:
    """What a correct certificate proves.

    Attributes
    ----------
    game : str
        The game.
    position : str
        The text of the position.
    claims : tuple of (str, int)
        For each claim, the claimant (``'left'`` or ``'right'``) and the least score; empty for
        nimbers.
    statements : int
        The number of statements in the file.
    checked : int
        The number of statements that were checked.
    nimber : int or None
        The nimber of the position, if the certificate proves one.
    """

    game: str
    position: str
    claims: tuple[tuple[str, int], ...]
    statements: int
    checked: int
    nimber: int | None = None


@dataclass(frozen=True, slots=True)
class _Statement:
    code: int
    kind: int
    move: int = 0
    witness: bytes = b""


class _Reader:
    """Reads numbers and bytes from the front."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise NotProved("a block is shorter than its statements")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self) -> int:
        number = shift = 0
        while True:
            (byte,) = self.take(1)
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def codes(self, count: int) -> list[int]:
        """Read numbers that are stored as differences."""
        return list(accumulate(self.number() for _ in range(count)))

    def end(self) -> None:
        if self.at != len(self.data):
            raise NotProved("a block is longer than its statements")


def reference_verify(path: str | Path, *, sample: int | None = None, seed: int = 0) -> Report:
    """Check a certificate of format 2 or 3.

    Parameters
    ----------
    path : path
        The file.
    sample : int, optional
        Check only this many statements, drawn at random.
    seed : int
        The seed of the draw.

    Returns
    -------
    Report
        What is proved.

    Raises
    ------
    NotProved
        If the file is damaged or does not prove its claims.

    Examples
    --------
    >>> import os, tempfile, upstar
    >>> path = os.path.join(tempfile.mkdtemp(), "4x4.proof")
    >>> r = upstar.solve(upstar.position("domineering", "4x4"), proof=path, lemmas=True)
    >>> upstar.reference_verify(path).claims
    (('left', 1),)
    """
    data = Path(path).read_bytes()
    header, start = _header(data)
    _check_sum(data)
    game, text = header["game"][0], header["position"][0]
    if data.startswith(_MAGICS[1]):
        return _nimber(header, list(_blocks(data, start)), random.Random(seed), sample)
    rules = rules_for(game, text)
    lemmas = lemmas_for(rules, header["lemmas"][0].split())
    claims = [_claim(line) for line in header["claim"]]
    blocks = [(claim, _statements(reader, n)) for claim, reader, n in _blocks(data, start)]
    checked = total = 0
    for number, (claimant, least) in enumerate(claims):
        statements = [s for claim, block in blocks if claim == number for s in block]
        total += len(statements)
        check = _Check(rules, lemmas, claimant, least, {s.code for s in statements})
        root = rules.read(text, header["to_move"][0] == "right")
        if not check.is_proved(root):
            raise NotProved("there is no statement about the position itself")
        if sample is not None and sample < len(statements):
            statements = random.Random(seed).sample(statements, sample)
        for statement in statements:
            check.statement(statement)
        checked += len(statements)
    if total != int(header["statements"][0]):
        raise NotProved("the number of statements is not the one in the header")
    named = tuple(("left" if claimant == LEFT else "right", least) for claimant, least in claims)
    return Report(game, text, named, total, checked)


def _nimber(
    header: dict[str, list[str]],
    blocks: list[tuple[int, "_Reader", int]],
    draw: random.Random,
    sample: int | None,
) -> Report:
    """Check a certificate of format 3."""
    game, text = header["game"][0], header["position"][0]
    rules = impartial_game(game, text)
    if rules is None:
        raise NotProved(f"nimbers of {game} have no certificates")
    stated: dict[int, int] = {}
    total = 0
    for _, reader, count in blocks:
        total += count
        stated.update(zip(reader.codes(count), reader.take(count), strict=True))
        reader.end()
    if not total == len(stated) == int(header["statements"][0]):
        raise NotProved("the number of statements is not the one in the header")
    check = NimberCheck(rules, stated)
    nimber = check.sum(rules.parts(rules.read(text)))
    if nimber is None or nimber != int(header["nimber"][0]):
        raise NotProved(f"the statements give the nimber {nimber}")
    codes = list(stated)
    if sample is not None and sample < total:
        codes = draw.sample(codes, sample)
    for code in codes:
        if error := check.error(code):
            raise NotProved(f"statement about the part {code:x}: {error}")
    return Report(game, text, (), total, len(codes), nimber)


def _header(data: bytes) -> tuple[dict[str, list[str]], int]:
    """Return the lines of the header by their keys, and where the blocks begin."""
    end = data.find(b"\n\n")
    if not data.startswith(_MAGICS) or end < 0:
        raise NotProved("the file does not start with 'upstar-proof 2' or 'upstar-proof 3'")
    header: dict[str, list[str]] = {}
    for line in data[len(_MAGICS[0]) : end].decode().split("\n"):
        key, _, value = line.partition(": ")
        header.setdefault(key, []).append(value)
    return header, end + 2


def _check_sum(data: bytes) -> None:
    """Compare the checksum."""
    if data[-16:] != _END:
        raise NotProved("the end mark is missing")
    total = _BASIS
    for byte in data[:-24]:
        total = (total ^ byte) * _PRIME & 0xFFFFFFFFFFFFFFFF
    if total != int.from_bytes(data[-24:-16], "little"):
        raise NotProved("the checksum is wrong")


def _claim(line: str) -> tuple[int, int]:
    player, least = line.split(" at least ")
    return int(player == "right"), int(least)


def _blocks(data: bytes, at: int) -> Iterator[tuple[int, _Reader, int]]:
    """Yield the number of the claim, the bytes and the number of statements of each block."""
    end = len(data) - 32
    while at < end:
        packed, size, count = (
            int.from_bytes(data[at + i : at + i + 4], "little") for i in (0, 4, 8)
        )
        claim, at = data[at + 12], at + 13
        raw = zlib.decompress(data[at : at + packed])
        at += packed
        if len(raw) != size or at > end:
            raise NotProved("a block has a wrong size")
        yield claim, _Reader(raw), count


def _statements(reader: _Reader, count: int) -> list[_Statement]:
    codes = reader.codes(count)
    kinds = reader.take(count)
    moves = [reader.number() if kind == 1 else 0 for kind in kinds]
    found = []
    for code, kind, move in zip(codes, kinds, moves, strict=True):
        witness = reader.take(reader.number()) if kind >= 2 else b""
        found.append(_Statement(code, kind, move, witness))
    reader.end()
    return found


class _Check:
    """Checks statements about one claim."""

    def __init__(
        self, rules: Rules, lemmas: Lemmas, claimant: int, least: int, proved: set[int]
    ) -> None:
        self.rules, self.lemmas, self.proved = rules, lemmas, proved
        self.claimant, self.least = claimant, least

    def holds(self, score: int) -> bool:
        return (score if self.claimant == LEFT else -score) >= self.least

    def is_proved(self, position: Position) -> bool:
        """Return whether the rules, a statement or a lemma prove the claim."""
        equal = self.lemmas.equal(position)
        if self.rules.code(equal) in self.proved:
            return True
        score, _ = self.rules.moves(position)
        if score is not None:
            return self.holds(score)
        score, _ = self.rules.moves(equal)
        if score is not None:
            return self.holds(score)
        return self.least <= 1 and self.lemmas.closes(equal, self.claimant)

    def statement(self, statement: _Statement) -> None:
        """Check one statement."""
        position = self.rules.position(statement.code)
        score, moves = self.rules.moves(position)
        where = f"statement about {self.rules.text(position)}"
        if score is not None:
            if not self.holds(score):
                raise NotProved(f"{where}: the game is over and the claim is false")
            return
        is_own = position.mover == self.claimant
        if statement.kind == 1:
            if not is_own or statement.move >= len(moves):
                raise NotProved(f"{where}: it names no move of the claimant")
            moves = [moves[statement.move]]
        elif statement.kind >= 2:
            packed: Packed = self.lemmas.proves(
                statement.kind - 2, position, self.claimant, statement.witness
            )
            if self.least > 1 or packed is None:
                raise NotProved(f"{where}: the witness proves nothing")
            if isinstance(packed, bool):
                return
            if is_own:
                raise NotProved(f"{where}: the witness proves nothing")
            moves = [move for move in moves if move not in packed]
        elif is_own:
            raise NotProved(f"{where}: the claimant's move is missing")
        if not is_own:
            skipped = self.lemmas.needless(position, self.claimant)
            moves = [move for move in moves if move not in skipped]
        for move in moves:
            after = self.rules.play(position, move)
            if self.rules.rest(after) >= self.rules.rest(position):
                raise NotProved(f"{where}: a move does not come closer to the end of the game")
            if not self.is_proved(after):
                name = f"move {move}"
                raise NotProved(f"{where}, {name}: it leads to a position without a statement")


def main(arguments: list[str]) -> int:
    """Check the files that are named."""
    sample = None
    if "--sample" in arguments:
        at = arguments.index("--sample")
        sample = int(arguments[at + 1])
        del arguments[at : at + 2]
    for path in arguments:
        try:
            print(reference_verify(path, sample=sample))
        except NotProved as error:
            print(f"{path}: not proved: {error}")
            return 1
    return 0
