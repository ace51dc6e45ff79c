"""``upstar draw``: draw a position for a paper or a slide."""

from pathlib import Path
from typing import Annotated

from upstar.cli.common import SOLVED, find_position
from upstar.cli.declare import Argument, Option


def draw_command(
    game: Annotated[
        str,
        Argument(help="A game (see 'upstar games'), or a game in Python as FILE.py:CLASS."),
    ],
    position: Annotated[str, Argument(help="A size or a position of the game.")],
    file: Annotated[Path, Argument(help="Write to this .svg, .png, .tikz, .tex or .pdf file.")],
    mark: Annotated[
        str | None, Option("--mark", metavar="MOVE", help="Mark the cells of a legal move.")
    ] = None,
    to_move: Annotated[
        str | None,
        Option("--to-move", metavar="PLAYER", help="Set the player to move, for --mark."),
    ] = None,
    scale: Annotated[
        float, Option("--scale", metavar="X", help="Scale the picture, except in SVG.")
    ] = 1.0,
) -> int:
    """Draw the board of a position.

    Exit status: 0 drawn, 2 bad input.
    """
    import upstar
    from upstar.render.files import check_name

    check_name(file, "FILE")
    board = find_position(game, position, to_move)
    try:
        board.save(file, scale=scale, mark=mark)
    except OSError as error:
        raise upstar.ParameterError(f"cannot write '{file}': {error.strerror}") from None
    print(file)
    return SOLVED
