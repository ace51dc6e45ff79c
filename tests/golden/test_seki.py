"""The seki problems of Cazenave and Saffidine, Score Bounded Monte-Carlo Tree Search, 2010."""

import pytest

import upstar

# Table 2: rows are Min's liberties from 1 to 6, columns Max's; two shared liberties, Max first.
TABLE_2 = """
Draw Won Won Won Won Won
Draw Draw Won Won Won Won
Lost Draw Draw Won Won Won
Lost Lost Draw Draw Won Won
Lost Lost Lost Draw Draw Won
Lost Lost Lost Lost Draw Draw
"""
WORDS = {"Draw": "draw", "Won": "win", "Lost": "loss"}


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_all_36_classes_of_table_2(algorithm):
    for minimum, line in enumerate(TABLE_2.strip().splitlines(), 1):
        for maximum, word in enumerate(line.split(), 1):
            if algorithm == "minimax" and maximum + minimum > 6:
                continue
            fight = upstar.position("seki", f"{maximum},{minimum},2")
            found = upstar.solve(fight, algorithm, max_seconds=60)
            assert found.outcome == WORDS[word], (maximum, minimum)


@pytest.mark.slow
def test_all_36_classes_of_table_2_by_plain_minimax():
    for minimum, line in enumerate(TABLE_2.strip().splitlines(), 1):
        for maximum, word in enumerate(line.split(), 1):
            fight = upstar.position("seki", f"{maximum},{minimum},2")
            assert upstar.solve(fight, "minimax").outcome == WORDS[word], (maximum, minimum)


@pytest.mark.parametrize("algorithm", ["pnt", "ppt"])
def test_goals_prove_draws(algorithm):
    for maximum, minimum in ((1, 1), (2, 2), (2, 3), (3, 3)):
        fight = upstar.position("seki", f"{maximum},{minimum},2")
        assert upstar.solve(fight, algorithm, goal="draw").goal_met is True
        assert upstar.solve(fight, algorithm, goal="win").goal_met is False


FIGHTS = [
    # Four in a row live, whoever starts.
    ("++++Xo/XXXXXo/oooooo/......", "black", "black"),
    ("++++Xo/XXXXXo/oooooo/......", "white", "black"),
    # Three in a row: the player to move decides.
    ("+++Xo/XXXXo/ooooo/.....", "black", "black"),
    ("+++Xo/XXXXo/ooooo/.....", "white", "white"),
    # Two in a row never live.
    ("++Xo/XXXo/oooo/....", "black", "white"),
    # Two eyes cannot be captured.
    ("+X+Xo/XXXXo/ooooo/.....", "white", "black"),
    # A square of four is dead, even if its owner moves.
    ("++Xo/++Xo/XXXo/oooo/....", "black", "white"),
]


@pytest.mark.parametrize(("fight", "mover", "winner"), FIGHTS)
def test_life_and_death(fight, mover, winner):
    for algorithm in ("alpha-beta", "df-pn", "pnt"):
        found = upstar.solve(upstar.position("seki", fight, to_move=mover), algorithm)
        assert found.winner == winner, algorithm


# One eye and a ko: d1 is a single stone that c1 captures, or was just captured.
HELD = "....../oooooo/XXXoo./+X+xo."
TAKEN = "....../oooooo/XXXoo./+Xo+o."
# One eye between two kos.
DOUBLE = ".........../.ooooooooo./.ooXXXXXoo./.ox+X+X+xo."
KOS = [
    # Black recaptures; white may not, and has no ko threat.
    (TAKEN, "black", "black"),
    (TAKEN, "white", "white"),
    # White captures, and black may not recapture.
    (HELD, "white", "white"),
    (HELD, "black", "white"),
    # Two kos that black can never win: white captures one, connects, and captures the other.
    (DOUBLE, "white", "white"),
    (DOUBLE, "black", "white"),
]


@pytest.mark.parametrize(("fight", "mover", "winner"), KOS)
def test_kos_are_decided_without_threats(fight, mover, winner):
    for algorithm in ("alpha-beta", "df-pn", "ppt", "sb-mcts"):
        found = upstar.solve(upstar.position("seki", fight, to_move=mover), algorithm)
        assert found.winner == winner, algorithm


def test_a_fight_can_start_in_the_middle_of_a_ko():
    """The history of a position determines which ko capture is forbidden."""
    ko = upstar.position("seki", HELD, to_move="white").play("c1")
    again = upstar.position("seki", str(ko), to_move="black")
    assert "d1" not in ko.moves()
    assert list(again.moves()) == list(ko.moves())
    assert upstar.solve(again).winner == "white"


@pytest.mark.parametrize("rest", [":ko=simple", ":threats=3", ":komi=0.5"])
def test_other_rules_of_ko_are_rejected(rest):
    with pytest.raises(upstar.PositionError, match="no other options"):
        upstar.position("seki", "1,1,2" + rest)
