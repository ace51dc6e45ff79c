"""Published values; `values.toml` names the sources."""

import tomllib
from pathlib import Path

import pytest

import upstar
from golden.test_published import TABLES as OUTCOMES

TABLES = tomllib.loads((Path(__file__).parent / "values.toml").read_text())["table"]
CLASSES = {"first": "N", "second": "P", "left": "L", "right": "R"}


@pytest.mark.parametrize(
    ("game", "position", "value"),
    [
        pytest.param(table["game"], position, value, id=f"{table['game']} {position}")
        for table in TABLES
        for position, value in table["values"].items()
    ],
)
def test_value_is_the_published_one(game, position, value):
    assert upstar.value(game, position) == upstar.Value(value)


def _small(table):
    for position, word in table["results"].items():
        rows, _, columns = position.partition("x")
        if columns.isdigit() and int(rows) * int(columns) <= 16:
            yield position, word


@pytest.mark.parametrize("game", ["domineering", "clobber", "nogo"])
def test_outcome_classes_of_values_are_the_published_outcomes(game):
    seen = 0
    for table in (table for table in OUTCOMES if table["game"] == game):
        for position, word in _small(table):
            if game == "nogo" and position == "4x4":
                continue  # takes half a minute
            assert upstar.value(game, position).outcome == CLASSES[word], position
            seen += 1
    assert seen
