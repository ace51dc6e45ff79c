"""The text of Go positions in parts: ``BOARD:KEY=VALUE,…``, where `moves` is one of the keys."""

from collections.abc import Mapping

from upstar.position import Position


def split_go_text(text: str) -> tuple[str, dict[str, str]]:
    """The board, and the options.

    >>> split_go_text("5x5:komi=7.5,moves=c3-b4")
    ('5x5', {'komi': '7.5', 'moves': 'c3-b4'})
    """
    board, _, rest = text.partition(":")
    return board, dict(word.split("=", 1) for word in rest.split(",") if word)


def join_go_text(board: str, options: Mapping[str, str]) -> str:
    """The text of a board with options; the inverse of `split_go_text`.

    >>> join_go_text("5x5", {"komi": "7.5"}), join_go_text("5x5", {})
    ('5x5:komi=7.5', '5x5')
    """
    words = ",".join(f"{name}={value}" for name, value in options.items())
    return f"{board}:{words}" if words else board


def moves_of(position: Position) -> list[tuple[str, str]]:
    """The moves that a position's text names: who plays, and where.

    >>> import upstar
    >>> moves_of(upstar.position("go", "5x5").play("c3").play("pass"))
    [('black', 'c3'), ('white', 'pass')]
    """
    moves = [move for move in split_go_text(str(position))[1].get("moves", "").split("-") if move]
    turn = position.labels.index(position.to_move) + len(moves)
    return [(position.labels[(turn + n) % 2], move) for n, move in enumerate(moves)]


def first_player(position: Position) -> str:
    """The player who made the first of a position's moves; without moves, the one to move."""
    return next((player for player, _ in moves_of(position)), position.to_move)
