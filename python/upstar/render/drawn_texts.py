"""The cells of moves in games that the core shows as text, and that have a picture."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from upstar.position import Position
    from upstar.render.board import Cell

_GAMES = ("nim", "octal", "kayles", "nimstring")


def is_drawn_text(game: str) -> bool:
    """Return whether the core shows a game as text, and a picture is made of it.

    Parameters
    ----------
    game : str
        The name of the game.

    Returns
    -------
    bool
        Whether it is one of these games, also under misère play.

    Examples
    --------
    >>> is_drawn_text("misere:nim"), is_drawn_text("clobber")
    (True, False)
    """
    return game.removeprefix("misere:") in _GAMES


def drawn_cells(position: "Position", move: str) -> "list[list[Cell]]":
    """Return the cells of a move, for each place on the board where the same move can be made.

    Parameters
    ----------
    position : Position
        A position of one of the games.
    move : str
        A legal move.

    Returns
    -------
    list of list of tuple of int
        Counters by heap and counter, or a line. At least one list; it may be empty.

    Examples
    --------
    >>> import upstar
    >>> drawn_cells(upstar.position("nim", "2,2"), "2:1")
    [[(0, 1)], [(1, 1)]]
    """
    _, rows = position.board()
    game = position.game.removeprefix("misere:")
    if game == "nimstring":
        from upstar.render import dots

        return [dots.line_of(rows, move)]
    from upstar.render import counters

    return counters.taken(rows, move, is_nim=game == "nim") or [[]]
