"""Go games, positions and marked problems as SGF.

The library sgfmill reads and writes the files; install ``upstar[go]``.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from upstar.errors import ParameterError, PositionError, UpstarError
from upstar.play.go_text import moves_of, split_go_text
from upstar.position import Position, position

COLUMNS = "abcdefghjklmnopqrst"
"""The letters of the columns; there is no i."""
_COLOURS = {"b": "black", "w": "white"}
_TARGET = "TR"
_REGION = ("CR", "MA", "SL", "SQ")

Point = tuple[int, int]
_P = ParamSpec("_P")


def point_name(point: Point) -> str:
    """Return the name of a point.

    Parameters
    ----------
    point : tuple of int
        Row from the bottom and column, both from 0.

    Returns
    -------
    str
        The name, as positions write it. There is no column i.

    Examples
    --------
    >>> point_name((2, 8))
    'j3'
    """
    row, column = point
    return f"{COLUMNS[column]}{row + 1}"


def _properties_checked(read: Callable[_P, Position]) -> Callable[_P, Position]:
    """Return a reader that rejects a property whose contents sgfmill cannot read."""

    @wraps(read)
    def checked(*arguments: _P.args, **named: _P.kwargs) -> Position:
        try:
            return read(*arguments, **named)
        except UpstarError:
            raise
        except (ValueError, LookupError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise PositionError(f"this is not an SGF game: a property is wrong: {reason}") from None

    return checked


@_properties_checked
def read_sgf(source: str | bytes | Path, *, moves: int | None = None) -> Position:
    """Return the position at the end of the main line of an SGF game.

    Parameters
    ----------
    source : str, bytes or Path
        The text of the game, or its file.
    moves : int, optional
        How many moves to play; all by default.

    Returns
    -------
    Position
        A position of Go, whose text includes the moves.

    Raises
    ------
    PositionError
        If it is not a game of Go, or breaks the rules of ``go`` here.
    ParameterError
        If sgfmill is not installed.

    Examples
    --------
    >>> from upstar.play.sgf import read_sgf
    >>> read_sgf("(;GM[1]SZ[5]KM[7.5];B[cc];W[bb])")
    upstar.position('go', '5x5:komi=7.5,moves=c3-b4')
    """
    game = _parse(source)
    size = game.get_size()
    komi = round(2 * _komi(game)) / 2
    options = [f"komi={komi:g}"] if komi else []
    played: list[tuple[str, Point | None]] = []
    stones: dict[Point, str] = {}
    first = None
    for node in game.get_main_sequence():
        if moves is not None and len(played) >= moves:
            break
        if node.has_setup_stones():
            if played:
                stones = _stones(_played(size, stones, played, options, None))
                played = []
            for colour, points in zip("bw", node.get_setup_stones(), strict=False):
                stones.update(dict.fromkeys(points, colour))
            for point in node.get_setup_stones()[2]:
                stones.pop(point, None)
        if node.has_property("PL"):
            first = node.get("PL")
        colour, point = node.get_move()
        if colour is not None:
            if (played and played[-1][0] == colour) or (not played and first not in (None, colour)):
                stones = _stones(_played(size, stones, played, options, None))
                played = []
            first = None
            played.append((colour, point))
    return _played(size, stones, played, options, first)


def write_sgf(end: Position, *, result: str | None = None) -> str:
    """Return a game of Go as SGF, with the moves that led to a position.

    Parameters
    ----------
    end : Position
        The last position, on a square board.
    result : str, optional
        The result, such as ``'B+3.5'``.

    Returns
    -------
    str
        The SGF text.

    Raises
    ------
    ParameterError
        If the game is not Go or the board is not square.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play.sgf import read_sgf, write_sgf
    >>> p = upstar.position("go", "5x5:komi=7.5").play("c3").play("pass")
    >>> read_sgf(write_sgf(p)) == p
    True
    """
    from sgfmill import sgf

    if end.game != "go":
        raise ParameterError(f"only games of go can be written as SGF, not of {end.game}")
    board, options = split_go_text(str(end))
    start = position("go", board)
    rows = start.board()[1]
    if len(rows) != len(rows[0]):
        raise ParameterError(f"SGF needs a square board, not {len(rows)}x{len(rows[0])}")
    game = sgf.Sgf_game(size=len(rows))
    root = game.get_root()
    root.set("KM", float(options.get("komi", 0)))
    root.set("AP", ("upstar", ""))
    if result is not None:
        root.set("RE", result)
    black, white = (
        [(len(rows) - 1 - r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == k]
        for k in "xo"
    )
    if black or white:
        root.set_setup_stones(black, white)
    moves = moves_of(end)
    if not moves and end.to_move == "white":
        root.set("PL", "w")
    for player, move in moves:
        game.extend_main_sequence().set_move(player[0], _point(move))
    text: str = game.serialise().decode("utf-8")
    return text


@_properties_checked
def read_problem(source: str | bytes | Path) -> Position:
    """Return a marked problem as a position of the game ``seki``.

    Stones with triangles (``TR``) are the target. Empty points with a circle, a cross or a square,
    or selected (``CR``, ``MA``, ``SQ``, ``SL``), may be played. ``PL`` names the player to move,
    black by default. Neither player has ko threats elsewhere. A file with a move that ignores ko
    (``KO``) is rejected.

    Parameters
    ----------
    source : str, bytes or Path
        The text of the problem, or its file.

    Returns
    -------
    Position
        The position.

    Raises
    ------
    PositionError
        If nothing is marked, or it is not such a problem.
    ParameterError
        If sgfmill is not installed.

    Examples
    --------
    >>> import upstar
    >>> from upstar.play.sgf import read_problem
    >>> p = read_problem("(;SZ[4]AB[ad][bd]AW[ac][bc][cc][dc][dd]TR[ad][bd]CR[cd]PL[w])")
    >>> str(p), upstar.solve(p).winner
    ('..../..../oooo/XX+o', 'white')
    """
    game = _parse(source)
    root = game.get_root()
    size = game.get_size()
    if any(node.has_property("KO") for node in game.get_main_sequence()):
        raise PositionError(
            "a problem must not have a move that ignores ko (KO): no player has ko threats, and no "
            "board may repeat after the first capture"
        )
    black, white, _ = root.get_setup_stones()
    target = set(root.get(_TARGET)) if root.has_property(_TARGET) else set()
    region = {p for mark in _REGION if root.has_property(mark) for p in root.get(mark)}
    cells = {**dict.fromkeys(region, "+"), **dict.fromkeys(black, "x"), **dict.fromkeys(white, "o")}
    misplaced = sorted(point for point in target if cells.get(point) not in ("x", "o"))
    if misplaced:
        name = point_name(misplaced[0])
        raise PositionError(f"{name} has a triangle but no stone; only stones can be targets")
    if not target or not region:
        raise PositionError(
            "a problem needs target stones with triangles (TR) and empty points to play on, marked "
            "with circles, crosses or squares (CR, MA, SQ)"
        )
    for point in target:
        cells[point] = cells[point].upper()
    mover = _COLOURS[root.get("PL")] if root.has_property("PL") else "black"
    return position("seki", _rows(size, cells), to_move=mover)


def _parse(source: str | bytes | Path) -> Any:
    try:
        from sgfmill import sgf
    except ImportError:
        raise ParameterError(
            "SGF files need the library sgfmill: pip install 'upstar[go]'"
        ) from None
    data = source if not isinstance(source, Path) else _contents(source)
    try:
        if isinstance(data, bytes):
            game = sgf.Sgf_game.from_bytes(data)
        else:
            game = sgf.Sgf_game.from_string(data)
        if game.get_root().has_property("GM") and game.get_root().get("GM") != 1:
            raise ValueError("it is not a game of Go (GM is not 1)")
        if game.get_size() > len(COLUMNS):
            raise ValueError(f"a side has at most {len(COLUMNS)} points")
    except (ValueError, LookupError) as error:
        raise PositionError(f"this is not an SGF game: {error}") from None
    return game


def _contents(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise PositionError(f"'{file}' cannot be read: {error.strerror}") from None


def _komi(game: Any) -> float:
    try:
        komi = float(game.get_komi())
    except ValueError:
        komi = 0.0
    return max(-1000.0, min(1000.0, komi)) if komi == komi else 0.0


def _rows(size: int, cells: dict[Point, str]) -> str:
    numbers = range(size)
    rows = ("".join(cells.get((row, c), ".") for c in numbers) for row in reversed(numbers))
    return "/".join(rows)


def _played(
    size: int,
    stones: dict[Point, str],
    played: Iterable[tuple[str, Point | None]],
    options: list[str],
    first: str | None,
) -> Position:
    """Return the position after alternating moves."""
    moves = list(played)
    cells = {point: {"b": "x", "w": "o"}[colour] for point, colour in stones.items()}
    head = _rows(size, cells) if cells else f"{size}x{size}"
    names = ["pass" if point is None else point_name(point) for _, point in moves]
    words = [*options, *([f"moves={'-'.join(names)}"] if names else [])]
    text = head + (":" + ",".join(words) if words else "")
    mover = first or "b"
    if moves:
        mover = "w" if moves[-1][0] == "b" else "b"
    return position("go", text, to_move=_COLOURS[mover])


def _stones(here: Position) -> dict[Point, str]:
    rows = here.board()[1]
    return {
        (len(rows) - 1 - r, c): {"x": "b", "o": "w"}[stone]
        for r, row in enumerate(rows)
        for c, stone in enumerate(row)
        if stone in "xo"
    }


def _point(move: str) -> Point | None:
    if move == "pass":
        return None
    return int(move[1:]) - 1, COLUMNS.index(move[0])
