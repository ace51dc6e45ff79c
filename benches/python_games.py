"""Measures what `bounds` and `symmetric_key` save in a game written in Python.

The game is Tic-Tac-Toe on 3 rows and 4 columns (three in a row wins), solved by alpha-beta.
"""

import sys

import upstar

ROWS, COLUMNS = 3, 4
CELLS = [(r, c) for r in range(ROWS) for c in range(COLUMNS)]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
TRIPLES = [[(r + i * dr, c + i * dc) for i in range(3)] for r, c in CELLS for dr, dc in STEPS]
NUMBERS = [[r * COLUMNS + c for r, c in line] for line in TRIPLES if set(line) <= set(CELLS)]


class Plain(upstar.Game):
    """The rules alone."""

    def start(self):
        """Return the empty board."""
        return "." * (ROWS * COLUMNS)

    def moves(self, board):
        """Return the empty cells."""
        return [n for n, cell in enumerate(board) if cell == "."]

    def play(self, board, cell):
        """Return the board with one more stone."""
        mark = "xo"[(len(board) - board.count(".")) % 2]
        return board[:cell] + mark + board[cell + 1 :]

    def outcome(self, board):
        """Return a loss after the opponent's line, a draw on a full board."""
        for line in NUMBERS:
            stones = {board[n] for n in line}
            if len(stones) == 1 and "." not in stones:
                return "loss"
        return None if "." in board else "draw"


class WithHooks(Plain):
    """The same with both hooks."""

    def symmetric_key(self, board):
        """Return the least of the four images."""
        rows = [board[i : i + COLUMNS] for i in range(0, len(board), COLUMNS)]
        images = (rows, rows[::-1], [r[::-1] for r in rows], [r[::-1] for r in rows[::-1]])
        return min("".join(image) for image in images)

    def bounds(self, board):
        """A player without an open line cannot win; one with two stones and a gap wins."""
        own, other = "xo" if board.count(".") % 2 == len(board) % 2 else "ox"
        least, most = -1, 1
        lines = ["".join(board[n] for n in line) for line in NUMBERS]
        if any(line in (own * 3, other * 3) for line in lines):
            return None
        if any(line.count(own) == 2 and "." in line for line in lines):
            return (1, 1)
        if all(other in line for line in lines):
            most = 0
        if all(own in line for line in lines):
            least = 0
        return (least, most)


def main() -> None:
    """Print nodes and seconds, the best of five runs."""
    for game in (Plain, WithHooks):
        runs = [upstar.solve(upstar.position(game), "alpha-beta") for _ in range(5)]
        best = min(runs, key=lambda r: r.stats.seconds)
        seconds = f"{best.stats.seconds:.3f} s"
        print(f"{game.__name__:10} {best.outcome:5} {best.stats.nodes:8,} nodes {seconds}")


if __name__ == "__main__":
    sys.exit(main())
