"""The rules of the games with lemmas, in plain Python, for ``upstar.reference``.

A cell has a number: rows from the top, columns from the left. A position is the cells of two kinds
and the player to move. The numbers of moves, and the code of a position, are those of the format.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

LEFT, RIGHT = 0, 1
_RIGHT_MOVES = 1 << 127

Score = int | None


@dataclass(frozen=True, slots=True)
class Position:
    """Two sets of cells, as bits, and the player to move.

    In Domineering the first set is the taken cells. In the other games the sets are Left's and
    Right's stones. In NoGo a cell in both is barred.
    """

    first: int
    second: int
    mover: int


def bits(number: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class Rules:
    """A game on a board of one size."""

    def __init__(self, game: str, rows: list[str], line: int) -> None:
        """Create the board that rows of text have."""
        self.game, self.line = game, line
        self.height, self.width = len(rows), len(rows[-1])
        self.places = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
        self.cell = {place: number for number, place in enumerate(self.places)}
        self.count = len(self.places)
        self.all = (1 << self.count) - 1
        steps = {
            "hex": [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)],
            "y": [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)],
        }.get(game, [(-1, 0), (0, -1), (0, 1), (1, 0)])
        self.near = [
            sum(1 << self.cell[r + a, c + b] for a, b in steps if (r + a, c + b) in self.cell)
            for r, c in self.places
        ]
        self.lines = list(self._lines())
        self.compact = (self.height + 1) * self.width <= 64

    # ---- codes and texts ----

    def read(self, text: str, right_moves: bool) -> Position:
        """Return the position of a text."""
        cells = text.partition(":")[0].replace("/", "")
        marks = [{"#": 3, "x": 1, "o": 2, ".": 0}[c] for c in cells]
        if self.game == "domineering":
            marks = [int(mark > 0) for mark in marks]
        first, second = (sum(1 << i for i, m in enumerate(marks) if m & b) for b in (1, 2))
        return Position(first, second, int(right_moves))

    def text(self, position: Position) -> str:
        """Return the text of a position, on one line."""
        marks = [
            position.first >> i & 1 | (position.second >> i & 1) << 1 for i in range(self.count)
        ]
        right = ", right to move" if position.mover else ", left to move"
        return "".join(".xo#"[mark] for mark in marks) + right

    def code(self, position: Position) -> int:
        """Return the number of a position."""
        mover = _RIGHT_MOVES * position.mover
        if self.game == "connect-four" and self.compact:
            return self._word(position) | mover
        return position.first | position.second << self.count | mover

    def position(self, code: int) -> Position:
        """Return the position with a number."""
        mover, number = int(code >= _RIGHT_MOVES), code % _RIGHT_MOVES
        if self.game == "connect-four" and self.compact:
            return self._of_word(number, mover)
        return Position(number & self.all, number >> self.count, mover)

    def _word(self, position: Position) -> int:
        """Return Left's stones and the cell above each column, on a board with one more row."""
        word = position.first << self.width
        taken = (position.first | position.second) << self.width
        for column in range(self.width):
            rows = [r for r in range(self.height + 1) if taken >> (r * self.width + column) & 1]
            word |= 1 << ((min(rows, default=self.height + 1) - 1) * self.width + column)
        return word

    def _of_word(self, word: int, mover: int) -> Position:
        first = second = 0
        for column in range(self.width):
            cells = [r * self.width + column for r in range(self.height + 1)]
            top = next(i for i, cell in enumerate(cells) if word >> cell & 1)
            for cell in cells[top + 1 :]:
                if word >> cell & 1:
                    first |= 1 << (cell - self.width)
                else:
                    second |= 1 << (cell - self.width)
        return Position(first, second, mover)

    def rest(self, position: Position) -> int:
        """Return a number that every move decreases."""
        marked = (position.first | position.second).bit_count()
        return marked if self.game == "clobber" else self.count - marked

    # ---- moves ----

    def moves(self, position: Position) -> tuple[Score, list[int]]:
        """Return the score if the game is over, and the numbers of the moves."""
        found: Callable[[Position], tuple[Score, list[int]]] = getattr(
            self, "_moves_" + self.game.replace("-", "_")
        )
        return found(position)

    def play(self, position: Position, move: int) -> Position:
        """Return the position after a move."""
        first, second, mover = position.first, position.second, position.mover
        after = replace(position, mover=1 - mover)
        if self.game == "domineering":
            step = 1 if mover else self.width
            return replace(after, first=first | 1 << move | 1 << (move + step))
        if self.game == "clobber":
            start, way = divmod(move, 4)
            target = start + (-self.width, -1, 1, self.width)[way]
            own, other = (second, first) if mover else (first, second)
            own, other = own ^ 1 << start ^ 1 << target, other ^ 1 << target
            first, second = (other, own) if mover else (own, other)
            return replace(after, first=first, second=second)
        if self.game == "connect-four":
            taken = first | second
            rows = [r for r in range(self.height) if not taken >> (r * self.width + move) & 1]
            move = max(rows) * self.width + move
        stone = 1 << move
        return (
            replace(after, second=second | stone) if mover else replace(after, first=first | stone)
        )

    def _normal(self, mover: int, moves: list[int]) -> tuple[Score, list[int]]:
        return (None, moves) if moves else (1 if mover else -1, [])

    def _moves_domineering(self, position: Position) -> tuple[Score, list[int]]:
        free = self.all & ~position.first
        step = (0, 1) if position.mover else (1, 0)
        moves = [
            cell
            for cell, (r, c) in enumerate(self.places)
            if (r + step[0], c + step[1]) in self.cell
            and free >> cell & 1
            and free >> self.cell[r + step[0], c + step[1]] & 1
        ]
        return self._normal(position.mover, moves)

    def _moves_clobber(self, position: Position) -> tuple[Score, list[int]]:
        own, other = position.first, position.second
        if position.mover:
            own, other = other, own
        moves = []
        for cell in bits(own):
            r, c = self.places[cell]
            for way, (a, b) in enumerate([(-1, 0), (0, -1), (0, 1), (1, 0)]):
                target = self.cell.get((r + a, c + b))
                if target is not None and other >> target & 1:
                    moves.append(4 * cell + way)
        return self._normal(position.mover, moves)

    def _moves_nogo(self, position: Position) -> tuple[Score, list[int]]:
        return self._normal(position.mover, self.nogo_moves(position, position.mover))

    def nogo_moves(self, position: Position, player: int) -> list[int]:
        """Return the legal moves of a player in NoGo."""
        barred = position.first & position.second
        stones = [position.first & ~barred, position.second & ~barred]
        own, other = stones[player], stones[1 - player]
        empty = self.all & ~(own | other)
        moves = []
        for cell in bits(empty & ~barred):
            left = empty & ~(1 << cell)
            beside = [n for n in bits(self.near[cell]) if other >> n & 1]
            if all(self._liberties(other, n, left) for n in beside) and self._liberties(
                own | 1 << cell, cell, left
            ):
                moves.append(cell)
        return moves

    def group(self, stones: int, cell: int) -> int:
        """Return the connected stones with a cell."""
        group, border = 1 << cell, [cell]
        while border:
            more = self.near[border.pop()] & stones & ~group
            group |= more
            border.extend(bits(more))
        return group

    def _liberties(self, stones: int, cell: int, empty: int) -> int:
        return sum(self.near[n] & empty for n in bits(self.group(stones, cell)))

    def _until_won(
        self, position: Position, wins: Callable[[int, int], bool], moves: list[int]
    ) -> tuple[Score, list[int]]:
        if wins(position.first, LEFT):
            return 1, []
        if wins(position.second, RIGHT):
            return -1, []
        return (None, moves) if moves else (0, [])

    def _empty(self, position: Position) -> list[int]:
        return list(bits(self.all & ~(position.first | position.second)))

    def _moves_hex(self, position: Position) -> tuple[Score, list[int]]:
        def wins(stones: int, player: int) -> bool:
            last = (self.width if player else self.height) - 1
            along = [self.places[cell][1 if player else 0] for cell in range(self.count)]
            starts = [cell for cell in bits(stones) if along[cell] == 0]
            return any(
                along[cell] == last for start in starts for cell in bits(self.group(stones, start))
            )

        return self._until_won(position, wins, self._empty(position))

    def _moves_y(self, position: Position) -> tuple[Score, list[int]]:
        def wins(stones: int, _player: int) -> bool:
            for start in bits(stones):
                group = [self.places[cell] for cell in bits(self.group(stones, start))]
                left, right = any(c == 0 for _, c in group), any(c == r for r, c in group)
                if left and right and any(r == self.height - 1 for r, _ in group):
                    return True
            return False

        return self._until_won(position, wins, self._empty(position))

    def _lines(self) -> Iterator[int]:
        if self.game not in ("mnk", "connect-four"):
            return
        for r, c in self.places:
            for a, b in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                cells = [self.cell.get((r + i * a, c + i * b)) for i in range(self.line)]
                if None not in cells:
                    yield sum(1 << cell for cell in cells if cell is not None)

    def _has_line(self, stones: int, _player: int) -> bool:
        return any(line & stones == line for line in self.lines)

    def _moves_mnk(self, position: Position) -> tuple[Score, list[int]]:
        return self._until_won(position, self._has_line, self._empty(position))

    def _moves_connect_four(self, position: Position) -> tuple[Score, list[int]]:
        taken = position.first | position.second
        moves = [column for column in range(self.width) if not taken >> column & 1]
        return self._until_won(position, self._has_line, moves)


def rules_for(game: str, text: str) -> Rules:
    """Return the rules for the board of a text."""
    rows, _, line = text.partition(":")
    return Rules(game, rows.split("/"), int(line or 4))
