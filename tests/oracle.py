"""The correct scores, found by plain minimax in Python."""

from upstar import Position


class TooLarge(Exception):
    """The search has more positions than a test should visit."""


def value(position: Position, *, most: int = 4000) -> int:
    """Return the exact score for the player to move."""
    known: dict[Position, int] = {}
    open_: set[Position] = set()

    def seen(current: Position) -> int:
        if current in known:
            return known[current]
        if len(known) + len(open_) >= most or current in open_:
            raise TooLarge
        open_.add(current)
        score = current.score
        if score is None:
            score = max(
                child if after.to_move == current.to_move else -child
                for after in (current.play(move) for move in current.moves())
                for child in [seen(after)]
            )
        open_.discard(current)
        known[current] = score
        return score

    return seen(position)


def value_after(position: Position, move: str) -> int:
    """Return the exact score of a move for the player who makes it."""
    after = position.play(move)
    score = value(after)
    return score if after.to_move == position.to_move else -score
