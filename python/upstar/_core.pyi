"""The Rust core. It is private: use the names that `upstar` exports."""

import os
from collections.abc import Callable, Sequence
from typing import Any, final

@final
class Position:
    """A position of a game with a player to move. It is immutable."""

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
        """The score from Left's point of view if the game is over, else None."""
    @property
    def scores(self) -> list[int]: ...
    @property
    def custom(self) -> tuple[object, object] | None:
        """The game and the state if the game is written in Python, else None."""
    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves in every position of the game."""
    @property
    def partisan(self) -> Position | None:
        """The position of which this one is the impartial version, else None."""
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> Position: ...
    def move_cells(self, move: str) -> list[tuple[int, int]]:
        """Return the cells that a legal move touches: row from the top, column."""
    def cells_of_moves(self) -> list[tuple[str, list[tuple[int, int]]]]:
        """Return every legal move with the cells that it touches."""
    def terms(self) -> list[tuple[bool, Position | str]]:
        """Return the parts in a sum: whether each is negated, a position or the text of a value."""
    def board(self) -> tuple[str, list[str]]:
        """Return the layout and the rows.

        Layouts are 'square', 'points', 'hexagons', 'triangle', 'graph', 'vertices' and 'text'.

        A row has one character for each cell: '.' empty, 'x' Left's, 'o' Right's, '#' blocked,
        'v' and 'h' the cells of a vertical and of a horizontal domino.
        """

@final
class Player:
    """A search that plays a game and keeps its tree."""

    def think(
        self,
        options: dict[str, Any],
        progress: Callable[[dict[str, Any]], None] | None,
    ) -> dict[str, Any]:
        """Search within the limits of `options`; parameters and answer are those of `solve`."""
    def play(self, move: str) -> None: ...

_Fraction = tuple[int, int]
"""Numerator and denominator."""
_Wall = list[tuple[_Fraction, _Fraction]]
"""The break points of a wall: temperature and value."""

@final
class Value:
    """A value in the arena of the process. It is immutable."""

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
        """Return Left's and Right's canonical options."""
    def outcome(self) -> str: ...
    def stops(self) -> tuple[_Fraction, _Fraction]: ...
    def number(self) -> _Fraction | None: ...
    def number_ups_nimber(self) -> tuple[_Fraction, int, int] | None: ...
    def thermograph(self) -> tuple[_Wall, _Wall]:
        """Return the left and the right wall."""
    def heat(self) -> tuple[_Fraction, _Fraction]:
        """Return the mean and the temperature."""
    def cool(self, numerator: int, exponent: int) -> Value: ...
    def heat_by(self, t: Value) -> Value: ...
    def overheat(self, s: Value, t: Value) -> Value: ...
    def norton(self, unit: Value) -> Value: ...
    def ordinal_sum(self, other: Value) -> Value: ...
    def reduced(self) -> Value: ...
    def incentives(self) -> tuple[list[Value], list[Value]]: ...
    def atomic_weight(self) -> Value | None: ...
    def birthday(self) -> int: ...
    def nodes(self) -> int: ...
    def text(self, notation: str) -> str:
        """Return the text in 'ascii', 'unicode', 'latex' or full 'braces'."""

def parse_value(text: str) -> Value: ...
def value_of_options(left: list[Value], right: list[Value]) -> Value: ...
def parse_options(text: str) -> tuple[list[Value], list[Value]] | None: ...
def simplify(
    left: list[Value], right: list[Value]
) -> tuple[Value, list[tuple[int, Value, Value, list[Value] | None]]]: ...
def nim_product(a: int, b: int) -> int: ...
def simplest_number(
    lower: tuple[int, int, bool] | None, upper: tuple[int, int, bool] | None
) -> _Fraction | None:
    """Return the simplest number in an interval.

    An end is its numerator, the exponent of two of its denominator, and whether it belongs to the
    interval.
    """

def dissect(
    position: Position,
    question: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Compute the values of a position with the interpreter lock released.

    `question` has all of: claessen (bool), moves (bool), max_seconds, max_bytes (or None).
    `progress` is called about ten times a second with positions, values, bytes, seconds.
    The answer has: value (or None), parts (pairs of text and value), moves (0 for Left or 1, the
    name, the value after the move), stopped (None, 'seconds', 'memory', 'interrupted'), positions,
    bytes, seconds.
    """

def analyze(
    position: Position,
    options: dict[str, Any],
    known: Sequence[tuple[str, tuple[int, int], int | None, str | None]],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Find the value of every move with the interpreter lock released.

    `options` are those of `solve`. `known` has what is proved of moves already, as the answer has
    it; exact bounds settle a move. The answer has: moves (name, bounds from Left's point of view,
    distance or None, how it was proved or None), expansions, nodes, iterations, seconds,
    peak_bytes, stopped. Reports of progress have the same moves so far.
    """

def census(
    position: Position,
    question: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any] | None:
    """Compute the values of all positions of a board; None if the game cannot list them.

    Parameters are those of `dissect`. The answer has: count, valued, ups_and_nimbers, distinct,
    stopped, positions, bytes, seconds.
    """

def grundy_values(
    family: str,
    last: int,
    limits: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Compute the Grundy values of heaps 0 to `last` of a game of heaps such as 'octal:0.137'.

    `limits` has max_seconds and max_bytes, None for no limit. The answer has: values (bytes of
    unsigned 16-bit numbers), computed, period (length, start, is it proved, checked to; or None),
    rare_heaps, stopped, bytes, seconds.
    """

def observed_period(terms: list[int]) -> tuple[int, int, bool, int] | None:
    """Return a period that occurs three times: length, start, False, checked to."""

def heap_genera(
    family: str,
    last: int,
    limits: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Compute the genera of heaps 0 to `last` under misère play.

    The answer has: genera (Grundy value, superscript, is it tame), sums, stopped, seconds.
    """

def misere_quotient(
    family: str,
    last: int,
    max_order: int,
    limits: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Compute the misère quotient of the sums of heaps 0 to `last`.

    The answer has: elements (of each heap), products, is_p, orders, transitions, period, is_tame,
    generators, relations, words, stopped, seconds.
    """

def build_info() -> dict[str, str]:
    """Return the version, the profile and the processor of the core.

    The keys are: version; sources, a fingerprint of the core's sources; profile ('release' or
    'debug'); level, that the core was compiled for
    ('x86-64-v3', 'x86-64-v2', 'x86-64'; else the architecture); processor, the features that it
    needs, as Linux names them, separated by spaces, empty except on x86; supported, the best level
    that this processor can run.
    """

def games() -> list[dict[str, Any]]:
    """Return for each game: name, summary, labels, rules, positions, moves, usual, examples."""

def impartial_games() -> list[dict[str, Any]]:
    """Return the same for the impartial versions of games."""

def impartial(position: Position) -> Position:
    """Return the impartial version of a position."""

def nimber(
    position: Position,
    options: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
    shared: SharedNimbers | None = None,
) -> dict[str, Any]:
    """Find the nimber of a position with the interpreter lock released.

    `options` are those of `solve`. If `shared` is of the same game, the search has one thread and
    no checkpoint, and shares the nimbers of parts with the other searches of `shared`. The answer
    has: lower, upper (None without a bound), nodes, seconds, peak_bytes, stopped, interrupted
    (was Ctrl-C pressed, even if the nimber was found), earlier (nodes and seconds of earlier runs,
    or None), save_error, proof (as in the answer of `solve`).
    """

@final
class SharedNimbers:
    """Nimbers of parts that searches of several positions of one game share."""

def shared_nimbers(position: Position, max_bytes: int | None) -> SharedNimbers | None:
    """Return a table of nimbers for positions of the same game, if those of all sizes share one.

    Searches with it should have the same limit of memory.
    """

def algorithms() -> list[dict[str, Any]]:
    """Return for each algorithm: name, summary, reference, parameters, playouts.

    A parameter has: name, default, values, help. `playouts` is whether it counts playouts.
    """

def value_parameters() -> list[dict[str, Any]]:
    """Return the parameters for games with values: name, default, values, help."""

def build_database(
    game: str,
    rows: int,
    columns: int,
    directory: str | os.PathLike[str],
    threads: int,
    max_bytes: int | None,
    save_every: float,
    progress: Callable[[dict[str, Any]], None] | None,
) -> list[tuple[int, int]]:
    """Build the boards that a directory lacks; return the rows and columns of each."""

def database_stat(path: str | os.PathLike[str]) -> tuple[str, list[dict[str, Any]]]:
    """Return the game, and for each board: rows, columns, path, bytes, all, whole.

    `all` and `whole` count positions: positions, ups_and_nimbers, restricted, values.
    """

@final
class Database:
    """An open database."""

    @property
    def game(self) -> str: ...
    def probe(self, position: Position) -> tuple[Value | None, list[tuple[str, Value | None]]]:
        """Return the value of a position, and text and value of its parts."""

def build_strong(
    position: Position,
    path: str | os.PathLike[str],
    threads: int,
    max_bytes: int | None,
    max_seconds: float | None,
    progress: Callable[[dict[str, Any]], None] | None,
) -> int:
    """Build the strong solution of a position; return the number of positions."""

def build_book(
    position: Position,
    path: str | os.PathLike[str],
    depth: int,
    algorithm: str,
    options: dict[str, Any],
    max_seconds: float | None,
    save_every: float,
    progress: Callable[[dict[str, Any]], None] | None,
) -> tuple[int, int, int]:
    """Build or extend a book; return the positions in it, those to solve, those solved."""

_Found = tuple[tuple[int, int], int | None]
"""Bounds from Left's point of view, and the distance."""

@final
class SolvedPositions:
    """An open strong solution or book."""

    @property
    def root(self) -> Position: ...
    @property
    def header(self) -> dict[str, Any]:
        """The lines of the header by name, and `bytes`, the size of the file."""
    def __len__(self) -> int: ...
    def probe_many(self, positions: list[Position]) -> list[_Found | None]: ...
    def moves(self, position: Position) -> list[tuple[str, _Found | None]]: ...
    def suits(self, position: Position) -> bool:
        """Return whether the position is on the board of this file."""
    def code(self, position: Position) -> int | None: ...
    def probe_codes(self, codes: bytes) -> tuple[bytes, bytes]:
        """Look up codes of 8 bytes; return a byte for each score, two for each distance."""

@final
class CheckpointLock:
    """The lock of a directory with a checkpoint, held until the object is deleted."""

def lock_checkpoint(position: Position, directory: str | os.PathLike[str]) -> CheckpointLock:
    """Create and lock the directory of a checkpoint of work on this position."""

def open_solved_positions(path: str | os.PathLike[str], only_strong: bool) -> SolvedPositions: ...
def open_database(directory: str | os.PathLike[str]) -> Database: ...
def position(game: str, text: str, to_move: int) -> Position: ...
def written_terms(text: str) -> list[tuple[bool, int, str, int]]: ...
def sum_position(parts: Sequence[tuple[Position | str, bool]], to_move: int) -> Position:
    """Return the sum of positions and texts of values, each with whether it is negated."""

def custom_position(game: object, state: object, to_move: int) -> Position:
    """Return a position of a game written in Python (an `upstar.Game`)."""

def solve(
    position: Position,
    algorithm: object,
    options: dict[str, Any],
    progress: Callable[[dict[str, Any]], None] | None,
) -> dict[str, Any]:
    """Solve a position with the interpreter lock released.

    `algorithm` is a name, or an `upstar.BestFirst` with the four functions. `options` has all
    of: parameters (list of pairs of text), goal (a score from the point of view of the player
    to move, or None), max_nodes, max_seconds, max_bytes, max_playouts (or None), threads, seed,
    distance, trace (bool), tree_depth (int or None), proof, checkpoint (a path or None),
    checkpoint_every (seconds). It may have max_distance (plies or None).

    `progress` is called about ten times a second with nodes, expansions, bytes, estimate (of the
    final number of nodes, or None), depth, seconds, bounds (None or a pair, from Left's point of
    view), best_move (text or None), root (the root's numbers by name).

    The answer has: bounds (pair, Left's point of view), solved, distance (or None),
    wins_in_time (within max_distance plies; or None), best_move,
    line, candidates (move, visits, value, bounds, pruned, counts), expansions, nodes, iterations,
    playouts, seconds, peak_bytes, root,
    details, stopped (None, 'nodes', 'seconds', 'memory', 'playouts', 'interrupted'), note,
    parameters, trace (nodes, expansions, seconds, bytes, root, best_move), tree, proof (empty, or
    path, bytes, decisions, positions, seconds, or error). After Ctrl-C, `stopped` is 'interrupted'.
    """

def solve_many(
    positions: list[Position],
    algorithm: str,
    options: dict[str, Any],
    only_scores: bool,
) -> list[Any]:
    """Solve positions of registered games with the interpreter lock released.

    `options` are those of `solve`; `threads` positions are searched at a time. Return for each the
    answer of `solve`, or only its score for the player to move (None if it is not solved).
    """

def playouts(
    position: Position,
    count: int,
    seed: int,
    max_seconds: float | None,
    parameters: list[tuple[str, str]],
) -> tuple[list[tuple[int, int]], float]:
    """Play random games with the interpreter lock released.

    `parameters` are those of `value_parameters`. Return pairs of a score (from Left's point of
    view) and the number of games that ended with it, and the seconds. A time limit may end the
    playouts before `count`.
    """

def new_player(position: Position, algorithm: str, options: dict[str, Any]) -> Player | None:
    """Return a player for an algorithm that can keep its tree, else None.

    `options` are those of `solve`.
    """

@final
class Certificate:
    """An open certificate: an iterator over move numbers, None for a position proved before."""

    @property
    def root(self) -> tuple[str, str, int]: ...
    @property
    def counts_plies(self) -> bool: ...
    @property
    def claims(self) -> list[tuple[int, int]]: ...
    def __iter__(self) -> Certificate: ...
    def __next__(self) -> int | None: ...

def open_certificate(path: str | os.PathLike[str]) -> Certificate: ...
def verify(
    path: str | os.PathLike[str],
    max_seconds: float | None,
    max_bytes: int | None,
    progress: Callable[[dict[str, Any]], None] | None,
    position: Position | None = None,
    name: tuple[str, str] | None = None,
    threads: int = 1,
) -> dict[str, Any]:
    """Check a certificate with the interpreter lock released.

    For a game written in Python, `position` is its root, and `name` the game and the position that
    the certificate must name.

    The answer has: verdict ('right', 'wrong', 'not a certificate', 'stopped'), reason, line
    (moves to the position that fails); if it is right also game, position, to_move,
    outcome, bounds (for the player to move), solver, decisions, positions, bytes, seconds.
    """

def learn_patterns(name: str, weights: dict[int, float]) -> None:
    """Register pattern weights under a name."""

def train_clobber(
    board: str,
    games: int,
    opening: int,
    rate: float,
    seed: int,
    progress: Callable[[int, float], None],
) -> str:
    """Learn the evaluation of Clobber; return its weights as text."""

def study_patterns(
    records: list[tuple[str, int, list[str], float]],
    weights: dict[int, float],
    playouts: int,
    rate: float,
    seed: int,
) -> tuple[dict[int, float], int, float]:
    """Learn from games; return the weights, the number of positions, the sum of losses."""
