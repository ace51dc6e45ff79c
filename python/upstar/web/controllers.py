"""Controllers choose the moves of a side: an engine with a budget, or a stored proof."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.web import tree_store
from upstar.web.jobs import Job
from upstar.web.page_jobs import PageJobs

HUMAN = "you"


class Controller(ABC):
    """The base class of objects that choose moves."""

    name: str

    @abstractmethod
    async def choose(self, position: Position, seed: int) -> str:
        """Return the move to play in a position of an unfinished game.

        Raises
        ------
        UpstarError
            If the controller has no move.
        """


@dataclass(frozen=True)
class Level:
    """A strength of an opponent."""

    title: str
    about: str
    budget: Mapping[str, float]
    """The limit of the Monte-Carlo tree search for each move."""
    proves: bool = False
    """Whether it first tries to prove the results of all moves."""


LEVELS = {
    "beginner": Level("beginner", "looks at 30 random games for each move", {"max_playouts": 30}),
    "easy": Level("easy", "looks at 300 random games", {"max_playouts": 300}),
    "medium": Level("medium", "looks at 5,000 random games", {"max_playouts": 5000}),
    "strong": Level("strong", "searches for two seconds", {"max_seconds": 2.0}),
    "perfect": Level(
        "perfect",
        "proves the results of all moves if it can within ten seconds",
        {"max_seconds": 3.0},
        proves=True,
    ),
}
"""The opponents, weakest first."""
_PROOF_SECONDS = 10.0


@dataclass(frozen=True)
class EngineController(Controller):
    """An algorithm with a budget for each move."""

    queue: PageJobs
    owner: str
    name: str
    budget: Mapping[str, float]
    algorithm: str = "mcts"

    async def choose(self, position: Position, seed: int) -> str:
        """Search for a move in a worker process."""
        request = {**_described(position), "algorithm": self.algorithm, "seed": seed}
        job = self.queue.submit(
            "best-move",
            {"max_seconds": 8.0, **request, **self.budget},
            self.owner,
            is_listed=False,
        )
        await job.ended()
        if job.result is None:
            raise UpstarError(f"{self.name} has no move: {job.error}")
        return str(job.result["move"])


@dataclass(frozen=True)
class PerfectController(EngineController):
    """Plays a move that is proved best; without a proof, as an engine."""

    async def choose(self, position: Position, seed: int) -> str:
        """Prove the results of the moves. Win as soon as possible, lose as late as possible."""
        wants = set(position.scores) <= {-1, 0, 1}
        request = {**_described(position), "distance": wants, "max_seconds": _PROOF_SECONDS}
        job = self.queue.submit("analyze", request, self.owner, is_listed=False)
        await job.ended()
        found = job.result or {"moves": [], "solved": False}
        moves = found["moves"]
        if moves and (moves[0]["outcome"] == "win" or found["solved"]):
            return str(moves[0]["move"])
        chosen = await super().choose(position, seed)
        lost = {move["move"] for move in moves if move["outcome"] == "loss"}
        open_moves = [move["move"] for move in moves if move["move"] not in lost]
        return str(open_moves[0]) if chosen in lost and open_moves else chosen


def level_controller(queue: PageJobs, owner: str, name: str, seconds: float) -> EngineController:
    """Return the opponent of a level, or an algorithm with a number of seconds for each move."""
    level = LEVELS.get(name)
    if level is None:
        return EngineController(queue, owner, name, {"max_seconds": seconds}, name)
    made = PerfectController if level.proves else EngineController
    return made(queue, owner, name, level.budget)


def _described(position: Position) -> dict[str, str]:
    return {"game": position.game, "position": str(position), "to_move": position.to_move}


@dataclass(frozen=True)
class ProofController(Controller):
    """The winner's strategy from a proof. It needs no search and always wins."""

    job: Job
    name: str = "proof"

    async def choose(self, position: Position, seed: int) -> str:
        """Look up the move in the proof."""
        move = tree_store.winning_move(self.job.folder, position.to_move, position)
        if move is None:
            raise UpstarError(
                "this position is not in the proof; take moves back, or prove this position"
            )
        return move
