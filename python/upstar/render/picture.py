"""Pictures as lists of shapes. SVG, TikZ, PDF and PNG are written from them.

Whatever upstar draws is first described by a ``Picture``. x grows to the right, y grows downwards,
and a unit is one pixel of the SVG document. Colours are names of ``COLOURS``.
"""

from dataclasses import dataclass
from os import PathLike
from typing import Literal

__all__ = ["COLOURS", "Circle", "Curve", "Line", "Picture", "Rectangle", "Shape", "Style", "Text"]

COLOURS = {
    "cell": "#f0e3c8",
    "line": "#a08c64",
    "blocked": "#77705f",
    "black": "#1f2328",
    "white": "#fdfdfb",
    "rim": "#8b8b8b",
    "mark": "#d1242f",
    "text": "#888888",
    "blue": "#3b6fb6",
    "orange": "#d9772b",
    "red": "#d1463b",
    "green": "#3f9b4b",
    "ground": "#8a6d3b",
    "node": "#777777",
    "mast": "#6e7781",
    "shade": "#8a94a1",
    "won": "#cfe8cd",
    "lost": "#f6d0cc",
    "open": "#f4f2ec",
    "wins": "#00704f",
    "draws": "#565c60",
    "loses": "#b34700",
}
"""The colours by name. The middle grey of texts suits light and dark pages."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The colours and the line of a shape.

    Attributes
    ----------
    fill : str or None
        The name of the inner colour; None for no filling.
    fill_opacity : float
        1 for an opaque filling.
    stroke : str or None
        The name of the colour of the line; None for no line.
    width : float
        The width of the line.
    stroke_opacity : float
        1 for an opaque line.
    is_round : bool
        Whether the ends and corners of the line are round.
    dash : tuple of float or None
        The lengths of dashes and gaps; None for a solid line.

    Examples
    --------
    >>> Style(fill="cell", stroke="line").width
    1
    """

    fill: str | None = None
    fill_opacity: float = 1
    stroke: str | None = None
    width: float = 1
    stroke_opacity: float = 1
    is_round: bool = False
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, possibly with round corners.

    Attributes
    ----------
    corner : tuple of float
        The corner at the top left.
    width : float
        The width.
    height : float
        The height.
    style : Style
        Colours and line.
    radius : float
        The radius of the corners.

    Examples
    --------
    >>> Rectangle((0, 0), 40, 40, Style(fill="cell")).radius
    0
    """

    corner: Place
    width: float
    height: float
    style: Style
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle.

    Attributes
    ----------
    centre : tuple of float
        The centre.
    radius : float
        The radius.
    style : Style
        Colours and line.

    Examples
    --------
    >>> Circle((20, 20), 14, Style(fill="black")).radius
    14
    """

    centre: Place
    radius: float
    style: Style


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, or a polygon.

    Attributes
    ----------
    points : tuple of tuple of float
        The points.
    style : Style
        Colours and line.
    closed : bool
        Whether the last point is joined to the first.

    Examples
    --------
    >>> Line(((0, 0), (40, 0)), Style(stroke="line")).closed
    False
    """

    points: tuple[Place, ...]
    style: Style
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A cubic Bézier curve.

    Attributes
    ----------
    points : tuple of tuple of float
        The start, two control points and the end.
    style : Style
        Colours and line.

    Examples
    --------
    >>> Curve(((0, 0), (10, 10), (20, 10), (30, 0)), Style(stroke="blue")).points[3]
    (30, 0)
    """

    points: tuple[Place, Place, Place, Place]
    style: Style


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line of text.

    Attributes
    ----------
    at : tuple of float
        The place of the anchor; y is the middle of the letters.
    text : str
        The text.
    latex : str or None
        What TikZ pictures have instead, in LaTeX.
    anchor : {'start', 'middle', 'end'}
        The part of the text that is at the place.
    size : float
        The size of the font.
    font : {'sans-serif', 'monospace'}
        The font.
    colour : str
        The name of the colour.

    Examples
    --------
    >>> Text(at=(20, 20), text="a").size
    13
    """

    at: Place
    text: str
    latex: str | None = None
    anchor: Literal["start", "middle", "end"] = "middle"
    size: float = 13
    font: Literal["sans-serif", "monospace"] = "sans-serif"
    colour: str = "text"


Shape = Rectangle | Circle | Line | Curve | Text
"""What a picture consists of."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: a width, a height, and shapes from back to front.

    ``Position.picture`` and the like return one.

    Attributes
    ----------
    width : float
        The width.
    height : float
        The height.
    shapes : tuple of Shape
        The shapes, from back to front.

    Examples
    --------
    >>> import upstar
    >>> picture = upstar.position("hex", "3x3").picture()
    >>> picture.svg().startswith("<svg")
    True
    >>> picture.tikz().splitlines()[-1]
    '\\\\end{tikzpicture}'
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        """Return the picture as an SVG document.

        Returns
        -------
        str
            The document.

        Examples
        --------
        >>> Picture(40, 40, ()).svg().startswith("<svg")
        True
        """
        from upstar.render.svg import document

        return document(self)

    def tikz(self, *, scale: float = 1) -> str:
        """Return the picture as a ``tikzpicture`` environment of LaTeX.

        Parameters
        ----------
        scale : float
            The scale of the picture with its texts and lines. With 1, a square has 24 pt.

        Returns
        -------
        str
            The environment. It needs ``\\usepackage{tikz}``.

        Raises
        ------
        ParameterError
            If the scale is not positive, or the picture is larger than TeX allows.

        Examples
        --------
        >>> import upstar
        >>> print(upstar.position("hex", "3x3").picture().tikz(scale=0.5).splitlines()[0])
        \\begin{tikzpicture}[x=0.3pt,y=-0.3pt]
        """
        from upstar.render.tikz import environment

        return environment(self, scale=scale)

    def save(self, path: str | PathLike[str], *, scale: float = 1) -> None:
        """Write the picture to a file. The end of its name chooses the format.

        Parameters
        ----------
        path : path
            The file. ``.svg``; ``.tikz``, an environment for ``\\input``; ``.tex``, a LaTeX file
            with the picture alone; ``.pdf``, by LaTeX if it is installed, else by matplotlib;
            ``.png``, by matplotlib.
        scale : float
            The scale; SVG documents ignore it.

        Raises
        ------
        ParameterError
            If the name ends otherwise, the scale is not positive, or matplotlib is missing.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> import os, tempfile, upstar
        >>> path = os.path.join(tempfile.mkdtemp(), "hex.svg")
        >>> upstar.position("hex", "3x3").picture().save(path)
        >>> os.path.exists(path)
        True
        """
        from upstar.render.files import save

        save(self, path, scale=scale)
