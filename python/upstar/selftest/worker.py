"""The worker process of a hunt: it plays rounds until it is told to stop.

Its first message names the seed, the number of the worker, how many there are, and the game. It
sends ``{"start": ROUND, "game": GAME}`` before a round and ``{"covered": …}`` or
``{"finding": …}`` after it. If it ends in between, that round killed it.
"""

import random
import sys
from dataclasses import asdict
from typing import Any

from upstar.selftest import draw
from upstar.selftest.cases import Case
from upstar.selftest.minimise import minimise
from upstar.selftest.round import Covered, Finding, play
from upstar.workers import Channel

_DEEP = 20_000
"""Positions below a root may be hundreds of moves deep."""


def game_of(seed: int, number: int, game: str | None) -> str:
    """Return the game of a round: the games in turn, in a random order."""
    if game is not None:
        return game
    names = draw.names()
    turn, place = divmod(number, len(names))
    random.Random(f"{seed}:{turn}").shuffle(names)
    return names[place]


def as_json(covered: Covered) -> dict[str, Any]:
    """Return the summary as lists, for a message."""
    return {
        "games": [[*key, n] for key, n in covered.games.items()],
        "options": [[*key, n] for key, n in covered.options.items()],
        "checks": dict(covered.checks),
        "rounds": covered.rounds,
        "positions": covered.positions,
        "unsolved": covered.unsolved,
    }


def from_json(message: dict[str, Any]) -> Covered:
    """Return the summary that `as_json` wrote."""
    covered = Covered(
        rounds=message["rounds"], positions=message["positions"], unsolved=message["unsolved"]
    )
    covered.checks.update(message["checks"])
    covered.games.update({(game, algorithm): n for game, algorithm, n in message["games"]})
    covered.options.update({(algorithm, tag): n for algorithm, tag, n in message["options"]})
    return covered


def finding_of(message: dict[str, Any]) -> Finding:
    """Return the finding of a message."""
    case = message["case"]
    return Finding(Case(**{**case, "moves": tuple(case["moves"])}), message["message"])


def main() -> None:
    """Play rounds until the starter ends."""
    sys.setrecursionlimit(_DEEP)
    channel = Channel()
    order = channel.receive()
    number = order["first"]
    while True:
        game = game_of(order["seed"], number, order["game"])
        channel.send({"start": number, "game": game})
        covered = Covered()
        finding = play(f"{order['seed']}:{number}", game, covered)
        channel.send({"covered": as_json(covered)})
        if finding is not None:
            case, message = finding.case, finding.message
            if case.text or case.moves or case.check != "rules":
                case, message = minimise(case, message)
            channel.send({"finding": asdict(Finding(case, message))})
        number += order["step"]


if __name__ == "__main__":
    main()
