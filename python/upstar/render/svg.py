"""Pictures as self-contained SVG documents.

The background is transparent and texts are of a middle grey, so that a drawing suits light and dark
pages.
"""

from collections.abc import Iterable, Sequence
from html import escape

from upstar.render import board
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


def draw(
    layout: str,
    rows: Sequence[str],
    *,
    marked: Iterable[tuple[int, int]] = (),
    sides: bool = False,
) -> str:
    """Return a board as an SVG document.

    Parameters
    ----------
    layout : str
        The layout, as for ``upstar.render.board.picture``.
    rows : sequence of str
        The rows from the top.
    marked : iterable of tuple of int
        The cells to mark: row from the top, column.
    sides : bool
        Whether to draw the sides that the players of Hex connect.

    Returns
    -------
    str
        The document.

    Examples
    --------
    >>> draw("square", ["x.", ".o"]).startswith("<svg")
    True
    """
    return document(board.picture(layout, rows, marked=marked, sides=sides))


def document(picture: Picture) -> str:
    """Return a picture as an SVG document.

    Parameters
    ----------
    picture : Picture
        The picture.

    Returns
    -------
    str
        The document.

    Examples
    --------
    >>> document(Picture(40, 40, (Circle((20, 20), 14, Style(fill="black")),))).count("<circle")
    1
    """
    body = "\n".join(map(_element, picture.shapes))
    size = f"{picture.width:.0f}", f"{picture.height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
        f'width="{size[0]}" height="{size[1]}">\n{body}\n</svg>'
    )


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle((x, y), width, height, style, radius):
            corners = f' rx="{radius:g}"' if radius else ""
            size = f'width="{_number(width)}" height="{_number(height)}"{corners}'
            return f'<rect x="{x:.1f}" y="{y:.1f}" {size} {_style(style)}/>'
        case Circle((x, y), radius, style):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {_style(style)}/>'
        case Line(points, style, closed):
            name = "polygon" if closed else "polyline"
            return f'<{name} points="{_points(points)}" {_style(style)}/>'
        case Curve((a, b, c, d), style):
            return f'<path d="M{_points([a])} C{_points([b, c, d])}" {_style(style)}/>'
        case Text():
            return _text(shape)


def _style(style: Style) -> str:
    parts = [f'fill="{_colour(style.fill)}"']
    if style.fill_opacity != 1:
        parts.append(f'fill-opacity="{style.fill_opacity:g}"')
    if style.stroke is not None:
        parts.append(f'stroke="{_colour(style.stroke)}" stroke-width="{_number(style.width)}"')
        if style.stroke_opacity != 1:
            parts.append(f'stroke-opacity="{style.stroke_opacity:g}"')
        if style.is_round:
            parts.append('stroke-linecap="round" stroke-linejoin="round"')
        if style.dash is not None:
            parts.append(f'stroke-dasharray="{style.dash[0]:g} {style.dash[1]:g}"')
    return " ".join(parts)


def _text(text: Text) -> str:
    x, y = text.at
    space = ' xml:space="preserve"' if text.font == "monospace" else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{text.anchor}" dominant-baseline="central" '
        f'font-family="{text.font}" font-size="{_number(text.size)}" fill="{_colour(text.colour)}"'
        f"{space}>{escape(_printable(text.text))}</text>"
    )


def _colour(name: str | None) -> str:
    return "none" if name is None else COLOURS[name]


def _number(number: float) -> str:
    return f"{round(number, 1):g}"


def _points(points: Iterable[Place]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _printable(text: str) -> str:
    """Replace control characters, which XML does not allow even escaped."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
