"""Thermographs: the stops of a game as a function of the tax on every move."""

from fractions import Fraction
from typing import NamedTuple

from upstar.errors import ParameterError
from upstar.render.drawable import Drawable
from upstar.render.picture import Picture

Wall = tuple[tuple[Fraction, Fraction], ...]


class _Walls(NamedTuple):
    left: Wall
    right: Wall


class Thermograph(_Walls, Drawable):
    """The thermograph of a value: its left and right stops when every move costs a tax.

    The tax is called temperature. A wall is a list of breaks, pairs of temperature and value, from
    temperature -1 upwards. Between breaks a wall is straight. After the last break it is vertical
    and is called the mast.

    Attributes
    ----------
    left : tuple of tuple of Fraction
        The breaks of the left wall: the stop if Left starts.
    right : tuple of tuple of Fraction
        The breaks of the right wall: the stop if Right starts.

    Examples
    --------
    >>> from upstar import Value
    >>> graph = Value("{3|1}").thermograph
    >>> print(graph.mean, graph.temperature)
    2 1
    >>> [str(score) for score in graph.scores(Fraction(1, 2))]
    ['5/2', '3/2']

    References
    ----------
    Berlekamp, Conway and Guy, *Winning Ways*, 1982, chapter 6.
    """

    __slots__ = ()

    @property
    def mean(self) -> Fraction:
        """The mean value: the value at which the mast stands."""
        return self.left[-1][1]

    @property
    def temperature(self) -> Fraction:
        """The temperature of the value: where the mast begins."""
        return max(self.left[-1][0], self.right[-1][0])

    def scores(self, t: int | Fraction) -> tuple[Fraction, Fraction]:
        """Return the stops at a temperature if Left starts, and if Right starts.

        Parameters
        ----------
        t : int or Fraction
            The temperature, at least -1.

        Returns
        -------
        left : Fraction
            The left wall at ``t``.
        right : Fraction
            The right wall at ``t``.

        Raises
        ------
        ParameterError
            If ``t`` is less than -1.

        Examples
        --------
        >>> from upstar import Value
        >>> [str(x) for x in Value("{3|1}").thermograph.scores(0)]
        ['3', '1']
        """
        if t < -1:
            raise ParameterError(f"a temperature must be at least -1, not {t}")
        return _at(self.left, Fraction(t)), _at(self.right, Fraction(t))

    def picture(self, *, title: str = "", latex: str | None = None) -> Picture:
        """Return the picture. ``svg``, ``tikz``, ``pdf`` and ``save`` write it.

        By convention Left's wall is on the left, and temperatures increase upwards.

        Parameters
        ----------
        title : str
            A title above the picture.
        latex : str, optional
            The title in LaTeX, for TikZ pictures; by default the same text.

        Returns
        -------
        Picture
            The picture.

        Examples
        --------
        >>> from upstar import Value
        >>> Value("{3|1}").thermograph.picture(title="a switch").height
        360
        """
        from upstar.render.thermograph import picture

        return picture(self, title=title, latex=latex)

    def _repr_svg_(self) -> str:
        return self.svg()


def _at(wall: Wall, t: Fraction) -> Fraction:
    """Return the value of a wall at a temperature; slopes are 0, 1 and -1."""
    below = [point for point in wall if point[0] <= t]
    above = [point for point in wall if point[0] > t]
    (t0, x0) = below[-1]
    if not above or above[0][1] == x0:
        return x0
    return x0 + (t - t0 if above[0][1] > x0 else t0 - t)
