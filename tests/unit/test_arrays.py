"""Arrays, many positions at once, and the manners of the Python package."""

from fractions import Fraction

import numpy
import pytest

import upstar


def level(game, text, depth):
    found = [upstar.position(game, text)]
    for _ in range(depth):
        found += [p.play(move) for p in found for move in p.moves()]
    return found


@pytest.mark.parametrize(
    ("game", "text"),
    [("connect-four", "3x3:3"), ("mnk", "3x3:3"), ("domineering", "3x3"), ("clobber", "2x3")],
)
def test_scores_are_those_of_solve(game, text):
    positions = level(game, text, 2)
    expected = [upstar.solve(p, "minimax").score for p in positions]
    assert upstar.scores(positions).tolist() == expected
    assert [r.score for r in upstar.solve_many(positions, threads=2)] == expected
    assert [r.position for r in upstar.solve_many(positions)] == positions


def test_unsolved_scores_are_nan():
    big = [upstar.position("connect-four", "6x7"), upstar.position("connect-four", "6x7").play("a")]
    assert numpy.isnan(upstar.scores(big, max_nodes=numpy.int64(10))).all()
    assert upstar.scores([]).shape == (0,)


def test_a_board_is_an_array():
    p = upstar.position("mnk", "x.o/.../...:3")
    assert p.array().tolist() == [[1, 0, -1], [0, 0, 0], [0, 0, 0]]
    assert numpy.asarray(p).dtype == numpy.int8
    planes = p.play("a1").planes()
    assert planes.shape == (5, 3, 3)
    assert planes[0].sum() == 1  # the stone of the second player, who is to move
    assert planes[1].sum() == 2
    assert planes[4].sum() == 0
    with pytest.raises(upstar.UnsuitableError):
        upstar.position("nim", "3,4").array()


def test_integers_of_numpy_are_integers():
    p = upstar.position("domineering", "3x3")
    r = upstar.solve(p, max_nodes=numpy.int32(9999), seed=numpy.int8(3), threads=numpy.int64(1))
    assert r.seed == 3
    assert upstar.playouts(p, numpy.int64(10)).count == 10
    assert upstar.Value(numpy.int16(2)) == 2


def test_a_game_and_a_text_name_a_position():
    assert upstar.solve("domineering", "4x4").winner == "vertical"
    assert upstar.solve("domineering", "4x4", "ppt").algorithm == "ppt"
    assert upstar.best_move("domineering", "2x2", max_playouts=9).move
    assert upstar.playouts("domineering", "2x2", 10).count == 10


@pytest.mark.parametrize("size", ["4x4", "4X4", "4×4"])
def test_sizes_may_be_written_in_three_ways(size):
    assert upstar.position("domineering", size) == upstar.position("domineering", "4x4")


def test_games_have_other_names():
    assert upstar.position("tic-tac-toe") == upstar.position("mnk", "3x3:3")
    assert upstar.position("Connect Four", "5x5").game == "connect-four"


def test_history_and_pop():
    p = upstar.position("mnk", "3x3:3")
    q = p.play("a1").play("b2")
    assert q.history == ("a1", "b2")
    assert q.pop().pop() is p
    assert not p.is_over
    assert q == upstar.position("mnk", str(q), to_move=q.to_move)


def test_values_and_floats():
    assert not upstar.Value(0)
    assert upstar.Value("*")
    half = upstar.Value("1/2")
    assert upstar.Value(0.5) == half == 0.5
    assert hash(half) == hash(0.5) == hash(Fraction(1, 2))
    assert half != 0.1
    assert half != float("nan")


def test_a_match_prints_as_a_table():
    result = upstar.match("clobber", "2x3", a="alpha-beta", b="random", games=2, max_nodes=99)
    lines = str(result).splitlines()
    assert lines[1].split() == ["player", "opponent", "wins", "draws", "losses"]
    assert lines[2].split()[:2] == ["alpha-beta", "random"]
