"""The Rust core. Private: use the names that `upstar` exports."""

import os
from collections.abc import Callable
from typing import Any, final

@final
class Position:
    """A position of a game with a player to move; immutable."""

    @property
    def game(self) -> str: ...
    @property
    def labels(self) -> tuple[str, str]: ...
    @property
    def text(self) -> str: ...
    @property
    def to_move(self) -> int:
        """0 for Left, 1 for Right."""
    @property
    def result(self) -> int | None:
        """The score from Left's point of view once the game is over."""
    @property
    def scores(self) -> list[int]: ...
    @property
    def custom(self) -> tuple[object, object] | None:
        """The game object and the state, of a game written in Python."""
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> Position: ...
    def move_cells(self, move: str) -> list[tuple[int, int]]:
        """The cells that a legal move touches: row from the top, column."""
    def playouts(self, count: int, seed: int) -> list[int]:
        """How often each of `scores` came up at the end of random play."""
    def board(self) -> tuple[str, list[str]]:
        """The layout ('square', 'points', 'hexagons', 'triangle', 'text') and the rows from the top.

        A character for each cell: '.' empty, 'x' Left's, 'o' Right's, '#' blocked; 'v' and
        'h' the cells of a vertical and of a horizontal domino.
        """

_Fraction = tuple[int, int]
"""Numerator and denominator."""
_Wall = list[tuple[_Fraction, _Fraction]]
"""Breaks: temperature and value."""

@final
class Value:
    """A value in the arena of the process; immutable."""

    @property
    def id(self) -> int: ...
    def add(self, other: Value) -> Value: ...
    def negate(self) -> Value: ...
    def multiple(self, n: int) -> Value: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __le__(self, value: Value, /) -> bool: ...
    def __lt__(self, value: Value, /) -> bool: ...
    def __ge__(self, value: Value, /) -> bool: ...
    def __gt__(self, value: Value, /) -> bool: ...
    def __hash__(self) -> int: ...
    def options(self) -> tuple[list[Value], list[Value]]:
        """Left's and Right's canonical options."""
    def outcome(self) -> str: ...
    def stops(self) -> tuple[_Fraction, _Fraction]: ...
    def number(self) -> _Fraction | None: ...
    def number_ups_nimber(self) -> tuple[_Fraction, int, int] | None: ...
    def thermograph(self) -> tuple[_Wall, _Wall]:
        """The left and the right wall."""
    def heat(self) -> tuple[_Fraction, _Fraction]:
        """Mean and temperature."""
    def atomic_weight(self) -> Value | None: ...
    def birthday(self) -> int: ...
    def nodes(self) -> int: ...
    def text(self, notation: str) -> str:
        """In 'ascii', 'unicode', 'latex' or full 'braces'."""

def parse_value(text: str) -> Value: ...
def position_value(game: str, text: str) -> tuple[Value, list[tuple[str, Value]]]:
    """The value of a position, and text and value of each part."""

def value_of_options(left: list[Value], right: list[Value]) -> Value: ...
def build_info() -> dict[str, str]:
    """Version and profile ('release' or 'debug') of the core."""

def games() -> list[dict[str, Any]]:
    """For each game: name, summary, labels, rules, positions, moves, examples."""

def algorithms() -> list[dict[str, Any]]:
    """For each algorithm: name, summary, reference, parameters (name, default, values, help)."""

def position(game: str, text: str, to_move: int) -> Position: ...
def custom_position(game: object, state: object, to_move: int) -> Position:
    """A position of a game written in Python (an `upstar.Game`)."""

def solve(
    position: Position,
    algorithm: object,
    options: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Solve a position with the interpreter released.

    `algorithm` is a name, or an `upstar.BestFirst` with the four functions. `options` has all
    of: parameters (list of pairs of text), goal (a score from the point of view of the player
    to move, or None), max_nodes, max_seconds, max_bytes (or None), threads, seed, trace (bool),
    tree_depth (int or None), proof (a path or None).

    `progress` is called about ten times a second with nodes, expansions, bytes, depth, seconds,
    bounds (None or a pair, from Left's point of view), best_move (text or None). The answer
    has: bounds (pair, Left's
    point of view), solved, best_move, line, expansions, nodes, iterations, playouts, seconds,
    peak_bytes, root, details, stopped (None, 'nodes', 'seconds', 'memory', 'interrupted'),
    note, parameters, trace, tree, proof (empty, or path, bytes, decisions, positions, seconds,
    or error). Ctrl-C ends the search; the answer then says 'interrupted'.
    """

def verify(
    path: str | os.PathLike[str],
    max_seconds: float | None,
    max_bytes: int | None,
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Check a certificate with the interpreter released.

    The answer has: verdict ('right', 'wrong', 'not a certificate', 'stopped'), reason, line
    (moves to the failing place); when right also game, position, to_move, outcome, bounds (for
    the player to move), solver, decisions, positions, bytes, seconds.
    """

def learn_patterns(name: str, weights: dict[int, float]) -> None:
    """Make weights of surroundings known by a name."""

def study_patterns(
    records: list[tuple[str, int, list[str], float]],
    weights: dict[int, float],
    playouts: int,
    rate: float,
    seed: int,
) -> tuple[dict[int, float], int, float]:
    """Learn from games; the weights, the positions looked at, the sum of losses."""
