"""Texts of positions with the same score: symmetric boards, and exchanged players."""

from collections.abc import Callable, Iterator

Board = tuple[str, ...]


def _upside_down(board: Board) -> Board:
    return board[::-1]


def _mirrored(board: Board) -> Board:
    return tuple(row[::-1] for row in board)


def _transposed(board: Board) -> Board:
    return tuple("".join(column) for column in zip(*board, strict=True))


def _half_turn(board: Board) -> Board:
    return _mirrored(board[::-1])


def _turned_triangle(board: Board) -> Board:
    """The triangle turned by a third: the left side becomes the bottom row."""
    size = len(board)
    return tuple("".join(board[size - 1 - c][r - c] for c in range(r + 1)) for r in range(size))


def _swap(board: Board, signs: str) -> Board:
    return tuple(row.translate(str.maketrans(signs, signs[::-1])) for row in board)


Image = tuple[Callable[[Board], Board], bool]
"""A change of the board, and whether it exchanges the players."""


def _colours(signs: str) -> Image:
    return lambda board: _swap(board, signs), True


_RECTANGLE: list[Image] = [(_upside_down, False), (_mirrored, False), (_transposed, False)]
_STONES = [*_RECTANGLE, _colours("xo")]
_DOMINOES: list[Image] = [(_upside_down, False), (_mirrored, False), (_transposed, True)]
_IMAGES: dict[str, list[Image]] = {
    "nogo": _STONES,
    "clobber": _STONES,
    "col": _STONES,
    "snort": _STONES,
    "amazons": _STONES,
    "konane": _STONES,
    "cannibal-clobber": _STONES,
    "king-dirt": _RECTANGLE,
    "cram": _RECTANGLE,
    "node-kayles": _RECTANGLE,
    "peg-duotaire": _RECTANGLE,
    "mnk": _RECTANGLE,
    "connect-four": [(_mirrored, False)],
    "domineering": _DOMINOES,
    "fission": _DOMINOES,
    "hex": [(_half_turn, False), (lambda board: _swap(_transposed(board), "xo"), True)],
    "y": [(_mirrored, False), (_turned_triangle, False), _colours("xo")],
    "toads-and-frogs": [(lambda board: _swap(_mirrored(board), "TF"), True), (_upside_down, False)],
    "elephants-and-rhinos": [(lambda board: _swap(_mirrored(board), "ER"), True)],
    "toppling-dominoes": [(_mirrored, False), _colours("LR"), (_upside_down, False)],
    "hackenbush": [_colours("LR")],
    "sheep": [_colours("xo")],
    "go": _RECTANGLE,
    "seki": [*_RECTANGLE, (lambda board: _swap(_swap(board, "xo"), "XO"), True)],
}


def images(game: str, text: str) -> Iterator[tuple[str, bool]]:
    """Yield texts with the same score, each with whether the players are exchanged.

    Parameters
    ----------
    game : str
        The name of a game, also after ``misere:``.
    text : str
        The text of a position, as the game prints it.

    Yields
    ------
    tuple of str and bool
        A text, and whether the opponent moves there.

    Examples
    --------
    >>> list(images("domineering", "../#."))
    [('#./..', False), ('../.#', False), ('.#/..', True)]
    """
    plain = game.removeprefix("misere:").removeprefix("impartial:")
    rows, colon, options = text.partition(":")
    if rows == "graph" or rows[:1].isdigit() or "moves=" in options:
        return
    for change, swaps in _IMAGES.get(plain, ()):
        if plain == "seki" and "," in rows:
            continue
        separator = "," if plain == "hackenbush" else "/"
        board = change(tuple(rows.split(separator)))
        # In the impartial version both players have the same moves, whoever they are.
        yield separator.join(board) + colon + options, swaps and not game.count("impartial:")
