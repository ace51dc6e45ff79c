"""Thermographs: what a game is worth to whoever moves first, as every move is taxed."""

from fractions import Fraction
from os import PathLike, fspath
from typing import NamedTuple

from upstar.errors import ParameterError

Wall = tuple[tuple[Fraction, Fraction], ...]


class Thermograph(NamedTuple):
    """The walls of a thermograph: breaks (temperature, value), from temperature -1 upwards.

    Between breaks a wall is straight, after the last one it is vertical: the mast.

    Examples
    --------
    >>> from upstar import Value
    >>> graph = Value("{3|1}").thermograph
    >>> print(graph.mean, graph.temperature)
    2 1
    >>> [str(score) for score in graph.scores(Fraction(1, 2))]
    ['5/2', '3/2']
    """

    left: Wall
    right: Wall

    @property
    def mean(self) -> Fraction:
        """Where the mast stands."""
        return self.left[-1][1]

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins."""
        return max(self.left[-1][0], self.right[-1][0])

    def scores(self, t: int | Fraction) -> tuple[Fraction, Fraction]:
        """What is reached at temperature `t` if Left starts, and if Right does.

        Raises
        ------
        ParameterError
            If `t` is less than -1.
        """
        if t < -1:
            raise ParameterError(f"a temperature is at least -1, not {t}")
        return _at(self.left, Fraction(t)), _at(self.right, Fraction(t))

    def svg(self, *, title: str = "") -> str:
        """The picture as an SVG document; Left's wall is on the left, temperatures go upwards."""
        from upstar.render.thermograph import draw

        return draw(self, title=title)

    def save(self, path: str | PathLike[str], *, title: str = "") -> None:
        """Write the picture to a file, as SVG, or as PNG, which needs matplotlib.

        Raises
        ------
        ParameterError
            If the name ends neither in .svg nor in .png, or matplotlib is missing.
        """
        from upstar.render.thermograph import draw, plot

        name = fspath(path)
        if name.endswith(".svg"):
            with open(name, "w", encoding="utf-8") as file:
                file.write(draw(self, title=title))
        elif name.endswith(".png"):
            plot(self, name, title=title)
        else:
            raise ParameterError(f"a picture's name ends in .svg or .png, not '{name}'")

    def _repr_svg_(self) -> str:
        return self.svg()


def _at(wall: Wall, t: Fraction) -> Fraction:
    """A wall's value; slopes are 0, 1 and -1."""
    below = [point for point in wall if point[0] <= t]
    above = [point for point in wall if point[0] > t]
    (t0, x0) = below[-1]
    if not above or above[0][1] == x0:
        return x0
    return x0 + (t - t0 if above[0][1] > x0 else t0 - t)
