"""Pictures as TikZ: environments for papers, and LaTeX documents with one picture.

Colours have names, so that a paper can redefine them: ``upstar-cell`` and so on, in the first lines
of an environment.
"""

from collections.abc import Iterable

from upstar.errors import ParameterError
from upstar.render.picture import (
    COLOURS,
    Circle,
    Curve,
    Line,
    Picture,
    Place,
    Rectangle,
    Shape,
    Style,
    Text,
)

POINTS = 0.6
"""The size of a unit of a picture in points, at scale 1."""
PRINTED = {**COLOURS, "text": "#404040"}
"""The colours on paper, where text is darker than on a screen."""
BASELINE = 0.35
"""How far the base of letters is below their middle, in font sizes."""
_LARGEST = 16000
"""The longest side of a picture in points. TeX has no length of more than 16383 points."""

_FONTS = {"sans-serif": r"\sffamily", "monospace": r"\ttfamily"}
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_SPECIAL = {
    **{c: rf"\{c}" for c in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # OT1, the default encoding, has other characters at the places of these.
    "|": "$|$",
    "<": "$<$",
    ">": "$>$",
    '"': "''",
    # Two hyphens would become a dash.
    "-": "{-}",
    "−": "$-$",
    "…": r"\dots{}",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "∗": r"$\ast$",
    "∞": r"$\infty$",
    "←": r"$\leftarrow$",
    "→": r"$\rightarrow$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "⇑": r"$\Uparrow$",
    "⇓": r"$\Downarrow$",
    "⧾": "$+$",
    "⧿": "$-$",
}


def escape(text: str) -> str:
    """Return plain text for LaTeX.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    str
        LaTeX. Characters that LaTeX does not have without further packages become ``?``.

    Examples
    --------
    >>> print(escape("50 % of {a_1} → 2"))
    50 \\% of \\{a\\_1\\} $\\rightarrow$ 2
    """
    return "".join(_SPECIAL.get(c) or (c if c.isascii() and c.isprintable() else "?") for c in text)


def environment(picture: Picture, *, scale: float = 1) -> str:
    """Return a picture as a ``tikzpicture`` environment.

    Parameters
    ----------
    picture : Picture
        The picture.
    scale : float
        The scale of the picture with its texts and lines.

    Returns
    -------
    str
        The environment, which needs ``\\usepackage{tikz}``.

    Raises
    ------
    ParameterError
        If the scale is not positive, or the picture is larger than TeX allows.

    Examples
    --------
    >>> circle = Picture(40, 40, (Circle((20, 20), 14, Style(fill="black")),))
    >>> print(environment(circle))
    \\begin{tikzpicture}[x=0.6pt,y=-0.6pt]
    \\definecolor{upstar-black}{HTML}{1F2328}
    \\useasboundingbox (0,0) rectangle (40,40);
    \\path[fill=upstar-black] (20,20) circle[radius=8.4pt];
    \\end{tikzpicture}
    """
    unit = POINTS * checked_scale(scale)
    side = max(picture.width, picture.height)
    if side * unit > _LARGEST:
        raise ParameterError(
            f"the picture would have {side * unit:,.0f} pt, but TeX allows {_LARGEST:,} pt; "
            f"use a scale of at most {_LARGEST / side / POINTS:.2g}"
        )
    names = dict.fromkeys(name for shape in picture.shapes for name in _colours(shape))
    lines = [
        rf"\begin{{tikzpicture}}[x={_number(unit)}pt,y=-{_number(unit)}pt]",
        *(_definition(name) for name in names),
        rf"\useasboundingbox (0,0) rectangle {_point((picture.width, picture.height))};",
        *(_path(shape, unit) for shape in picture.shapes),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines)


def document(picture: Picture, *, scale: float = 1) -> str:
    """Return a LaTeX document whose only page is the picture.

    Parameters
    ----------
    picture : Picture
        The picture.
    scale : float
        The scale of the picture with its texts and lines.

    Returns
    -------
    str
        The document, for pdfLaTeX, XeLaTeX or LuaLaTeX.

    Raises
    ------
    ParameterError
        If the scale is not positive, or the picture is larger than TeX allows.

    Examples
    --------
    >>> print(document(Picture(40, 40, ())).splitlines()[0])
    \\documentclass{article}
    """
    return _DOCUMENT.replace("PICTURE", environment(picture, scale=scale))


# The page gets the size of the picture. The class `standalone` would do the same, but many
# installations lack it. LuaTeX has other names for the size of a page.
_DOCUMENT = r"""\documentclass{article}
\usepackage{tikz}
\ifdefined\pagewidth\let\pdfpagewidth\pagewidth\let\pdfpageheight\pageheight\fi
\begin{document}
\setbox0\hbox{%
PICTURE%
}
\pdfpagewidth=\wd0
\pdfpageheight=\dimexpr\ht0+\dp0\relax
\hoffset=-1in
\voffset=-1in
\shipout\box0
\end{document}
"""


def checked_scale(scale: float) -> float:
    """Return a scale if it is a positive number.

    Parameters
    ----------
    scale : float
        The scale.

    Returns
    -------
    float
        The same number.

    Raises
    ------
    ParameterError
        If it is not positive, or larger than 1000.

    Examples
    --------
    >>> checked_scale(2)
    2
    """
    if not 0 < scale <= 1000:
        raise ParameterError(f"scale must be greater than 0 and at most 1000, not {scale}")
    return scale


def _colours(shape: Shape) -> list[str]:
    if isinstance(shape, Text):
        return [shape.colour]
    return [name for name in (shape.style.fill, shape.style.stroke) if name is not None]


def _definition(name: str) -> str:
    return rf"\definecolor{{upstar-{name}}}{{HTML}}{{{PRINTED[name][1:].upper()}}}"


def _path(shape: Shape, unit: float) -> str:
    match shape:
        case Rectangle((x, y), width, height, style, radius):
            corners = f",rounded corners={_number(radius * unit)}pt" if radius else ""
            end = _point((x + width, y + height))
            return rf"\path[{_style(style, unit)}{corners}] {_point((x, y))} rectangle {end};"
        case Circle(centre, radius, style):
            size = f"circle[radius={_number(radius * unit)}pt]"
            return rf"\path[{_style(style, unit)}] {_point(centre)} {size};"
        case Line(points, style, closed):
            end = " -- cycle" if closed else ""
            return rf"\path[{_style(style, unit)}] {' -- '.join(map(_point, points))}{end};"
        case Curve((a, b, c, d), style):
            curve = f"{_point(a)} .. controls {_point(b)} and {_point(c)} .. {_point(d)}"
            return rf"\path[{_style(style, unit)}] {curve};"
        case Text():
            return _text(shape, unit)


def _style(style: Style, unit: float) -> str:
    return ",".join(_options(style, unit))


def _options(style: Style, unit: float) -> Iterable[str]:
    if style.fill is not None:
        yield f"fill=upstar-{style.fill}"
        if style.fill_opacity != 1:
            yield f"fill opacity={style.fill_opacity:g}"
    if style.stroke is not None:
        yield f"draw=upstar-{style.stroke}"
        yield f"line width={_number(style.width * unit)}pt"
        if style.stroke_opacity != 1:
            yield f"draw opacity={style.stroke_opacity:g}"
        if style.is_round:
            yield "line cap=round,line join=round"
        if style.dash is not None:
            on, off = (_number(length * unit) for length in style.dash)
            yield f"dash pattern=on {on}pt off {off}pt"


def _text(text: Text, unit: float) -> str:
    x, y = text.at
    # Fonts of 10 pt exist in every installation; other sizes are scaled.
    font = rf"{_FONTS[text.font]}\fontsize{{10}}{{12}}\selectfont"
    options = [
        f"anchor={_ANCHORS[text.anchor]}",
        "inner sep=0pt",
        f"scale={text.size * unit / 10:.3g}",
        f"font={font}",
        f"text=upstar-{text.colour}",
    ]
    words = escape(text.text) if text.latex is None else text.latex
    if text.font == "monospace":
        words = words.replace(" ", "~")
    at = _point((x, y + BASELINE * text.size))
    return rf"\node[{','.join(options)}] at {at} {{{words}}};"


def _point(point: Place) -> str:
    return f"({_number(point[0])},{_number(point[1])})"


def _number(number: float) -> str:
    """Return a number with at most two decimals, never in scientific notation."""
    return f"{number:.2f}".rstrip("0").rstrip(".").replace("-0", "0" if number > -0.005 else "-0")
