"""Solves a position by jobs, and returns a `Solution` with a certificate."""

import base64
import os
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from upstar.campaign.executor import Executor
from upstar.campaign.job import Job
from upstar.campaign.kinds import Stop, kind, position_of, solve_job
from upstar.campaign.run import run_jobs
from upstar.campaign.store import Store
from upstar.certificate import Certificate
from upstar.certificate_bundle import position_name, verify_bundle, write_bundle
from upstar.core_bridge import goal_score, outcome_from_bounds
from upstar.distributed.search import NODES, JobLevelSearch
from upstar.errors import CertificateError, ParameterError, UnsuitableError, UpstarError
from upstar.position import Position, game_decides_mover, python_game
from upstar.solution import Solution, Stats
from upstar.solve import Interrupted

PROVE = "upstar.distributed.solve:prove"
"""The kind of the jobs that write certificates. Every worker can import it by this name."""


@kind(PROVE)
def prove(job: Job, stop: Stop) -> dict[str, Any]:
    """Solve a position, and return the result with its certificate as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.proof"
        result = solve_job(job, stop, proof=path)
        if result["proof"] is None:
            raise CertificateError(str(result["proof_error"] or f"limit of {result['stopped']}"))
        return {**result, "certificate": base64.b64encode(path.read_bytes()).decode()}


def solve_by_jobs(
    position: Position,
    executor: Executor,
    *,
    algorithm: str = "auto",
    rule: str = "pp",
    goal: str | int | None = None,
    job_nodes: int = NODES,
    max_seconds: float | None = None,
    max_memory: float | None = None,
    proof: str | os.PathLike[str] | None = None,
    progress: Callable[[JobLevelSearch], None] | None = None,
    game: str | None = None,
    **parameters: Any,
) -> Solution:
    """Solve a position with the workers of an executor.

    A driver keeps the top of the search tree. Workers solve its leaves as jobs.

    Parameters
    ----------
    position : Position
        The position to solve, of a registered game or of the game named by ``game``.
    executor : Executor
        What runs the jobs. It stays open.
    algorithm : str
        The algorithm that solves leaves on the workers.
    rule : {'pn', 'pp'}
        What guides the tree of the driver: proof numbers or product propagation.
    goal : {'win', 'draw'} or int, optional
        The least result to prove. It is needed if the game has more than two outcomes.
    job_nodes : int
        Nodes that the first jobs may create; later jobs may create more. A leaf that needs more is
        replaced by its children.
    max_seconds : float, optional
        Seconds for the search, the certificate and its verification together.
    max_memory : float, optional
        Megabytes for one job.
    proof : path, optional
        Write a bundle of the workers' certificates to this file and verify it. If a limit is
        reached first, the answer stays and ``proof_error`` gives the reason.
    progress : callable, optional
        Called with the search several times a second.
    game : str, optional
        The name by which workers load a game written in Python.
    **parameters
        The parameters of the algorithm.

    Returns
    -------
    Solution
        The outcome and what the search did.

    Raises
    ------
    ParameterError
        If a parameter is not allowed, or a goal is needed.
    UnsuitableError
        If a certificate is wanted for a game written in Python.
    Interrupted
        After Ctrl-C; its ``solution`` holds what is known so far.

    Examples
    --------
    >>> import upstar
    >>> from upstar.campaign import executor
    >>> from upstar.distributed import solve_by_jobs
    >>> pool = executor("local", workers=1)
    >>> solve_by_jobs(upstar.position("domineering", "3x4"), pool, job_nodes=50).winner
    'horizontal'
    >>> pool.close()
    """
    if job_nodes < 1:
        raise ParameterError(f"job_nodes must be at least 1, not {job_nodes}")
    _check_game(position, game)
    if proof is not None and python_game(position) is not None:
        raise UnsuitableError(
            "a bundle of certificates is for built-in games; solve this game in one process"
        )
    if goal is None and len(position.scores) > 2:
        raise ParameterError(
            f"{position.game} has {len(position.scores)} results, but a job-level search decides "
            "only yes or no; give a goal, such as win"
        )
    least = goal_score(goal, position) if goal is not None else position.scores[-1]
    assert least is not None
    memory: dict[str, float] = {} if max_memory is None else {"max_memory": max_memory}
    own_parameters = dict(parameters)
    mover = position.to_move

    def make_job(position: Any, limits: Mapping[str, float]) -> Job:
        # The same question from the view of the player to move: reach the score, or prevent it.
        own = position.to_move == mover
        target = least if own else min(s for s in position.scores if s > -least)
        question = {"goal": target} if len(position.scores) > 2 else {}
        return Job(
            game=game or position.game,
            position=str(position),
            to_move=_mover(position),
            algorithm=algorithm,
            parameters={**own_parameters, **question},
            limits={**limits, **memory},
        )

    search = JobLevelSearch(
        position,
        mover,
        least,
        make_job,
        executor,
        rule=rule,
        job_nodes=job_nodes,
        max_seconds=max_seconds,
        progress=progress,
    )
    start = time.monotonic()
    answer = search.run()
    certificate, error = None, None
    if answer is not None and proof is not None:
        until = None if max_seconds is None else start + max_seconds
        try:
            certificate = _prove(search, position, executor, make_job, Path(proof), until, memory)
        except CertificateError as missing:
            error = str(missing)
        except KeyboardInterrupt:
            error, search.stopped = "interrupted", "interrupted"
    settings = {"rule": rule, "job_nodes": job_nodes, "leaf_algorithm": algorithm, **own_parameters}
    solution = _solution(search, position, goal, least, settings)
    solution = replace(solution, proof=certificate, proof_error=error)
    if search.stopped == "interrupted":
        raise Interrupted(solution)
    return solution


def _mover(position: Position) -> str | None:
    """Return the player to move for a job; None if the game itself determines the player."""
    return None if game_decides_mover(python_game(position)) else position.to_move


def _check_game(position: Position, game: str | None) -> None:
    """Check that the name of the game, which is all that workers get, denotes the same game."""
    if game is None:
        if python_game(position) is not None:
            raise ParameterError(
                f"'{position.game}' is written in Python; give the name by which workers load it, "
                "such as game='file.py:Class'"
            )
        return
    loaded = position_of(Job(game=game, position=str(position), to_move=_mover(position)))
    for what in ("labels", "scores", "to_move"):
        if getattr(loaded, what) != getattr(position, what):
            raise ParameterError(f"'{game}' is not the game of the position: {what} differ")
    if sorted(loaded.moves()) != sorted(position.moves()):
        raise ParameterError(f"'{game}' is not the game of the position: moves differ")


def _prove(
    search: JobLevelSearch,
    root: Position,
    executor: Executor,
    make_job: Callable[[Any, Mapping[str, float]], Job],
    path: Path,
    until: float | None,
    memory: Mapping[str, float],
) -> Certificate:
    """Let the workers write the parts, bundle them, and verify the bundle.

    Raises
    ------
    CertificateError
        If a limit is reached first, or a part cannot be written.
    """
    claimant, least = search.claimant, search.least
    if search.tree.root.settled is False:
        claimant = next(label for label in root.labels if label != claimant)
        scores = [-s for s in root.scores]
        least = min(s for s in scores if s > -least)

    def time_left() -> dict[str, float]:
        if until is None:
            return {}
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise CertificateError("the limit of seconds was reached")
        return {"max_seconds": seconds}

    def check_time(_: object) -> None:
        time_left()

    moves, jobs = {}, {}
    for node in search.proof():
        position: Any = node.position
        if node.job:
            # No node limit: writing a certificate may take more nodes than solving did.
            made = make_job(position, time_left()).to_json()
            jobs[position_name(position)] = Job.from_json({**made, "kind": PROVE})
        elif position.score is None and position.to_move == claimant:
            moves[position_name(position)] = search.chosen(node)[0][0]
    records = run_jobs(jobs.values(), Store(":memory:"), executor, progress=check_time)
    by_key = {record.job.key: record for record in records}
    parts = {}
    for name, job in jobs.items():
        record = by_key[job.key]
        if record.result is None:
            raise CertificateError(f"a part of the certificate is missing: {record.reason}")
        parts[name] = base64.b64decode(record.result["certificate"])
    write_bundle(path, root, claimant, least, moves, parts)
    report = verify_bundle(path, **time_left(), **memory)
    if report.verdict == "stopped":
        raise CertificateError(f"the certificate was written but not verified: {report.reason}")
    if not report:
        raise UpstarError(f"the certificate is wrong, which is a bug of upstar: {report}")
    return Certificate(
        path=str(path),
        bytes=report.bytes or 0,
        decisions=report.decisions or 0,
        positions=report.positions or 0,
        seconds=sum(r.get("seconds") or 0.0 for r in records),
    )


def _solution(
    search: JobLevelSearch,
    position: Position,
    goal: str | int | None,
    least: int,
    parameters: dict[str, Any],
) -> Solution:
    effort = search.effort
    settled = search.tree.root.settled
    scores = position.scores
    low, high = scores[0], scores[-1]
    if settled is True:
        low = least
    elif settled is False:
        high = max(s for s in scores if s < least)
    line = search.line() if settled is not None else []
    numbers = dict(zip(_names(search.rule), search.tree.root.numbers, strict=True))
    busy = effort.job_seconds / effort.seconds if effort.seconds else 0.0
    return Solution(
        position=position,
        algorithm="job-level",
        parameters=parameters,
        seed=0,
        solved=settled is not None,
        outcome="unknown" if settled is None else outcome_from_bounds(low, high),
        score=low if low == high else None,
        best_move=line[0] if line and settled else None,
        line=tuple(line),
        stats=Stats(
            expansions=effort.expansions,
            nodes=effort.nodes,
            iterations=effort.jobs,
            playouts=None,
            seconds=effort.seconds,
            peak_bytes=effort.peak_bytes,
        ),
        bounds=(low, high),
        goal=None if goal is None else least,
        goal_met=None if goal is None else settled,
        stopped=search.stopped,
        note=(
            f"{effort.jobs} jobs of {parameters['leaf_algorithm']}, {effort.unsettled} of them "
            f"reached their limit, {effort.tree} positions in the driver's tree, {busy:.2f} "
            "workers busy on average"
        ),
        root=numbers,
        details={"jobs": effort.jobs, "job_seconds": effort.job_seconds, "tree": effort.tree},
    )


def _names(rule: str) -> tuple[str, str]:
    return ("pn", "dn") if rule == "pn" else ("ln_lose", "ln_win")
