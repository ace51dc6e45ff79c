"""Tables, rows of pictures and drawings of trees for the lessons.

The pictures are SVG documents without style sheets, so that they look the same in Jupyter, on
GitHub and on a web page.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

_TEXT = "#888888"
_LINE = "#8b8b8b"


class Html:
    """A fragment of HTML that a notebook displays."""

    def __init__(self, text: str) -> None:
        """Keep the text."""
        self.text = text

    def _repr_html_(self) -> str:
        return self.text


class Svg:
    """An SVG document that a notebook displays."""

    def __init__(self, text: str) -> None:
        """Keep the text."""
        self.text = text

    def svg(self) -> str:
        """Return the document."""
        return self.text

    def _repr_svg_(self) -> str:
        return self.text


def table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> Html:
    """Return a table. Numbers are aligned to the right, and integers get commas."""
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in header)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    return Html(f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def _cell(cell: object) -> str:
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return f'<td align="left">{escape(str(cell))}</td>'
    text = f"{cell:,}" if isinstance(cell, int) else f"{cell:,.3g}"
    return f'<td align="right">{text}</td>'


def side_by_side(
    pictures: Sequence[Any],
    captions: Sequence[object] = (),
    scale: float = 1,
    width: float = 820,
) -> Svg:
    """Return one picture with the given ones in rows and a caption below each.

    A picture is a text with an SVG document, or an object with a method `svg`. A row is at most
    `width` wide.
    """
    named = [*map(str, captions), *([""] * (len(pictures) - len(captions)))]
    rows: list[list[tuple[float, float, str, str]]] = [[]]
    used = widest = 0.0
    for picture, caption in zip(pictures, named, strict=True):
        wide, high, inner = _parts(picture)
        room = max(wide * scale, 8.5 * len(caption)) + 16
        if rows[-1] and used + room > width:
            rows.append([])
            used = 0
        shift = (room - wide * scale) / 2
        place = f"translate({used + shift:.1f} TOP) scale({scale:g})"
        group = f'<g transform="{place}">{inner}</g>'
        rows[-1].append((high * scale, used + room / 2, group, caption))
        used += room
        widest = max(widest, used)
    top, parts = 0.0, []
    for row in rows:
        tall = max(high for high, _, _, _ in row)
        for high, middle, group, caption in row:
            parts.append(group.replace("TOP", f"{top + tall - high:.1f}", 1))
            parts.append(_text(middle, top + tall + 14, caption, 15))
        top += tall + (36 if captions else 8)
    return _document(widest, top, parts)


def tree(
    root: Any,
    children: Callable[[Any], Sequence[Any]],
    *,
    label: Callable[[Any], str] = lambda node: "",
    is_max: Callable[[Any], bool] = lambda node: True,
    fill: Callable[[Any], str] = lambda node: "#f0e3c8",
    edge: Callable[[Any, Any], str] = lambda parent, child: "",
    marked: Callable[[Any, Any], bool] = lambda parent, child: False,
    picture: Callable[[Any], Any] | None = None,
    scale: float = 0.5,
    gap: float = 64,
    drop: float = 84,
) -> Svg:
    """Return a drawing of a tree: squares where Max moves, circles where Min moves.

    `label` is the text of a node (lines separated by newlines), `edge` that of an edge, and edges
    that are `marked` are thick. With `picture`, each node shows a picture and the label beside it.
    """
    places: list[tuple[Any, float, int]] = []
    edges: list[tuple[int, int]] = []
    leaves = 0

    def place(node: Any, depth: int) -> int:
        nonlocal leaves
        below = [place(child, depth + 1) for child in children(node)]
        if below:
            x = (places[below[0]][1] + places[below[-1]][1]) / 2
        else:
            x, leaves = leaves + 0.5, leaves + 1
        places.append((node, x, depth))
        edges.extend((len(places) - 1, child) for child in below)
        return len(places) - 1

    place(root, 0)

    def at(number: int) -> tuple[float, float]:
        return places[number][1] * gap, 36 + places[number][2] * drop

    parts = []
    for a, b in edges:
        (x1, y1), (x2, y2) = at(a), at(b)
        thick = marked(places[a][0], places[b][0])
        parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{"#d1242f" if thick else _LINE}" stroke-width="{4 if thick else 1.5}"/>'
        )
        text = edge(places[a][0], places[b][0])
        parts.append(_text(x1 + 0.55 * (x2 - x1), y1 + 0.55 * (y2 - y1), text, 11))
    for number, (node, _, _) in enumerate(places):
        x, y = at(number)
        lines = label(node).split("\n")
        if picture is not None:
            wide, high, inner = _parts(picture(node))
            shift = f"translate({x - wide * scale / 2:.1f} {y - high * scale / 2:.1f})"
            parts.append(f'<g transform="{shift} scale({scale:g})">{inner}</g>')
            beside = x + wide * scale / 2 + 8
            parts += [_text(beside, y + 16 * k, line, 16) for k, line in enumerate(lines)]
            continue
        if is_max(node):
            parts.append(
                f'<rect x="{x - 19:.1f}" y="{y - 19:.1f}" width="38" height="38" '
                f'fill="{fill(node)}" stroke="{_LINE}" stroke-width="1.5"/>'
            )
        else:
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="21" fill="{fill(node)}" '
                f'stroke="{_LINE}" stroke-width="1.5"/>'
            )
        top = y - 7.5 * (len(lines) - 1)
        parts += [_text(x, top + 15 * k, line, 13, "#1f2328") for k, line in enumerate(lines)]
    depth = max(depth for _, _, depth in places)
    return _document(leaves * gap, 72 + depth * drop, parts)


def _parts(picture: Any) -> tuple[float, float, str]:
    """Return width, height and content of an SVG document."""
    text = picture if isinstance(picture, str) else picture.svg()
    head, inner = re.match(r"\s*(<svg[^>]*>)(.*)</svg>\s*$", text, flags=re.DOTALL).groups()
    wide, high = (
        float(re.search(rf'\s{side}="([\d.]+)"', head)[1]) for side in ("width", "height")
    )
    font = " ".join(re.findall(r'font-[a-z]+="[^"]*"', head))
    return wide, high, f"<g {font}>{inner}</g>" if font else inner


def _text(x: float, y: float, text: str, size: int, colour: str = _TEXT) -> str:
    if not text:
        return ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" dominant-baseline="central" '
        f'font-family="sans-serif" font-size="{size}" fill="{colour}">{escape(text)}</text>'
    )


def _document(wide: float, high: float, parts: Iterable[str]) -> Svg:
    body = "\n".join(part for part in parts if part)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}">\n{body}\n</svg>'
    )
