"""Measure ``upstar.scores`` on mid-game positions against a Python loop over ``solve``.

Run ``python benches/arrays.py [POSITIONS]``; 10,000 positions by default.
"""

import random
import sys
import time

import upstar

PLIES = 8


def mid_game(count: int, seed: int = 1) -> list[upstar.Position]:
    """Return random positions of Connect Four 5x5 after eight moves that are not over."""
    rng = random.Random(seed)
    start = upstar.position("connect-four", "5x5")
    found: list[upstar.Position] = []
    while len(found) < count:
        p = start
        for _ in range(PLIES):
            if not p.is_over:
                p = p.play(rng.choice(p.moves()))
        if not p.is_over:
            # Read from the text: a game object of its own, as for positions from a file.
            found.append(upstar.position("connect-four", str(p), to_move=p.to_move))
    return found


def main() -> None:
    """Measure and print; stop if a score differs."""
    positions = mid_game(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    rates = {}
    for name, run in (
        ("loop over solve", lambda: [upstar.solve(p).score for p in positions]),
        ("scores, 1 thread", lambda: upstar.scores(positions, threads=1).tolist()),
        ("scores", lambda: upstar.scores(positions).tolist()),
        ("solve_many", lambda: [r.score for r in upstar.solve_many(positions)]),
    ):
        began = time.perf_counter()
        found = run()
        seconds = time.perf_counter() - began
        rates[name] = found
        assert found == rates["loop over solve"], name
        print(f"{name:18} {seconds:8.2f} s  {len(positions) / seconds:10,.0f} positions/s")


if __name__ == "__main__":
    main()
