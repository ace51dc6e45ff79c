"""The lemmas of Domineering: packings and private runs. ``docs/lemmas.md`` has the proofs."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from upstar.reference.lemma import Lemma, Packed
from upstar.reference.rules import LEFT, RIGHT, Position, bits


class Dominoes(Lemma):
    """What the lemmas of Domineering have in common."""

    def next(self, cells: int, player: int) -> int:
        """Move cells one step in the direction of a player's dominoes."""
        step = (0, 1) if player else (1, 0)
        places = (self.rules.places[cell] for cell in bits(cells))
        moved = ((r + step[0], c + step[1]) for r, c in places)
        return sum(1 << self.rules.cell[place] for place in moved if place in self.rules.cell)

    def back(self, cells: int, player: int) -> int:
        """Move cells one step back."""
        step = (0, 1) if player else (1, 0)
        places = (self.rules.places[cell] for cell in bits(cells))
        moved = ((r - step[0], c - step[1]) for r, c in places)
        return sum(1 << self.rules.cell[place] for place in moved if place in self.rules.cell)

    def beside(self, cells: int, player: int) -> int:
        """Return the cells before and behind these."""
        return self.next(cells, player) | self.back(cells, player)

    def runs(self, free: int, player: int) -> Iterator[list[int]]:
        """Yield the free cells of each run in the direction of a player."""
        width, height = self.rules.width, self.rules.height
        for line in range(height if player else width):
            run: list[int] = []
            for offset in range(width if player else height):
                cell = line * width + offset if player else offset * width + line
                if free >> cell & 1:
                    run.append(cell)
                elif run:
                    yield run
                    run = []
            if run:
                yield run


class PrivateRuns(Dominoes):
    """Runs that only one player can use are an integer; most of them count as taken."""

    def equal(self, position: Position) -> Position:
        """Return the position with only the difference left."""
        free = self.rules.all & ~position.first
        private, dominoes = 0, ([], [])  # type: tuple[int, tuple[list[int], list[int]]]
        for player in (LEFT, RIGHT):
            for run in self.runs(free, player):
                cells = sum(1 << cell for cell in run)
                if not self.beside(cells, 1 - player) & free:
                    private |= cells
                    pairs = zip(run[::2], run[1::2], strict=False)
                    dominoes[player].extend(1 << a | 1 << b for a, b in pairs)
        count = len(dominoes[LEFT]) - len(dominoes[RIGHT])
        own = sorted(dominoes[LEFT if count >= 0 else RIGHT], key=lambda cells: cells & -cells)
        kept = sum(own[: abs(count)])
        return replace(position, first=self.rules.all & ~(free & ~private | kept))


Kind = str | tuple[str, int]

BLOCK, THREE, FOUR, FIVE, OPEN = "block", "three", "four", "five", "open"
_GAIN: dict[Kind, int] = {BLOCK: 4, THREE: 5, FOUR: 4, FIVE: 4, OPEN: 4}
_GAIN |= {(kind, g): g for kind in ("isolated", "joint") for g in (1, 2, 3)}
_ALONE, _JOINT = ("isolated", 1), ("joint", 1)
_LEFT_BY_P: dict[Kind, list[Kind]] = {FOUR: [BLOCK], OPEN: [BLOCK], FIVE: [THREE]}
_LEFT_OUTSIDE: dict[Kind, list[Kind]] = {BLOCK: [_ALONE], OPEN: [BLOCK, _JOINT]}
_LEFT_INSIDE: dict[Kind, list[list[Kind]]] = {
    BLOCK: [[]],
    THREE: [[_ALONE], [_ALONE]],
    FOUR: [[BLOCK], [_ALONE, ("isolated", 3)], [BLOCK]],
    FIVE: [[_JOINT, BLOCK], [_ALONE, BLOCK], [_ALONE, BLOCK], [_JOINT, BLOCK]],
    OPEN: [[_JOINT, ("joint", 3)], [_ALONE, ("joint", 3)], [BLOCK]],
}
_CLOSED, _LONG = (THREE, FOUR, FIVE), (BLOCK, OPEN)


def _replaced(areas: tuple[Kind, ...], kind: Kind, left: list[Kind]) -> tuple[Kind, ...]:
    rest = list(areas)
    rest.remove(kind)
    return tuple(sorted(rest + left, key=str))


@cache
def _race(
    areas: tuple[Kind, ...], p_moves: bool, two_threes: bool = False, two_long: bool = False
) -> int:
    """Return P's least gain in the race, by its rules.

    ``two_threes`` and ``two_long`` state whether one domino of the opponent can touch two joint
    dominoes of gain 3, and two blocks or open strips.
    """
    flags = (two_threes, two_long)
    for kind in areas:
        if kind[0] == "isolated" and areas.count(kind) > 1:
            # P answers a touch of one of two equal isolated dominoes by taking the other.
            rest = _replaced(_replaced(areas, kind, []), kind, [])
            return _GAIN[kind] + _race(rest, p_moves, *flags)
    if not areas:
        return 0
    kinds = sorted(set(areas), key=str)
    if p_moves:
        gains = ((k, _replaced(areas, k, _LEFT_BY_P.get(k, []))) for k in kinds)
        return max(_GAIN[k] + _race(rest, False, *flags) for k, rest in gains)
    left = [areas]
    for kind in kinds:
        inside = _LEFT_INSIDE.get(kind, [[]])
        left += [_replaced(areas, kind, after) for after in inside]
        outside = _replaced(areas, kind, _LEFT_OUTSIDE.get(kind, []))
        for other in kinds:
            if _together(kind, other, *flags) and areas.count(other) > (kind == other):
                left.append(_replaced(outside, other, _LEFT_OUTSIDE.get(other, [])))
    return min(_race(after, True, *flags) for after in left)


def _together(a: Kind, b: Kind, two_threes: bool, two_long: bool) -> bool:
    """Return whether one domino of the opponent can touch two areas of these kinds from outside."""
    if any(kind in _CLOSED or kind[0] == "isolated" for kind in (a, b)):
        return False
    if a == b == ("joint", 3):
        return two_threes
    return two_long or not (a in _LONG and b in _LONG)


class Packing(Dominoes):
    """Disjoint dominoes of the claimant against a cover of the opponent's dominoes."""

    def needless(self, position: Position, claimant: int) -> frozenset[int]:
        """Return dominoes of the opponent that a neighbouring domino dominates."""
        mover = position.mover
        if mover == claimant:
            return frozenset()
        free = self.rules.all & ~position.first
        found = set()
        for run in self.runs(free, mover):
            unused = [not self.beside(1 << cell, claimant) & free for cell in run]
            if len(run) >= 3:
                second = unused[2]
                if second:
                    found.add(run[1])
                if unused[-3] and not (len(run) == 3 and second):
                    found.add(run[-3])
        return frozenset(found)

    def proves(self, position: Position, claimant: int, witness: bytes) -> Packed:
        """Return what one or more packings prove."""
        size, refuted = (self.rules.count + 7) // 8, set[int]()
        for at in range(0, len(witness), size):
            found = self._packing(
                position, claimant, int.from_bytes(witness[at : at + size], "little")
            )
            if not isinstance(found, frozenset):
                return found
            refuted |= found
        _, moves = self.rules.moves(position)
        return True if refuted.issuperset(moves) else frozenset(refuted) or None

    def _packing(self, position: Position, p: int, firsts: int) -> Packed:
        free, o = self.rules.all & ~position.first, 1 - p
        cells = {first: 1 << first | self.next(1 << first, p) for first in bits(firsts)}
        used = [cell for domino in cells.values() for cell in bits(domino)]
        if len(used) != 2 * len(cells) or len(set(used)) != len(used):
            return None
        if any(not free >> cell & 1 for cell in used):
            return None

        # 1. Safe dominoes, the cover, the number of cover cells of each domino.
        before = {first for first in cells if not self.back(cells[first], o) & free}
        behind = {first for first in cells if not self.next(cells[first], o) & free}
        safe, left = before & behind, set(cells) - (before & behind)
        cover = self._cover(free, sum(cells[first] for first in left), o)
        cost = {first: (cells[first] & cover).bit_count() for first in cells}

        # 2. Blocks and strips, from their closed ends.
        areas: list[tuple[Kind, list[int]]] = []
        for ends, step in ((before, self.next), (behind, self.back)):
            for end in sorted(ends - safe):
                if end not in left:
                    continue
                chain = [end]
                while len(chain) < 6:
                    following = next(bits(step(1 << chain[-1], o)), None)
                    if following not in left:
                        break
                    chain.append(following)
                closed = ends is before and chain[-1] in behind
                four = len(chain) >= 4 and cost[chain[2]] == 0 and cost[chain[3]] == 2
                if len(chain) == 1:
                    continue
                kind, count = BLOCK, 2
                if closed and len(chain) in (3, 5):
                    kind, count = (THREE, 3) if len(chain) == 3 else (FIVE, 5)
                elif four:
                    kind, count = (FOUR if closed and len(chain) == 4 else OPEN), 4
                areas.append((kind, [cells[first] for first in chain[:count]]))
                left -= set(chain[:count])

        # 3. Options: a safe domino shifted onto an unused cell of the cover.
        unused = cover & ~sum(cells.values())
        options = 0
        for first in safe:
            sooner = self.back(1 << first, p) & unused
            later = self.next(self.next(1 << first, p), p) & unused
            options |= sooner or later
        everything = sum(cells[first] for first in set(cells) - safe) | options

        # 4. Single dominoes. Of two neighbours of gain 3 the second counts as 2.
        threes = {first for first in left if cost[first] == 2}
        for first in sorted(left):
            gain = 1 + cost[first]
            if gain == 3 and any(self.back(cells[first], o) & cells[t] for t in threes):
                gain = 2
            joint = self.beside(cells[first], o) & everything
            areas.append((("joint" if joint else "isolated", gain), [cells[first]]))
        areas += [(_JOINT, [1 << option]) for option in bits(options)]
        return self._result(position, areas, len(safe) - cover.bit_count(), (free, p))

    def _result(
        self,
        position: Position,
        areas: list[tuple[Kind, list[int]]],
        margin: int,
        board: tuple[int, int],
    ) -> Packed:
        free, p = board
        o = 1 - p
        place = {
            cell: (area, i)
            for area, (_, dominoes) in enumerate(areas)
            for i, domino in enumerate(dominoes)
            for cell in bits(domino)
        }
        touched = {}
        for first in bits(free & self.back(free, o)):
            second = next(bits(self.next(1 << first, o)))
            touched[first] = [place[cell] for cell in (first, second) if cell in place]
        pairs = [
            {areas[a[0]][0], areas[b[0]][0]}
            for a, b in (t for t in touched.values() if len(t) == 2)
            if a[0] != b[0]
        ]
        flags = (
            any(pair <= {("joint", 3), OPEN} for pair in pairs),
            any(pair <= {BLOCK, OPEN} for pair in pairs),
        )
        kinds = tuple(sorted((kind for kind, _ in areas), key=str))
        if position.mover == p:
            return True if margin + _race(kinds, True, *flags) > 0 else None
        refuted = set()
        for first, places in touched.items():
            rest = kinds
            if len(places) == 2 and places[0][0] == places[1][0]:
                kind = areas[places[0][0]][0]
                inside = _LEFT_INSIDE[kind]
                rest = _replaced(rest, kind, inside[min(places[0][1], places[1][1])])
            else:
                for area, _ in places:
                    kind = areas[area][0]
                    rest = _replaced(rest, kind, _LEFT_OUTSIDE.get(kind, []))
            if margin + _race(rest, True, *flags) >= 0:
                refuted.add(first)
        return frozenset(refuted)

    def _cover(self, free: int, used: int, o: int) -> int:
        """Return cells, one of which is in every domino of the opponent."""
        cover = 0
        for run in self.runs(free, o):
            odd = range(1, len(run), 2)
            last = max((i for i in odd if used >> run[i] & 1), default=0)
            for i in odd:
                cover |= 1 << run[i if len(run) % 2 or i <= last else i - 1]
        return cover
