"""Pictures of trees: boxes with lines of text, the root at the top."""

from collections.abc import Sequence
from dataclasses import dataclass

from upstar.errors import ParameterError
from upstar.render.picture import Line, Picture, Rectangle, Shape, Style, Text

_MOST = 1000
"""The largest number of nodes in a picture."""
_SIZE = 11
_LETTER = 0.62 * _SIZE
_LINE = 15
_PADDING = 6
_GAP = 12
_LEVEL = 34
"""The height between the boxes of two levels."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node of a tree.

    Attributes
    ----------
    parent : int or None
        The index of the parent, which comes earlier; None for the root, which comes first.
    lines : sequence of str
        The text in the box.
    fill : str
        The name of the colour.

    Examples
    --------
    >>> Box(None, ["root"]).fill
    'open'
    """

    parent: int | None
    lines: Sequence[str]
    fill: str = "open"

    @property
    def width(self) -> float:
        """The width of the box.

        Examples
        --------
        >>> Box(None, ["root"]).width < Box(None, ["longer"]).width
        True
        """
        return 2 * _PADDING + _LETTER * max((len(line) for line in self.lines), default=0)

    @property
    def height(self) -> float:
        """The height of the box.

        Examples
        --------
        >>> Box(None, ["a1", "Left"]).height
        42
        """
        return 2 * _PADDING + _LINE * len(self.lines)


def picture(boxes: Sequence[Box]) -> Picture:
    """Return the picture of a tree.

    Parameters
    ----------
    boxes : sequence of Box
        The nodes. A parent comes before its children, and all nodes of a level before the next.

    Returns
    -------
    Picture
        The picture.

    Raises
    ------
    ParameterError
        If there are no nodes, or more than 1000.

    Examples
    --------
    >>> drawn = picture([Box(None, ["root"]), Box(0, ["a1"]), Box(0, ["b1"])])
    >>> len(drawn.shapes)
    8
    """
    if not boxes:
        raise ParameterError("the tree has no nodes: solve with tree_depth")
    if len(boxes) > _MOST:
        raise ParameterError(
            f"the tree has {len(boxes):,} nodes, but a picture shows at most {_MOST:,}; "
            "use a smaller tree_depth"
        )
    children: list[list[int]] = [[] for _ in boxes]
    level = [0] * len(boxes)
    for number, box in enumerate(boxes):
        if box.parent is not None:
            children[box.parent].append(number)
            level[number] = level[box.parent] + 1
    # 1. The width of each subtree, from the leaves upwards.
    wide = [box.width for box in boxes]
    for number in reversed(range(len(boxes))):
        below = children[number]
        wide[number] = max(wide[number], sum(wide[c] for c in below) + _GAP * (len(below) - 1))
    # 2. The left end of each subtree, from the root downwards.
    left = [float(_PADDING)] * len(boxes)
    for number, below in enumerate(children):
        needed = sum(wide[child] for child in below) + _GAP * (len(below) - 1)
        x = left[number] + (wide[number] - needed) / 2
        for child in below:
            left[child] = x
            x += wide[child] + _GAP
    # 3. The top of each level.
    tops = [float(_PADDING)]
    for depth in range(max(level) + 1):
        tallest = max(box.height for box, own in zip(boxes, level, strict=True) if own == depth)
        tops.append(tops[-1] + tallest + _LEVEL)
    shapes: list[Shape] = []
    for number, box in enumerate(boxes):
        middle, top = left[number] + wide[number] / 2, tops[level[number]]
        if box.parent is not None:
            above = tops[level[box.parent]] + boxes[box.parent].height
            start = left[box.parent] + wide[box.parent] / 2, above
            shapes.append(Line((start, (middle, top)), Style(stroke="rim")))
    for number, box in enumerate(boxes):
        middle, top = left[number] + wide[number] / 2, tops[level[number]]
        frame = Style(fill=box.fill, stroke="rim")
        corner = middle - box.width / 2, top
        shapes.append(Rectangle(corner, box.width, box.height, frame, 4))
        shapes += [
            Text(
                at=(middle, top + _PADDING + _LINE * (row + 0.5)),
                text=line,
                size=_SIZE,
                font="monospace",
                colour="white" if box.fill == "blue" else "black",
            )
            for row, line in enumerate(box.lines)
        ]
    return Picture(wide[0] + 2 * _PADDING, tops[-1] - _LEVEL + _PADDING, tuple(shapes))
