"""The hunt: worker processes play rounds, and their summaries are added up."""

import select
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from upstar.selftest.cases import Case
from upstar.selftest.round import Covered, Finding
from upstar.selftest.worker import finding_of, from_json
from upstar.workers import WorkerProcess

_SILENT = 300.0
"""Seconds after which a round counts as one that does not end."""


@dataclass
class Report:
    """What a hunt covered and found.

    Attributes
    ----------
    seed : int
        The seed.
    covered : Covered
        The numbers of results that were compared.
    findings : list of Finding
        What differs.
    seconds : float
        How long the hunt took.
    interrupted : bool
        Whether Ctrl-C ended it.
    """

    seed: int
    covered: Covered = field(default_factory=Covered)
    findings: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    def __str__(self) -> str:
        """Return the summary in a few lines."""
        covered = self.covered
        games = len({game for game, _ in covered.games})
        algorithms = len({algorithm for _, algorithm in covered.games})
        tags = len({tag for _, tag in covered.options})
        found = f"{len(self.findings)} found" if self.findings else "no wrong answer"
        return (
            f"{found} in {covered.results:,} checked results, {self.seconds:.0f} s, seed "
            f"{self.seed}\n"
            f"covered   {games} games, {algorithms} algorithms, {tags} options; {covered.rounds:,} "
            f"rounds with {covered.positions:,} positions; {covered.unsolved:,} searches not "
            f"finished\n"
            f"checks    {', '.join(f'{k} {n:,}' for k, n in covered.checks.most_common())}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the summary with the matrix of games, algorithms and options."""
        by_game: dict[str, dict[str, int]] = {}
        for (game, algorithm), count in sorted(self.covered.games.items()):
            by_game.setdefault(game, {})[algorithm] = count
        by_option: dict[str, dict[str, int]] = {}
        for (algorithm, tag), count in sorted(self.covered.options.items()):
            by_option.setdefault(algorithm, {})[tag] = count
        return {
            "seed": self.seed,
            "seconds": round(self.seconds, 1),
            "interrupted": self.interrupted,
            "results": self.covered.results,
            "rounds": self.covered.rounds,
            "positions": self.covered.positions,
            "unsolved": self.covered.unsolved,
            "checks": dict(self.covered.checks),
            "games": by_game,
            "options": by_option,
            "findings": [
                {"case": str(finding.case), "message": finding.message} for finding in self.findings
            ],
        }


@dataclass
class _Worker:
    process: WorkerProcess
    round: int = -1
    game: str = ""
    since: float = field(default_factory=monotonic)


def hunt(
    *,
    seed: int = 0,
    first: int = 0,
    seconds: float | None = None,
    solves: int | None = None,
    game: str | None = None,
    processes: int = 1,
    most_findings: int = 1,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Hunt for wrong answers until a limit is reached, something is found, or Ctrl-C.

    Parameters
    ----------
    seed : int
        The seed of all random choices.
    first : int
        The number of the first round.
    seconds : float, optional
        Stop after this many seconds.
    solves : int, optional
        Stop after this many checked results.
    game : str, optional
        Only this game; or a game in Python as ``FILE.py:CLASS``.
    processes : int
        The number of worker processes.
    most_findings : int
        Stop after this many findings.
    progress : callable, optional
        Called with the report so far, after every round.

    Returns
    -------
    Report
        What was covered and found.

    Examples
    --------
    >>> report = hunt(game="nim", solves=20)
    >>> report.covered.results >= 20, report.findings
    (True, [])
    """
    report, start = Report(seed), monotonic()
    workers = [_start(seed, first + n, processes, game) for n in range(processes)]
    try:
        while True:
            report.seconds = monotonic() - start
            if (
                (seconds is not None and report.seconds >= seconds)
                or (solves is not None and report.covered.results >= solves)
                or len(report.findings) >= most_findings
            ):
                break
            ready, _, _ = select.select([worker.process for worker in workers], [], [], 0.2)
            for worker in list(workers):
                if worker.process in ready:
                    _receive(worker, report)
                ended = worker.process in ready and not worker.process.is_alive
                if ended or monotonic() - worker.since > _SILENT:
                    report.findings.append(_death(worker, ended))
                    worker.process.close()
                    workers.remove(worker)
                    workers.append(_start(seed, worker.round + processes, processes, game))
            if progress is not None:
                progress(report)
    except KeyboardInterrupt:
        report.interrupted = True
    finally:
        report.seconds = monotonic() - start
        for worker in workers:
            with suppress(KeyboardInterrupt):
                worker.process.close()
    return report


def _start(seed: int, first: int, step: int, game: str | None) -> _Worker:
    worker = _Worker(WorkerProcess("upstar.selftest.worker", own_session=True))
    worker.process.send({"seed": seed, "first": first, "step": step, "game": game})
    return worker


def _receive(worker: _Worker, report: Report) -> None:
    for message in worker.process.receive() or []:
        worker.since = monotonic()
        if "start" in message:
            worker.round, worker.game = message["start"], message["game"]
        elif "covered" in message:
            report.covered.update(from_json(message["covered"]))
        else:
            report.findings.append(finding_of(message["finding"]))


def _death(worker: _Worker, ended: bool) -> Finding:
    """Return the finding of a round that killed its process, or that does not end."""
    worker.process.kill()
    how = worker.process.ending if ended else f"no answer for {_SILENT:.0f} seconds"
    case = Case(worker.game, "", "left", "round", "auto", {"round": worker.round})
    return Finding(case, f"the process ended in round {worker.round} ({worker.game}): {how}")
