"""Nimbers by search against published ones, and against those that upstar found earlier."""

import tomllib
from pathlib import Path

import pytest

import upstar

TABLES = tomllib.loads((Path(__file__).parent / "nimbers.toml").read_text())["table"]


def cases(computed):
    for number, table in enumerate(TABLES):
        if table.get("computed", False) != computed:
            continue
        published = dict(table.get("nimbers", {}))
        for n, nimber in enumerate(table.get("sequence", []), 1):
            published[f"{table['family']}{n}"] = nimber
        for text, nimber in published.items():
            marks = [pytest.mark.slow] if text in table.get("slow", []) else []
            name = f"{number}-{table['game']}-{text}"
            yield pytest.param(table["game"], text, nimber, id=name, marks=marks)


@pytest.mark.parametrize(("game", "text", "nimber"), list(cases(computed=False)))
def test_a_published_nimber_is_found(game, text, nimber):
    assert upstar.nimber(game, text).nimber == nimber


@pytest.mark.parametrize(("game", "text", "nimber"), list(cases(computed=True)))
def test_a_nimber_that_upstar_found_is_found_again(game, text, nimber):
    assert upstar.nimber(game, text).nimber == nimber


def test_every_table_has_a_source():
    assert all(table["source"] for table in TABLES)
