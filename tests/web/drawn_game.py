"""A game in Python for the workbench: three in a row, with a board to click on."""

import upstar

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Three(upstar.Game):
    """Three in a row wins. The first player is cross."""

    labels = ("cross", "nought")

    def start(self):
        return "." * 9

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] == "."]

    def play(self, state, move):
        return state[:move] + "xo"[9 - state.count(".") & 1] + state[move + 1 :]

    def outcome(self, state):
        if any(state[a] == state[b] == state[c] != "." for a, b, c in LINES):
            return "loss"
        return None if "." in state else "draw"

    def print(self, state):
        return "/".join(self.draw(state))

    def parse(self, text):
        state = text.replace("/", "")
        if len(state) != 9 or set(state) - set(".xo"):
            raise upstar.PositionError(f"'{text}' is not three rows of three cells")
        return state

    def print_move(self, state, move):
        return "abc"[move % 3] + str(3 - move // 3)

    def draw(self, state):
        return [state[:3], state[3:6], state[6:]]

    def move_cells(self, state, move):
        return [divmod(move, 3)]


class Mute(Three):
    """A game that cannot read positions."""

    parse = upstar.Game.parse


class Rude(Three):
    """A game whose parse raises any exception."""

    def parse(self, text):
        return super().parse(text) if len(text) > 3 else {}[text]
