"""Boards in plain text with coordinates: columns a, b, c, … and rows counted from the bottom."""

from collections.abc import Iterable, Sequence

from upstar.render import graph

STANDING = {"\uff2c": "blue", "\uff32": "red", "\uff27": "green"}
"""The colours of standing dominoes by their signs, full-width letters."""
PIECES = {
    "\U0001f154": ("black", "E"),
    "\u24c7": ("white", "R"),
    **{sign: ("black", str(n)) for n, sign in enumerate("❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴", start=1)},
    **{sign: ("white", str(n)) for n, sign in enumerate("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", start=1)},
}
"""The colours and labels of pieces by their signs: an elephant, a rhino, herds of sheep."""
_MARKS = {"v": "|", "h": "-"}
_MARKS |= {"\uff2c": "L", "\uff32": "R", "\uff27": "G", "\U0001f154": "E", "\u24c7": "R"}


def column_name(column: int) -> str:
    """Return the letters of a column: a to z, then aa, ab, …, ba.

    Parameters
    ----------
    column : int
        The column, from 0.

    Returns
    -------
    str
        Its name.

    Examples
    --------
    >>> [column_name(n) for n in (0, 25, 26, 52)]
    ['a', 'z', 'aa', 'ba']
    """
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else column_name(column // 26 - 1) + letter


def column_names(layout: str, columns: int) -> list[str]:
    """Return the names of the columns of a board. The layout ``'points'`` has no column i.

    Parameters
    ----------
    layout : str
        The layout, as for ``draw``.
    columns : int
        The number of columns.

    Returns
    -------
    list of str
        The names.

    Examples
    --------
    >>> column_names("points", 10)[7:], column_names("square", 10)[7:]
    (['h', 'j', 'k'], ['h', 'i', 'j'])
    """
    skipped = 8 if layout == "points" else columns
    return [column_name(number + (number >= skipped)) for number in range(columns)]


def draw(layout: str, rows: Sequence[str], *, marked: Iterable[tuple[int, int]] = ()) -> str:
    """Return a board in plain text.

    Parameters
    ----------
    layout : str
        ``'square'``, ``'points'``, ``'hexagons'``, ``'triangle'``, ``'graph'``, ``'vertices'`` or
        ``'text'``.
    rows : sequence of str
        The rows from the top, one character for each cell. The cells of vertical and horizontal
        dominoes, ``v`` and ``h``, are drawn as ``|`` and ``-``; standing dominoes as capitals.
    marked : iterable of tuple of int
        The cells to put in brackets: row from the top, column.

    Returns
    -------
    str
        The drawing.

    Examples
    --------
    >>> print(draw("square", ["x.", ".o"], marked=[(1, 0)]))
    2 x .
    1[.]o
      a b
    >>> print(draw("triangle", [".", "x.", "..o"]))
    3    .
    2   x .
    1  . . o
      a b c
    """
    if layout == "graph":
        return graph.listed(rows, marked=[row for row, _ in marked])
    if layout == "vertices":
        from upstar.render import vertices

        return vertices.listed(rows, marked=[row for row, _ in marked])
    if layout == "text" or not rows:
        return "\n".join(rows)
    cells = set(marked)
    columns = max(len(row) for row in rows)
    # The distance between cells; hexagonal rows are shifted by half of it.
    pitch = 2 if columns <= 26 else 4
    shift = {"hexagons": pitch // 2, "triangle": -(pitch // 2)}.get(layout, 0)
    indent = -min(0, shift * len(rows))
    margin = len(str(len(rows)))
    lines = []
    for number, row in enumerate(rows):
        marks = [column for column in range(len(row)) if (number, column) in cells]
        lead = " " * (indent + shift * number)
        if layout == "hexagons":
            start = f"{lead}{len(rows) - number:>{margin}}"
        else:
            start = f"{len(rows) - number:>{margin}}{lead}"
        lines.append((start + _row(row, marks, pitch)).rstrip())
    names = "".join(f"{name:<{pitch}}" for name in column_names(layout, columns))
    lines.append((" " * (margin + 1 + indent + shift * len(rows)) + names).rstrip())
    return "\n".join(lines)


def _row(row: str, marked: list[int], pitch: int) -> str:
    """Return the cells with a space before each; marked neighbours share a pair of brackets."""
    line = [" "] * (pitch * len(row) + 1)
    for column, cell in enumerate(row):
        line[pitch * column + 1] = _MARKS.get(cell, cell)
    for column in marked:
        if column - 1 not in marked:
            line[pitch * column] = "["
        if column + 1 not in marked:
            line[pitch * column + 2] = "]"
    return "".join(line)
