"""The usual start of every game on the page."""

import pytest

import upstar
from upstar.web.parsing import parse_position


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_every_game_can_be_chosen_and_played(game):
    place = parse_position(game.name, game.usual)
    assert place.outcome is None
    assert place.moves()
