"""The lemmas of certificates, in plain Python, for ``upstar.reference``.

``docs/lemmas.md`` has the statements with their proofs. Each class here checks one lemma.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

from upstar.reference.dominoes import Packing, PrivateRuns
from upstar.reference.lemma import Lemma, Packed
from upstar.reference.rules import Position, Rules, bits


def _same(r: int, c: int) -> tuple[int, int]:
    return r, c


def _turned(image: Callable[[int, int], tuple[int, int]]) -> Callable[[int, int], tuple[int, int]]:
    """Return an image after the exchange of rows and columns."""
    return lambda r, c: image(c, r)


class Symmetry(Lemma):
    """A position equals its least image under the symmetries of the board."""

    def __init__(self, rules: Rules) -> None:
        """List the symmetries as permutations of cells."""
        super().__init__(rules)
        height, width = rules.height, rules.width
        flip, mirror = (lambda r, c: (height - 1 - r, c)), (lambda r, c: (r, width - 1 - c))
        turn = lambda r, c: (height - 1 - r, width - 1 - c)  # noqa: E731
        maps: list[Callable[[int, int], tuple[int, int]]] = [flip, mirror, turn]
        if rules.game == "hex":
            maps = [turn]
        elif rules.game == "connect-four":
            maps = [mirror]
        elif rules.game == "y":
            # A cell has distances from the left, the right and the bottom side.
            def image(a: int, b: int, c: int) -> Callable[[int, int], tuple[int, int]]:
                def map(r: int, k: int) -> tuple[int, int]:
                    sides = (k, r - k, height - 1 - r)
                    return sides[a] + sides[b], sides[a]

                return map

            maps = [image(*p) for p in [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]]
        elif height == width and rules.game != "domineering":
            maps += [_turned(f) for f in [_same, *maps]]
        self.images = [[rules.cell[f(r, c)] for r, c in rules.places] for f in maps]

    def equal(self, position: Position) -> Position:
        """Return the least image. Connect Four compares codes, the other games sets of cells."""
        both = [position.first, position.second]
        images = [position]
        for image in self.images:
            first, second = (sum(1 << image[cell] for cell in bits(cells)) for cells in both)
            images.append(Position(first, second, position.mover))
        if self.rules.game == "connect-four":
            return min(images, key=self.rules.code)
        return min(images, key=lambda p: (p.first, p.second))


class NoReply(Lemma):
    """In NoGo a player who has a move wins if the opponent has none."""

    def closes(self, position: Position, claimant: int) -> bool:
        """Return whether only the claimant, who is to move, has moves."""
        if position.mover != claimant:
            return False
        own, other = (self.rules.nogo_moves(position, p) for p in (claimant, 1 - claimant))
        return bool(own) and not other


class Sum(Lemma):
    """In Clobber groups of stones are parts, and those with the sum 0 may be left out."""

    SMALL, SMALL_PAIR = 8, 10

    def __init__(self, rules: Rules) -> None:
        """Prepare the store of played-out groups."""
        super().__init__(rules)
        self.wins = cache(self._wins)

    def _wins(self, own: int, other: int, star: bool) -> bool:
        """Return whether the player to move wins, with a part ∗ beside the stones or not."""
        if star and not self.wins(other, own, False):
            return True
        return any(
            not self.wins(other ^ 1 << to, own ^ 1 << start ^ 1 << to, star)
            for start in bits(own)
            for to in bits(self.rules.near[start] & other)
        )

    def is_zero(self, first: int, second: int, star: bool) -> bool:
        """Return whether the second player wins, whoever begins."""
        return not self.wins(first, second, star) and not self.wins(second, first, star)

    def shape(self, first: int, second: int) -> tuple[tuple[int, int, int], ...]:
        """Return one list of places for all images of stones."""
        stones = [(*self.rules.places[c], 0) for c in bits(first)]
        stones += [(*self.rules.places[c], 1) for c in bits(second)]
        images = []
        for swap in (False, True):
            for a in (1, -1):
                for b in (1, -1):
                    turned = [
                        (a * c, b * r, s) if swap else (a * r, b * c, s) for r, c, s in stones
                    ]
                    top, left = min(t[0] for t in turned), min(t[1] for t in turned)
                    images.append(tuple(sorted((r - top, c - left, s) for r, c, s in turned)))
        return min(images)

    def cancel(self, a: tuple[int, int], b: tuple[int, int]) -> bool:
        """Return whether two groups have the sum 0."""
        if sum(s.bit_count() for s in a + b) <= self.SMALL_PAIR and self.is_zero(
            a[0] | b[0], a[1] | b[1], False
        ):
            return True
        return self.shape(*a) == self.shape(b[1], b[0])

    def equal(self, position: Position) -> Position:
        """Return the stones that remain."""
        stones = position.first | position.second
        groups: list[tuple[int, int]] = []
        star: tuple[int, int] | None = None
        while stones:
            group = self.rules.group(stones, (stones & -stones).bit_length() - 1)
            stones &= ~group
            first, second = position.first & group, position.second & group
            small = group.bit_count() <= self.SMALL
            if not (first and second) or (small and self.is_zero(first, second, False)):
                continue
            if small and self.is_zero(first, second, True):
                star = None if star else (first, second)
                continue
            groups.append((first, second))
        kept = self._pair(*star) if star else 0
        while groups:
            group_a = groups.pop(0)
            other = next((g for g in groups if self.cancel(group_a, g)), None)
            if other is None:
                kept |= group_a[0] | group_a[1]
            else:
                groups.remove(other)
        return replace(position, first=position.first & kept, second=position.second & kept)

    def _pair(self, first: int, second: int) -> int:
        for cell in bits(first | second):
            beside = self.rules.near[cell] & (second if first >> cell & 1 else first)
            if beside:
                return 1 << cell | (beside & -beside)
        return 0


class Connection(Lemma):
    """In Hex and Y: virtual connections of the claimant as AND/OR trees of cells."""

    def __init__(self, rules: Rules) -> None:
        """Find the cells at each side that each player has to connect."""
        super().__init__(rules)
        places, last = list(enumerate(rules.places)), rules.width - 1

        def side(row: int | None, column: int | None) -> int:
            return sum(
                1 << cell for cell, (r, c) in places if row in (None, r) and column in (None, c)
            )

        top_bottom = [side(0, None), side(rules.height - 1, None)]
        self.sides = [top_bottom, [side(None, 0), side(None, last)]]
        if rules.game == "y":
            right = sum(1 << cell for cell, (r, c) in places if r == c)
            self.sides = [[side(None, 0), right, side(rules.height - 1, None)]] * 2

    def proves(self, position: Position, claimant: int, witness: bytes) -> Packed:
        """Return what a list of wins proves."""
        own = (position.first, position.second)[claimant]
        empty = self.rules.all & ~(position.first | position.second)
        data, common = iter(witness), empty
        count = next(data, 0)
        for _ in range(count):
            win = self._win(own, empty, self.sides[claimant], data)
            if win is None:
                return None
            carrier, full = win
            if full or position.mover == claimant:
                return True
            common &= carrier
        if not count or position.mover == claimant or next(data, None) is not None:
            return None
        return frozenset(bits(empty & ~common)) if common else True

    def _win(
        self, own: int, empty: int, sides: list[int], data: Iterator[int]
    ) -> tuple[int, bool] | None:
        z = self._point(own, empty, next(data, 255))
        used = z
        for cells in sides:
            term = self._term((own, empty), z, (cells, False), data) if z else None
            if term is None or not term[1] or term[0] & used:
                return None
            used |= term[0]
        return (used & empty, bool(z & own))

    def _point(self, own: int, empty: int, cell: int) -> int:
        if empty >> cell & 1:
            return 1 << cell
        return self.rules.group(own, cell) if own >> cell & 1 else 0

    def _term(
        self, board: tuple[int, int], x: int, y: tuple[int, bool], data: Iterator[int]
    ) -> tuple[int, bool] | None:
        """Return the carrier of a connection, and whether it is full."""
        own, empty = board
        cells, is_point = y
        kind = next(data, 255)
        if kind == 0:
            beside = x if not is_point else sum(1 << n for n in self._around(x))
            return (0, True) if beside & cells or (is_point and x == cells) else None
        if kind == 1:
            z = self._point(own, empty, next(data, 255))
            first = self._term(board, x, (z, True), data) if z else None
            second = self._term(board, z, y, data) if first else None
            if first is None or second is None or not (first[1] and second[1]):
                return None
            carrier = first[0] | second[0]
            if first[0] & second[0] or carrier & (x | z | (cells if is_point else 0)):
                return None
            return (carrier, True) if z & own else (carrier | z, False)
        if kind != 2:
            return None
        common, carrier = self.rules.all, 0
        for _ in range(next(data, 0)):
            found = self._term(board, x, y, data)
            if found is None:
                return None
            common, carrier = common & found[0], carrier | found[0]
        return None if common else (carrier, True)

    def _around(self, cells: int) -> set[int]:
        return {n for cell in bits(cells) for n in bits(self.rules.near[cell])}


_ALL: dict[str, type[Lemma]] = {
    "connection": Connection,
    "no-reply": NoReply,
    "packing": Packing,
    "private-runs": PrivateRuns,
    "sum": Sum,
    "symmetry": Symmetry,
}


class Lemmas:
    """The lemmas of a certificate, in its order."""

    def __init__(self, found: list[Lemma]) -> None:
        """Store the lemmas."""
        self.list = found

    def equal(self, position: Position) -> Position:
        """Return the position that is stated instead of this one."""
        for lemma in self.list:
            position = lemma.equal(position)
        return position

    def closes(self, position: Position, claimant: int) -> bool:
        """Return whether a lemma proves the claim without a witness."""
        return any(lemma.closes(position, claimant) for lemma in self.list)

    def needless(self, position: Position, claimant: int) -> frozenset[int]:
        """Return moves of the opponent that need no proof."""
        none: frozenset[int] = frozenset()
        return none.union(*(lemma.needless(position, claimant) for lemma in self.list))

    def proves(self, number: int, position: Position, claimant: int, witness: bytes) -> Packed:
        """Return what the lemma with this number proves with a witness."""
        if number >= len(self.list):
            return None
        return self.list[number].proves(position, claimant, witness)


def lemmas_for(rules: Rules, names: list[str]) -> Lemmas:
    """Return the lemmas with these names, for a board."""
    return Lemmas([_ALL[name](rules) for name in names])
