"""Go by its definitions: boards as tuples, flood fill, no optimizations.

It is slow and simple: tests compare the core's `go` with it.
"""

from dataclasses import dataclass

from upstar.selftest.naive.boards import Moves, read_rows

PASS = "pass"
COLUMNS = "abcdefghjklmnopqrstuvwxyz"


@dataclass(frozen=True)
class NaiveGo:
    """A position: the boards so far (the last is the current one), passes, the player to move."""

    rows: int
    columns: int
    boards: tuple[tuple[int, ...], ...]
    mover: int = 1
    passes: int = 0
    superko: bool = True

    @classmethod
    def start(cls, rows: int, columns: int, *, mover: int = 1, superko: bool = True) -> "NaiveGo":
        """Return an empty board."""
        return cls(rows, columns, ((0,) * (rows * columns),), mover=mover, superko=superko)

    def neighbours(self, cell: int) -> list[int]:
        """Return the neighbours of a cell."""
        row, column = divmod(cell, self.columns)
        around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        inside = [(r, c) for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns]
        return [r * self.columns + c for r, c in inside]

    def region(self, board: tuple[int, ...], cell: int) -> tuple[set[int], set[int]]:
        """Return the connected cells of one colour, and their neighbours."""
        inside, beside, waiting = {cell}, set(), [cell]
        while waiting:
            for n in self.neighbours(waiting.pop()):
                if board[n] != board[cell]:
                    beside.add(n)
                elif n not in inside:
                    inside.add(n)
                    waiting.append(n)
        return inside, beside

    def after(self, cell: int) -> tuple[int, ...] | None:
        """Return the board after a move on an empty cell; None for suicide."""
        board = list(self.boards[-1])
        board[cell] = self.mover
        for n in self.neighbours(cell):
            if board[n] == 3 - self.mover:
                stones, beside = self.region(tuple(board), n)
                if all(board[b] for b in beside):
                    for stone in stones:
                        board[stone] = 0
        _, beside = self.region(tuple(board), cell)
        return tuple(board) if any(not board[b] for b in beside) else None

    def is_legal(self, cell: int) -> bool:
        """Return whether a stone may be placed on a cell."""
        if self.boards[-1][cell]:
            return False
        after = self.after(cell)
        if after is None:
            return False
        if self.superko:
            return after not in self.boards
        taken = sum(map(bool, self.boards[-1])) + 1 - sum(map(bool, after))
        return not (taken == 1 and len(self.boards) > 1 and after == self.boards[-2])

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        row, column = divmod(cell, self.columns)
        return f"{COLUMNS[column]}{self.rows - row}"

    def moves(self) -> list[str]:
        """Return the names of the legal moves."""
        if self.passes == 2:
            return []
        cells = range(self.rows * self.columns)
        return [self.name(cell) for cell in cells if self.is_legal(cell)] + [PASS]

    def play(self, move: str) -> "NaiveGo":
        """Return the position after a move."""
        if move == PASS:
            board, passes = self.boards[-1], self.passes + 1
        else:
            row, column = self.rows - int(move[1:]), COLUMNS.index(move[0])
            after = self.after(row * self.columns + column)
            assert after is not None
            board, passes = after, 0
        boards = (*self.boards, board)
        return NaiveGo(
            self.rows, self.columns, boards, 3 - self.mover, passes, superko=self.superko
        )

    def area(self) -> int:
        """Return black's area minus white's."""
        board = self.boards[-1]
        total = 0
        for cell, colour in enumerate(board):
            owners = {colour}
            if not colour:
                owners = {board[b] for b in self.region(board, cell)[1]}
            total += (owners == {1}) - (owners == {2})
        return total


def perft(position: NaiveGo, depth: int) -> int:
    """Return the number of move sequences of exactly this length."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(move), depth - 1) for move in moves)


@dataclass(frozen=True)
class Match:
    """A position with the options of its text: half points of komi, the limit, only who wins."""

    go: NaiveGo
    komi: int = 0
    limit: int | None = None
    only_winner: bool = False


def read(text: str, player: int) -> Match:
    """Read rows, options and the moves played since; `player` moves after them."""
    board, _, options = text.partition(":")
    given = dict(option.split("=") for option in options.split(",") if option)
    played = [move for move in given.get("moves", "").split("-") if move]
    rows = read_rows(f"{board}x{board}" if board.isdigit() else board)
    cells = tuple(".xo".index(cell) for row in rows for cell in row)
    mover = (player + len(played)) % 2 + 1
    superko = given.get("ko", "superko") == "superko"
    go = NaiveGo(len(rows), len(rows[0]), (cells,), mover, superko=superko)
    for move in played:
        go = go.play(move)
    limit = int(given["limit"]) if "limit" in given else None
    return Match(go, int(2 * float(given.get("komi", 0))), limit, given.get("score") == "win")


def moves(match: Match, _player: int) -> Moves:
    """Return the moves of the player to move with the positions after them."""
    after = ((move, match.go.play(move)) for move in match.go.moves())
    return [(move, Match(go, match.komi, match.limit, match.only_winner)) for move, go in after]


def over(match: Match, _player: int) -> int | None:
    """Return black's score after two passes or at the limit of moves."""
    if match.go.passes < 2 and len(match.go.boards) - 1 != match.limit:
        return None
    twice = 2 * match.go.area() - match.komi
    score = (abs(twice) + 1) // 2 * ((twice > 0) - (twice < 0))
    return (score > 0) - (score < 0) if match.only_winner else score
