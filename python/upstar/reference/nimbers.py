"""The rules of impartial games and their parts, in plain Python, for certificates of nimbers.

``docs/lemmas.md`` explains how positions fall into parts. A position is a mapping from places (row,
column) to ``.``, ``x``, ``o`` or ``#``; in Cram ``#`` is a taken cell, in NoGo a cell that stays
empty. The *code* of a part is the number that stands for it in the file.
"""

from collections.abc import Iterable, Iterator

Place = tuple[int, int]
Board = dict[Place, str]

_EXCHANGED = {"x": "o", "o": "x"}


class Impartial:
    """An impartial game on a board of one size."""

    def __init__(self, rows: list[str]) -> None:
        """Store the size of the board."""
        self.height, self.width = len(rows), len(rows[0])
        self.places = [(r, c) for r in range(self.height) for c in range(self.width)]

    # ---- what the games define ----

    def moves(self, board: Board) -> Iterator[Board]:
        """Yield the position after each move."""
        raise NotImplementedError

    def parts(self, board: Board) -> Iterator[int]:
        """Yield the codes of the independent parts of a position."""
        raise NotImplementedError

    def board(self, code: int) -> Board:
        """Return a part as a position."""
        raise NotImplementedError

    # ---- what they have in common ----

    def read(self, text: str) -> Board:
        """Return the position of a text."""
        return dict(zip(self.places, text.replace("/", ""), strict=True))

    def options(self, code: int) -> list[list[int]]:
        """Return the parts after each move, without pairs of equal ones."""
        return [cancelled(self.parts(after)) for after in self.moves(self.board(code))]

    def near(self, place: Place) -> list[Place]:
        """Return the neighbours of a place on the board."""
        r, c = place
        beside = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
        return [(a, b) for a, b in beside if 0 <= a < self.height and 0 <= b < self.width]

    def around(self, places: Iterable[Place]) -> set[Place]:
        """Return the neighbours of places."""
        return {other for place in places for other in self.near(place)}

    def group(self, start: Place, members: Iterable[Place]) -> set[Place]:
        """Return the members that are connected with a place."""
        members, group, border = set(members), {start}, [start]
        while border:
            for other in self.near(border.pop()):
                if other in members and other not in group:
                    group.add(other)
                    border.append(other)
        return group

    def groups(self, members: Iterable[Place]) -> Iterator[set[Place]]:
        """Yield the connected groups of a set."""
        rest = set(members)
        while rest:
            group = self.group(min(rest), rest)
            rest -= group
            yield group

    def bit(self, place: Place) -> int:
        """Return the number with the bit of a place."""
        return 1 << (place[0] * self.width + place[1])

    def planes(self, first: Iterable[Place], second: Iterable[Place]) -> tuple[int, int]:
        """Return two sets of places as numbers."""
        return sum(map(self.bit, first)), sum(map(self.bit, second))

    def images(self, places: Iterable[Place]) -> Iterator[dict[Place, Place]]:
        """Yield the images of a shape in the corner of the board that fit on it."""
        places = list(places)
        for turn in (False, True):
            for flip in (1, -1):
                for mirror in (1, -1):
                    image = {(r, c): (flip * r, mirror * c) for r, c in places}
                    if turn:
                        image = {place: (c, r) for place, (r, c) in image.items()}
                    top = min(r for r, _ in image.values())
                    left = min(c for _, c in image.values())
                    image = {place: (r - top, c - left) for place, (r, c) in image.items()}
                    inside = max(r for r, _ in image.values()) < self.height
                    if inside and max(c for _, c in image.values()) < self.width:
                        yield image


def cancelled(codes: Iterable[int]) -> list[int]:
    """Return the codes without pairs of equal ones, whose sum is 0."""
    left: list[int] = []
    for code in codes:
        if code in left:
            left.remove(code)
        else:
            left.append(code)
    return left


class Cram(Impartial):
    """Both players place dominoes in either direction."""

    def moves(self, board: Board) -> Iterator[Board]:
        """Take two free neighbours."""
        for place in board:
            for other in self.near(place):
                if place < other and board[place] == board.get(other) == ".":
                    yield board | {place: "#", other: "#"}

    def parts(self, board: Board) -> Iterator[int]:
        """Yield regions of at least two free cells, up to the symmetries of the plane."""
        for region in self.groups(place for place in board if board[place] == "."):
            if len(region) > 1:
                yield min(self.planes(i.values(), [])[0] for i in self.images(region))

    def board(self, code: int) -> Board:
        """Return a region."""
        return {place: "." if code & self.bit(place) else "#" for place in self.places}


class Clobber(Impartial):
    """A stone takes a neighbour of the other colour."""

    def moves(self, board: Board) -> Iterator[Board]:
        """Move a stone of either colour onto a neighbour of the other."""
        for place, stone in board.items():
            for other in self.near(place):
                if stone in _EXCHANGED and board[other] == _EXCHANGED[stone]:
                    yield board | {place: ".", other: stone}

    def parts(self, board: Board) -> Iterator[int]:
        """Yield groups with stones of both colours, up to symmetry and the exchange of colours."""
        for group in self.groups(place for place in board if board[place] != "."):
            if len({board[place] for place in group}) == 2:
                codes = []
                for image in self.images(group):
                    black, white = self.planes(
                        [image[place] for place in group if board[place] == "x"],
                        [image[place] for place in group if board[place] == "o"],
                    )
                    codes += [(black, white), (white, black)]
                black, white = min(codes)
                yield black | white << 64

    def board(self, code: int) -> Board:
        """Return a group."""
        return _stones(self, code)


class NoGo(Impartial):
    """Stones are placed; captures and suicide are illegal."""

    def legal(self, board: Board, place: Place, colour: str) -> bool:
        """Return whether a stone of a colour may be placed."""
        if board[place] != ".":
            return False
        after = board | {place: colour}
        touched = [place] + [n for n in self.near(place) if after[n] == _EXCHANGED[colour]]
        return all(self.liberties(after, stone) for stone in touched)

    def liberties(self, board: Board, stone: Place) -> set[Place]:
        """Return the liberties of the group of a stone."""
        group = self.group(stone, [place for place in board if board[place] == board[stone]])
        return {place for place in self.around(group) if board[place] in ".#"}

    def moves(self, board: Board) -> Iterator[Board]:
        """Place a stone of either colour."""
        for colour in "xo":
            for place in board:
                if self.legal(board, place, colour):
                    yield board | {place: colour}

    def parts(self, board: Board) -> Iterator[int]:
        """Yield the components of cells that some player may use, with the stones beside them."""
        live = {p for p in board if any(self.legal(board, p, colour) for colour in "xo")}
        lasting = {p: "#" if s == "." and p not in live else s for p, s in board.items()}
        mortal = []
        for colour in "xo":
            for group in self.groups(p for p in board if board[p] == colour):
                liberties = self.liberties(lasting, min(group))
                if all(lasting[place] == "." for place in liberties):
                    mortal.append((group, liberties))
        rest = set(live)
        while rest:
            part, size = {min(rest)}, 0
            while len(part) > size:
                size = len(part)
                part |= self.around(part & live) & live
                for group, liberties in mortal:
                    if liberties & part:
                        part |= group | liberties
            rest -= part
            yield self._code(lasting, part, part & live)

    def _code(self, board: Board, part: set[Place], live: set[Place]) -> int:
        """Return the least image of a part without the stones that decide nothing."""
        shown = part | self.around(part)
        kept = {p: s if p in part or (p in shown and s in "xo") else "#" for p, s in board.items()}
        while idle := set(self._idle(kept, live)):
            kept |= dict.fromkeys(idle, "#")
        codes = []
        last_row, last_column = self.height - 1, self.width - 1
        for turn in (False, True) if self.height == self.width else (False,):
            for flip in (False, True):
                for mirror in (False, True):
                    image = {}
                    for (r, c), stone in kept.items():
                        a, b = last_row - r if flip else r, last_column - c if mirror else c
                        image[(b, a) if turn else (a, b)] = stone
                    black, white = self.planes(
                        [p for p, s in image.items() if s in "x#"],
                        [p for p, s in image.items() if s in "o#"],
                    )
                    codes += [(black, white), (white, black)]
        black, white = min(codes)
        return black | white << 64

    def _idle(self, board: Board, live: set[Place]) -> Iterator[Place]:
        """Yield the stones that decide nothing."""
        safe: dict[str, set[Place]] = {"x": set(), "o": set()}
        mortal: dict[str, set[Place]] = {"x": set(), "o": set()}
        for colour in "xo":
            for group in self.groups(p for p in board if board[p] == colour):
                is_safe = any(board[p] == "#" for p in self.around(group))
                (safe if is_safe else mortal)[colour].update(group)

        def is_free(place: Place) -> bool:
            beside = self.near(place)
            both = all(any(p in safe[colour] for p in beside) for colour in "xo")
            return both or any(board[p] == "#" for p in beside)

        for colour in "xo":
            for stone in safe[colour]:
                beside = self.near(stone)
                if all(is_free(p) for p in beside if p in live) and not any(
                    p in mortal[_EXCHANGED[colour]] for p in beside
                ):
                    yield stone

    def board(self, code: int) -> Board:
        """Return a part."""
        return _stones(self, code)


class NoGoRow(NoGo):
    """NoGo in one row, where a part is a word."""

    def read(self, text: str) -> Board:
        """Return the position of a text, also of one column, as a row."""
        return {(0, c): cell for c, cell in enumerate(text.replace("/", ""))}

    def near(self, place: Place) -> list[Place]:
        """Return the neighbours in a row without end; ``moves`` and ``parts`` know the ends."""
        return [(0, place[1] - 1), (0, place[1] + 1)]

    def legal(self, board: Board, place: Place, colour: str) -> bool:
        """Return whether a stone may be placed; beyond the ends there is nothing."""
        return super().legal(_Row(board), place, colour)

    def parts(self, board: Board) -> Iterator[int]:
        """Yield the codes of words; ``docs/lemmas.md`` has the steps."""
        row = ""
        for place in sorted(board):
            usable = board[place] != "." or any(self.legal(board, place, c) for c in "xo")
            row += board[place] if usable else "#"
        for a, b in (("xo", "x|o"), ("ox", "o|x"), ("#", "#|#")):
            row = row.replace(a, b)
        for stones in ("xx", "oo", "##"):
            while stones in row:
                row = row.replace(stones, stones[0])
        for word in row.split("|"):
            if "." in word:
                yield min(_word_code(w, swap) for w in (word, word[::-1]) for swap in (0, 1))

    def board(self, code: int) -> Board:
        """Return a word as a row."""
        count = (code.bit_length() - 1) // 2
        return {(0, c): ".xo#"[code >> 2 * (count - 1 - c) & 3] for c in range(count)}


class _Row(dict[Place, str]):
    """A row of cells; every other place is a wall."""

    def __missing__(self, place: Place) -> str:
        return "wall"

    def __or__(self, other: Board) -> "_Row":  # type: ignore[override]
        return _Row({**self, **other})


def _word_code(word: str, swap: int) -> int:
    code = 1
    for cell in word:
        code = code << 2 | ".xo#".index(_EXCHANGED.get(cell, cell) if swap else cell)
    return code


def _stones(game: Impartial, code: int) -> Board:
    black, white = code & (1 << 64) - 1, code >> 64
    return {
        p: ".xo#"[bool(black & game.bit(p)) + 2 * bool(white & game.bit(p))] for p in game.places
    }


def impartial_game(game: str, text: str) -> Impartial | None:
    """Return the rules for the board of a text; None for other games."""
    rows = text.split("/")
    is_row = len(rows) == 1 or len(rows[0]) == 1
    games: dict[str, type[Impartial]] = {
        "cram": Cram,
        "impartial:clobber": Clobber,
        "impartial:nogo": NoGoRow if is_row else NoGo,
    }
    return games[game](rows) if game in games else None


class NimberCheck:
    """Checks statements about the nimbers of parts."""

    def __init__(self, game: Impartial, stated: dict[int, int]) -> None:
        """Store the game and the nimber that is stated for each part."""
        self.game, self.stated = game, stated

    def sum(self, parts: Iterable[int]) -> int | None:
        """Return the nimber of a sum, if all of its parts are stated."""
        total = 0
        for part in parts:
            if part not in self.stated:
                return None
            total ^= self.stated[part]
        return total

    def error(self, code: int) -> str | None:
        """Return why the nimber of a part does not follow from the other statements."""
        nimber, seen = self.stated[code], set()
        for option in self.game.options(code):
            found = self.sum(option)
            if found == nimber:
                return "an option has this nimber too"
            if found is None and not self.has_reply(option, nimber):
                return "an option is not proved to have another nimber"
            seen.add(found)
        missing = set(range(nimber)) - seen
        return f"no option is stated to have the nimber {min(missing)}" if missing else None

    def has_reply(self, parts: list[int], nimber: int) -> bool:
        """Return whether an option of a sum is stated to have a nimber."""
        return any(
            self.sum(cancelled(reply + parts[:i] + parts[i + 1 :])) == nimber
            for i, part in enumerate(parts)
            for reply in self.game.options(part)
        )
