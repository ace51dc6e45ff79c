"""Thermographs as pictures: SVG by hand, PNG through matplotlib.

By the custom of the field large values, which are good for Left, are on the left, and temperatures
go upwards. The walls of a hot game are drawn from temperature 0, those of a number from -1.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from upstar.errors import ParameterError

if TYPE_CHECKING:
    from upstar.cgt.thermograph import Thermograph, Wall

Point = tuple[Fraction, Fraction]
"""A value and a temperature."""

_LEFT = "#3b6fb6"
_RIGHT = "#d9772b"
_MAST = "#6e7781"
_FILL = "#8a94a1"
_TEXT = "#888888"
_WIDTH, _HEIGHT = 480, 360
_SIDE, _TOP, _BOTTOM = 52, 30, 42
_GAP = 36
"""Tick labels are at least so far apart."""


@dataclass(frozen=True)
class _Picture:
    """What is drawn: both walls and the mast in values and temperatures, and their frame."""

    left: list[Point]
    right: list[Point]
    mast: list[Point]
    low: Fraction
    high: Fraction
    bottom: Fraction
    top: Fraction
    values: list[Fraction]
    temperatures: list[Fraction]


def _picture(graph: "Thermograph") -> _Picture:
    bottom = Fraction(0) if graph.temperature >= 0 else Fraction(-1)
    top = max(graph.temperature, bottom)
    top += max(Fraction(1, 2), (top - bottom) * Fraction(2, 5))
    left, right = (_below_mast(wall, graph, bottom) for wall in graph)
    xs = [x for x, _ in left + right]
    room = max((max(xs) - min(xs)) / 8, Fraction(1, 2))
    ends = [left[0][0], right[0][0]]
    return _Picture(
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
    """A wall from the bottom of the picture to the foot of the mast."""
    side = 0 if wall is graph.left else 1
    foot = max(graph.temperature, bottom)
    heights = sorted({bottom, foot, *(t for t, _ in wall if bottom < t < foot)})
    return [(graph.scores(t)[side], t) for t in heights]


def _distinct(numbers: Iterable[Fraction]) -> list[Fraction]:
    """Without repetition; the first are the most important."""
    return list(dict.fromkeys(numbers))


def _spaced(ticks: list[Fraction], scale: float) -> list[Fraction]:
    """The ticks whose labels do not overlap those of more important ones."""
    kept: list[Fraction] = []
    for tick in ticks:
        if all(abs(float(tick - other)) * scale >= _GAP for other in kept):
            kept.append(tick)
    return sorted(kept)


def _sign(number: Fraction) -> str:
    """With a true minus."""
    return str(number).replace("-", "−")


def draw(graph: "Thermograph", *, title: str = "") -> str:
    """The picture as a self-contained SVG document that suits light and dark pages."""
    p = _picture(graph)
    across = (_WIDTH - 2 * _SIDE) / float(p.high - p.low)
    upwards = (_HEIGHT - _TOP - _BOTTOM) / float(p.top - p.bottom)

    def place(point: Point) -> tuple[float, float]:
        value, t = point
        x = _SIDE + float(p.high - value) * across
        return round(x, 2), round(_HEIGHT - _BOTTOM - float(t - p.bottom) * upwards, 2)

    def path(points: list[Point]) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in map(place, points))

    floor = _HEIGHT - _BOTTOM
    edge = _WIDTH - _SIDE
    parts = [
        f'<polygon points="{path(p.left + p.right[::-1])}" fill="{_FILL}" fill-opacity="0.18"/>',
        f'<path d="M{_SIDE},{_TOP}V{floor}H{edge}" fill="none" stroke="{_TEXT}"/>',
    ]
    for value in _spaced(p.values, across):
        x, _ = place((value, p.bottom))
        parts.append(f'<path d="M{x:g},{floor}v5" stroke="{_TEXT}"/>')
        parts.append(_label(x, floor + 20, "middle", _sign(value)))
    for t in _spaced(p.temperatures, upwards):
        _, y = place((p.low, t))
        parts.append(f'<path d="M{_SIDE},{y:g}h-5" stroke="{_TEXT}"/>')
        parts.append(_label(_SIDE - 9, y + 4.5, "end", _sign(t)))
    x, y = place(p.mast[0])
    if y < floor:
        guide = f'd="M{_SIDE},{y:g}H{x:g}M{x:g},{y:g}V{floor}"'
        parts.append(f'<path {guide} stroke="{_TEXT}" stroke-dasharray="2 4" fill="none"/>')
    _, above = place(p.mast[1])
    line = 'fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
    parts += [
        f'<polyline points="{path(p.right)}" stroke="{_RIGHT}" {line}/>',
        f'<polyline points="{path(p.left)}" stroke="{_LEFT}" {line}/>',
        f'<polyline points="{path(p.mast)}" stroke="{_MAST}" {line}/>',
        f'<path d="M{x - 5:g},{above + 8:g}L{x:g},{above:g}L{x + 5:g},{above + 8:g}" '
        f'stroke="{_MAST}" {line}/>',
        _label(_SIDE - 9, _TOP - 12, "end", "t"),
        _label(edge, _HEIGHT - 6, "end", "Right →"),
        _label(_SIDE, _HEIGHT - 6, "start", "← Left"),
    ]
    if title:
        parts.append(_label(_WIDTH / 2, 18, "middle", title))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}" font-family="sans-serif" font-size="13">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _label(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{_TEXT}">{escape(text)}</text>'


def plot(graph: "Thermograph", path: str, *, title: str = "") -> None:
    """Write the same picture as a PNG file."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise ParameterError(
            "PNG pictures need matplotlib: pip install 'upstar[plots]', or write a .svg file"
        ) from None
    p = _picture(graph)
    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()

    def line(points: list[Point], colour: str) -> None:
        xs, ts = zip(*((float(x), float(t)) for x, t in points), strict=True)
        axes.plot(xs, ts, color=colour, linewidth=2.5, solid_capstyle="round")

    shape = [(float(x), float(t)) for x, t in p.left + p.right[::-1]]
    axes.fill(*zip(*shape, strict=True), color=_FILL, alpha=0.18, linewidth=0)
    foot = (float(graph.mean), float(p.mast[0][1]))
    if foot[1] > p.bottom:
        axes.hlines(foot[1], foot[0], float(p.high), color=_TEXT, linestyle=":", linewidth=1)
        axes.vlines(foot[0], float(p.bottom), foot[1], color=_TEXT, linestyle=":", linewidth=1)
    line(p.right, _RIGHT)
    line(p.left, _LEFT)
    line(p.mast, _MAST)
    axes.plot(foot[0], float(p.top), marker="^", color=_MAST, clip_on=False)
    axes.set_xlim(float(p.high), float(p.low))
    axes.set_ylim(float(p.bottom), float(p.top))
    across = (_WIDTH - 2 * _SIDE) / float(p.high - p.low)
    upwards = (_HEIGHT - _TOP - _BOTTOM) / float(p.top - p.bottom)
    values, heights = _spaced(p.values, across), _spaced(p.temperatures, upwards)
    axes.set_xticks([float(x) for x in values], [_sign(x) for x in values])
    axes.set_yticks([float(t) for t in heights], [_sign(t) for t in heights])
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("← Left    value    Right →")
    axes.set_ylabel("temperature")
    if title:
        axes.set_title(title, fontsize=11)
    figure.savefig(path, dpi=150)
