"""The rules of each game in Python, under one interface, also for the versions of a game."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

from upstar.registry import games
from upstar.selftest.naive import classic, fights, go, graphs, mcgs, stones
from upstar.selftest.naive.boards import Moves, read_rows


def _reads(read: Callable[[str], Hashable]) -> Callable[[str, int], Hashable]:
    """Return a reader for a state that does not have the player to move."""
    return lambda text, _player: read(text)


def _continues(_state: Any, _player: int) -> int | None:
    return None


@dataclass(frozen=True)
class Rules:
    """A game in Python: how to read a text, the moves of a player, and when it is over.

    Attributes
    ----------
    read : callable
        Returns the state that a text describes, with a player to move.
    moves : callable
        Returns the names of a player's moves, each with the state after it.
    over : callable
        Returns the score from Left's point of view, or None while the game continues.
    misere : bool
        Whether a player who cannot move wins.
    renames : bool
        Whether moves are named after a text that changes with every move.
    """

    read: Callable[[str, int], Hashable]
    moves: Callable[[Any, int], Moves]
    over: Callable[[Any, int], int | None] = _continues
    misere: bool = False
    renames: bool = False

    def score(self, state: Any, player: int, moves: Moves) -> int | None:
        """Return the score from Left's point of view, or None if the game continues."""
        score = self.over(state, player)
        if score is None and not moves:
            return (-1, 1)[player] if not self.misere else (1, -1)[player]
        return score


_OWN = {
    "domineering": Rules(_reads(read_rows), stones.domineering),
    "clobber": Rules(_reads(mcgs.read_checkerboard), stones.clobber),
    "nogo": Rules(_reads(read_rows), stones.nogo),
    "hex": Rules(_reads(stones.read_hex), stones.place, stones.hex_over),
    "y": Rules(_reads(stones.read_y), stones.place, stones.y_over),
    "mnk": Rules(_reads(stones.read_lines), stones.mnk, stones.lines_over),
    "connect-four": Rules(_reads(stones.read_lines), stones.connect_four, stones.lines_over),
    "go": Rules(go.read, go.moves, go.over),
    "seki": Rules(fights.read, fights.moves, fights.over),
}


def rules_of(game: str, text: str) -> Rules | None:
    """Return the rules of a game for a text; None if they are not written in Python.

    Parameters
    ----------
    game : str
        The name of a game, also after ``misere:`` or ``impartial:``.
    text : str
        The text of a position.

    Returns
    -------
    Rules or None
        The rules.

    Examples
    --------
    >>> rules = rules_of("domineering", "2x2")
    >>> rules.moves(rules.read("2x2", 0), 0)
    [('a1a2', ('#.', '#.')), ('b1b2', ('.#', '.#'))]
    """
    if game.startswith("misere:"):
        found = rules_of(game.removeprefix("misere:"), text)
        return found and replace(found, misere=True)
    if game.startswith("impartial:"):
        inner = game.removeprefix("impartial:")
        found = rules_of(inner, text)
        labels = next(info.labels for info in games() if info.name == inner)
        return found and replace(found, moves=_moves_of_both(found.moves, labels))
    if text.startswith("graph:"):
        on_graph = graphs.GAMES.get(game)
        return on_graph and Rules(_reads(graphs.read), on_graph)
    if game in _OWN:
        return _OWN[game]
    listed = classic.GAMES.get(game)
    if listed is None:
        return None
    return Rules(_reads(listed.read), listed.moves, renames=game == "hackenbush")


def _moves_of_both(
    moves: Callable[[Any, int], Moves], labels: tuple[str, str]
) -> Callable[[Any, int], Moves]:
    """Return the moves of the impartial version, which either player may make.

    Two moves with one name and different states after them get the player's name in front.
    """

    def both(state: Any, _player: int) -> Moves:
        left, right = (dict(moves(state, player)) for player in (0, 1))
        found = []
        for side, own, other in ((labels[0], left, right), (labels[1], right, left)):
            for name, after in own.items():
                if name not in other:
                    found.append((name, after))
                elif other[name] != after:
                    found.append((f"{side}:{name}", after))
                elif side == labels[0]:
                    found.append((name, after))
        return found

    return both
