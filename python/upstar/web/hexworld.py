"""Links to HexWorld's board of Hex: ``https://hexworld.org/board/#11c1,b4h4g8``.

After the sign '#' come the size (or width x height), options of the display, a comma and the moves.
The moves after a second comma were taken back. Rows count from the top there, and from the bottom
here. ``:s`` swaps the pieces: the first stone changes its colour and is mirrored.
"""

import re

from upstar.errors import ParameterError
from upstar.position import Position
from upstar.web.game_tree import GameTree
from upstar.web.parsing import parse_position

_LINK = re.compile(r"(?:.*/board/?)?#?(\d+)(?:x(\d+))?((?:[a-z]\d*)*)(?:,([^,]*))?(?:,(.*))?")
_MOVE = re.compile(r"([a-z])(\d+)|:(s|S|p|[rf][bw]?)")
_ADDRESS = "https://hexworld.org/board/#"


def write_hexworld(tree: GameTree) -> str:
    """Return the line to the current position as a link to HexWorld. No connection is made.

    Raises
    ------
    ParameterError
        If it is not Hex on an empty board.

    Examples
    --------
    >>> import upstar
    >>> tree = GameTree(upstar.position("hex", "3x3"))
    >>> tree.play("b1"), tree.play("a3")
    (None, None)
    >>> write_hexworld(tree)
    'https://hexworld.org/board/#3c1,b3a1'
    """
    start = tree.root.position
    rows = start.board()[1] if start.game == "hex" else []
    if not rows or set("".join(rows)) != {"."} or start.to_move != start.labels[0]:
        raise ParameterError(
            "HexWorld shows games of Hex that begin on an empty board with black to move"
        )
    height, width = len(rows), len(rows[0])
    size = f"{width}" if width == height else f"{width}x{height}"
    moves = "".join(_turned(move, height) for move in tree.current.moves)
    return f"{_ADDRESS}{size}c1" + (f",{moves}" if moves else "")


def _turned(cell: str, height: int) -> str:
    return f"{cell[0]}{height + 1 - int(cell[1:])}"


def read_hexworld(link: str) -> GameTree:
    """Return the game of a link to HexWorld.

    Raises
    ------
    UpstarError
        If it is not such a link, or a move is not legal.

    Examples
    --------
    >>> read_hexworld("https://hexworld.org/board/#3c1,b3a1").text
    'b1 a3'
    >>> str(read_hexworld("https://hexworld.org/board/#3c1,a2:s").root.position)
    '.o./.../...'
    """
    found = _LINK.fullmatch(link.strip())
    if found is None:
        raise ParameterError(f"'{link[:60]}' is not a link to a board of HexWorld")
    width, height = int(found[1]), int(found[2] or found[1])
    played, taken_back = (_moves(part or "") for part in (found[4], found[5]))
    start = parse_position("hex", f"{height}x{width}")
    if played[1:2] == [":s"] or (len(played) == 1 and taken_back[:1] == [":s"]):
        start = _swapped(played[0], width, height)
        taken_back = taken_back if played[1:] else taken_back[1:]
        played = played[2:]
    tree = GameTree(start)
    for move in played:
        _play(tree, move, height)
    shown = tree.current
    for move in taken_back:
        _play(tree, move, height)
    tree.go(shown)
    return tree


def _moves(text: str) -> list[str]:
    moves, at = [], 0
    while at < len(text):
        found = _MOVE.match(text, at)
        if found is None:
            raise ParameterError(f"'{text[at : at + 10]}' is not a move of HexWorld")
        moves.append(found[0])
        at = found.end()
    return moves


def _swapped(first: str, width: int, height: int) -> Position:
    """Return the position after the second player has taken over the first stone."""
    row, column = ord(first[0]) - ord("a"), int(first[1:]) - 1
    if not (row < height and column < width):
        raise ParameterError(f"'{first}' cannot be mirrored on a board of {width}x{height}")
    board = [["."] * width for _ in range(height)]
    board[row][column] = "o"
    return parse_position("hex", "/".join("".join(line) for line in board), "left")


def _play(tree: GameTree, move: str, height: int) -> None:
    if move[1:2] in ("r", "f"):
        return  # The end of the game is not a move here.
    if move.startswith(":"):
        raise ParameterError(f"'{move}' is not a move of Hex here; only the second move may swap")
    tree.play(_turned(move, height))
