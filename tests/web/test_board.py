"""The usual start of every game on the page."""

import pytest

import upstar
from upstar.web.parsing import parse_position


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_every_game_can_be_chosen_and_played(game):
    place = parse_position(game.name, game.usual)
    assert place.outcome is None
    assert place.moves()


def test_a_board_generates_its_moves_once(monkeypatch):
    """`cells` generates all moves for each move: 2176 times on the first board of Amazons."""
    from upstar.render.clickable import clickable_board

    def quadratic(*_):
        raise AssertionError("the moves were generated again")

    monkeypatch.setattr(upstar.Position, "cells", quadratic)
    assert len(clickable_board(upstar.position("amazons", "10x10"))["moves"]) == 2176
    analysis = upstar.analyze(upstar.position("amazons", "x.../..../...o"), max_nodes=10)
    assert analysis.labels()


def test_the_terms_of_a_sum_can_be_clicked():
    from upstar.render.clickable import clickable_board

    board = clickable_board(upstar.position("sum", "clobber:xo - domineering:2x1 + nim:2 + *"))
    assert board["names"] == ["1:a1", "1:b1", "2:a2", "2:a1", "3:1.1", "3:1.2"]
    assert board["contents"] == ["black", "white", "empty", "empty", "heap of 2", "heap of 2"]
    # Right's domino of a negated board is Left's; values have no cells.
    assert board["moves"] == [["1:a1b1", [0, 1]], ["3:2:0", [4]], ["3:2:1", [5]]]
