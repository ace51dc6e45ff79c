"""Clobber positions like those in the figures of Claessen's thesis on Clobber, 2011.

We know only the values and options of the boards in the figures; these positions have both.
They were found by enumerating all small boards.
"""

import pytest

import upstar
from upstar import Value


def options(text):
    """Return the values that each player can move to."""
    found = upstar.dissect("clobber", text, moves=True)
    return tuple(
        {move.value for move in found.moves if move.player == player}
        for player in ("black", "white")
    )


def values(*texts):
    return {Value(text) for text in texts}


def test_a_nimber_other_than_star():
    """Figure 3.8; the position is in Albert et al., An introduction to Clobber, 2005, too."""
    assert upstar.value("clobber", ".xxoo/xxoo.") == Value("*2")


def test_a_value_that_the_restricted_procedure_lacks():
    """Figure 3.15: {*, 0, ^ | 0, ^, v}, which is {*, ^ | v}."""
    text = "..x./xoxo"
    assert options(text) == (values("*", "0", "^"), values("0", "^", "v"))
    assert upstar.value("clobber", text) == Value("{*,^|v}")
    with pytest.raises(upstar.UnsuitableError, match="has no value"):
        upstar.value("clobber", text, method="claessen")


def test_a_zero_that_the_restricted_procedure_does_not_find():
    """As Figure 3.16. Its printed form is not zero: Right can move to a down and wins."""
    with pytest.raises(upstar.UnsuitableError, match="has no value"):
        upstar.value("clobber", "..xx/.ooo", method="claessen")
    assert upstar.value("clobber", "..xx/.ooo") == 0
    assert Value("{*,{^,*|v,*}|v*,v,*}") < 0
    assert Value("{*,{^,*|v,*}|^*,^,*}") == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("..o./.xo./oo../.xoo", "*"),
        ("ooo./.oxx/...o/.ooo", "v5*"),
        (".o../xooo/x..o/o...", "^"),
        ("o.../o.oo/o.o./oxxo", "v3*"),
    ],
)
def test_positions_that_fill_a_board_of_4x4(text, value):
    """Figure 4.4: one part, touching all four borders, with a value that the procedure finds."""
    assert len(upstar.dissect("clobber", text).parts) == 1
    assert upstar.value("clobber", text) == Value(value)
    assert upstar.value("clobber", text, method="claessen") == Value(value)


def test_a_sum_equal_to_star_is_won_by_the_player_to_move():
    """Figure 5.3, with the values of its parts and the one losing move that the thesis names."""
    board = "xxo...xx/...ox.xx/..x....x/ooox.xo./......../...xoxx./..x...../..o.oo.."
    p = upstar.position("clobber", board)
    found = upstar.dissect("clobber", board, moves=True)
    assert found.value == Value("*")
    assert sorted(str(part.value) for part in found.parts) == ["*", "*", "*", "*", "^", "v*"]
    assert upstar.solve(p, max_seconds=20).outcome == "win"
    lost = {
        move.move for move in found.moves if move.player == "black" and not move.value >= Value("0")
    }
    assert lost == {"b8c8"}
