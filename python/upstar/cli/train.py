"""``upstar train``: learn pattern weights for Go playouts."""

import sys
from pathlib import Path
from typing import Annotated

from upstar.cli.common import print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, Seed


def train_command(
    name: Annotated[
        str, Argument(help="The name of the weights; they are written to NAME.patterns.")
    ],
    position: Annotated[
        str, Option(metavar="TEXT", help="Start the games from this position.")
    ] = "7x7:komi=9,score=win",
    games: Annotated[int, Option(metavar="N", help="Play this many training games.")] = 50,
    teacher: Annotated[
        str,
        Option(
            metavar="ENGINE",
            help="The engine that plays the training games against itself, as in 'upstar match'.",
        ),
    ] = "mcts:rave=sqrt,c=0.3,max_playouts=500",
    sgf: Annotated[
        list[Path] | None,
        Option(metavar="FILE", help="Learn from the games of an SGF file instead (repeatable)."),
    ] = None,
    rounds: Annotated[int, Option(metavar="N", help="Pass over the games this many times.")] = 10,
    playouts: Annotated[
        int,
        Option(
            metavar="N",
            help="Balance the outcomes of N playouts per position; 0 learns the moves played.",
        ),
    ] = 0,
    rate: Annotated[float, Option(metavar="X", help="The learning rate.")] = 0.05,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Learn weights of 3x3 patterns from games, for Go playouts with patterns=NAME.

    Exit status: 0 learned, 2 bad input, 130 interrupted.
    """
    from upstar.patterns import load_patterns, save_patterns
    from upstar.play import Budget
    from upstar.play.pattern_training import play_record, read_records, train_patterns

    file = Path(f"{name}.patterns")
    if sgf:
        records = list(read_records(sgf))
    else:
        records = []
        for number in range(games):
            records.append(play_record(position, teacher, Budget(), seed + 1000 * number))
            print(f"\rgame {number + 1} of {games}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    losses: list[float] = []

    def show_round(number: int, loss: float) -> None:
        losses.append(loss)
        print(f"round {number} of {rounds}: loss {loss:.4f}", file=sys.stderr)

    weights = train_patterns(
        records, rounds=rounds, playouts=playouts, rate=rate, seed=seed, progress=show_round
    )
    about = f"{len(records)} games of {'SGF files' if sgf else teacher}, playouts={playouts}"
    save_patterns(weights, file, about=about)
    load_patterns(name, file)
    if json:
        return print_json(
            {"file": str(file), "games": len(records), "weights": len(weights), "losses": losses}
        )
    print(f"{file}: {len(weights)} weights from {len(records)} games, loss {losses[-1]:.4f}")
