"""Random playouts: `upstar.playouts`."""

import pytest

import upstar
from toys import TakeAway


def test_ends_are_counted_for_the_player_to_move():
    p = upstar.position("connect-four", "4x4")
    plays = upstar.playouts(p, 2000, seed=3)
    assert plays.count == 2000
    assert list(plays.scores) == [-1, 0, 1]
    assert plays.mean == pytest.approx((plays.scores[1] - plays.scores[-1]) / 2000)
    assert plays.win_rate == plays.scores[1] / 2000
    # The same game from the other side.
    q = p.play("a").play("b")
    left = upstar.playouts(q, 500, seed=1)
    assert upstar.playouts(q, 500, seed=1).scores == left.scores
    assert upstar.playouts(q, 500, seed=2).scores != left.scores


def test_a_finished_game_keeps_its_result():
    p = upstar.position("mnk", "xxx/oo./...:3", to_move="second")
    assert upstar.playouts(p, 10).scores == {-1: 10, 0: 0, 1: 0}
    assert upstar.playouts(p, 0).scores == {-1: 0, 0: 0, 1: 0}
    assert upstar.playouts(p, 0).mean == 0.0


def test_scores_are_for_the_player_to_move():
    p = upstar.position("domineering", "1x4", to_move="horizontal")  # vertical has no move
    assert upstar.playouts(p, 10).scores == {-1: 0, 1: 10}
    assert upstar.playouts(p.play("a1b1"), 10).scores == {-1: 10, 1: 0}


def test_games_written_in_python_are_played_too():
    plays = upstar.playouts(upstar.position(TakeAway), 200, seed=1)
    assert plays.count == 200
    assert min(plays.scores.values()) > 0


def test_exceptions_of_a_game_are_not_changed():
    class Broken(TakeAway):
        def play(self, counters, taken):
            raise RuntimeError("broken rules")

    with pytest.raises(RuntimeError, match="broken rules"):
        upstar.playouts(upstar.position(Broken), 5)


def test_the_time_limit_stops_the_playouts():
    p = upstar.position("nogo", "9x9")
    assert 0 < upstar.playouts(p, 10**12, max_seconds=0.05).count < 10**12


@pytest.mark.parametrize(
    "wrong", [{"count": -1}, {"count": 1.5}, {"seed": -1}, {"seed": 2**64}, {"max_seconds": 0}]
)
def test_impossible_numbers_are_rejected(wrong):
    with pytest.raises(upstar.ParameterError, match=next(iter(wrong))):
        upstar.playouts(upstar.position("y", "3"), **wrong)
