"""Jobs and the store: keys are stable, and records round-trip."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import upstar
from upstar.campaign import Job, Store, kinds, run_jobs
from upstar.campaign.batch import JobResult, run_batch
from upstar.campaign.job import engine_id
from upstar.campaign.kinds import perform, position_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_keys_do_not_depend_on_the_process_or_the_order_of_parameters():
    code = (
        "from upstar.campaign import Job;"
        "print(Job(game='nogo', position='1x5', parameters={'b': 2, 'a': 1}, seed=3).key)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    job = Job(game="nogo", position="1x5", parameters={"a": 1, "b": 2}, seed=3)
    assert done.stdout.strip() == job.key


@pytest.mark.parametrize(
    "change",
    [
        {"game": "clobber"},
        {"position": "1x6"},
        {"to_move": "right"},
        {"algorithm": "ppt"},
        {"parameters": {"a": 1}},
        {"seed": 1},
        {"limits": {"max_nodes": 5}},
        {"kind": "other"},
        {"engine": "other"},
    ],
    ids=str,
)
def test_everything_that_matters_is_in_the_key(change):
    plain = {"game": "nogo", "position": "1x5"}
    assert Job(**plain).key != Job(**{**plain, **change}).key


def test_another_file_of_a_python_game_is_another_engine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("x = 1")
    (tmp_path / "b.py").write_text("x = 2")
    assert engine_id("a.py:Game") != engine_id("b.py:Game")
    assert engine_id("a.py:Game").startswith(engine_id())


def test_a_python_game_that_has_changed_is_another_engine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    for name in ("changing_game.py:G", "changing_game:G"):
        keys = set()
        for text in ("a = 1", "a = 22", "a = 333"):
            (tmp_path / "changing_game.py").write_text(text)
            assert "+game." in engine_id(name)
            keys.add(Job(game=name, position="").key)
        assert len(keys) == 3


def test_a_changed_module_is_reloaded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = (EXAMPLES / "tic_tac_toe.py").read_text()
    labels = set()
    for label in ("cross", "fleurette"):
        (tmp_path / "reloaded_game.py").write_text(source.replace("cross", label))
        job = Job(game="reloaded_game:TicTacToe", position="")
        labels.add(position_of(job).labels[0])
    assert labels == {"cross", "fleurette"}


def test_jobs_of_another_engine_are_rejected():
    job = Job(game="domineering", position="3x3", engine="0.0.0+core.another")
    [outcome] = run_batch([job])
    assert outcome.result is None
    assert "the job needs 0.0.0+core.another" in outcome.reason


def test_jobs_and_records_round_trip(store):
    job = Job(
        game="nogo",
        position="1x5",
        to_move="white",
        parameters={"x": [1]},
        seed=2**63,
        limits={"max_seconds": 1.5},
    )
    assert Job.from_json(job.to_json()).key == job.key
    store.record(job, JobResult(key=job.key, result={"nodes": 7}, machine="m"), tries=2)
    record = store.record_of(job.key)
    assert (record.job, record.status, record.tries) == (job, "done", 2)
    assert record.get("nodes") == 7
    store.record(job, JobResult(key=job.key, reason="no luck"), tries=3)
    record = store.record_of(job.key)
    assert (record.status, record.reason, record.tries) == ("failed", "no luck", 3)
    assert len(list(store.records())) == 1


def test_records_can_be_filtered(store, jobs):
    for job in jobs:
        store.record(job, JobResult(key=job.key, result={}))
    store.add_to_campaign("few", [job.key for job in jobs[:3]])
    assert len(list(store.records(campaign="few"))) == 3
    assert {r.job.algorithm for r in store.records(algorithm="ppt")} == {"ppt"}
    assert list(store.records(status="failed")) == []
    assert store.campaigns() == [("few", 3, 3, 0)]


def test_a_file_that_is_no_store_is_rejected(tmp_path):
    path = tmp_path / "text"
    path.write_text("this is not a database, and long enough to be seen as none " * 20)
    with pytest.raises(upstar.ParameterError, match="not a store"):
        Store(path)


def test_unknown_limits_and_parameters_that_are_not_json_are_rejected():
    with pytest.raises(upstar.ParameterError, match="max_node"):
        Job(game="nogo", position="1x5", limits={"max_node": 1})
    with pytest.raises(upstar.ParameterError, match="JSON data"):
        Job(game="nogo", position="1x5", parameters={"x": object()})


def test_a_solve_job_returns_what_solve_returns(store):
    from upstar.campaign.thread_executor import ThreadExecutor

    assert "solve" in kinds()
    pool = ThreadExecutor(1)
    job = Job(game="domineering", position="4x4", algorithm="ppt", limits={"max_memory": 100})
    (record,) = run_jobs([job, job], store, pool)
    pool.close()
    direct = upstar.solve(upstar.position("domineering", "4x4"), "ppt").to_json()
    for name in ("outcome", "nodes", "expansions", "line"):
        assert record.get(name) == direct[name]


def test_a_match_job_has_the_first_players_point_of_view():
    """Black wins 1x3 by three points, so the engine with black wins by three points."""
    job = Job(
        game="go",
        position="1x3",
        kind="match",
        algorithm="alpha-beta",
        parameters={"against": "df-pn", "games": 4},
        limits={"max_nodes": 10_000},
    )
    result = perform(job)
    assert result["points"] == [1.0, 0.0, 1.0, 0.0]
    assert result["margins"] == [3, -3, 3, -3]
    # After an opening of one move the other colour is to move.
    later = perform(replace(job, parameters={**job.parameters, "opening_plies": 1}))
    assert all(
        (p == 1.0) == (m > 0) for p, m in zip(later["points"], later["margins"], strict=True)
    )
    assert later["points"][0] + later["points"][1] == 1.0
