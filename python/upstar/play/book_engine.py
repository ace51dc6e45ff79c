"""An engine that plays from a book as long as the book has the position."""

import os

from upstar.book import Book, opened
from upstar.play.engine import Choice, Engine
from upstar.position import Position


class BookEngine(Engine):
    """An engine that plays proved moves of a book, and lets another engine choose all others.

    Parameters
    ----------
    book : Book or path
        A book, or a strong solution.
    inner : Engine
        The engine that chooses when the book has no proved move.

    Examples
    --------
    >>> import tempfile, upstar
    >>> from upstar.play import BookEngine, engine
    >>> solution = upstar.strong("connect-four", "3x4:3", tempfile.mkdtemp() + "/c4")
    >>> player = BookEngine(solution, engine("random"))
    >>> choice = player.choose(solution.root, seed=1)
    >>> choice.move, choice.proven, choice.candidates[0]
    ('b', 'win', 'b  a proved win, from the book')
    """

    def __init__(self, book: Book | str | os.PathLike[str], inner: Engine) -> None:
        """Open the book."""
        self.book = opened(book)
        self.inner = inner
        self.spec = inner.spec
        self.budget = inner.budget

    def begin(self, position: Position) -> None:
        """Start a game."""
        self.inner.begin(position)

    def follow(self, move: str) -> None:
        """Follow a move of either player."""
        self.inner.follow(move)

    def choose(self, position: Position, *, seed: int) -> Choice:
        """Return a proved best move of the book; if there is none, the other engine's move."""
        found = self.book.probe(position) if position in self.book else None
        if found is None or not found.best_moves:
            return self.inner.choose(position, seed=seed)
        lines = (f"{move}  a proved {found.outcome}, from the book" for move in found.best_moves)
        return Choice(found.best_moves[0], proven=found.outcome, candidates=tuple(lines))

    def close(self) -> None:
        """Close the other engine."""
        self.inner.close()
