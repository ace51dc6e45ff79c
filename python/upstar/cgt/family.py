"""Families of positions: a game and a text with a running number N."""

import re
from dataclasses import dataclass

from upstar.errors import ParameterError
from upstar.position import Position, position

__all__ = ["Family"]

_NUMBER = r"(?:N|\{(\d*)N([+-]\d+)?\})"
_REPEATED = re.compile(r"\(([^()]*)\)\^" + _NUMBER)
_PLACE = re.compile(_NUMBER)
_PREFIXES = ("impartial",)
_MAX_TEXT = 100_000
"""The most characters of a position's text."""

_BLANK = re.compile(r"^((?:impartial:|misere:)?[a-z-]+) +")
"""The name of a game with a blank after it, instead of a colon."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of positions, numbered by N.

    In the template, ``N`` stands for the number, ``{2N+1}`` for a multiple with an offset, and
    ``(xo)^N`` for a text that is repeated.

    Attributes
    ----------
    game : str
        The name of the game.
    template : str
        The text of a position with the number N.

    Examples
    --------
    >>> family = Family.read("clobber:(xo)^N")
    >>> family.position(3)
    upstar.position('clobber', 'xoxoxo')
    >>> Family.read("cram:3x{2N+1}").text(4)
    '3x9'
    """

    game: str
    template: str

    @staticmethod
    def read(text: str) -> "Family | None":
        """Read ``GAME:TEMPLATE``; None if the text has no running number.

        Parameters
        ----------
        text : str
            The game, a colon or a blank, and the template.

        Returns
        -------
        Family or None
            The family.

        Raises
        ------
        ParameterError
            If the text has a running number, but no game.

        Examples
        --------
        >>> Family.read("cram:3xN")
        Family(game='cram', template='3xN')
        >>> Family.read("octal:0.77") is None
        True
        """
        prefix, _, rest = _BLANK.sub(r"\1:", text).partition(":")
        if prefix in _PREFIXES:
            game, _, template = rest.partition(":")
            game = f"{prefix}:{game}"
        else:
            game, template = prefix, rest
        if _PLACE.search(template) is None:
            return None
        if not game:
            raise ParameterError(f"'{text}' has no game; a family is GAME:TEMPLATE, as in cram:3xN")
        return Family(game, template)

    def text(self, number: int) -> str:
        """Return the text of a position of the family.

        Parameters
        ----------
        number : int
            The number N.

        Returns
        -------
        str
            The text.

        Raises
        ------
        ParameterError
            If a number in the text is negative, or the text is too long.

        Examples
        --------
        >>> Family.read("domineering:2xN").text(5)
        '2x5'
        """

        def value(match: re.Match[str], first: int) -> int:
            factor, offset = match.group(first), match.group(first + 1)
            found = number * int(factor or 1) + int(offset or 0)
            if found < 0:
                raise ParameterError(f"'{self.template}' has a negative number for N = {number}")
            if found * len(self.template) > _MAX_TEXT:
                raise ParameterError(f"'{self.template}' is too long for N = {number}")
            return found

        repeated = _REPEATED.sub(lambda match: match.group(1) * value(match, 2), self.template)
        return _PLACE.sub(lambda match: str(value(match, 1)), repeated)

    def position(self, number: int) -> Position:
        """Return a position of the family.

        Parameters
        ----------
        number : int
            The number N.

        Returns
        -------
        Position
            The position.

        Raises
        ------
        PositionError
            If the text is not a position of the game.
        UnknownNameError
            If there is no such game.
        ParameterError
            If a number in the text is negative, or the text is too long.

        Examples
        --------
        >>> Family.read("kayles:N,N").position(2)
        upstar.position('kayles', '2,2')
        """
        return position(self.game, self.text(number))
