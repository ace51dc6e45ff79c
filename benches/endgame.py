"""Measure the cost of values: ``python benches/endgame.py [--json] [--quick] [--database DIR]``.

Clobber on 8x8. Columns: look-ups of whole boards per second (split, look up each part, sum), random
playouts per second, and playouts of the Monte-Carlo player per second, without and with values. All
rates are per CPU second, in one process. Answers are asserted, times are not. ``--database`` adds
the rows of a database (built by ``upstar database build clobber 4x4 --out DIR``).
"""

import argparse
import json
import random
import time
from typing import Any

import upstar

VARIANTS: dict[str, dict[str, Any]] = {
    "plain": {},
    "solved_positions, part_cells=4": {"solved_positions": True, "part_cells": 4},
    "solved_positions": {"solved_positions": True},
    "solved_positions, simplify=root": {"solved_positions": True, "simplify": "root"},
    "solved_positions, simplify=always": {"solved_positions": True, "simplify": "always"},
    "solved_positions, part_cells=8": {"solved_positions": True, "part_cells": 8},
}


def endgame(seed: int) -> upstar.Position:
    """Return a position on 8x8 of several small parts."""
    draw = random.Random(seed)
    while True:
        position = upstar.position("clobber", "8x8")
        while len(moves := position.moves()) > 10:
            position = position.play(draw.choice(moves))
        parts = upstar.dissect(position, max_seconds=5).parts
        sizes = [sum(cell in "xo" for cell in part.position) for part in parts]
        if len(sizes) >= 5 and max(sizes) <= 4:
            return position


def spent(work: Any, parameters: dict[str, Any]) -> tuple[Any, float]:
    """Return the result of `work` and its CPU seconds, without those for opening a database."""
    started = time.process_time()
    if "database" in parameters:
        upstar.playouts(upstar.position("clobber", "8x8"), 0, **parameters)
    opened = time.process_time()
    found = work()
    return found, (time.process_time() - opened) - (opened - started)


def look_ups(count: int, parameters: dict[str, Any]) -> float:
    """Return look-ups of whole boards per second: a playout from a known sum ends immediately."""
    total = 0.0
    for seed in range(4):
        position = endgame(seed)
        value = upstar.value(position)
        first_wins = value.outcome in ("LN" if position.to_move == "black" else "RN")
        started = time.process_time()
        found = upstar.playouts(position, count, **parameters)
        total += time.process_time() - started
        assert found.win_rate == float(first_wins), "a playout disagrees with the value"
    return 4 * count / total


def random_plays(count: int, parameters: dict[str, Any]) -> float:
    """Return random playouts from the start per second, after the first ones filled the cache."""
    position = upstar.position("clobber", "8x8")
    twice, seconds = spent(lambda: upstar.playouts(position, 4 * count, **parameters), parameters)
    assert twice.count == 4 * count
    return 4 * count / seconds


def tree_search(count: int, parameters: dict[str, Any]) -> float:
    """Return playouts of the player per second, with selection, expansion and backup."""
    position = upstar.position("clobber", "8x8")
    found, seconds = spent(
        lambda: upstar.best_move(position, "mcts", max_playouts=count, seed=1, **parameters),
        parameters,
    )
    assert found.stats.playouts == count
    return count / seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--database", metavar="DIR")
    options = parser.parse_args()
    scale = 1 if options.quick else 5
    variants = dict(VARIANTS)
    if options.database:
        known = {"solved_positions": True, "database": options.database}
        variants["solved_positions, database"] = known
    rows = []
    for name, parameters in variants.items():
        row: dict[str, Any] = {"variant": name}
        if parameters and "database" not in parameters:  # opening one takes longer
            row["look_ups"] = look_ups(50_000 * scale, parameters)
        row["random_plays"] = random_plays(20_000 * scale, parameters)
        row["tree_playouts"] = tree_search(20_000 * scale, parameters)
        rows.append(row)
    if options.json:
        print(json.dumps({"game": "clobber", "position": "8x8", "rows": rows}, indent=2))
        return
    plain = rows[0]
    print(f"{'a CPU second':36}{'look-ups':>12}{'random plays':>20}{'mcts playouts':>20}")
    for row in rows:
        seen = f"{row['look_ups']:,.0f}" if "look_ups" in row else ""
        cells = [
            f"{row[kind]:,.0f} ({row[kind] / plain[kind]:.2f})"
            for kind in ("random_plays", "tree_playouts")
        ]
        print(f"{row['variant']:36}{seen:>12}{cells[0]:>20}{cells[1]:>20}")


if __name__ == "__main__":
    main()
