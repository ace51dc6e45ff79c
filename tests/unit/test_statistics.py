"""Intervals and tests, compared with published figures."""

import random
from math import inf, log

import pytest

from upstar.statistics import Sprt, elo, elo_of, mean, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_intervals_are_those_of_the_literature(successes, trials, low, high):
    # The last is the worked example of Newcombe 1998; the others follow from the formula.
    share = wilson(successes, trials)
    assert share.low == pytest.approx(low, abs=5e-4)
    assert share.high == pytest.approx(high, abs=5e-4)


def test_no_games_give_the_widest_interval():
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert elo([]).low == -inf


def test_elo_changes_its_sign_with_the_share():
    assert elo_of(0.64) == pytest.approx(100, abs=0.5)
    assert elo_of(0.36) == pytest.approx(-elo_of(0.64))


def test_equal_pairs_have_no_spread_in_elo():
    interval = elo([1.0] * 50)
    assert (interval.low, interval.value, interval.high) == (0, 0, 0)


def test_the_mean_lies_in_its_interval():
    interval = mean([1.0, 2.0, 4.0, 9.0])
    assert interval.low < interval.value == 4.0 < interval.high


def test_the_sequential_test_is_symmetric_in_the_players():
    pairs = [1.0, 1.5, 2.0, 1.0] * 20
    test = Sprt(-20, 20)
    assert test.ratio(pairs) == pytest.approx(-test.ratio([2 - p for p in pairs]))
    assert test.verdict(pairs) == "elo1"


def test_a_few_equal_pairs_do_not_decide_the_test():
    test = Sprt(0, 100)
    assert test.verdict([2.0] * 3) is None
    assert test.verdict([1.0] * 3) is None
    # Only won pairs: each changes the ratio by that of the two expected shares.
    assert test.ratio([2.0] * 10) == pytest.approx(10 * log(0.64 / 0.5), abs=0.05)


@pytest.mark.parametrize(("weights", "wrong"), [((3, 2, 3), "elo1"), ((2, 5, 7), "elo0")])
def test_the_sequential_test_keeps_its_error_rate(weights, wrong):
    """The test between 0 and 100 Elo, at a true difference of 0 and of 128."""
    draw, test, errors = random.Random(1), Sprt(0, 100), 0
    for _ in range(60):
        pairs: list[float] = []
        while len(pairs) < 400 and test.verdict(pairs) is None:
            pairs += draw.choices([0.0, 1.0, 2.0], weights, k=4)
        errors += test.verdict(pairs) == wrong
    assert errors <= 7  # 3 are expected; more than 7 have a probability of 2 %
