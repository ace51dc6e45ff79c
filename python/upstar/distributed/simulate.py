"""Simulates how a job-level search scales: the real driver, a modelled game and modelled workers.

**Idea** The tree, its rule and the loop of the driver are the real ones. Only the game, the
executor and the clock are models. So the speculative work of many workers (leaves that one worker
would never search) is measured, not assumed.
**Model** A position needs some work w. The work of a child is a random share of its parent's, drawn
from the path to it. A job settles a position if w is within the job's limit. It takes the smaller
of w and the limit in seconds, times a log-normal factor, plus a fixed latency. Values are drawn
from the root down: a player who reaches the goal has at least one good move, and the other moves
are good with a fixed probability; a player who does not reach it has none. The driver needs a
constant time for each job, since thousands of workers wait for one driver. The limit of jobs does
not grow, unlike in the real search.
"""

import hashlib
import heapq
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from upstar.campaign.batch import JobResult
from upstar.campaign.job import Job
from upstar.distributed.search import JobLevelSearch


@dataclass(frozen=True)
class Model:
    """The assumptions about the game, the jobs and the cluster; times in seconds."""

    seed: int = 0
    branching: int = 12
    work: float = 40_000.0
    """The time of one worker for the root, without splitting it."""
    shares: tuple[float, float] = (0.05, 0.5)
    """A child's work is between these shares of its parent's, uniformly on a logarithmic scale."""
    good: float = 0.15
    """The probability that another move is good too."""
    limit: float = 60.0
    """The time limit of a job."""
    spread: float = 0.4
    """The standard deviation of the logarithm of a job's time."""
    latency: float = 0.02
    """The time for sending a job to a worker and its result back."""
    driver: float = 0.001
    """The driver's time for each job."""


@dataclass(frozen=True)
class SimulatedPosition:
    """A position of the modelled game, defined by the path to it."""

    model: Model
    path: tuple[int, ...] = ()

    @property
    def to_move(self) -> str:
        """The player to move; the players alternate."""
        return "right" if len(self.path) % 2 else "left"

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of a loss and a win."""
        return (-1, 1)

    @property
    def score(self) -> int | None:
        """None: the search never reaches the end of a game."""
        return None

    def moves(self) -> Sequence[str]:
        """Return the numbers of the children."""
        return [str(i) for i in range(self.model.branching)]

    def play(self, move: str) -> "SimulatedPosition":
        """Return the child with this number."""
        return SimulatedPosition(self.model, (*self.path, int(move)))


@lru_cache(maxsize=1 << 18)
def _truth(model: Model, path: tuple[int, ...]) -> tuple[bool, float]:
    """Return whether the player to move wins, and the work to prove it."""
    if not path:
        return True, model.work
    wins, work = _truth(model, path[:-1])
    low, high = (math.log(share) for share in model.shares)
    share = math.exp(low + (high - low) * _draw(model, path, "work"))
    if not wins:
        return True, work * share
    sure = int(_draw(model, path[:-1], "good") * model.branching)
    is_good = path[-1] == sure or _draw(model, path, "more") < model.good
    return not is_good, work * share


def _draw(model: Model, path: tuple[int, ...], what: str) -> float:
    text = f"{model.seed} {path} {what}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) / 2**64


class SimulatedExecutor:
    """An executor whose workers only advance the modelled time."""

    def __init__(self, model: Model, workers: int) -> None:
        """Create idle workers at time 0."""
        self.model = model
        self.workers = workers
        self.now = 0.0
        self._queue: list[tuple[float, str, dict[str, Any]]] = []

    def clock(self) -> float:
        """Return the modelled time."""
        return self.now

    def submit(self, batch: Sequence[Job]) -> None:
        """Start each job of the batch on a worker."""
        for job in batch:
            path = tuple(int(i) for i in job.position.split(".") if i)
            wins, work = _truth(self.model, path)
            settled = work <= self.model.limit
            noise = random.Random(f"{self.model.seed} {path}").gauss(0, self.model.spread)
            seconds = min(work, self.model.limit) * math.exp(noise)
            bounds = ((1, 1) if wins else (-1, -1)) if settled else (-1, 1)
            result = {
                "nodes": 1,
                "expansions": 1,
                "seconds": seconds,
                "peak_bytes": 0,
                "bounds": bounds,
            }
            self.now += self.model.driver
            heapq.heappush(self._queue, (self.now + self.model.latency + seconds, job.key, result))

    def collect(self, timeout: float) -> list[JobResult]:
        """Advance the time to the end of the next job, and return its result."""
        when, key, result = heapq.heappop(self._queue)
        self.now = max(self.now, when)
        return [JobResult(key=key, result=result)]

    def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Scaling:
    """The effort of a simulated search."""

    workers: int
    seconds: float
    jobs: int
    job_seconds: float
    tree: int


def simulate(model: Model, workers: int, rule: str = "pp") -> Scaling:
    """Run the driver on modelled workers, and return the effort.

    >>> one = simulate(Model(work=600), 1)
    >>> four = simulate(Model(work=600), 4)
    >>> one.seconds > four.seconds > one.seconds / 16
    True
    """
    executor = SimulatedExecutor(model, workers)

    def make_job(position: Any, _limits: object) -> Job:
        path = ".".join(map(str, position.path))
        return Job(game="simulated", position=path, engine="simulated")

    root = SimulatedPosition(model)
    search = JobLevelSearch(root, "left", 1, make_job, executor, rule=rule, clock=executor.clock)
    answer = search.run()
    assert answer is True, "the model's root is won"
    effort = search.effort
    return Scaling(workers, effort.seconds, effort.jobs, effort.job_seconds, effort.tree)
