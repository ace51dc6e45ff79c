"""A case: a position, a check, an algorithm and its options; small enough for a command line."""

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from upstar.errors import ParameterError
from upstar.load import load_position
from upstar.position import Position, position, position_of_state
from upstar.selftest.twin import PREFIX, Twin

MOST = 20_000
"""The most positions below the position of a case that is named on the command line."""


@dataclass(frozen=True)
class Case:
    """What was compared.

    Attributes
    ----------
    game : str
        The name of a game; ``twin:NAME`` for its rules in Python, or ``FILE.py:CLASS``.
    text : str
        The position; for a game in Python the start is empty.
    to_move : str
        ``'left'`` or ``'right'``.
    check : str
        The name of a check.
    algorithm : str
        The name of an algorithm.
    options : dict
        Keywords of ``solve``.
    moves : tuple of str
        The moves played from the text.

    Examples
    --------
    >>> case = Case("nim", "1,2", "left", "solve", "pns", {"seed": 1})
    >>> Case.read(str(case)) == case
    True
    """

    game: str
    text: str
    to_move: str
    check: str
    algorithm: str
    options: dict[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the case as JSON."""
        return json.dumps(asdict(self))

    @staticmethod
    def read(text: str) -> "Case":
        """Read a case.

        Parameters
        ----------
        text : str
            What ``str`` returned.

        Returns
        -------
        Case
            The case.

        Raises
        ------
        ParameterError
            If the text is not a case.
        """
        try:
            found = json.loads(text)
            found["moves"] = tuple(found.get("moves", ()))
            return Case(**found)
        except (ValueError, TypeError, AttributeError):
            raise ParameterError(
                f"--case needs the text that a hunt printed, not {text!r}"
            ) from None

    def position(self) -> Position:
        """Return the position of the case."""
        found = self._start()
        for move in self.moves:
            found = found.play(move)
        return found

    def _start(self) -> Position:
        if self.game.startswith(PREFIX):
            twin = Twin(self.game.removeprefix(PREFIX), self.text, self.to_move)
            return position_of_state(twin, twin.start(), 0)
        if ".py:" in self.game:
            return load_position(self.game, self.text or None, None)
        return position(self.game, self.text, to_move=self.to_move)

    def at(self, found: Position) -> "Case":
        """Return the same case with a position of a registered game."""
        mover = ("left", "right")[found._core.to_move]
        return replace(self, text=str(found), to_move=mover, moves=())
