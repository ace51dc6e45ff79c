"""Tic-tac-toe written in Python: run it, and it solves itself.

Or from the command line: ``upstar solve examples/tic_tac_toe.py:TicTacToe x...o....``
"""

import upstar

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(upstar.Game):
    """A state is a string of nine cells, row by row."""

    labels = ("cross", "nought")

    def start(self) -> str:
        """An empty board."""
        return "........."

    def moves(self, state: str) -> list[int]:
        """The empty cells."""
        return [cell for cell in range(9) if state[cell] == "."]

    def play(self, state: str, move: int) -> str:
        """Marks a cell for the player to move."""
        mark = "xo"[9 - state.count(".") & 1]
        return state[:move] + mark + state[move + 1 :]

    def outcome(self, state: str) -> str | None:
        """Lost when the opponent has just completed a line; drawn when the board is full."""
        if any(state[a] == state[b] == state[c] != "." for a, b, c in LINES):
            return "loss"
        return None if "." in state else "draw"

    def to_move(self, state: str) -> int:
        """Who moves follows from the number of marks."""
        return 9 - state.count(".") & 1

    def parse(self, text: str) -> str:
        """Reads nine cells."""
        if len(text) != 9 or set(text) - set(".xo"):
            raise upstar.PositionError(f"'{text}': nine cells '.', 'x', 'o' are wanted")
        return text


if __name__ == "__main__":
    solution = upstar.solve(upstar.position(TicTacToe))
    print(solution.outcome)
    print(" ".join(solution.line))
