"""Do balanced, likelihood-trained and uniform playouts differ? Held-out error, and matches on 5x5.

Run: python benches/balancing.py (about four minutes of processor time)
"""

import random
import statistics
import tempfile
from pathlib import Path

import upstar
from upstar.patterns import Weights, load_patterns, save_patterns
from upstar.play import Budget
from upstar.play.go_text import with_playout_options
from upstar.play.pattern_training import Record, play_record, train_patterns

START = "5x5:komi=0.5,score=win"
TEACHER = "mcts:max_playouts=150,rave=sqrt,c=0.3"
GAMES, TRAINED = 900, 675


def game(number: int) -> Record:
    """Return a game of the teacher from a position after some random moves."""
    rng = random.Random(number)
    position = upstar.position("go", START)
    for _ in range(rng.randrange(2, 9)):
        position = position.play(rng.choice([move for move in position.moves() if move != "pass"]))
    return play_record(str(position), TEACHER, Budget(), seed=1000 * number)


def errors(name: str, records: list[Record]) -> list[float]:
    """Return the squared errors of the mean results of playouts, for one position of each game."""
    found = []
    for number, record in enumerate(records):
        position = upstar.position("go", record.start, to_move=record.to_move)
        for move in record.moves[: len(record.moves) // 4]:
            position = position.play(move)
        played = with_playout_options(position, {"patterns": name})
        mean = upstar.playouts(played, count=300, seed=number).mean
        own = mean if position.to_move == "black" else -mean
        found.append((own - record.result) ** 2)
    return found


def main() -> None:
    """Train, and print the errors and the matches."""
    records = [game(number) for number in range(GAMES)]
    learned, held_out = records[:TRAINED], records[TRAINED:]
    weights: dict[str, Weights] = {
        "uniform": {0: 0.0},
        "likelihood": train_patterns(learned),
        "balanced": train_patterns(learned, rounds=20, playouts=50),
    }
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, learnt in weights.items():
            file = Path(folder) / f"{name}.patterns"
            save_patterns(learnt, file)
            load_patterns(name, file)
            found[name] = errors(name, held_out)
            print(f"{name}: held-out error {statistics.fmean(found[name]):.3f}")
        for one, two in [
            ("balanced", "uniform"),
            ("likelihood", "uniform"),
            ("balanced", "likelihood"),
        ]:
            paired = [a - b for a, b in zip(found[one], found[two], strict=True)]
            half = 1.96 * statistics.stdev(paired) / len(paired) ** 0.5
            print(f"{one} minus {two}: {statistics.fmean(paired):+.3f} ± {half:.3f}")
            match = upstar.match(
                "go",
                START,
                a=f"mcts:patterns={one},max_playouts=100",
                b=f"mcts:patterns={two},max_playouts=100",
                games=100,
                opening_plies=4,
                seed=1,
            )
            print(match)


if __name__ == "__main__":
    main()
