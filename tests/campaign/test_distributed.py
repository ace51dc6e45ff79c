"""Job-level search: it agrees with other searches, and its certificates are checked."""

import json
import zipfile
from pathlib import Path

import pytest

import upstar
from upstar.campaign import executor
from upstar.campaign.thread_executor import ThreadExecutor
from upstar.distributed import solve_by_jobs
from upstar.distributed.search import JobLevelSearch
from upstar.distributed.simulate import Model, simulate
from upstar.distributed.solve import PROVE
from upstar.load import load_game

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pool():
    opened = executor("local", workers=2)
    yield opened
    opened.close()


CASES = [
    ("domineering", "4x5", "left", None),
    ("domineering", "4x5", "right", None),
    ("domineering", "5x5", "left", None),
    ("nogo", "1x9", "left", None),
    ("clobber", "3x3", "right", None),
    ("hex", "3x3", "left", None),
    ("mnk", "3x3:3", "left", "win"),
    ("mnk", "3x3:3", "left", "draw"),
    ("mnk", "3x3:3", "right", "win"),
]


@pytest.mark.parametrize("rule", ["pn", "pp"])
@pytest.mark.parametrize(("game", "text", "mover", "goal"), CASES)
def test_job_level_search_agrees_with_other_searches(pool, game, text, mover, goal, rule):
    position = upstar.position(game, text, to_move=mover)
    solution = solve_by_jobs(position, pool, rule=rule, goal=goal, job_nodes=50, max_memory=100)
    known = upstar.solve(position, goal=goal)
    assert solution.solved
    assert (solution.outcome, solution.goal_met) == (known.outcome, known.goal_met)
    if solution.best_move is not None:
        reply = upstar.solve(position.play(solution.best_move))
        assert -reply.score >= (solution.goal if solution.goal is not None else 1)


class Nim(upstar.Game):
    """Misère Nim: it has the name and the texts of a built-in game, but other winners."""

    scores = (-1, 1)

    def start(self):
        return 3

    def moves(self, state):
        return list(range(1, state + 1))

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return None if state else "win"


def test_workers_must_load_the_same_game(pool):
    with pytest.raises(upstar.ParameterError, match="by which workers load it"):
        solve_by_jobs(upstar.position(Nim()), pool)
    example = "examples/tic_tac_toe.py:TicTacToe"
    other = upstar.position("mnk", "3x3:3")
    with pytest.raises(upstar.UpstarError):
        solve_by_jobs(other, pool, game=str(ROOT / example), goal="win")
    position = upstar.position(load_game(str(ROOT / example)), "x...o....")
    solution = solve_by_jobs(position, pool, game=str(ROOT / example), goal="draw", job_nodes=50)
    assert (solution.solved, solution.goal_met) == (True, True)


def test_the_line_is_legal_and_ends_the_game(pool):
    position = upstar.position("domineering", "4x5")
    solution = solve_by_jobs(position, pool, job_nodes=50, max_memory=100)
    for move in solution.line:
        position = position.play(move)
    assert position.score is not None


@pytest.mark.parametrize(
    ("game", "text", "goal"),
    [("domineering", "6x6", None), ("nogo", "3x3", None), ("mnk", "3x3:3", "win")],
)
def test_bundles_are_right(pool, tmp_path, game, text, goal):
    path = tmp_path / "all.proof"
    position = upstar.position(game, text)
    options = {"goal": goal, "job_nodes": 30, "max_memory": 100}
    solution = solve_by_jobs(position, pool, proof=path, **options)
    report = upstar.verify(path)
    assert report.verdict == "right"
    assert report.bounds == solution.bounds
    assert (report.game, report.position) == (game, str(position))
    with zipfile.ZipFile(path) as file:
        assert len(file.namelist()) > 2


def test_changed_bundles_are_rejected(pool, tmp_path, call):
    path, bad = tmp_path / "good.proof", tmp_path / "bad.proof"
    position = upstar.position("domineering", "6x6")
    solve_by_jobs(position, pool, job_nodes=30, max_memory=100, proof=path)
    assert call("verify", path)[0] == 0
    with zipfile.ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    top = json.loads(content["top.json"])

    def verdict(**changes):
        with zipfile.ZipFile(bad, "w") as file:
            for name, data in {**content, **changes}.items():
                file.writestr(name, data)
        return upstar.verify(bad).verdict

    def with_top(**changes):
        return verdict(**{"top.json": json.dumps({**top, **changes})})

    other = next(label for label in position.labels if label != top["claimant"])
    assert with_top(claimant=other) == "wrong"
    assert with_top(parts={}) == "wrong"
    assert with_top(moves={}) == "wrong"
    assert with_top(least=2) == "not a certificate"
    assert with_top(claimant="nobody") == "not a certificate"
    assert with_top(format="else") == "not a certificate"
    assert with_top(position="5x5") == "wrong"
    first, second = list(top["parts"].values())[:2]
    swapped = {**top["parts"]}
    names = list(swapped)
    swapped[names[0]], swapped[names[1]] = second, first
    assert with_top(parts=swapped) == "wrong"
    assert verdict(**{first: content[first][:-1]}) == "wrong"
    bad.write_bytes(path.read_bytes()[:-30])
    assert call("verify", bad)[0] == 2


def test_limits_are_results(pool):
    position = upstar.position("domineering", "8x8")
    solution = solve_by_jobs(position, pool, job_nodes=2000, max_seconds=0.5, max_memory=100)
    assert (solution.solved, solution.outcome, solution.stopped) == (False, "unknown", "seconds")


class Watched(ThreadExecutor):
    """An executor that records its jobs, and can drop those that write certificates."""

    def __init__(self, workers, *, loses_proofs=False):
        super().__init__(workers)
        self.jobs = []
        self.loses_proofs = loses_proofs

    def submit(self, batch):
        self.jobs += batch
        if not (self.loses_proofs and batch[0].kind == PROVE):
            super().submit(batch)


@pytest.fixture
def watched():
    opened = []

    def make(*arguments, **options):
        opened.append(Watched(*arguments, **options))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


def test_every_job_has_the_given_limits(watched, tmp_path):
    pool = watched(2)
    position = upstar.position("domineering", "5x5")
    limits = {"max_seconds": 300, "max_memory": 100}
    solution = solve_by_jobs(position, pool, job_nodes=100, proof=tmp_path / "p", **limits)
    assert solution.proof is not None
    proving = [job for job in pool.jobs if job.kind == PROVE]
    assert len(proving) > 1
    for job in pool.jobs:
        assert job.limits["max_memory"] == 100
        assert 0 < job.limits["max_seconds"] <= 300
        assert ("max_nodes" in job.limits) is (job.kind != PROVE)


def test_a_certificate_that_takes_too_long_does_not_lose_the_answer(watched, tmp_path):
    path = tmp_path / "p"
    position = upstar.position("domineering", "4x5")
    pool = watched(2, loses_proofs=True)
    solution = solve_by_jobs(
        position, pool, job_nodes=50, max_seconds=5, max_memory=100, proof=path
    )
    assert (solution.solved, solution.outcome) == (True, "win")
    assert (solution.proof, solution.proof_error) == (None, "the limit of seconds was reached")
    assert not path.exists()


def test_a_part_that_runs_out_of_memory_does_not_lose_the_answer(pool, tmp_path, monkeypatch):
    position = upstar.position("domineering", "4x5")

    def fails(*_, **__):
        raise MemoryError

    monkeypatch.setattr("upstar.distributed.solve.solve_job", fails)
    solution = solve_by_jobs(position, pool, job_nodes=50, max_memory=100, proof=tmp_path / "p")
    assert solution.solved
    assert "out of memory" in solution.proof_error


def test_the_job_limit_grows_with_the_nodes_of_successful_jobs():
    class Two:
        workers = 2

    search = JobLevelSearch(
        upstar.position("domineering", "4x4"), "vertical", 1, None, Two(), job_nodes=1000
    )

    def nodes(settling, unsuccessful):
        search.effort.settling, search.effort.nodes = settling, settling + unsuccessful
        return search._limits()["max_nodes"]

    assert nodes(0, 0) == nodes(7000, 0) == nodes(0, 31_000) == 1000
    assert nodes(80_000, 0) == 10_000
    assert nodes(80_000, 32_000) == 11_000


def test_a_leaf_can_be_expanded_while_its_job_runs(watched):
    """With more workers than leaves, results of jobs above and below a split must agree."""
    for text in ("3x4", "4x4", "4x5", "5x4"):
        position = upstar.position("domineering", text)
        for rule in ("pn", "pp"):
            solution = solve_by_jobs(position, watched(6), job_nodes=20, max_memory=50, rule=rule)
            assert solution.outcome == upstar.solve(position).outcome


def test_the_command_line_solves_by_jobs(call, tmp_path):
    path = tmp_path / "p.proof"
    job = ("solve", "domineering", "5x5", "--on", "local", "--workers", "2", "--quiet")
    status, out, _ = call(*job, "--job-nodes", "100", "--json", "--proof", path)
    solution = json.loads(out)
    assert (status, solution["outcome"], solution["algorithm"]) == (0, "loss", "job-level")
    assert solution["iterations"] > 1
    assert call("verify", path)[0] == 0


@pytest.mark.slow
def test_dask_solves_by_jobs(call):
    job = ("solve", "domineering", "6x6", "--on", "dask", "--workers", "2", "--quiet", "--json")
    status, out, _ = call(*job, "--job-nodes", "5000")
    assert (status, json.loads(out)["outcome"]) == (0, "win")


def test_simulations_are_repeatable_and_more_workers_help():
    runs = {
        workers: [simulate(Model(seed=seed, work=3000), workers) for seed in range(8)]
        for workers in (1, 8)
    }
    assert runs[1][0] == simulate(Model(seed=0, work=3000), 1)
    assert sum(r.seconds for r in runs[8]) < sum(r.seconds for r in runs[1]) / 2
