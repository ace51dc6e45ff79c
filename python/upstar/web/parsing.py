"""Parsing of positions from visitors: of offered games only, and no text that reads files."""

from upstar.errors import ParameterError, PositionError
from upstar.position import Position
from upstar.web.offered_games import read_position

_MAX_TEXT = 4000


def parse_position(game: str, text: str | None, to_move: str | None = None) -> Position:
    """Return the position that a visitor describes.

    Raises
    ------
    UpstarError
        If the text is not a position, or would make the server read files.
    """
    if text is not None and len(text) > _MAX_TEXT:
        raise PositionError(
            f"a position's text must have at most {_MAX_TEXT} characters, not {len(text)}"
        )
    if text is not None and "patterns=" in text:
        raise ParameterError(
            "'patterns=' names a file and is not allowed here; use the command line for it"
        )
    return read_position(game.strip(), text and text.strip(), to_move)
