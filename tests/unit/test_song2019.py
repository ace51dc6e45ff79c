"""The P-game experiment of Song, Iida and van den Herik."""

import pytest

import upstar
from upstar.campaign.kinds import perform
from upstar.papers import experiment
from upstar.papers.experiment import Estimate
from upstar.papers.song2019 import EIGHT, SEARCHES, TWO, method
from upstar.papers.song2019.trees import winning


def jobs(series, row):
    return series.jobs(["mean"], "quick")[row, "mean"]


def test_winning_moves_are_those_of_minimax():
    kinds = set()
    for seed in range(30):
        root = upstar.position("pgame", f"3x4:{seed}")
        by_rules = {
            m for m in root.moves() if upstar.solve(root.play(m), "minimax").winner == "max"
        }
        assert winning(str(root)) == by_rules
        kinds.add(len(by_rules) > 0)
    assert kinds == {True, False}


@pytest.mark.parametrize("row", SEARCHES)
@pytest.mark.parametrize("series", [TWO, EIGHT], ids=["two", "eight"])
def test_a_search_makes_errors_only_before_it_has_solved(series, row):
    for job in jobs(series, row)[:6]:
        result = perform(job)
        assert result["solved"]
        assert (result["winner"] == "max") is bool(winning(job.position))
        each = result["branching"] if SEARCHES[row].one_node else 1
        assert all(i < result["iterations"] / each + 1 for i in result["wrong"])
        assert winning(job.position) or not result["wrong"]
        assert method(job) == row


def test_equal_seeds_give_equal_searches():
    job = jobs(TWO, "PPN")[3]

    def found():
        result = perform(job)
        return result["iterations"], result["playouts"], result["wrong"]

    assert found() == found()


def test_the_figures_of_a_series_share_their_runs():
    ids = [f"ppn-figure-{n}" for n in range(7, 13)]
    for preset in ("quick", "full"):
        keys = [
            {job.key for listed in experiment(name).jobs(preset).values() for job in listed}
            for name in ids
        ]
        assert keys[0] == keys[1] == keys[2]
        assert keys[3] == keys[4] == keys[5]
        assert not keys[0] & keys[3]
        assert len(keys[0]) == len(SEARCHES) * (20 if preset == "quick" else 200)


def test_differences_within_noise_leave_a_claim_open():
    def estimate(value, spread):
        return Estimate(value=value, low=value - spread, high=value + spread, count=9)

    claim = experiment("ppn-figure-8").claims[0]
    for spread, words in ((1, ("yes", "mean")), (30, ("open", "not decided: mean: MCPN"))):
        grid = {("PPN", "mean"): estimate(50, spread), ("MCPN", "mean"): estimate(90, spread)}
        assert (claim.check(grid).answer, claim.check(grid).reason) == words
    same = {("PPN", "mean"): estimate(5, 1), ("MCPN", "mean"): estimate(5, 1)}
    assert claim.check(same).answer == "open"
