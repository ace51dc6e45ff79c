"""Liberty races between two strings when both players play at random.

Two strings fight; who takes the other's last liberty first has won. In a random playout a player
fills any liberty of the fight, the opponent's or the player's own, or plays elsewhere. The exact
probabilities show why playouts are bad judges of such fights: where perfect play has one answer,
they say about one half.
"""

from upstar.errors import ParameterError

_MOST = 400


def semeai(own: int, opponent: int, *, elsewhere: float = 0.0) -> float:
    """The probability that the player to move wins a liberty race under random play.

    With a liberties of one's own and b of the opponent's, a move inside the fight wins at once if
    b = 1; otherwise each liberty is as likely as any other (one's own last one may not be
    filled)::

        I(a, b) = b/(a+b) (1 − P(b−1, a)) + a/(a+b) (1 − P(b, a−1))
        P(a, b) = p (1 − P(b, a)) + (1 − p) I(a, b)

    The two equations for (a, b) and (b, a) together give P = (I(a, b) + p (1 − I(b, a))) / (1 + p).

    Parameters
    ----------
    own, opponent : int
        Liberties of the player to move and of the opponent, from 1 to 400.
    elsewhere : float
        The probability p, below 1, that a move is played outside the fight.

    Raises
    ------
    ParameterError
        If a number is not in its range.

    Examples
    --------
    >>> import upstar
    >>> round(upstar.semeai(9, 9), 2), round(upstar.semeai(8, 9), 2)
    (0.5, 0.45)

    References
    ----------
    T. Cazenave and A. Saffidine, *Score Bounded Monte-Carlo Tree Search*, 2010, Section 4.
    """
    return _probabilities(max(own, opponent), own, opponent, elsewhere)[own, opponent]


def semeai_table(liberties: int = 9, *, elsewhere: float = 0.0) -> list[list[float]]:
    """The same for all numbers of liberties up to one.

    Examples
    --------
    >>> import upstar
    >>> [round(p, 2) for p in upstar.semeai_table(4)[1]]
    [1.0, 0.5, 0.3, 0.2]
    """
    found = _probabilities(liberties, liberties, liberties, elsewhere)
    numbers = range(1, liberties + 1)
    return [[found[own, opponent] for opponent in numbers] for own in numbers]


def _probabilities(
    most: int, own: int, opponent: int, elsewhere: float
) -> dict[tuple[int, int], float]:
    for liberties in (own, opponent):
        if not 1 <= liberties <= _MOST:
            raise ParameterError(f"liberties are a number from 1 to {_MOST}, not {liberties}")
    if not 0.0 <= elsewhere < 1.0:
        raise ParameterError(f"elsewhere is a probability from 0 to below 1, not {elsewhere}")
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
