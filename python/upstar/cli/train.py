"""``upstar train``: learn pattern weights for Go playouts, or an evaluation of Clobber."""

import sys
from pathlib import Path
from typing import Annotated

from upstar.cli.common import print_json
from upstar.cli.declare import Argument, Option
from upstar.cli.options import Json, Seed


def train_command(
    name: Annotated[
        str,
        Argument(
            help="The name of the weights; they are written to NAME.patterns, or NAME.weights for "
            "Clobber."
        ),
    ],
    game: Annotated[
        str,
        Option(
            metavar="NAME",
            help="Learn for this game: go (patterns of playouts) or clobber (an evaluation).",
        ),
    ] = "go",
    position: Annotated[
        str | None,
        Option(
            metavar="TEXT",
            help="Start the games from this position (default: 7x7:komi=9,score=win, or 8x8 for "
            "Clobber).",
        ),
    ] = None,
    games: Annotated[
        int | None,
        Option(metavar="N", help="Play this many games (default: 50, or 20,000 for Clobber)."),
    ] = None,
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
    rate: Annotated[
        float | None,
        Option(
            metavar="X",
            help="The learning rate (default: 0.05, with --playouts 0.5, for Clobber 0.005).",
        ),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Learn weights of 3x3 patterns from games.

    For Go they guide playouts with patterns=NAME. For Clobber they are an evaluation, learnt from
    games that it plays against itself; the file has the format of the shipped weights.

    Exit status: 0 learned, 2 bad input, 130 interrupted.
    """
    if game == "clobber":
        text, count = position or "8x8", 20_000 if games is None else games
        return _train_clobber(name, text, count, 0.005 if rate is None else rate, seed, json)
    _check_game(game)
    position, games = position or "7x7:komi=9,score=win", 50 if games is None else games
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


def _check_game(game: str) -> None:
    from upstar.errors import ParameterError

    if game != "go":
        raise ParameterError(f"--game must be go or clobber, not '{game}'")


def _train_clobber(
    name: str, position: str, games: int, rate: float, seed: int, json: bool
) -> None:
    from upstar.errors import ParameterError
    from upstar.play.clobber_training import train_evaluation

    if games < 1:
        raise ParameterError(f"--games must be at least 1, not {games}")
    file = Path(f"{name}.weights")
    errors: list[float] = []

    def show(done: int, error: float) -> None:
        errors.append(error)
        print(f"\rgame {done:,} of {games:,}: error {error:.4f}", end="", file=sys.stderr)

    text = train_evaluation(position, games=games, rate=rate, seed=seed, progress=show)
    print(file=sys.stderr)
    file.write_text(text, encoding="utf-8")
    weights = sum(not line.startswith("#") for line in text.splitlines())
    if json:
        return print_json({"file": str(file), "games": games, "weights": weights, "losses": errors})
    last = f", error {errors[-1]:.4f}" if errors else ""
    print(f"{file}: {weights} weights from {games:,} games{last}")
