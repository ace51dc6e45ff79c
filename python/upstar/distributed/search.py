"""Job-level search: a best-first search in the driver, whose leaves are solved by jobs on workers.

**Job size** The node limit of a job is `job_nodes`, or a quarter of the nodes per worker so far if
that is more. Nodes of jobs that reached their limit count a quarter. So a hard position is not
split into jobs that are all too small, unsuccessful jobs do not make the next ones ever longer, and
no worker waits long for another's last job. (The second level of PN² grows with the first in the
same way.)
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from upstar.campaign.batch import JobResult
from upstar.campaign.executor import Executor, ExecutorLost
from upstar.campaign.job import Job
from upstar.campaign.run import TRIES
from upstar.distributed.rules import rule as rule_named
from upstar.distributed.tree import Node, PositionLike, Tree
from upstar.errors import ParameterError, UpstarError

NODES = 100_000
"""The default node limit of the first jobs."""
_SHARE = 4
"""Divisor of the nodes per worker, and of the nodes of jobs that reached their limit."""
_COLLECT_SECONDS = 0.2


@dataclass
class Effort:
    """The effort of a job-level search."""

    jobs: int = 0
    unsettled: int = 0
    """Jobs that reached their limit."""
    nodes: int = 0
    """Nodes created by all jobs."""
    settling: int = 0
    """Nodes created by jobs that settled their leaf."""
    expansions: int = 0
    peak_bytes: int = 0
    """The largest memory use of a job."""
    job_seconds: float = 0.0
    seconds: float = 0.0
    tree: int = 0
    """Positions in the driver's tree."""


@dataclass
class JobLevelSearch:
    """A job-level search for one question: does the claimant reach at least this score?

    Parameters
    ----------
    root : position
        The position to search.
    claimant, least :
        The player's label and the score.
    make_job : callable
        Returns the job for a position with limits on nodes and seconds.
    executor : Executor
        The executor that runs the jobs.
    rule : {'pn', 'pp'}
        The selection rule of the driver's tree.
    job_nodes : int
        The node limit of the first jobs.
    max_seconds : float, optional
        A time limit for the search, and so for each job.
    """

    root: PositionLike
    claimant: str
    least: int
    make_job: Callable[[PositionLike, Mapping[str, float]], Job]
    executor: Executor
    rule: str = "pp"
    job_nodes: int = NODES
    max_seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    progress: Callable[["JobLevelSearch"], None] | None = None
    effort: Effort = field(default_factory=Effort)
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Results of the jobs that settled something, by key."""
    stopped: str | None = None

    def __post_init__(self) -> None:
        """Create the tree. The search starts with `run`."""
        self.tree = Tree(self.root, self.claimant, self.least, rule_named(self.rule))
        self._running: dict[str, tuple[Job, Node]] = {}
        self._tries: dict[str, int] = {}

    def run(self) -> bool | None:
        """Search until the question is answered; None if a limit was reached first."""
        start = self.clock()
        try:
            self._loop(start)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        self._count(start)
        return self.tree.root.settled

    def _loop(self, start: float) -> None:
        self._fill()
        while self.tree.root.settled is None and self._running:
            for outcome in self.executor.collect(_COLLECT_SECONDS):
                self._take(outcome)
            self._count(start)
            if self.max_seconds is not None and self.effort.seconds >= self.max_seconds:
                self.stopped = "seconds"
                return
            self._fill()
            if self.progress is not None:
                self.progress(self)

    def _count(self, start: float) -> None:
        self.effort.seconds = self.clock() - start
        self.effort.tree = len(self.tree)

    def _fill(self) -> None:
        """Send jobs until every worker has one. With several workers the root is expanded first."""
        while self.tree.root.settled is None and len(self._running) < self.executor.workers:
            leaf = self.tree.select()
            if leaf is None:
                return
            if self.executor.workers > 1 and leaf is self.tree.root:
                self.tree.expand(leaf)
                continue
            job = self.make_job(leaf.position, self._limits())
            self._running[job.key] = (job, leaf)
            self._tries[job.key] = self._tries.get(job.key, 0) + 1
            self.tree.send(leaf)
            self.executor.submit([job])

    def _limits(self) -> dict[str, float]:
        """Return the limits of the next job."""
        done = self.effort.settling + (self.effort.nodes - self.effort.settling) // _SHARE
        grown = done // (_SHARE * self.executor.workers)
        limits: dict[str, float] = {"max_nodes": max(self.job_nodes, grown)}
        if self.max_seconds is not None:
            limits["max_seconds"] = max(0.001, self.max_seconds - self.effort.seconds)
        return limits

    def _take(self, outcome: JobResult) -> None:
        if outcome.key not in self._running:
            return  # a job of an earlier search on the same executor
        job, leaf = self._running.pop(outcome.key)
        if outcome.cancelled:
            raise ExecutorLost("the jobs were cancelled")
        result = outcome.result
        if result is None:
            if not outcome.crashed or self._tries[job.key] >= TRIES:
                raise UpstarError(f"a job has failed: {job}: {outcome.reason}")
            self._running[job.key] = (job, leaf)
            self._tries[job.key] += 1
            self.executor.submit([job])
            return
        effort = self.effort
        effort.jobs += 1
        effort.nodes += result["nodes"]
        effort.expansions += result["expansions"]
        effort.job_seconds += result["seconds"]
        effort.peak_bytes = max(effort.peak_bytes, result["peak_bytes"])
        claimed = self._claimed(leaf, result["bounds"])
        if claimed is None:
            effort.unsettled += 1
            self.tree.unsettled(leaf)
        else:
            effort.settling += result["nodes"]
            self.results[job.key] = result
            self.tree.settle(leaf, claimed, job.key)

    def _claimed(self, leaf: Node, bounds: tuple[int, int]) -> bool | None:
        """Return whether proved bounds prove (True) or refute (False) the claim."""
        low, high = bounds
        if leaf.position.to_move != self.claimant:
            low, high = -high, -low
        return True if low >= self.least else False if high < self.least else None

    def proof(self) -> list[Node]:
        """Return the nodes of the proof: one move of the winning side, all of the other's."""
        if self.tree.root.settled is None:
            raise ParameterError("there is no proof: the position is not solved")
        seen: dict[int, Node] = {}
        todo = [self.tree.root]
        while todo:
            node = todo.pop()
            if id(node) in seen:
                continue
            seen[id(node)] = node
            if not node.job:
                todo += [child for _, child in self.chosen(node)]
        return list(seen.values())

    def chosen(self, node: Node) -> list[tuple[str, Node]]:
        """Return the moves of a settled node that its proof needs."""
        assert node.settled is not None
        winner_moves = (node.position.to_move == self.claimant) is node.settled
        if not winner_moves:
            return node.children
        same = [(m, child) for m, child in node.children if child.settled is node.settled]
        return same[:1]

    def line(self) -> list[str]:
        """Return a line of play: first through the tree, then the line of the leaf's job."""
        moves: list[str] = []
        node = self.tree.root
        while node.settled is not None and (chosen := self.chosen(node)) and not node.job:
            move, node = chosen[0]
            moves.append(move)
        if node.job:
            moves += self.results[node.job].get("line", [])
        return moves
