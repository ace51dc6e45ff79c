"""docs/reference/json.md lists the keys that the commands print."""

import json
import os
import re
import shlex
import subprocess
import sys
from functools import cache

import pytest

from docs.living import ROOT

TEXT = (ROOT / "docs/reference/json.md").read_text()
TABLES = re.findall(r"<!-- keys of upstar (.+?)(?:: (\w+))? -->\n(.*?)<!-- end -->", TEXT, re.S)
CAMPAIGN = """
name = "small"
positions = [{ game = "nogo", positions = ["1x5"] }]
algorithms = [{ name = "ppt" }]
"""


def _keys(table):
    rows = re.findall(r"^\| (`.+?) \|", table, re.M)
    return [key for row in rows for key in re.findall(r"`([^`]+)`", row) if row.startswith("`")]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What a command prints; commands run in one folder, in the order of the page."""
    folder = tmp_path_factory.mktemp("json")
    (folder / "campaign.toml").write_text(CAMPAIGN)

    @cache
    def run(command):
        done = subprocess.run(
            [sys.executable, "-m", "upstar", *shlex.split(command), "--json"],
            capture_output=True,
            text=True,
            cwd=folder,
            env={**os.environ, "UPSTAR_STORE": str(folder / "store.sqlite")},
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    for command, _, _ in TABLES:
        run(command)
    return run


@pytest.mark.parametrize(("command", "key", "table"), TABLES, ids=lambda text: text[:40])
def test_keys_are_those_that_are_printed(command, key, table, printed):
    document = printed(command)
    if key:
        document = document[key]
    if isinstance(document, list):
        document = document[0]
    lines = table.splitlines()[2:]
    told = _keys("\n".join(lines))
    assert sorted(told) == sorted(document)


def test_routes_of_the_web_api_are_listed():
    pytest.importorskip("fastapi")
    from upstar.web.api import make_api

    table = TEXT.partition("<!-- routes of the web API -->")[2].partition("<!-- end -->")[0]
    told = set(re.findall(r"`((?:GET|POST|DELETE) [^`]+)`", table))
    routes = make_api(None).routes
    assert told == {f"{method} {route.path}" for route in routes for method in route.methods}


def test_keys_of_a_job_are_listed():
    pytest.importorskip("fastapi")
    from upstar.web.schemas import JobOut

    table = TEXT.partition("<!-- keys of a job -->")[2].partition("<!-- end -->")[0]
    assert sorted(_keys("\n".join(table.splitlines()[3:]))) == sorted(JobOut.model_fields)
