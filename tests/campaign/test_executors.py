"""Every executor gives the same results, and a failing job does not stop a campaign."""

import os
import signal
import threading
import time

import pytest

import upstar
from upstar.campaign import Job, Store, executor, run_jobs

EXECUTORS = {
    "threads": {"on": "local", "workers": 2},
    "processes": {"on": "local", "workers": 2, "memory_cap": 3000},
    "dask": {"on": "dask", "workers": 2},
}
HERE = os.path.dirname(os.path.dirname(__file__))


@pytest.fixture(scope="module")
def opened():
    """Open one executor of each kind for all tests here, because a Dask cluster starts slowly."""
    there = {}
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [HERE, before]))

    def get(name):
        if name not in there:
            there[name] = executor(**EXECUTORS[name])
        return there[name]

    yield get
    for each in there.values():
        each.close()
    os.environ.pop("PYTHONPATH")
    if before is not None:
        os.environ["PYTHONPATH"] = before


@pytest.fixture(params=list(EXECUTORS))
def pool(request, opened):
    return opened(request.param)


def job_of_kind(name, seed=0):
    return Job(game="none", position="", kind=f"campaign.job_kinds:{name}", seed=seed)


def essence(records):
    """Return the results of a campaign that do not differ between runs."""
    return {
        r.job.key: (r.status, r.reason, r.get("outcome"), r.get("nodes"), r.get("square"))
        for r in records
    }


@pytest.fixture(scope="module")
def undisturbed():
    """The results of 60 jobs without any disturbance."""
    pool = executor("local", workers=2)
    records = run_jobs([job_of_kind("sleep", seed) for seed in range(60)], Store(":memory:"), pool)
    pool.close()
    return essence(records)


def test_all_executors_agree(pool, store, jobs):
    records = run_jobs(jobs, store, pool)
    assert {record.status for record in records} == {"done"}
    outcomes = {(r.job.position, r.get("outcome")) for r in records}
    assert len(outcomes) == len({job.position for job in jobs})
    assert ("5x5", "loss") in outcomes


def test_a_job_that_raises_is_recorded_and_the_others_run(pool, store):
    records = run_jobs([job_of_kind("fail"), job_of_kind("sleep", 3)], store, pool)
    assert [record.status for record in records] == ["failed", "done"]
    assert records[0].reason == "ValueError: this never works"


def test_a_job_that_exits_python_is_recorded(pool, store):
    records = run_jobs([job_of_kind("exit_python"), job_of_kind("sleep", 3)], store, pool)
    assert [record.status for record in records] == ["failed", "done"]
    assert records[0].reason == "SystemExit: 3"


@pytest.mark.parametrize("place", ["processes", pytest.param("dask", marks=pytest.mark.slow)])
def test_a_job_that_kills_its_worker_fails_after_a_few_tries(place, store, opened):
    records = run_jobs([job_of_kind("die", seed) for seed in range(4)], store, opened(place))
    status = {record.job.seed: record.status for record in records}
    assert status == {0: "done", 1: "failed", 2: "done", 3: "failed"}
    failed = [record for record in records if record.status == "failed"]
    assert all("worker died" in record.reason and record.tries == 3 for record in failed)


def test_a_job_that_uses_too_much_memory_fails_alone(store, opened):
    records = run_jobs(
        [job_of_kind("use_memory"), job_of_kind("sleep", 2)], store, opened("processes")
    )
    assert [record.status for record in records] == ["failed", "done"]
    assert "memory" in records[0].reason


@pytest.mark.parametrize("place", ["processes", "dask"])
def test_a_killed_worker_loses_only_its_running_jobs(place, store, undisturbed, opened):
    pool = opened(place)
    killed = []

    def kill_one(state):
        if state.done > 10 and not killed:
            nannies = pool.cluster.workers.values() if place == "dask" else ()
            killed.append(next(nanny.pid for nanny in nannies) if nannies else pool.pids[0])
            os.kill(killed[0], signal.SIGKILL)

    jobs = [job_of_kind("sleep", seed) for seed in range(60)]
    records = run_jobs(jobs, store, pool, progress=kill_one)
    assert killed
    assert essence(records) == undisturbed


def test_failed_jobs_run_again_only_with_retry(store):
    pool = executor("local", workers=1)
    run_jobs([job_of_kind("fail")], store, pool)
    seen = []
    run_jobs([job_of_kind("fail")], store, pool, progress=seen.append)
    assert not seen
    run_jobs([job_of_kind("fail")], store, pool, progress=seen.append, retry=True)
    assert seen
    pool.close()


def test_an_existing_scheduler_is_used_and_not_closed(store, jobs, opened):
    host = opened("dask")
    guest = executor("dask", scheduler=host.cluster.scheduler_address)
    records = run_jobs(jobs[:4], store, guest)
    guest.close()
    assert {record.status for record in records} == {"done"}
    assert run_jobs(jobs[:6], store, host)[-1].status == "done"


def test_closing_stops_running_jobs():
    pool = executor("local", workers=1)
    pool.submit([job_of_kind("endless")])
    big = Job(game="domineering", position="9x9", limits={"max_memory": 100})
    second = executor("local", workers=1)
    second.submit([big])
    time.sleep(0.3)
    for each in (pool, second):
        closer = threading.Thread(target=each.close)
        closer.start()
        closer.join(60)
        assert not closer.is_alive()


def test_bad_executor_options_are_rejected():
    for options in (
        {"on": "moon"},
        {"workers": 0},
        {"memory_cap": -1},
        {"on": "local", "scheduler": "tcp://127.0.0.1:1"},
    ):
        with pytest.raises(upstar.ParameterError):
            executor(**options)
