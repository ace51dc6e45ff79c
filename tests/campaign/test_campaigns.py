"""Campaigns: reading TOML, the command line, and resuming after a kill."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import upstar
from upstar.campaign import Store, read_campaign
from upstar.errors import ParameterError

UPSTAR = [sys.executable, "-m", "upstar"]
CAMPAIGN = """
name = "strips"
seeds = 2
[limits]
max_seconds = 20
max_memory = 100
[[positions]]
game = "nogo"
positions = ["1x6", "1x7", "1x8"]
to_move = ["left", "right"]
[[algorithms]]
name = "ppt"
[[algorithms]]
name = "df-pn"
label = "df-pn, plain sum"
parameters = { sum = "plain" }
seeds = [5]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "strips.toml"
    path.write_text(CAMPAIGN)
    return path


def run(*arguments, **options):
    return subprocess.run(
        [*UPSTAR, *map(str, arguments)], capture_output=True, text=True, timeout=200, **options
    )


def test_a_campaign_is_the_product_of_what_it_lists(file):
    campaign = read_campaign(file)
    assert len(campaign.jobs()) == 3 * 2 * (2 + 1)
    assert {campaign.label(job) for job in campaign.jobs()} == {"ppt", "df-pn, plain sum"}
    assert {job.seed for job in campaign.jobs() if job.algorithm == "df-pn"} == {5}


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('name = "strips"', "", "needs a name"),
        ("seeds = 2", "seeds = -1", "seeds must be"),
        ("max_seconds", "max_second", "no limit 'max_second'"),
        ("max_seconds = 20", "max_seconds = 0", "above 0"),
        ('"nogo"', '"nogoo"', "nogo"),
        ('"1x7"', '"1y7"', "1y7"),
        ('"ppt"', '"pppt"', "no algorithm 'pppt'"),
        ("[[algorithms]]", "[[algorithm]]", "'algorithm'"),
        ('label = "df-pn, plain sum"', 'colour = "red"', "no key 'colour'"),
        ("seeds = 2", "seeds = ", "not TOML"),
    ],
)
def test_a_wrong_file_is_reported_in_one_line(file, before, after, words):
    assert before in CAMPAIGN
    file.write_text(CAMPAIGN.replace(before, after))
    with pytest.raises(upstar.UpstarError, match=words) as raised:
        read_campaign(file)
    assert "\n" not in str(raised.value)


def test_the_command_line_runs_reports_and_lists(file, tmp_path, call):
    store, page, text = tmp_path / "r.sqlite", tmp_path / "r.html", tmp_path / "r.md"
    job = ("campaign", "run", file, "--store", store)
    status, out, errors = call(*job, "--html", page, "--markdown", text)
    assert status == 0, errors
    assert "df-pn, plain sum" in out
    assert "PAR2" in text.read_text()
    assert page.read_text().count("<svg") == 3
    again = json.loads(call(*job, "--json")[1])
    assert len(again["records"]) == 18
    listed = json.loads(call("results", "--store", store, "-a", "ppt", "--json")[1])
    assert len(listed) == 12
    assert call("results", "--store", store, "--campaigns")[1] == "strips  18 of 18 done\n"
    assert call("results", "--store", store, "--export", tmp_path / "r.csv")[0] == 0
    assert len((tmp_path / "r.csv").read_text().splitlines()) == 19


def test_pages_load_nothing_external(file, tmp_path, call):
    page = tmp_path / "r.html"
    call("campaign", "run", file, "--store", tmp_path / "s", "--html", page)
    text = page.read_text()
    assert not re.search(r"<script|<link|<img|@import|url\(['\"]?http", text)
    assert not re.search(r"(?:src|href)=['\"]http", text)


def test_bad_input_is_one_line(tmp_path, file, call):
    for arguments in (
        ("campaign", "run", tmp_path / "none.toml"),
        ("campaign", "run", file, "--on", "moon", "--store", tmp_path / "s"),
        ("campaign", "run", file, "--html", tmp_path),
        ("results", "--store", tmp_path / "none"),
        ("results", "--status", "odd"),
        ("reproduce", "pp-table-44"),
        ("reproduce", "pp-table-4", "--preset", "slow"),
        ("reproduce", "pp-table-4", "--all"),
        ("solve", "domineering", "4x4", "--workers", "2"),
        ("solve", "domineering", "4x4", "--rule", "pn"),
        ("solve", "domineering", "4x4", "--job-nodes", "100000"),
        ("solve", "domineering", "4x4", "--on", "local", "--max-nodes", "5"),
        ("solve", "domineering", "4x4", "--on", "local", "--threads", "1"),
        ("solve", "domineering", "4x4", "--on", "local", "--seed", "0"),
        ("solve", "domineering", "4x4", "--on", "local", "--estimate"),
        ("solve", "domineering", "4x4", "--on", "local", "--rule", "odd"),
        ("solve", "mnk", "3x3:3", "--on", "local"),
    ):
        status, _, errors = call(*arguments)
        assert status == 2, arguments
        assert len(errors.splitlines()) == 1, errors


def test_parquet_is_written_or_the_error_names_the_missing_package(file, tmp_path, call):
    store = tmp_path / "r.sqlite"
    call("campaign", "run", file, "--store", store)
    status, _, errors = call("results", "--store", store, "--export", tmp_path / "r.parquet")
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        assert status == 2
        assert "upstar[parquet]" in errors
    else:
        assert parquet.read_table(tmp_path / "r.parquet").num_rows == 18


def test_a_campaign_can_have_a_game_in_python(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(
        """
        name = "own"
        [limits]
        max_memory = 100
        [[positions]]
        game = "examples/tic_tac_toe.py:TicTacToe"
        positions = ["x...o....", "xo......."]
        [[algorithms]]
        name = "alpha-beta"
        [[algorithms]]
        name = "minimax"
        """
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    job = ("campaign", "run", path, "--store", tmp_path / "s", "--json")
    for where in ([], ["--memory-cap", "3000"]):
        done = run(*job, *where, "--fresh", cwd=root)
        assert done.returncode == 0, done.stderr
        outcomes = {r["outcome"] for r in json.loads(done.stdout)["records"]}
        assert outcomes == {"draw", "win"}


SLEEPER = """
import sys
from upstar.campaign import Job, Store, executor, run_jobs

jobs = [
    Job(game="none", position="", kind="campaign.job_kinds:sleep", seed=seed) for seed in range(60)
]
pool = executor("local", workers=2)
run_jobs(jobs, Store(sys.argv[1]), pool, campaign="dozing")
pool.close()
"""


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_driver_loses_nothing_and_resumes_with_the_same_results(tmp_path, blow):
    tests = os.path.dirname(os.path.dirname(__file__))
    path = os.pathsep.join(filter(None, [tests, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}

    def start(store):
        return subprocess.Popen(
            [sys.executable, "-c", SLEEPER, str(store)],
            env=environment,
            stderr=subprocess.DEVNULL,
            # A shell that starts the tests in the background makes them ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def found(store):
        with Store(store) as opened:
            return {r.job.key: (r.status, r.result) for r in opened.records()}

    whole, broken = tmp_path / "whole.sqlite", tmp_path / "broken.sqlite"
    assert start(whole).wait(120) == 0
    victim = start(broken)
    until = time.monotonic() + 60
    while time.monotonic() < until and (not broken.exists() or len(found(broken)) < 10):
        time.sleep(0.05)
    victim.send_signal(blow)
    assert victim.wait(60) != 0
    before = found(broken)
    assert 10 <= len(before) < 60
    assert start(broken).wait(120) == 0
    after = found(broken)
    assert all(after[key] == result for key, result in before.items())
    assert after == found(whole)


def test_a_damaged_store_is_an_error_of_one_line(tmp_path):
    path = tmp_path / "results.sqlite"
    with Store(path) as store:
        store._db.execute("PRAGMA journal_mode = DELETE")
        store._db.executemany(
            "INSERT INTO members VALUES (?, ?)", [(f"campaign {n}", "k" * 99) for n in range(999)]
        )
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xa5" * (len(data) - 8192)  # the pages after the schema
    path.write_bytes(data)
    with Store(path) as store, pytest.raises(ParameterError, match="is damaged") as caught:
        store.campaigns()
    assert "\n" not in str(caught.value)
