"""Pictures of thermographs.

By convention large values, which are good for Left, are on the left, and temperatures increase
upwards. The walls of a hot game are drawn from temperature 0, those of a number from -1.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from upstar.render.picture import Line, Picture, Place, Shape, Style, Text

if TYPE_CHECKING:
    from upstar.cgt.thermograph import Thermograph, Wall

Point = tuple[Fraction, Fraction]
"""A value and a temperature."""

_WIDTH, _HEIGHT = 480, 360
_SIDE, _TOP, _BOTTOM = 52, 30, 42
_GAP = 36
"""The least distance between tick labels."""


@dataclass(frozen=True)
class _Contents:
    """The contents of a picture: walls and mast as points, ranges and ticks of the axes."""

    left: list[Point]
    right: list[Point]
    mast: list[Point]
    low: Fraction
    high: Fraction
    bottom: Fraction
    top: Fraction
    values: list[Fraction]
    temperatures: list[Fraction]


def _contents(graph: "Thermograph") -> _Contents:
    bottom = Fraction(0) if graph.temperature >= 0 else Fraction(-1)
    top = max(graph.temperature, bottom)
    top += max(Fraction(1, 2), (top - bottom) * Fraction(2, 5))
    left, right = (_below_mast(wall, graph, bottom) for wall in graph)
    xs = [x for x, _ in left + right]
    room = max((max(xs) - min(xs)) / 8, Fraction(1, 2))
    ends = [left[0][0], right[0][0]]
    return _Contents(
        left=left,
        right=right,
        mast=[(graph.mean, max(graph.temperature, bottom)), (graph.mean, top)],
        low=min(xs) - room,
        high=max(xs) + room,
        bottom=bottom,
        top=top,
        values=_distinct([graph.mean, *ends, *xs]),
        temperatures=_distinct([graph.temperature, bottom, *(t for _, t in left + right)]),
    )


def _below_mast(wall: "Wall", graph: "Thermograph", bottom: Fraction) -> list[Point]:
    """Return a wall from the bottom of the picture to the foot of the mast."""
    side = 0 if wall is graph.left else 1
    foot = max(graph.temperature, bottom)
    heights = sorted({bottom, foot, *(t for t, _ in wall if bottom < t < foot)})
    return [(graph.scores(t)[side], t) for t in heights]


def _distinct(numbers: Iterable[Fraction]) -> list[Fraction]:
    """Return the numbers without repetition, in their order."""
    return list(dict.fromkeys(numbers))


def _spaced(ticks: list[Fraction], scale: float) -> list[Fraction]:
    """Return the ticks whose labels do not overlap those of earlier ones, sorted."""
    kept: list[Fraction] = []
    for tick in ticks:
        if all(abs(float(tick - other)) * scale >= _GAP for other in kept):
            kept.append(tick)
    return sorted(kept)


def picture(graph: "Thermograph", *, title: str = "", latex: str | None = None) -> Picture:
    """Return the picture of a thermograph.

    Parameters
    ----------
    graph : Thermograph
        The thermograph.
    title : str
        A title above the picture.
    latex : str, optional
        The title in LaTeX, for TikZ pictures.

    Returns
    -------
    Picture
        The picture.

    Examples
    --------
    >>> from upstar import Value
    >>> picture(Value("{3|1}").thermograph).width
    480
    """
    p = _contents(graph)
    across = (_WIDTH - 2 * _SIDE) / float(p.high - p.low)
    upwards = (_HEIGHT - _TOP - _BOTTOM) / float(p.top - p.bottom)
    floor, edge = _HEIGHT - _BOTTOM, _WIDTH - _SIDE

    def place(point: Point) -> Place:
        value, t = point
        return _SIDE + float(p.high - value) * across, floor - float(t - p.bottom) * upwards

    def line(points: Iterable[Point], colour: str) -> Line:
        return Line(tuple(map(place, points)), _wall(colour))

    axis = Style(stroke="text")
    area = tuple(map(place, p.left + p.right[::-1]))
    shapes: list[Shape] = [
        Line(area, Style(fill="shade", fill_opacity=0.18), closed=True),
        Line(((_SIDE, _TOP), (_SIDE, floor), (edge, floor)), axis),
    ]
    for value in _spaced(p.values, across):
        x, _ = place((value, p.bottom))
        shapes += [Line(((x, floor), (x, floor + 5)), axis), _number((x, floor + 15.5), value)]
    for t in _spaced(p.temperatures, upwards):
        _, y = place((p.low, t))
        shapes += [Line(((_SIDE, y), (_SIDE - 5, y)), axis), _number((_SIDE - 9, y), t, "end")]
    x, y = place(p.mast[0])
    if y < floor:
        shapes.append(Line(((_SIDE, y), (x, y), (x, floor)), Style(stroke="text", dash=(2, 4))))
    _, above = place(p.mast[1])
    shapes += [
        line(p.right, "orange"),
        line(p.left, "blue"),
        line(p.mast, "mast"),
        Line(((x - 5, above + 8), (x, above), (x + 5, above + 8)), _wall("mast")),
        Text(at=(_SIDE - 9, _TOP - 16.5), text="t", latex="$t$", anchor="end"),
        Text(at=(edge, _HEIGHT - 10.5), text="Right →", anchor="end"),
        Text(at=(_SIDE, _HEIGHT - 10.5), text="← Left", anchor="start"),
    ]
    if title:
        shapes.append(Text(at=(_WIDTH / 2, 13.5), text=title, latex=latex))
    return Picture(_WIDTH, _HEIGHT, tuple(shapes))


def draw(graph: "Thermograph", *, title: str = "") -> str:
    """Return a thermograph as an SVG document that suits light and dark pages.

    Parameters
    ----------
    graph : Thermograph
        The thermograph.
    title : str
        A title above the picture.

    Returns
    -------
    str
        The document.

    Examples
    --------
    >>> from upstar import Value
    >>> draw(Value("{3|1}").thermograph).startswith("<svg")
    True
    """
    return picture(graph, title=title).svg()


def _wall(colour: str) -> Style:
    return Style(stroke=colour, width=3, is_round=True)


def _number(at: Place, number: Fraction, anchor: Literal["middle", "end"] = "middle") -> Text:
    """Return a label of an axis, with a typographic minus sign."""
    text = str(number)
    return Text(at=at, text=text.replace("-", "−"), latex=f"${text}$", anchor=anchor)
