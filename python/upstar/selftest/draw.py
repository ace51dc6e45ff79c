"""Random positions of every game: small ones, thin ones, and the last moves on the largest boards.

Most mistakes sit at edges: boards of one row or column, and sizes at which a machine word is full.
So sizes come from three lists, and large boards are played until little of the game is left.
"""

import random
from collections.abc import Callable

from upstar.errors import UpstarError
from upstar.position import Position, position
from upstar.registry import games

_EDGES = (8, 9, 15, 16, 17, 18, 20, 24, 31, 32, 33, 48, 62, 63, 64, 65, 66, 96, 120, 127, 128)
"""Numbers of cells near which a byte, a word or two words are full."""


def size(rng: random.Random, most: int = 128) -> tuple[int, int]:
    """Return rows and columns: small, thin, or near a full word."""
    kind = rng.random()
    if kind < 0.6:
        return rng.randint(1, 4), rng.randint(1, 4)
    if kind < 0.8:
        thin = 1, rng.randint(1, min(24, most))
    else:
        cells = rng.choice([edge for edge in _EDGES if edge <= most])
        rows = rng.choice([n for n in range(1, 17) if cells % n == 0])
        thin = rows, cells // rows
    return thin if rng.random() < 0.5 else thin[::-1]


def board(rng: random.Random, signs: str, most: int = 128) -> str:
    """Return rows of random signs; the first sign is the one of an open cell.

    On a large board nearly all cells have another sign, so that the game is nearly over.
    """
    rows, columns = size(rng, most)
    return filled(rng, signs, rows, columns)


def filled(rng: random.Random, signs: str, rows: int, columns: int) -> str:
    """Return rows of random signs of a size."""
    cells = rows * columns
    share = rng.choice((0.3, 0.6, 0.8, 1.0)) if cells <= 12 else rng.uniform(4, 12) / cells
    others = [*signs[1:]] or [signs[0]]
    weights = [rng.random() ** 2 + 0.05 for _ in others]
    row = [
        signs[0] if rng.random() < share else rng.choices(others, weights)[0] for _ in range(cells)
    ]
    return _rows(row, columns)


def _sized(suffix: Callable[[random.Random], str], most: int) -> Callable[[random.Random], str]:
    def text(rng: random.Random) -> str:
        rows, columns = size(rng, most)
        return f"{rows}x{columns}{suffix(rng)}"

    return text


def _row_game(signs: str) -> Callable[[random.Random], str]:
    """Return rows that need not be equally long, and do not split at every sign."""

    def text(rng: random.Random) -> str:
        lengths = [rng.randint(1, rng.choice((4, 8, 12))) for _ in range(rng.choice((1, 1, 2, 3)))]
        return "/".join("".join(rng.choice(signs) for _ in range(n)) for n in lengths)

    return text


def _heaps(rng: random.Random) -> str:
    heaps = [rng.randint(0, rng.choice((3, 6, 9))) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.1:
        heaps = [rng.choice((15, 16, 17, 31, 32, 33, 63, 64, 127, 128)) % 129]
    return ",".join(map(str, heaps))


def _octal(rng: random.Random) -> str:
    code = f"{rng.choice('0004')}." + "".join(rng.choice("01234567") for _ in range(3))
    return f"{code}:{_heaps(rng)}"


def _hackenbush(rng: random.Random) -> str:
    if rng.random() < 0.5:
        stalks = ("".join(rng.choice("LRG") for _ in range(rng.randint(1, 4))) for _ in range(3))
        return ",".join(stalks)
    return rng.choice(("La{},a{}", "{}aGbR0,aLb", "Ga{}a,a{}", "{}abcR,bL")).replace(
        "{}", rng.choice("LRG")
    )


def _y(rng: random.Random) -> str:
    side = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 9, 10, 11, 15))
    cells = [*"xo" * 60, *"." * 5][: side * (side + 1) // 2]
    if side < 5 and rng.random() < 0.7:
        cells = [rng.choice("...xo") for _ in cells]
    rng.shuffle(cells)
    rows, at = [], 0
    for row in range(1, side + 1):
        rows.append("".join(cells[at : at + row]))
        at += row
    return "/".join(rows)


def _hex(rng: random.Random) -> str:
    rows, columns = size(rng, 121)
    return filled(rng, ".xo", min(rows, 121), columns)


def _fight(rng: random.Random) -> str:
    if rng.random() < 0.75:
        rows, columns = rng.choice(((2, 2), (2, 3), (3, 2), (1, 5), (3, 3), (2, 4)))
        cells = [rng.choice("+++xxooXO.") for _ in range(rows * columns)]
        return _rows(cells, columns)
    # The points nearly fill a word. Stones beside '.' are never captured, so all get filled.
    points = rng.choice((60, 61, 62, 63))
    fight = [rng.choice("+XOxo.") for _ in range(rng.choice((3, 4, 5, 6)))]
    columns = max(8, len(fight))
    lines = [[*fight, *"." * (columns - len(fight))]]
    left = points - fight.count("+")
    while left > 0:
        lines += [["."] * columns, [*"+" * min(left, columns), *"." * (columns - left)]]
        left -= columns
    return "/".join("".join(line) for line in lines)


def _rows(cells: list[str], columns: int) -> str:
    return "/".join("".join(cells[n : n + columns]) for n in range(0, len(cells), columns))


def _go(rng: random.Random) -> str:
    rows, columns = rng.choice(((1, 2), (1, 3), (2, 2), (1, 4), (2, 3), (3, 1)))
    options = [f"ko={rng.choice(('superko', 'simple'))}", f"limit={rng.randint(2, 6)}"]
    options += [f"komi={rng.choice(('0.5', '1', '-1.5', '3.5'))}"] * (rng.random() < 0.5)
    options += ["score=win"] * (rng.random() < 0.4)
    return f"{filled(rng, '.xo', rows, columns)}:{','.join(options)}"


def _sheep(rng: random.Random) -> str:
    herds = ["x2", "x3", "o2", "o3", "x4", "x", "o", "#", ".", ".", ".", "."]
    rows, columns = rng.randint(1, 3), rng.randint(1, 5)
    return "/".join("".join(rng.choice(herds) for _ in range(columns)) for _ in range(rows))


def _kings(rng: random.Random) -> str:
    options = [f"{side}={rng.randint(0, 2)}" for side in "xo"] + ["must"] * (rng.random() < 0.5)
    return (
        f"{board(rng, '.xo#', 120)}:{','.join(options)}"
        if rng.random() < 0.5
        else board(rng, "#.xo", 120)
    )


def _nimstring(rng: random.Random) -> str:
    rows, columns = rng.choice(((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)))
    lines = []
    for row in range(2 * rows + 1):
        mark, length = ("=", columns) if row % 2 == 0 else ("|", columns + 1)
        lines.append("".join(rng.choice((".", ".", mark)) for _ in range(length)))
    return "/".join(lines)


def _toads(rng: random.Random) -> str:
    text = _row_game("TF..")(rng)
    options = rng.choice(("", "", "", ":slide=1..2,jump=2", ":slide=2,jump=1", ":jump=2,friendly"))
    return text + options


def _tree(rng: random.Random) -> str:
    shape = rng.choice(((1, 3), (2, 4), (2, 6), (3, 4), (4, 3), (2, 1), (5, 2)))
    return f"{shape[0]}x{shape[1]}:{rng.randint(0, 999)}"


def _graph(signs: str) -> Callable[[random.Random], str]:
    def text(rng: random.Random) -> str:
        vertices = list("abcdefg")[: rng.randint(2, 7)]
        edges = [f"{rng.choice(vertices)}-{rng.choice(vertices)}" for _ in range(rng.randint(1, 8))]
        named = ("path(5)", "cycle(6)", "star(4)", "wheel(4)", "complete(4)", "grid(2,3)")
        edges = [edge for edge in edges if edge[0] != edge[2]] or ["a-b"]
        head = rng.choice(named) if rng.random() < 0.3 else " ".join([*edges, "-".join(vertices)])
        found = [row.split()[0] for row in position("col", f"graph:{head}").board()[1]]
        return " ".join([f"graph:{head}", *(f"{v}={rng.choice(signs)}" for v in found)])

    return text


def _lines(rng: random.Random) -> str:
    return f":{rng.randint(2, 6)}"


_TEXTS: dict[str, Callable[[random.Random], str]] = {
    "domineering": lambda rng: board(rng, ".#"),
    "nogo": lambda rng: board(rng, ".xo#"),
    "clobber": lambda rng: board(rng, "xo." if rng.random() < 0.5 else ".xo"),
    "y": _y,
    "hex": _hex,
    "mnk": _sized(_lines, 128),
    "connect-four": _sized(_lines, 64),
    "pgame": _tree,
    "hackenbush": _hackenbush,
    "toads-and-frogs": _toads,
    "elephants-and-rhinos": _row_game("ER.."),
    "toppling-dominoes": _row_game("LRGL."),
    "col": lambda rng: board(rng, ".xo#", 120),
    "snort": lambda rng: board(rng, ".xo#", 120),
    "node-kayles": lambda rng: board(rng, ".#", 120),
    "cram": lambda rng: board(rng, ".#", 120),
    "peg-duotaire": lambda rng: board(rng, ".x#", 120),
    "fission": lambda rng: board(rng, ".x#", 120),
    "cannibal-clobber": lambda rng: board(rng, "xo.#" if rng.random() < 0.5 else ".xo", 120),
    "sheep": _sheep,
    "king-dirt": _kings,
    "nim": _heaps,
    "octal": _octal,
    "kayles": _heaps,
    "nimstring": _nimstring,
    "amazons": lambda rng: board(rng, "#.xo", 120),
    "konane": lambda rng: board(rng, "xo.#", 120),
    "go": _go,
    "seki": _fight,
}
_GRAPHS = {
    "col": ".xo#",
    "snort": ".xo#",
    "node-kayles": ".#",
    "clobber": "xo.",
    "cannibal-clobber": "xo.",
    "nogo": "..xo",
}
VALUED = [
    name
    for name in _TEXTS
    if name not in ("y", "hex", "mnk", "connect-four", "pgame", "go", "seki")
]
"""The games whose positions have values."""
IMPARTIAL = ["node-kayles", "cram", "peg-duotaire", "nim", "octal", "kayles", "nimstring"]
"""The games in which both players have the same moves."""
_VALUES = (
    "1",
    "-2",
    "1/2",
    "*",
    "*2",
    "^",
    "v*",
    "{1|*}",
    "+-1",
    "{2|-1}",
    "+_1",
    "-3/4",
    "{0|||1|*}",
)


def names() -> list[str]:
    """Return the games that can be drawn, with the sums and the other versions of games."""
    listed = [info.name for info in games()]
    partisan = [name for name in VALUED if name not in IMPARTIAL]
    return [
        *(name for name in listed if name in _TEXTS),
        "sum",
        *(f"misere:{name}" for name in VALUED),
        *(f"impartial:{name}" for name in partisan),
        *(f"misere:impartial:{name}" for name in partisan[:4]),
    ]


def text_of(rng: random.Random, game: str) -> str:
    """Return a random text, which need not be a position of the game.

    Parameters
    ----------
    rng : random.Random
        The source of random numbers.
    game : str
        One of ``names()``.

    Returns
    -------
    str
        The text.

    Examples
    --------
    >>> text_of(random.Random(3), "nim")
    '8,2'
    """
    plain = game.rpartition(":")[2]
    if plain == "sum":
        return _sum(rng)
    if plain in _GRAPHS and rng.random() < 0.15:
        return _graph(_GRAPHS[plain])(rng)
    return _TEXTS[plain](rng)


def _sum(rng: random.Random) -> str:
    parts = []
    for _ in range(rng.randint(1, 3)):
        if rng.random() < 0.25:
            parts.append(rng.choice(_VALUES))
            continue
        game = rng.choice(VALUED)
        prefix = "impartial:" * (game not in IMPARTIAL and rng.random() < 0.15)
        text = small(rng, game)
        parts.append(f"{prefix}{game}:{text}")
    signs = ["- " if rng.random() < 0.3 else "+ " for _ in parts]
    return " ".join(s + p for s, p in zip(signs, parts, strict=True)).removeprefix("+ ")


def small(rng: random.Random, game: str) -> str:
    """Return the text of a small position of a game with values."""
    for _ in range(50):
        text = text_of(rng, game)
        try:
            found = position(game, text)
        except UpstarError:
            continue
        if len(text) <= 14 and len(found.moves()) <= 5:
            return str(found)
    return next(info.examples[0] for info in games() if info.name == game)


def start(rng: random.Random, game: str) -> Position | None:
    """Return a random position with a random player to move; None if the text is rejected."""
    text = text_of(rng, game)
    try:
        return position(game, text, to_move=rng.choice(("left", "right")))
    except UpstarError:
        return None


def towards_the_end(rng: random.Random, root: Position, branches: int) -> Position:
    """Play random moves that do not end the game, until few moves are left."""
    for _ in range(len(root.moves())):
        names = list(root.moves())
        if len(names) <= branches:
            break
        rng.shuffle(names)
        names = [name for name in names[:6] if name != "pass"]
        after = (root.play(name) for name in names)
        next_ = next((p for p in after if p.outcome is None), None)
        if next_ is None:
            break
        root = next_
    return root
