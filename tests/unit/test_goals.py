"""A search with a goal never claims more than it has proved."""

import json
import zipfile

import pytest

import upstar


class Graded(upstar.Game):
    """A game in which the player to move chooses one of three scores."""

    scores = (-3, -2, 2, 3)

    def start(self):
        return ""

    def moves(self, state):
        return ["a", "b", "c"]

    def play(self, state, move):
        return move

    def outcome(self, state):
        return {"a": 3, "b": 2, "c": -3}.get(state)  # from the point of view of the other player


@pytest.mark.parametrize("goal", [-2, 2, 3])
def test_a_goal_never_gives_a_wrong_outcome(goal):
    right = upstar.solve(upstar.position(Graded()))
    assert right.score == 3
    found = upstar.solve(upstar.position(Graded()), goal=goal)
    assert found.goal_met
    assert found.outcome in ("win", "unknown")
    assert found.winner in ("left", None)


TOP = {
    "format": "upstar-proof-bundle 1",
    "game": "domineering",
    "position": "2x2",
    "to_move": "vertical",
    "claimant": "vertical",
    "least": 1,
    "moves": {"vertical ../..": "a1a2"},
    "parts": {},
}


def verified(tmp_path, text):
    path = tmp_path / "top.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("top.json", text)
    return upstar.verify(path)


def test_a_correct_bundle_is_accepted(tmp_path):
    found = verified(tmp_path, json.dumps(TOP))
    assert (found.verdict, found.outcome) == ("right", "win")


@pytest.mark.parametrize(
    "change",
    [
        {"least": -1},
        {"least": -9},
        {"least": 0},
        {"least": True},
        {"least": 1e999},
        {"claimant": "horizontal", "least": -1},
        {"claimant": "nobody"},
        {"moves": []},
        {"parts": None},
        {"position": 5},
        {"to_move": 0},
    ],
)
def test_a_trivial_or_missing_claim_is_not_a_certificate(tmp_path, change):
    assert verified(tmp_path, json.dumps({**TOP, **change})).verdict == "not a certificate"


def test_text_that_is_not_a_bundle_is_not_a_certificate(tmp_path):
    for text in ("[" * 100_000, "[]", "", "{}"):
        assert verified(tmp_path, text).verdict == "not a certificate"
