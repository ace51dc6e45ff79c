"""The procedure that was fitted to the shares of Claessen's Table 4.1."""

from itertools import product

import pytest

import upstar


@pytest.mark.parametrize(
    ("board", "printed"),
    [
        *(("1x4", 97.5), ("1x5", 94.2), ("1x6", 89.8), ("1x7", 86.9), ("1x8", 83.8)),
        *(("2x3", 81.6), ("2x4", 63.1), ("2x5", 50.6), ("3x3", 50.6)),
    ],
)
def test_the_fitted_shares_are_the_printed_ones(board, printed):
    found = upstar.census("clobber", board, method="claessen-printed")
    assert f"{100 * found.valued / found.positions:.1f}" == f"{printed:.1f}"


def test_a_value_that_the_fitted_procedure_finds_is_exact():
    valued = 0
    for columns in (1, 3, 6):
        for cells in product(".xo", repeat=6):
            text = "".join(cells)
            rows = "/".join(text[i : i + columns] for i in range(0, 6, columns))
            found = upstar.dissect("clobber", rows, method="claessen-printed").value
            if found is not None:
                valued += 1
                assert found == upstar.value("clobber", rows), rows
    assert valued > 1000


def test_it_values_no_position_that_the_sound_procedure_does_not():
    fitted = upstar.census("clobber", "2x4", method="claessen-printed")
    sound = upstar.census("clobber", "2x4", method="claessen")
    exact = upstar.census("clobber", "2x4")
    assert fitted.valued < sound.valued < exact.ups_and_nimbers
    assert fitted.whole == sound.whole == exact.whole
