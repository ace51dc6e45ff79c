"""Reading what visitors write: positions of registered games, within what a server may do."""

from upstar.errors import ParameterError, PositionError
from upstar.position import Position, position

_LONGEST = 4000


def parse_position(game: str, text: str | None, to_move: str | None = None) -> Position:
    """The position that a visitor describes.

    Raises
    ------
    UpstarError
        If it is none, or would make the server read files.
    """
    if text is not None and len(text) > _LONGEST:
        raise PositionError(f"a position's text has at most {_LONGEST} characters")
    if text is not None and "patterns=" in text:
        raise ParameterError("positions that name a file of patterns are for the command line")
    return position(game.strip(), text and text.strip(), to_move=to_move or None)
