"""Controllers choose the moves of a side: an engine with a budget, or a stored proof."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from upstar.errors import UpstarError
from upstar.position import Position
from upstar.web import tree_store
from upstar.web.job_queue import JobQueue
from upstar.web.jobs import Job

HUMAN = "human"


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
class EngineController(Controller):
    """An algorithm with a budget for each move."""

    queue: JobQueue
    owner: str
    name: str
    max_seconds: float

    async def choose(self, position: Position, seed: int) -> str:
        """Search for a move in a worker process."""
        request = {
            "game": position.game,
            "position": str(position),
            "to_move": position.to_move,
            "algorithm": self.name,
            "max_seconds": self.max_seconds,
            "seed": seed,
        }
        job = await self.queue.submit("best-move", request, self.owner).ended()
        if job.result is None:
            raise UpstarError(f"{self.name} has no move: {job.error}")
        return str(job.result["move"])


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
