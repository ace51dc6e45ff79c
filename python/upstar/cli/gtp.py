"""``upstar gtp``: the Go Text Protocol on standard input and output."""

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from upstar.cli.common import find_position, usual_start
from upstar.cli.declare import Option
from upstar.cli.options import MoveNodes, MovePlayouts, Seed

if TYPE_CHECKING:
    from upstar.position import Position


def gtp_command(
    game: Annotated[str, Option(metavar="NAME", help="Play this game.")] = "go",
    position: Annotated[
        str | None,
        Option(
            metavar="TEXT",
            help="Start from this position (default: the game's usual one; for Go 19x19 with "
            "komi 7.5). The command boardsize changes it.",
        ),
    ] = None,
    engine: Annotated[
        str,
        Option(
            "--engine",
            "-e",
            metavar="ENGINE",
            help="The engine, as in 'upstar match' (default: mcts; for Go mcts:rave=sqrt,c=0.3).",
        ),
    ] = "",
    max_playouts: MovePlayouts = None,
    max_nodes: MoveNodes = None,
    max_seconds: Annotated[
        float | None,
        Option(
            metavar="S",
            help="Stop the search for a move after S seconds (default: 1 if there is no other "
            "limit). Times that the client sets take precedence.",
        ),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Run as a Go Text Protocol engine for a program such as GoGui or Sabaki.

    Exit status: 0 at 'quit' or the end of the input, 2 bad input.
    """
    from upstar.play import Budget
    from upstar.play.gtp import GtpServer

    if position is None:
        position = "19x19:komi=7.5,score=win" if game == "go" else usual_start(game)
    spec = engine or ("mcts:rave=sqrt,c=0.3" if game == "go" else "mcts")
    budget = Budget(max_seconds=max_seconds, max_nodes=max_nodes, max_playouts=max_playouts)
    server = GtpServer(_chooser(spec, budget, seed), find_position(game, position, None))
    # Bytes that are not UTF-8 must not end the game: they become an unknown command.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    for line in sys.stdin:
        answer = server.answer(line)
        if answer is not None:
            sys.stdout.write(answer)
            sys.stdout.flush()
        if server.is_over:
            return


def _chooser(spec: str, budget: object, seed: int) -> "Callable[[Position, float | None], str]":
    """Return a function that chooses a move within the given seconds."""
    from upstar.play import Budget, engine

    assert isinstance(budget, Budget)
    engine(spec, budget)  # reports a wrong name before the first command
    turns = iter(range(sys.maxsize))

    def choose(position: "Position", seconds: float | None) -> str:
        limits = budget if seconds is None else Budget(max_seconds=seconds)
        return engine(spec, limits).choose(position, seed=seed + next(turns)).move

    return choose
