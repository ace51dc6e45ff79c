"""Reduces a failing case: fewer options, later positions, smaller boards."""

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from upstar.errors import UpstarError
from upstar.selftest.cases import Case
from upstar.selftest.round import run_case
from upstar.selftest.tree import TooLarge

_MOST = 3000
"""The most positions below the position of a smaller case."""


def minimise(case: Case, message: str, seconds: float = 60.0) -> tuple[Case, str]:
    """Return a smaller case that still fails, with what differs in it.

    Parameters
    ----------
    case : Case
        A case that fails.
    message : str
        What differs.
    seconds : float
        When to stop.

    Returns
    -------
    tuple of Case and str
        The smallest case that was found. The same case if it does not fail again.

    Examples
    --------
    >>> from upstar.selftest.cases import Case
    >>> right = Case("nim", "1,2", "left", "solve", "pns")
    >>> minimise(right, "it failed once")[0] == right
    True
    """
    end = monotonic() + seconds
    smaller = True
    while smaller:
        smaller = False
        for candidate in _candidates(case):
            if monotonic() > end:
                return case, message
            found = _fails(candidate)
            if found is not None:
                case, message, smaller = candidate, found, True
                break
    return case, message


def _fails(case: Case) -> str | None:
    try:
        return run_case(case, _MOST)
    except (UpstarError, TooLarge, RecursionError):
        return None


def _candidates(case: Case) -> Iterator[Case]:
    """Yield cases that are a step smaller."""
    for name in case.options:
        yield replace(case, options={k: v for k, v in case.options.items() if k != name})
    try:
        here = case.position()
    except UpstarError:
        return
    if ".py:" in case.game:
        yield from (replace(case, moves=(*case.moves, move)) for move in here.moves())
        return
    for move in list(here.moves())[:40]:
        if not case.game.startswith("twin:"):
            yield case.at(here.play(move))
    yield from (replace(case, text=text) for text in _smaller_texts(str(case.text)))


def _smaller_texts(text: str) -> Iterator[str]:
    """Yield the text without a row, without a column, without a term."""
    if " + " in text or " - " in text:
        words = text.replace(" - ", " + - ").split(" + ")
        for n in range(len(words)):
            yield " + ".join(words[:n] + words[n + 1 :]).replace("+ - ", "- ").strip()
        return
    board, colon, rest = text.partition(":")
    if board == "graph" or any(sign.isdigit() for sign in board):
        return
    rows = board.split("/")
    for n in range(len(rows)):
        if len(rows) > 1:
            yield "/".join(rows[:n] + rows[n + 1 :]) + colon + rest
    for n in range(len(rows[0])):
        if len(rows[0]) > 1:
            yield "/".join(row[:n] + row[n + 1 :] for row in rows) + colon + rest
