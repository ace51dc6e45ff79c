"""The books of the workbench: files of solved positions that the owner has listed.

The server chooses the book of a job by the board. A visitor never names a file.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from upstar.book import Book
from upstar.errors import ParameterError, UpstarError
from upstar.web.offered_games import read_position

_books: list[Book] = []
_TASKS = ("solve", "analyze")


def offer_books(paths: Iterable[Path]) -> None:
    """Open books and strong solutions, from which positions are answered.

    Raises
    ------
    UpstarError
        If a file cannot be read, or is not a book or a strong solution.
    """
    for path in paths:
        try:
            _books.append(Book(path.absolute()))
        except OSError as error:
            raise ParameterError(f"cannot read the book {error}") from None


def book_for(task: str, request: Mapping[str, Any]) -> str | None:
    """Return the path of a book with the position of a job, or else with one after a move."""
    if not _books or task not in _TASKS:
        return None
    try:
        position = read_position(request["game"], request.get("position"), request.get("to_move"))
    except UpstarError:
        return None  # The job reports the error.
    for here in (position, *(position.play(move) for move in position.moves())):
        for book in _books:
            if here in book:
                return str(book.path)
    return None
