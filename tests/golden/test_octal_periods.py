"""Periods of octal games against published ones."""

import tomllib
from pathlib import Path

import pytest

import upstar

TABLES = tomllib.loads((Path(__file__).parent / "octal_periods.toml").read_text())["table"]


def cases():
    for table in TABLES:
        for code, (printed, period) in table["periods"].items():
            marks = [pytest.mark.slow] if code in table.get("slow", []) else []
            preperiod = printed + table["shift"].get(code, 0)
            yield pytest.param(code, preperiod, period, id=code, marks=marks)


@pytest.mark.parametrize(("code", "preperiod", "period"), list(cases()))
def test_a_published_period_is_found_and_proved(code, preperiod, period):
    last = max(1000, 4 * (2 * preperiod + period))
    found = upstar.sequence(f"octal:{code}", 0, last)
    assert (found.preperiod, found.period, found.proved) == (preperiod, period, True)
