"""Pictures as PDF and PNG, drawn by matplotlib."""

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Literal

from upstar.errors import ParameterError
from upstar.render.picture import COLOURS, Circle, Curve, Line, Picture, Rectangle, Shape, Text
from upstar.render.tikz import BASELINE, POINTS, PRINTED, checked_scale

if TYPE_CHECKING:
    from matplotlib.artist import Artist

_ALIGNMENTS: dict[str, Literal["left", "center", "right"]] = {
    "start": "left",
    "middle": "center",
    "end": "right",
}

_DPI = 240
"""Dots per inch of a PNG file, so that a unit of a picture has two dots at scale 1."""


def plot(picture: Picture, path: str | PathLike[str], *, scale: float = 1) -> None:
    """Write a picture to a PDF or PNG file. It needs matplotlib.

    Parameters
    ----------
    picture : Picture
        The picture.
    path : path
        The file; its name ends in ``.pdf`` or ``.png``.
    scale : float
        The scale.

    Raises
    ------
    ParameterError
        If the scale is not positive, or matplotlib is not installed.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "circle.pdf")
    >>> plot(Picture(40, 40, ()), path)  # doctest: +SKIP
    """
    checked_scale(scale)
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        kind = fspath(path)[-3:].upper()
        other = "LaTeX, or " if kind == "PDF" else ""
        raise ParameterError(
            f"{kind} pictures need {other}matplotlib: pip install 'upstar[plots]', "
            "or write a .svg or .tikz file"
        ) from None
    points = POINTS * scale
    size = picture.width * points / 72, picture.height * points / 72
    is_pdf = fspath(path).endswith(".pdf")
    # Type 42 embeds TrueType fonts, as publishers require; Type 3 is matplotlib's default.
    with rc_context({"pdf.fonttype": 42, "font.family": ["DejaVu Sans"]}):
        figure = Figure(figsize=size)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, picture.width), ylim=(picture.height, 0))
        axes.axis("off")
        for number, shape in enumerate(picture.shapes):
            artist = _artist(shape, points, PRINTED if is_pdf else {**COLOURS, "text": "#555555"})
            artist.set_zorder(number)
            axes.add_artist(artist)
        metadata = {"CreationDate": None} if is_pdf else {}
        figure.savefig(fspath(path), dpi=_DPI, metadata=metadata, transparent=is_pdf)


def _artist(shape: Shape, points: float, colours: dict[str, str]) -> "Artist":
    from matplotlib.patches import Circle as Disc
    from matplotlib.patches import FancyBboxPatch, PathPatch
    from matplotlib.path import Path
    from matplotlib.text import Text as Label

    if isinstance(shape, Text):
        return Label(
            shape.at[0],
            shape.at[1] + BASELINE * shape.size,
            # Dollar signs would start a formula.
            shape.text.replace("$", r"\$"),
            color=colours[shape.colour],
            fontsize=shape.size * points,
            fontfamily={"monospace": "DejaVu Sans Mono"}.get(shape.font, "DejaVu Sans"),
            horizontalalignment=_ALIGNMENTS[shape.anchor],
            verticalalignment="baseline",
        )
    style = shape.style
    ends = "round" if style.is_round else None
    look: dict[str, Any] = {
        "facecolor": (colours[style.fill], style.fill_opacity) if style.fill else "none",
        "edgecolor": (colours[style.stroke], style.stroke_opacity) if style.stroke else "none",
        "linewidth": style.width * points if style.stroke else 0,
        # matplotlib counts dashes in widths of the line.
        "linestyle": (0, tuple(d / style.width for d in style.dash)) if style.dash else "solid",
        "capstyle": ends or "butt",
        "joinstyle": ends or "miter",
    }
    match shape:
        case Rectangle((x, y), width, height, _, radius):
            box = f"round,pad=0,rounding_size={radius}" if radius else "square,pad=0"
            return FancyBboxPatch((x, y), width, height, boxstyle=box, **look)
        case Circle(centre, radius, _):
            return Disc(centre, radius, **look)
        case Line(points_, _, closed):
            ends_ = (*points_, points_[0]) if closed else points_
            codes = [Path.MOVETO] + [Path.LINETO] * (len(points_) - 1) + [Path.CLOSEPOLY] * closed
            return PathPatch(Path(ends_, codes), **look)
        case Curve(controls, _):
            return PathPatch(Path(controls, [Path.MOVETO] + [Path.CURVE4] * 3), **look)
