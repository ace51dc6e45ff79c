"""How a job-level search would scale: the real driver, a modelled game and modelled workers.

**Idea** The tree, its rule and the driver's loop are the ones that solve positions; only the game
and the executor are models, and the clock is theirs. So the speculation that many workers bring
(leaves that would never have been asked for) is in the figures, not assumed.
**Model** A position needs some work w. A child needs a random share of its parent's, drawn from
the path to it. A job settles a position if w is within the job's limit; it takes w seconds, or else
the limit, times a log-normal factor, and a fixed time for the way there and back. Values are
drawn from the top: a player who reaches the goal has at least one good move, the others are good
with a fixed chance; one who does not has none. The driver's own time for a job is modelled as a
constant too, since thousands of workers wait for one driver. The limit of jobs does not grow here,
as that of real ones does.
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
    """What is assumed of the game, the jobs and the cluster; times in seconds."""

    seed: int = 0
    branching: int = 12
    work: float = 40_000.0
    """What the root would take one worker without any splitting."""
    shares: tuple[float, float] = (0.05, 0.5)
    """A child's work is between these shares of its parent's, evenly on a logarithmic scale."""
    good: float = 0.15
    """The chance of a further good move."""
    limit: float = 60.0
    """The longest job."""
    spread: float = 0.4
    """The standard deviation of the logarithm of a job's time."""
    latency: float = 0.02
    """The way to a worker and back."""
    driver: float = 0.001
    """The driver's time for each job."""


@dataclass(frozen=True)
class SimulatedPosition:
    """A position of the modelled game: the path to it says all."""

    model: Model
    path: tuple[int, ...] = ()

    @property
    def to_move(self) -> str:
        """The players take turns."""
        return "right" if len(self.path) % 2 else "left"

    @property
    def scores(self) -> tuple[int, int]:
        """Won or lost."""
        return (-1, 1)

    @property
    def score(self) -> int | None:
        """Games end below anything that is looked at."""
        return None

    def moves(self) -> Sequence[str]:
        """The numbers of the children."""
        return [str(i) for i in range(self.model.branching)]

    def play(self, move: str) -> "SimulatedPosition":
        """The child of that number."""
        return SimulatedPosition(self.model, (*self.path, int(move)))


@lru_cache(maxsize=1 << 18)
def _truth(model: Model, path: tuple[int, ...]) -> tuple[bool, float]:
    """Does the player to move win, and how much work is it to see that?"""
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
    """Workers that do nothing but let modelled time pass."""

    def __init__(self, model: Model, workers: int) -> None:
        """So many workers, all idle at time 0."""
        self.model = model
        self.workers = workers
        self.now = 0.0
        self._queue: list[tuple[float, str, dict[str, Any]]] = []

    def clock(self) -> float:
        """The modelled time."""
        return self.now

    def submit(self, batch: Sequence[Job]) -> None:
        """Each job of the batch occupies a worker until its time has passed."""
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
        """Go to the time at which the next job ends."""
        when, key, result = heapq.heappop(self._queue)
        self.now = max(self.now, when)
        return [JobResult(key=key, result=result)]

    def close(self) -> None:
        """Nothing to clean up."""


@dataclass(frozen=True)
class Scaling:
    """What a simulated search took."""

    workers: int
    seconds: float
    jobs: int
    job_seconds: float
    tree: int


def simulate(model: Model, workers: int, rule: str = "pp") -> Scaling:
    """Run the driver on modelled workers.

    >>> one = simulate(Model(work=600), 1)
    >>> four = simulate(Model(work=600), 4)
    >>> one.seconds > four.seconds > one.seconds / 16
    True
    """
    executor = SimulatedExecutor(model, workers)

    def make_job(place: Any, _limits: object) -> Job:
        return Job(game="simulated", position=".".join(map(str, place.path)), engine="simulated")

    root = SimulatedPosition(model)
    search = JobLevelSearch(root, "left", 1, make_job, executor, rule=rule, clock=executor.clock)
    answer = search.run()
    assert answer is True, "the model's root is won"
    effort = search.effort
    return Scaling(workers, effort.seconds, effort.jobs, effort.job_seconds, effort.tree)
