"""Positions: texts, moves, outcomes, equality, errors."""

import pickle

import pytest

import upstar

GAMES = upstar.games()
EXAMPLES = [(info.name, text) for info in GAMES for text in info.examples]


@pytest.mark.parametrize(("game", "text"), EXAMPLES)
def test_texts_parse_to_the_same_position(game, text):
    for to_move in ("left", "RIGHT"):
        p = upstar.position(game, text, to_move=to_move)
        assert upstar.position(game, str(p), to_move=p.to_move) == p
        assert eval(repr(p)) == p
        assert pickle.loads(pickle.dumps(p)) == p
        assert hash(pickle.loads(pickle.dumps(p))) == hash(p)


@pytest.mark.parametrize(("game", "text"), EXAMPLES)
def test_every_move_can_be_drawn_and_played(game, text):
    p = upstar.position(game, text)
    assert p.ascii()
    assert p._repr_svg_().startswith("<svg")
    for move in p.moves():
        assert p.ascii(mark=move)
        assert p.svg(mark=move).endswith("</svg>")
        assert p.play(move) != p


def test_to_move_takes_labels_and_sides():
    for name in ("right", "Right", "horizontal", "HORIZONTAL"):
        assert upstar.position("domineering", "2x2", to_move=name).to_move == "horizontal"
    with pytest.raises(upstar.UnknownNameError, match="left, right, vertical, horizontal"):
        upstar.position("domineering", "2x2", to_move="black")


def test_repr_names_the_player_to_move_only_if_needed():
    p = upstar.position("domineering", "2x2")
    assert repr(p) == "upstar.position('domineering', '../..')"
    assert repr(p.play("a1a2")) == ("upstar.position('domineering', '#./#.', to_move='horizontal')")


def test_moves_is_a_lazy_sequence():
    moves = upstar.position("domineering", "3x3").moves()
    assert moves._found is None
    assert len(moves) == 6
    assert "a1a2" in moves
    assert "a1b1" not in moves
    assert moves[0] in list(moves)
    assert moves[:2] == tuple(moves)[:2]
    assert repr(moves).startswith("<6 moves: ")
    assert repr(upstar.position("domineering", "1x3").moves()) == "<0 moves: >"


def test_outcome_is_for_the_player_to_move():
    p = upstar.position("domineering", "2x1")
    assert (p.outcome, p.score) == (None, None)
    q = p.play("a1a2")
    assert (q.to_move, q.outcome, q.score) == ("horizontal", "loss", -1)
    assert list(q.moves()) == []


def test_positions_do_not_change():
    p = upstar.position("domineering", "2x2")
    with pytest.raises(AttributeError):
        p._core = None
    with pytest.raises(AttributeError):
        p.to_move = "horizontal"


def test_equality_has_game_board_and_mover():
    p = upstar.position("domineering", "2x2")
    assert p == upstar.position("domineering", "../..")
    assert p != upstar.position("domineering", "../..", to_move="right")
    assert p != "../.."
    assert len({p, upstar.position("domineering", "../..")}) == 1


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (upstar.UnknownNameError, lambda: upstar.position("domineerin", "2x2")),
        (upstar.PositionError, lambda: upstar.position("domineering", "2y2")),
        (upstar.PositionError, lambda: upstar.position("domineering")),
        (upstar.PositionError, lambda: upstar.position("domineering", "\udcff")),
        (upstar.MoveError, lambda: upstar.position("domineering", "2x2").play("a1b1")),
        (upstar.MoveError, lambda: upstar.position("domineering", "2x2").svg(mark="z9")),
        (TypeError, lambda: upstar.position(3, "2x2")),
    ],
)
def test_errors(error, call):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value)
    assert error is TypeError or isinstance(caught.value, upstar.UpstarError | ValueError)


def test_unknown_game_suggests_the_nearest():
    with pytest.raises(upstar.UnknownNameError, match="did you mean 'domineering'"):
        upstar.position("dominering", "2x2")


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_the_cells_of_all_moves_are_those_of_each_move(game):
    for text in {game.usual, *game.examples}:
        here = upstar.position(game.name, text)
        assert here.cells_of_moves() == {move: here.cells(move) for move in here.moves()}
