"""Liberty races between two strings of stones under random play.

Two strings fight; who takes the opponent's last liberty first wins. In a random playout a player
fills any liberty of the fight, the opponent's or the player's own, or plays elsewhere. The exact
probabilities show why playouts judge such fights badly: they give about one half where perfect play
has one answer.
"""

from upstar.errors import ParameterError

_MOST_LIBERTIES = 400


def semeai(own: int, opponent: int, *, elsewhere: float = 0.0) -> float:
    """Return the probability that the player to move wins a liberty race under random play.

    Let a be the player's own liberties and b the opponent's. A move inside the fight wins at once
    if b = 1. Otherwise all liberties are equally likely, but a player's own last liberty may not be
    filled::

        I(a, b) = b/(a+b) (1 − P(b−1, a)) + a/(a+b) (1 − P(b, a−1))
        P(a, b) = p (1 − P(b, a)) + (1 − p) I(a, b)

    The equations for (a, b) and (b, a) together give P = (I(a, b) + p (1 − I(b, a))) / (1 + p).

    Parameters
    ----------
    own : int
        Liberties of the player to move, from 1 to 400.
    opponent : int
        Liberties of the opponent, from 1 to 400.
    elsewhere : float
        The probability p, below 1, that a move is played outside the fight.

    Returns
    -------
    float
        The probability P(own, opponent).

    Raises
    ------
    ParameterError
        If a number is outside its range.

    Examples
    --------
    >>> import upstar
    >>> round(upstar.semeai(9, 9), 2), round(upstar.semeai(8, 9), 2)
    (0.5, 0.45)

    References
    ----------
    Cazenave and Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010, Section 4.
    """
    return _probabilities(max(own, opponent), own, opponent, elsewhere)[own, opponent]


def semeai_table(liberties: int = 9, *, elsewhere: float = 0.0) -> list[list[float]]:
    """Return the probabilities of ``semeai`` for all numbers of liberties up to a limit.

    Parameters
    ----------
    liberties : int
        The largest number of liberties, from 1 to 400.
    elsewhere : float
        The probability, below 1, that a move is played outside the fight.

    Returns
    -------
    list of list of float
        Row a - 1, column b - 1 is the probability with a own liberties and b of the opponent.

    Raises
    ------
    ParameterError
        If a number is outside its range.

    Examples
    --------
    >>> import upstar
    >>> [round(p, 2) for p in upstar.semeai_table(4)[1]]
    [1.0, 0.5, 0.3, 0.2]

    References
    ----------
    Cazenave and Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010, Section 4.
    """
    found = _probabilities(liberties, liberties, liberties, elsewhere)
    numbers = range(1, liberties + 1)
    return [[found[own, opponent] for opponent in numbers] for own in numbers]


def _probabilities(
    most: int, own: int, opponent: int, elsewhere: float
) -> dict[tuple[int, int], float]:
    for liberties in (own, opponent):
        if not 1 <= liberties <= _MOST_LIBERTIES:
            raise ParameterError(f"liberties must be from 1 to {_MOST_LIBERTIES}, not {liberties}")
    if not 0.0 <= elsewhere < 1.0:
        raise ParameterError(f"elsewhere must be at least 0 and below 1, not {elsewhere}")
    p: dict[tuple[int, int], float] = {}

    def inside(a: int, b: int) -> float:
        if b == 1:
            return 1.0
        if a == 1:
            return 1.0 - p[b - 1, 1]
        return b / (a + b) * (1.0 - p[b - 1, a]) + a / (a + b) * (1.0 - p[b, a - 1])

    for total in range(2, own + opponent + 1):
        for a in range(max(1, total - most), min(most, total - 1) + 1):
            b = total - a
            p[a, b] = (inside(a, b) + elsewhere * (1.0 - inside(b, a))) / (1.0 + elsewhere)
    return p
