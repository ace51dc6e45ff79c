"""Published outcomes; `published.toml` names the sources."""

import os
import tomllib
from pathlib import Path

import pytest

import upstar

TABLES = tomllib.loads((Path(__file__).parent / "published.toml").read_text())["table"]

# The outcome when Left moves first and when Right does, each for the player to move.
MEANING = {
    "first": ("win", "win"),
    "second": ("loss", "loss"),
    "left": ("win", "loss"),
    "right": ("loss", "win"),
    "draw": ("draw", "draw"),
}


def cases():
    for table in TABLES:
        hard = table.get("hard", [])
        for position, word in table["results"].items():
            if position in hard and not os.environ.get("UPSTAR_HARD"):
                continue
            marks = [pytest.mark.slow] if position in [*table["slow"], *hard] else []
            yield pytest.param(
                table["game"], position, word, marks=marks, id=f"{table['game']} {position}"
            )


@pytest.mark.parametrize(("game", "position", "word"), list(cases()))
def test_outcome_is_the_published_one(game, position, word):
    for side, outcome in zip(("left", "right"), MEANING[word], strict=True):
        solution = upstar.solve(upstar.position(game, position, to_move=side), max_seconds=140)
        assert solution.outcome == outcome, f"{game} {position}, {side} to move"


def test_the_data_is_sound():
    for table in TABLES:
        assert table["source"]
        assert set(table["results"].values()) <= set(MEANING)
        unknown = {*table["slow"], *table.get("hard", [])} - set(table["results"])
        assert not unknown, f"{table['game']}: marked but not there: {unknown}"


def test_turning_the_board_swaps_the_players():
    """The Domineering table is written out in full, so its two halves check each other."""
    results = next(t["results"] for t in TABLES if t["game"] == "domineering")
    swapped = {"left": "right", "right": "left", "first": "first", "second": "second"}
    for size, word in results.items():
        rows, columns = size.split("x")
        turned = results.get(f"{columns}x{rows}")
        assert turned is None or turned == swapped[word], size
