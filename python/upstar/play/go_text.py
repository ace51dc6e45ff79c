"""The text of Go positions: ``BOARD:KEY=VALUE,…``, where ``moves`` is one of the keys."""

from collections.abc import Mapping

from upstar.errors import ParameterError
from upstar.position import Position, position

PLAYOUT_OPTIONS = {
    "eyes": "eyes",
    "mercy": "mercy",
    "length": "length",
    "patterns": "patterns",
    "pattern_temperature": "temperature",
}
"""The options of players that change playouts, with the names of the options in a text."""


def split_go_text(text: str) -> tuple[str, dict[str, str]]:
    """Split the text of a Go position into the board and its options.

    Parameters
    ----------
    text : str
        The text of a position.

    Returns
    -------
    board : str
        A size, or rows of stones.
    options : dict of str to str
        The options, such as ``komi`` and ``moves``.

    Examples
    --------
    >>> split_go_text("5x5:komi=7.5,moves=c3-b4")
    ('5x5', {'komi': '7.5', 'moves': 'c3-b4'})
    """
    board, _, rest = text.partition(":")
    return board, dict(word.split("=", 1) for word in rest.split(",") if word)


def join_go_text(board: str, options: Mapping[str, str]) -> str:
    """Return the text of a board with options: the inverse of ``split_go_text``.

    Parameters
    ----------
    board : str
        A size, or rows of stones.
    options : mapping of str to str
        The options.

    Returns
    -------
    str
        The text of a position.

    Examples
    --------
    >>> join_go_text("5x5", {"komi": "7.5"}), join_go_text("5x5", {})
    ('5x5:komi=7.5', '5x5')
    """
    words = ",".join(f"{name}={value}" for name, value in options.items())
    return f"{board}:{words}" if words else board


def moves_of(position: Position) -> list[tuple[str, str]]:
    """Return the moves in the text of a Go position, with their players.

    Parameters
    ----------
    position : Position
        A position of Go.

    Returns
    -------
    list of tuple of str
        Player and point of each move.

    Examples
    --------
    >>> import upstar
    >>> moves_of(upstar.position("go", "5x5").play("c3").play("pass"))
    [('black', 'c3'), ('white', 'pass')]
    """
    moves = [move for move in split_go_text(str(position))[1].get("moves", "").split("-") if move]
    turn = position.labels.index(position.to_move) + len(moves)
    return [(position.labels[(turn + n) % 2], move) for n, move in enumerate(moves)]


def first_player(position: Position) -> str:
    """Return the player of the first move of a position; the player to move if there is none.

    Parameters
    ----------
    position : Position
        A position of Go.

    Returns
    -------
    str
        The label of the player.

    Examples
    --------
    >>> import upstar
    >>> first_player(upstar.position("go", "5x5").play("c3"))
    'black'
    """
    return next((player for player, _ in moves_of(position)), position.to_move)


def with_playout_options(start: Position, options: Mapping[str, str]) -> Position:
    """Return a position of Go in which playouts have other options.

    Parameters
    ----------
    start : Position
        A position of Go.
    options : mapping of str to str
        Some of ``PLAYOUT_OPTIONS``, with their values.

    Returns
    -------
    Position
        The same position with these options.

    Raises
    ------
    ParameterError
        If the game is not Go.

    Examples
    --------
    >>> import upstar
    >>> p = upstar.position("go", "5x5").play("c3")
    >>> str(with_playout_options(p, {"eyes": "string", "mercy": "9"}))
    '5x5:eyes=string,mercy=9,moves=c3'
    """
    if start.game != "go":
        names = ", ".join(options)
        raise ParameterError(f"{names}: these options of playouts are for players of Go only")
    board, own = split_go_text(str(start))
    # A temperature follows its patterns, and the moves end the text.
    moves = own.pop("moves", None)
    if "patterns" in options:
        own.pop("patterns", None)
        own.pop("temperature", None)
    for name, key in PLAYOUT_OPTIONS.items():
        if name in options:
            own.pop(key, None)
            own[key] = options[name]
    if moves:
        own["moves"] = moves
    return position("go", join_go_text(board, own), to_move=start.to_move)
