"""Games with variations and comments as SGF: Go (GM 1), m,n,k as Gomoku (GM 4), and Hex (GM 11).

Each of these games places a stone on a cell, so a move is found by its cell. Points of Hex are a
letter and a number, of the other games two letters. Both are read for all of them.
"""

import re
from collections.abc import Iterator

from upstar.errors import ParameterError, PositionError
from upstar.play.go_text import moves_of, split_go_text
from upstar.position import Position
from upstar.web.game_tree import GameTree, Node, clean_comment
from upstar.web.parsing import parse_position

GAMES = {"go": "1", "mnk": "4", "hex": "11"}
"""The games that SGF has, with their numbers."""
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)\s*|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)
_MAX_NODES = 5000
_COLOURS = ("B", "W")
_IN_A_ROW = re.compile(r"(\d+) in a row")

Properties = dict[str, list[str]]
Cell = tuple[int, int]


def write_sgf(tree: GameTree) -> str:
    """Return a game with its variations and comments as SGF.

    Raises
    ------
    ParameterError
        If SGF does not have the game.

    Examples
    --------
    >>> import upstar
    >>> tree = GameTree(upstar.position("hex", "3x3"))
    >>> tree.play("b2"), tree.play("a3")
    (None, None)
    >>> print(write_sgf(tree))
    (;FF[4]CA[UTF-8]AP[upstar]GM[11]SZ[3];B[b2];W[a1])
    """
    start, before = tree.root.position, []
    if start.game not in GAMES:
        names = ", ".join(GAMES)
        raise ParameterError(f"SGF has no '{start.game}'; it has {names}. Save the record instead.")
    if start.game == "go":
        board, options = split_go_text(str(start))
        before = [move for _, move in moves_of(start)]
        komi = f":komi={options['komi']}" if "komi" in options else ""
        mover = moves_of(start)[0][0] if before else start.to_move
        start = parse_position("go", board + komi, mover)
    parts = [f"(;FF[4]CA[UTF-8]AP[upstar]{_root(start)}{_comment(tree.root)}"]
    here = start
    for move in before:
        parts.append(_move(here, move))
        here = here.play(move)
    # A variation is written after its main line; a stack, because games can be long.
    stack: list[Node | str] = [*reversed(tree.root.children)]
    if len(tree.root.children) > 1:
        stack = _branches(tree.root)
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        assert item.parent is not None
        parts.append(_move(item.parent.position, item.move) + _comment(item))
        stack += _branches(item) if len(item.children) > 1 else item.children
    return "".join(parts) + ")"


def _branches(node: Node) -> list["Node | str"]:
    """Return the children in parentheses, as a stack: the first one last."""
    found: list[Node | str] = []
    for child in reversed(node.children):
        found += [")", child, "("]
    return found


def _root(start: Position) -> str:
    rows = start.board()[1]
    height, width = len(rows), len(rows[0])
    size = f"{height}" if height == width else f"{width}:{height}"
    text = f"GM[{GAMES[start.game]}]SZ[{size}]"
    if start.game == "go":
        text += f"KM[{split_go_text(str(start))[1].get('komi', '0')}]"
    if start.game == "mnk":
        text += f"RU[{str(start).rpartition(':')[2]} in a row]"
    for name, sign in (("AB", "x"), ("AW", "o")):
        cells = [(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign]
        if cells:
            text += name + "".join(f"[{_point(start.game, cell)}]" for cell in cells)
    return text + ("PL[W]" if start.to_move != start.labels[0] else "")


def _move(here: Position, move: str) -> str:
    colour = _COLOURS[here.labels.index(here.to_move)]
    cells = here.cells(move)
    return f";{colour}[{_point(here.game, cells[0]) if cells else ''}]"


def _comment(node: Node) -> str:
    escaped = re.sub(r"([\]\\])", r"\\\1", node.comment)
    return f"C[{escaped}]" if escaped else ""


def _point(game: str, cell: Cell) -> str:
    row, column = cell
    letter = chr(ord("a") + column)
    return f"{letter}{row + 1}" if game == "hex" else letter + chr(ord("a") + row)


def read_sgf(text: str) -> GameTree:
    """Return the game that an SGF text describes; the end of its main line is shown.

    Raises
    ------
    UpstarError
        If the text is not SGF, or not a game that upstar has.

    Examples
    --------
    >>> read_sgf("(;GM[11]SZ[3];B[b2](;W[a1]C[a corner])(;W[c3]))").text
    'b2 a3 { a corner } ( c1 )'
    """
    nodes = _nodes(text)
    first = next(nodes, None)
    if first is None:
        raise ParameterError("this is not an SGF game; it must begin with '(;'")
    root = first[1]
    known = {number: game for game, number in GAMES.items()}
    number = root.get("GM", ["1"])[0].strip()
    if number not in known:
        names = ", ".join(f"{number} ({game})" for game, number in GAMES.items())
        raise ParameterError(f"the SGF game has GM[{number[:9]}]; upstar reads GM {names}")
    following = list(nodes)
    start = _start(known[number], root, following)
    tree = GameTree(start)
    tree.root.comment = _read_comment(root)
    at = {0: tree.root}
    _play(tree, root)
    at[0] = tree.current
    for place, (parent, properties) in enumerate(following, 1):
        tree.go(at[parent])
        _play(tree, properties)
        if comment := _read_comment(properties):
            tree.current.comment = comment
        at[place] = tree.current
    tree.go(tree.root)
    while tree.current.children:
        tree.go(tree.current.children[0])
    return tree


def _nodes(text: str) -> Iterator[tuple[int, Properties]]:
    """Generate the nodes of a game: the number of the node before, and the properties."""
    begun: list[int] = []
    last, count, at = -1, 0, 0
    properties: Properties | None = None
    name = ""
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ParameterError(f"this is not SGF: {text[at : at + 20]!r} is not expected")
        at = found.end()
        sign, identifier, value = found.groups()
        if sign is None and properties is None:
            raise ParameterError(f"this is not SGF: {found[0].strip()[:20]!r} is before the ';'")
        if identifier is not None:
            name = "".join(letter for letter in identifier if letter.isupper()) or identifier
        elif value is not None:
            assert properties is not None
            properties.setdefault(name, []).append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
        else:
            if properties is not None:
                yield last, properties
                last, count, properties = count, count + 1, None
            if sign == ";":
                if not begun:
                    raise ParameterError("this is not an SGF game; it must begin with '('")
                properties = {}
            elif sign == "(":
                begun.append(last)
            elif not begun:
                raise ParameterError("this is not SGF: there is a ')' without its '('")
            else:
                last = begun.pop()
                if not begun:
                    return  # A file may have several games; the first one is read.
        if count > _MAX_NODES:
            raise ParameterError(f"the SGF game has more than {_MAX_NODES} moves")
    raise ParameterError("this is not an SGF game; a ')' is missing at its end")


def _start(game: str, root: Properties, following: list[tuple[int, Properties]]) -> Position:
    size = root.get("SZ", ["19" if game == "go" else "11" if game == "hex" else "15"])[0]
    width, _, height = size.partition(":")
    if not (width.strip().isdecimal() and (height or width).strip().isdecimal()):
        raise ParameterError(f"SZ[{size[:20]}] is not the size of a board")
    columns, rows = int(width), int(height or width)
    if not (1 <= columns <= 26 and 1 <= rows <= 26):
        raise PositionError(f"SZ[{size[:20]}] is too large: a side has at most 26 cells")
    board = [["."] * columns for _ in range(rows)]
    for name, sign in (("AB", "x"), ("AW", "o")):
        for value in root.get(name, []):
            cell = _cell(value, rows, columns)
            if cell is None:
                raise ParameterError(f"{name}[{value[:20]}] is not a point of the board")
            board[cell[0]][cell[1]] = sign
    text = "/".join("".join(row) for row in board)
    if not any(name in root for name in ("AB", "AW")):
        text = f"{rows}x{columns}"
    if game == "mnk":
        found = _IN_A_ROW.search("".join(root.get("RU", [])))
        text += f":{found[1] if found else 5}"
    if game == "go":
        komi = re.fullmatch(r"\s*(-?\d{1,3}(?:\.[05])?0*)\s*", root.get("KM", ["0"])[0])
        if komi and float(komi[1]):
            text += f":komi={float(komi[1]):g}"
    order = [root, *(properties for _, properties in following)]
    colours = [name for properties in order for name in _COLOURS if name in properties]
    first = root.get("PL", colours[:1] or ["B"])[0].strip().upper()[:1]
    return parse_position(game, text, "right" if first == "W" else "left")


def _cell(value: str, rows: int, columns: int) -> Cell | None:
    """Return the row from the top and the column of a point; None for a pass."""
    value = value.strip().lower()
    found = re.fullmatch(r"([a-z])(?:([a-z])|(\d{1,2}))", value)
    if found is None:
        return None
    row = int(found[3]) - 1 if found[3] else ord(found[2]) - ord("a")
    column = ord(found[1]) - ord("a")
    return (row, column) if 0 <= row < rows and 0 <= column < columns else None


def _play(tree: GameTree, properties: Properties) -> None:
    """Play the move of a node, if it has one."""
    for index, colour in enumerate(_COLOURS):
        for value in properties.get(colour, [])[:1]:
            here = tree.current.position
            if here.labels[index] != here.to_move:
                raise ParameterError(
                    f"{colour}[{value[:20]}]: {here.to_move} is to move; upstar reads games in "
                    "which the players move in turn"
                )
            rows = here.board()[1]
            cell = _cell(value, len(rows), len(rows[0]))
            moves = {tuple(cells): move for move, cells in here.cells_of_moves().items()}
            is_pass = value.strip() == "" or (value.strip() == "tt" and cell is None)
            move = moves.get(() if is_pass else (cell,) if cell else ((-1, -1),))
            if move is None:
                raise ParameterError(f"{colour}[{value[:20]}] is not a legal move")
            tree.play(move)


def _read_comment(properties: Properties) -> str:
    return clean_comment(" ".join(properties.get("C", [])))
