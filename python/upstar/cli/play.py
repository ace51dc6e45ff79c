"""``upstar play``: play against an engine in the terminal."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from upstar.cli.common import (
    SOLVED,
    console,
    find_position,
    game_under,
    open_book,
    usual_start,
)
from upstar.cli.declare import Option
from upstar.cli.options import (
    BookFile,
    GameName,
    MoveNodes,
    MovePlayouts,
    MoveSeconds,
    Play,
    PositionText,
    Seed,
    ToMove,
)

if TYPE_CHECKING:
    from rich.text import Text

    from upstar.book import Book
    from upstar.play import Budget
    from upstar.play.engine import Choice
    from upstar.play.session import GameSession
    from upstar.position import Position

_HINT_SECONDS = 5.0
"""Seconds for the results of all moves if the engine has no limit of seconds."""

_HELP = """\
MOVE          play this move
moves         list the legal moves
? or hint     show the move that the engine would play
hint all      prove the result of every move, as far as the time for a move allows
undo          take back your last move and the engine's reply
redo          play them again
swap          change sides
resign        resign the game
save FILE     save the game to a file
load FILE     resume a saved game
board         show the board again
quit          leave the game (the end of the input does this too)"""


def play_command(
    game: GameName,
    position: PositionText = None,
    engine: Annotated[
        str,
        Option(
            "--engine", metavar="ENGINE", help="Play against this engine, as in 'upstar match'."
        ),
    ] = "mcts",
    human: Annotated[
        str,
        Option(
            "--human",
            metavar="SIDE",
            help="Play this side: left, right, a player's label, both or none.",
        ),
    ] = "left",
    to_move: ToMove = None,
    play: Play = "normal",
    load: Annotated[
        Path | None, Option("--load", metavar="FILE", help="Resume a saved game.")
    ] = None,
    book: BookFile = None,
    max_seconds: MoveSeconds = None,
    max_nodes: MoveNodes = None,
    max_playouts: MovePlayouts = None,
    seed: Seed = 0,
) -> int:
    """Play a game in the terminal. Type 'help' there for a list of the commands.

    Without a position, the game starts from the usual one (see 'upstar games GAME').

    Exit status: 0 played or left, 2 bad input, 130 interrupted.
    """
    from upstar.play import Budget
    from upstar.play.session import GameSession

    game = game_under(play, game)
    if load is None:
        position = usual_start(game) if position is None else position
        session = GameSession(find_position(game, position, to_move))
    else:
        session = GameSession.load(load)
        if session.start.game != game:
            raise click.BadParameter(f"'{load}' is a game of {session.start.game}, not of {game}")
    budget = Budget(max_seconds, max_nodes, max_playouts)
    humans = _human_labels(human, session.start)
    TerminalGame(session, engine, budget, humans, seed, book=open_book(book, session.start)).run()
    return SOLVED


def _human_labels(human: str, start: "Position") -> set[str]:
    """Return the labels of the sides that the user plays."""
    left, right = start.labels
    named = {
        "left": {left},
        "right": {right},
        left.lower(): {left},
        right.lower(): {right},
        "both": {left, right},
        "none": set(),
    }
    if human.lower() not in named:
        raise click.BadParameter(f"--human must be one of {', '.join(named)}, not '{human}'")
    return named[human.lower()]


class TerminalGame:
    """A game between the user and an engine: reads commands and prints the board."""

    def __init__(
        self,
        session: "GameSession",
        spec: str,
        budget: "Budget",
        humans: set[str],
        seed: int,
        read: Callable[[str], str] = input,
        *,
        book: "Book | None" = None,
    ) -> None:
        """Create the engine, so that a wrong name is reported before the game."""
        from upstar.play import BookEngine, engine

        self.session = session
        self.engine = engine(spec, budget)
        if book is not None:
            self.engine = BookEngine(book, self.engine)
        self.humans = humans
        self.seed = seed
        self.read = read
        self.out = console()
        self._shown_result = ""
        with suppress(ImportError):  # line editing and history, if the system has readline
            import readline  # noqa: F401

    def run(self) -> None:
        """Play until the game is over or the user leaves."""
        self.engine.begin(self.session.position)
        self.show()
        try:
            while True:
                here = self.session.position
                self._show_result()
                if self.session.is_over:
                    if not self.humans or not self._read_command(here):
                        return
                elif here.to_move in self.humans:
                    if not self._read_command(here):
                        return
                else:
                    self._engine_move(here)
        finally:
            self.engine.close()

    def _engine_move(self, here: "Position") -> None:
        choice = self._choose(here)
        self.session.play(choice.move)
        proofs = {"win": "and has proved a win", "loss": "and has proved that it loses"}
        proved = proofs.get(choice.proven or "", "")
        self.out.print(f"{here.to_move} plays {choice.move} {proved}".rstrip(), style="bold")
        self.show(choice.move, here)

    def _choose(self, here: "Position") -> "Choice":
        """Return the engine's move. A terminal shows a status line meanwhile."""
        with self.out.status(f"{here.to_move} is thinking"):
            return self.engine.choose(here, seed=self.seed + len(self.session.moves))

    def _read_command(self, here: "Position") -> bool:
        """Read one line and execute it. Return False if the user leaves."""
        from upstar.errors import UpstarError

        try:
            line = self.read(f"{here.to_move}> ").strip()
        except EOFError:
            return False
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            return False
        try:
            self._execute(here, line, word, rest.strip())
        except (UpstarError, OSError) as error:
            self.out.print(str(error), style="yellow")
        return True

    def _execute(self, here: "Position", line: str, word: str, rest: str) -> None:
        if not word:
            return
        if word == "help":
            self.out.print(_HELP)
        elif word in ("?", "hint"):
            self._hint_all(here) if rest == "all" else self._hint(here)
        elif word == "moves":
            self.out.print(" ".join(here.moves()) or "there are no moves", soft_wrap=True)
        elif word == "board":
            self.show()
        elif word == "undo":
            self._undo()
            self.show()
        elif word == "redo":
            self._redo()
            self.show()
        elif word == "resign" and not self.session.is_over:
            self.session.resign()
        elif word == "swap":
            self.humans = set(here.labels) - self.humans
        elif word in ("save", "load") and not rest:
            self.out.print(f"the file is missing: {word} FILE", style="yellow")
        elif word == "save":
            self.session.save(Path(rest))
            self.out.print(f"saved to {rest}")
        elif word == "load":
            self._load(Path(rest))
        else:
            self.session.play(line)
            self.show(line, here)

    def _load(self, path: Path) -> None:
        """Resume a saved game. The user keeps the same sides, whatever their labels."""
        loaded = type(self.session).load(path)
        sides = [label in self.humans for label in self.session.start.labels]
        self.session = loaded
        self.humans = {
            label for label, is_human in zip(loaded.start.labels, sides, strict=True) if is_human
        }
        self.engine.begin(loaded.position)
        self.show()

    def _undo(self) -> None:
        """Take moves back until the user is to move."""
        from upstar.errors import MoveError

        if not self.session.moves and self.session.resigned is None:
            raise MoveError("there is no move to take back")
        self.session.undo()
        while self.session.moves and self.session.position.to_move not in self.humans:
            self.session.undo()
        self.engine.begin(self.session.position)

    def _redo(self) -> None:
        from upstar.errors import MoveError

        if self.session.redo() is None:
            raise MoveError("there is no move to play again")
        while self.session.position.to_move not in self.humans and self.session.redo():
            pass
        self.engine.begin(self.session.position)

    def _hint(self, here: "Position") -> None:
        if here.outcome is not None:
            self.out.print("the game is over")
            return
        choice = self._choose(here)
        proved = {None: "", "win": ": it wins", "draw": ": it draws", "loss": ": all moves lose"}
        self.out.print(f"the engine would play {choice.move}{proved[choice.proven]}")
        for line in choice.candidates[:5]:
            self.out.print(f"  {line}")

    def _hint_all(self, here: "Position") -> None:
        """Print the result of every move. Open moves have their bounds."""
        import upstar
        from upstar.cli.analyze import move_table

        if here.outcome is not None:
            self.out.print("the game is over")
            return
        seconds = self.engine.budget.max_seconds or _HINT_SECONDS
        with self.out.status("analysing all moves"):
            found = upstar.analyze(here, max_seconds=seconds)
        self.out.print(move_table(found))
        if found.stopped is not None:
            settled = sum(move.is_settled for move in found.moves)
            self.out.print(f"{settled} of {len(found.moves)} moves are settled after {seconds:g} s")

    def _show_result(self) -> None:
        """Print the result once when the game is over."""
        if not self.session.is_over:
            self._shown_result = ""
            return
        winner = self.session.winner
        resigned = f" ({self.session.resigned} resigned)" if self.session.resigned else ""
        result = "a draw" if winner is None else f"{winner} wins{resigned}"
        result += f" after {len(self.session.moves)} moves"
        if result != self._shown_result:
            self.out.print(result, style="bold green")
            self._shown_result = result

    def show(self, move: str | None = None, before: "Position | None" = None) -> None:
        """Print the board. The cells of a move that was just played are marked."""
        here = self.session.position
        marked = None if move is None or before is None else before.cells(move)
        self.out.print(_coloured(here.ascii(cells=marked or ())))
        self.out.print()


def _coloured(text: str) -> "Text":
    """Colour a board. Blue and orange are distinguishable for colour-blind readers."""
    from rich.text import Text

    coloured = Text(text)
    *rows, _names = text.split("\n")
    start = 0
    for row in rows:
        for place, cell in enumerate(row):
            style = {"x": "bold blue", "|": "bold blue", "o": "bold orange3", "-": "bold orange3"}
            if cell in style:
                coloured.stylize(style[cell], start + place, start + place + 1)
        start += len(row) + 1
    return coloured
