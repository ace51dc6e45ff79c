"""``upstar play``: a game in the terminal against an engine."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upstar.cli.common import SOLVED, console, find_position, usual_start
from upstar.cli.options import (
    GameName,
    MoveNodes,
    MovePlayouts,
    MoveSeconds,
    PositionText,
    Seed,
    ToMove,
)

if TYPE_CHECKING:
    from rich.text import Text

    from upstar.play import Budget
    from upstar.play.engine import Choice
    from upstar.play.session import GameSession
    from upstar.position import Position

_HELP = """\
a move        play it ('moves' lists them)
? or hint     what the engine thinks of the position
undo, redo    take your last move back, with the answer to it; play it again
swap          change sides
resign        give up
save FILE     write the game down; load FILE goes on with it
board         show the board again
quit          leave (the end of the input does too)"""


def play_command(
    game: GameName,
    position: PositionText = None,
    engine: Annotated[
        str, typer.Option("--engine", metavar="ENGINE", help="The opponent, as in 'match'.")
    ] = "mcts",
    human: Annotated[
        str,
        typer.Option(
            "--human", metavar="SIDE", help="The side that you play: a label, both or none."
        ),
    ] = "left",
    to_move: ToMove = None,
    load: Annotated[
        Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    max_seconds: MoveSeconds = None,
    max_nodes: MoveNodes = None,
    max_playouts: MovePlayouts = None,
    seed: Seed = 0,
) -> int:
    """Play a game in the terminal. Type 'help' there for what you can say.

    Without a position it is the usual one ('upstar games GAME' tells it).

    Exit status: 0, 2 bad input, 130 interrupted.
    """
    from upstar.play import Budget
    from upstar.play.session import GameSession

    if load is None:
        position = usual_start(game) if position is None else position
        session = GameSession(find_position(game, position, to_move))
    else:
        session = GameSession.load(load)
        if session.start.game != game:
            raise typer.BadParameter(f"'{load}' is a game of {session.start.game}, not of {game}")
    budget = Budget(max_seconds, max_nodes, max_playouts)
    TerminalGame(session, engine, budget, _people(human, session.start), seed).run()
    return SOLVED


def _people(human: str, start: "Position") -> set[str]:
    """The labels of those that people play."""
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
        raise typer.BadParameter(f"--human is one of {', '.join(named)}, not '{human}'")
    return named[human.lower()]


class TerminalGame:
    """Where a person and an engine sit: reads lines, shows boards."""

    def __init__(
        self,
        session: "GameSession",
        spec: str,
        budget: "Budget",
        people: set[str],
        seed: int,
        read: Callable[[str], str] = input,
    ) -> None:
        """The engine is made at once, so that a wrong name is told before the game."""
        from upstar.play import engine

        self.session = session
        self.engine = engine(spec, budget)
        self.people = people
        self.seed = seed
        self.read = read
        self.out = console()
        self._told = ""
        with suppress(ImportError):  # lines can be edited and called back where there is one
            import readline  # noqa: F401

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        self.engine.begin(self.session.position)
        self.show()
        try:
            while True:
                here = self.session.position
                self._tell_end()
                if self.session.is_over:
                    if not self.people or not self._listen(here):
                        return
                elif here.to_move in self.people:
                    if not self._listen(here):
                        return
                else:
                    self._answer(here)
        finally:
            self.engine.close()

    def _answer(self, here: "Position") -> None:
        choice = self._choice(here)
        self.session.play(choice.move)
        proved = {"win": "and has proved a win", "loss": "and knows that it has lost"}
        told = proved.get(choice.proven or "", "")
        self.out.print(f"{here.to_move} plays {choice.move} {told}".rstrip(), style="bold")
        self.show(choice.move, here)

    def _choice(self, here: "Position") -> "Choice":
        """What the engine would play; a terminal says meanwhile that it thinks."""
        with self.out.status(f"{here.to_move} thinks"):
            return self.engine.choose(here, seed=self.seed + len(self.session.moves))

    def _listen(self, here: "Position") -> bool:
        """Do what the person says; False to leave."""
        from upstar.errors import UpstarError

        try:
            line = self.read(f"{here.to_move}> ").strip()
        except EOFError:
            return False
        word, _, rest = line.partition(" ")
        if word in ("quit", "exit"):
            return False
        try:
            self._obey(here, line, word, rest.strip())
        except (UpstarError, OSError) as error:
            self.out.print(str(error), style="yellow")
        return True

    def _obey(self, here: "Position", line: str, word: str, rest: str) -> None:
        if not word:
            return
        if word == "help":
            self.out.print(_HELP)
        elif word in ("?", "hint"):
            self._hint(here)
        elif word == "moves":
            self.out.print(" ".join(here.moves()) or "there are none", soft_wrap=True)
        elif word == "board":
            self.show()
        elif word == "undo":
            self._back()
            self.show()
        elif word == "redo":
            self._forth()
            self.show()
        elif word == "resign" and not self.session.is_over:
            self.session.resign()
        elif word == "swap":
            self.people = set(here.labels) - self.people
        elif word in ("save", "load") and not rest:
            self.out.print(f"{word} which file? {word} FILE", style="yellow")
        elif word == "save":
            self.session.save(Path(rest))
            self.out.print(f"saved to {rest}")
        elif word == "load":
            self._load(Path(rest))
        else:
            self.session.play(line)
            self.show(line, here)

    def _load(self, path: Path) -> None:
        """Go on with a saved game; people keep their sides, whatever those are called there."""
        loaded = type(self.session).load(path)
        sides = [label in self.people for label in self.session.start.labels]
        self.session = loaded
        self.people = {
            label for label, sits in zip(loaded.start.labels, sides, strict=True) if sits
        }
        self.engine.begin(loaded.position)
        self.show()

    def _back(self) -> None:
        """To where the person was last to move."""
        from upstar.errors import MoveError

        if not self.session.moves and self.session.resigned is None:
            raise MoveError("there is no move to take back")
        self.session.undo()
        while self.session.moves and self.session.position.to_move not in self.people:
            self.session.undo()
        self.engine.begin(self.session.position)

    def _forth(self) -> None:
        from upstar.errors import MoveError

        if self.session.redo() is None:
            raise MoveError("no move was taken back")
        while self.session.position.to_move not in self.people and self.session.redo():
            pass
        self.engine.begin(self.session.position)

    def _hint(self, here: "Position") -> None:
        if here.outcome is not None:
            self.out.print("the game is over")
            return
        choice = self._choice(here)
        proved = {None: "", "win": ": it wins", "draw": ": it draws", "loss": ": all moves lose"}
        self.out.print(f"the engine would play {choice.move}{proved[choice.proven]}")
        for line in choice.candidates[:5]:
            self.out.print(f"  {line}")

    def _tell_end(self) -> None:
        """How the game ended, once."""
        if not self.session.is_over:
            self._told = ""
            return
        winner = self.session.winner
        resigned = f" ({self.session.resigned} resigned)" if self.session.resigned else ""
        told = "a draw" if winner is None else f"{winner} wins{resigned}"
        told += f" after {len(self.session.moves)} moves"
        if told != self._told:
            self.out.print(told, style="bold green")
            self._told = told

    def show(self, move: str | None = None, before: "Position | None" = None) -> None:
        """The board; a move that was just played is marked where it can be."""
        here = self.session.position
        marked = None if move is None or before is None else before.cells(move)
        self.out.print(_coloured(here.ascii(cells=marked or ())))
        self.out.print()


def _coloured(text: str) -> "Text":
    """A board in colours that colour-blind people can tell apart."""
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
