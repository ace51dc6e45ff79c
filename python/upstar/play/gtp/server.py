"""A GTP engine: it reads commands and returns answers."""

import math
import time
from collections.abc import Callable
from inspect import signature
from pathlib import Path

from upstar._core import build_info
from upstar.errors import UpstarError
from upstar.play.go_text import join_go_text, split_go_text
from upstar.play.gtp import handicap
from upstar.play.gtp.clock import Clock
from upstar.play.gtp.game_state import GameState, GoGameState
from upstar.play.gtp.protocol import Command, GtpError, answer_text, read_command
from upstar.position import Position, position

Choose = Callable[[Position, float | None], str]
"""Returns the move to play, given the seconds that it may take (None for no limit)."""

_PREFIX = "do_"


class GtpServer:
    """A GTP engine for one game. Methods ``do_NAME`` implement the command ``NAME``.

    Parameters
    ----------
    choose : callable
        Returns the move to play, given a position and the seconds that it may take (None for no
        limit).
    start : Position, optional
        Where the game begins; by default an empty 19x19 board of Go.

    Attributes
    ----------
    is_over : bool
        Whether the controller has sent ``quit``.

    Examples
    --------
    >>> server = GtpServer(lambda position, seconds: position.moves()[0])
    >>> server.answer("1 boardsize 3"), server.answer("genmove b")
    ('=1\\n\\n', '= A3\\n\\n')
    >>> server.answer("play white a3")
    '? illegal move\\n\\n'
    """

    def __init__(self, choose: Choose, start: Position | None = None) -> None:
        """Start a game at a position."""
        start = start or position("go", "19x19:komi=7.5,score=win")
        self.state: GameState = GoGameState(start) if start.game == "go" else GameState(start)
        self.clock = Clock()
        self.is_over = False
        self._choose = choose
        self._commands = {
            name.removeprefix(_PREFIX): getattr(self, name)
            for name in dir(self)
            if name.startswith(_PREFIX) and (self._is_go or name not in _GO_ONLY)
        }

    @property
    def _is_go(self) -> bool:
        return isinstance(self.state, GoGameState)

    def answer(self, line: str) -> str | None:
        """Return the answer to a line. Errors become answers too.

        Parameters
        ----------
        line : str
            A line from the controller.

        Returns
        -------
        str or None
            The answer to send; None if the line holds no command.

        Examples
        --------
        >>> server = GtpServer(lambda position, seconds: position.moves()[0])
        >>> server.answer("name")
        '= upstar\\n\\n'
        """
        command = read_command(line)
        if command is None:
            return None
        try:
            return answer_text(command.id, self._run(command))
        except GtpError as error:
            return answer_text(command.id, str(error), failed=True)
        except (UpstarError, RecursionError) as error:
            return answer_text(command.id, " ".join(str(error).split()), failed=True)

    def _run(self, command: Command) -> str:
        run = self._commands.get(command.name)
        if run is None:
            raise GtpError("unknown command")
        try:
            signature(run).bind(*command.arguments)
        except TypeError:
            raise GtpError("syntax error: too few or too many arguments") from None
        text: str | None = run(*command.arguments)
        return text or ""

    # ---- administration ----

    def do_protocol_version(self) -> str:
        """Return the version of the protocol."""
        return "2"

    def do_name(self) -> str:
        """Return the name of the engine."""
        return "upstar"

    def do_version(self) -> str:
        """Return the version of the engine."""
        return build_info()["version"]

    def do_known_command(self, name: str = "") -> str:
        """Return whether there is such a command."""
        return "true" if name in self._commands else "false"

    def do_list_commands(self) -> str:
        """Return the names of all commands."""
        return "\n".join(sorted(self._commands))

    def do_quit(self) -> None:
        """End the session."""
        self.is_over = True

    # ---- set-up ----

    def do_boardsize(self, size: str) -> None:
        """Start on an empty board of another size."""
        number = _integer(size)
        if not 1 <= number <= 25:
            raise GtpError("unacceptable size")
        self.state.resize(number)

    def do_clear_board(self) -> None:
        """Start a new game."""
        self.state.clear()

    def do_komi(self, komi: str) -> None:
        """Set the points for the second player, rounded to half a point."""
        points = _number(komi)
        if isinstance(self.state, GoGameState):
            self.state.set_komi(max(-1000.0, min(1000.0, round(2 * points) / 2)))

    def do_fixed_handicap(self, stones: str) -> str:
        """Place black stones on the fixed handicap points."""
        state, number = self._empty_go(), _integer(stones)
        if not 2 <= number <= handicap.most_fixed(state.size):
            raise GtpError("invalid number of stones")
        return self._handicap(handicap.fixed(state.size, number))

    def do_place_free_handicap(self, stones: str) -> str:
        """Place black stones on points of our choice."""
        state, number = self._empty_go(), _integer(stones)
        if number < 2 or state.size < 3:
            raise GtpError("invalid number of stones")
        return self._handicap(handicap.free(state.size, number))

    def do_set_free_handicap(self, *vertices: str) -> None:
        """Place black stones on the given points."""
        state = self._empty_go()
        names = [vertex.lower() for vertex in vertices]
        legal = set(state.position_with(state.rows, "black").moves()) - {"pass"}
        if len(names) < 2 or len(set(names)) < len(names) or not set(names) <= legal:
            raise GtpError("bad vertex list")
        try:
            state.set_up(names)
        except UpstarError:
            raise GtpError("bad vertex list") from None

    def do_loadsgf(self, file: str, number: str | None = None) -> None:
        """Load the position of an SGF file, before the move with a number."""
        from upstar.play.sgf import read_sgf

        wanted = None if number is None else max(0, _integer(number) - 1)
        try:
            found = read_sgf(Path(file), moves=wanted)
        except UpstarError:
            raise GtpError("cannot load file") from None
        state = self._go()
        options = {**state.options(), "komi": "0", **GoGameState(found).options()}
        board, given = split_go_text(str(found))
        moves = {name: text for name, text in given.items() if name == "moves"}
        text = join_go_text(board, {**options, **moves})
        state.positions = [position("go", text, to_move=found.to_move)]
        state.start = position("go", join_go_text(f"{len(state.rows)}x{state.size}", options))

    # ---- play ----

    def do_play(self, colour: str, vertex: str) -> None:
        """Play a move of a player."""
        self.state.play(self._player(colour), vertex.lower() if self._is_go else vertex)

    def do_genmove(self, colour: str) -> str:
        """Choose a move, play it and return it."""
        player = self._player(colour)
        move = self._think(player)
        self.state.play(player, move)
        return self._vertex(move)

    def do_reg_genmove(self, colour: str) -> str:
        """Choose a move and return it without playing it."""
        return self._vertex(self._think(self._player(colour)))

    def do_undo(self) -> None:
        """Take back a move."""
        self.state.undo()

    # ---- time ----

    def do_time_settings(self, main: str, byo_yomi: str, stones: str) -> None:
        """Set the time of both players."""
        self.clock.set(_time(main), _time(byo_yomi), _integer(stones))

    def do_time_left(self, colour: str, seconds: str, stones: str) -> None:
        """Set the time that a player has left."""
        player = self._player(colour)
        self.clock.set_left(player, max(0.0, _number(seconds)), max(0, _integer(stones)))

    # ---- results ----

    def do_final_score(self) -> str:
        """Return the winner and the margin of the current position."""
        here = self.state.position
        if isinstance(self.state, GoGameState):
            score = self.state.area() - float(self.state.options().get("komi", 0))
        elif here.score is None:
            raise GtpError("cannot score: the game is not over")
        else:
            score = here.score if here.to_move == here.labels[0] else -here.score
        return f"{'B' if score > 0 else 'W'}+{abs(score):g}" if score else "0"

    def do_final_status_list(self, status: str) -> str:
        """Return the stones of a status. All count as alive; dead ones must be captured in play."""
        if status not in ("alive", "seki", "dead"):
            raise GtpError("syntax error: the status must be alive, seki or dead")
        if status != "alive":
            return ""
        from upstar.play.sgf import COLUMNS

        rows = self._go().rows
        places = [(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s != "."]
        return "\n".join(f"{COLUMNS[c].upper()}{len(rows) - r}" for r, c in places)

    # ---- common extensions ----

    def do_showboard(self) -> str:
        """Return a drawing of the board."""
        return "\n" + self.state.position.ascii()

    def do_is_legal(self, colour: str, vertex: str) -> str:
        """Return 1 if a move of a player is legal, else 0."""
        here = self.state.turn(self._player(colour))
        return "1" if vertex.lower() in here.moves() else "0"

    def do_all_legal(self, colour: str) -> str:
        """Return the legal moves of a player."""
        here = self.state.turn(self._player(colour))
        return " ".join(self._vertex(move) for move in here.moves())

    # ---- helpers ----

    def _go(self) -> GoGameState:
        assert isinstance(self.state, GoGameState)
        return self.state

    def _empty_go(self) -> GoGameState:
        state = self._go()
        if any(stone != "." for row in state.rows for stone in row):
            raise GtpError("board not empty")
        return state

    def _handicap(self, points: list[handicap.Point]) -> str:
        from upstar.play.sgf import point_name

        names = [point_name(point) for point in points]
        self._go().set_up(names)
        return " ".join(self._vertex(name) for name in names)

    def _player(self, colour: str) -> str:
        labels = self.state.position.labels
        names = {"b": 0, "black": 0, "w": 1, "white": 1}
        names.update({label.lower(): number for number, label in enumerate(labels)})
        if colour.lower() not in names:
            raise GtpError("syntax error: there is no such colour")
        return labels[names[colour.lower()]]

    def _vertex(self, move: str) -> str:
        return move.upper() if self._is_go else move

    def _think(self, player: str) -> str:
        here = self.state.turn(player)
        cells = sum(len(row) for row in here.board()[1])
        # A rough number of the player's remaining moves; at least ten, to keep a reserve.
        moves = max(10, cells // 2 - len(self.state.positions) // 2)
        began = time.monotonic()
        move = self._choose(here, self.clock.seconds(player, moves))
        self.clock.spend(player, time.monotonic() - began)
        return move


_GO_ONLY = {
    _PREFIX + name
    for name in (
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "loadsgf",
        "final_status_list",
    )
}


def _integer(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise GtpError("syntax error: not a whole number")
    return int(text)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise GtpError("syntax error: not a number")
    return number


def _time(text: str) -> float:
    number = _number(text)
    if number < 0:
        raise GtpError("syntax error: a time must not be negative")
    return number
