"""Reading and writing SGF files."""

import pytest

import upstar

pytest.importorskip("sgfmill")

from upstar.play.sgf import read_problem, read_sgf, write_sgf


def test_games_are_read_with_their_history():
    p = read_sgf("(;GM[1]SZ[5]KM[6.5];B[cc];W[];B[dd](;W[aa];B[ab])(;W[bb]))")
    assert str(p) == "5x5:komi=6.5,moves=c3-pass-d2-a5-a4"
    assert p.to_move == "white"
    assert str(read_sgf("(;SZ[5];B[cc];W[bb])", moves=1)) == "5x5:moves=c3"


def test_stones_and_movers_are_set():
    p = read_sgf("(;SZ[3]AB[aa][bb]AW[cc]PL[W])")
    assert (str(p), p.to_move) == ("x../.x./..o", "white")


def test_a_player_who_moves_twice_begins_a_new_history():
    p = read_sgf("(;SZ[3];B[aa];B[bb];W[cc])")
    assert (str(p), p.to_move) == ("x../.../...:moves=b2-c1", "black")


@pytest.mark.parametrize(
    ("text", "mover"),
    [
        ("5x5", "black"),
        ("5x5:komi=7.5,moves=c3-d4-pass", "white"),
        ("x.o/.../o..:moves=b2", "black"),
        ("x.o/.../o..", "white"),
    ],
)
def test_written_games_can_be_read(text, mover):
    p = upstar.position("go", text, to_move=mover)
    assert read_sgf(write_sgf(p)) == p


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "(;GM[2]SZ[8])",
        "(;SZ[25])",
        "(;SZ[3];B[bb];W[bb])",
        "(;SZ[2]AB[aa]AW[ab][ba])",
    ],
)
def test_text_that_is_no_game_is_rejected(text):
    with pytest.raises(upstar.PositionError):
        read_sgf(text)


def test_marks_define_a_problem():
    text = "(;SZ[4]AB[ad][bd]AW[ac][bc][cc][dc][dd]TR[ad][bd]CR[cd]PL[w])"
    p = read_problem(text)
    assert (p.game, p.to_move) == ("seki", "white")
    assert upstar.solve(p).winner == "white"
    for broken in (text.replace("TR[ad][bd]", ""), text.replace("CR[cd]", "")):
        with pytest.raises(upstar.PositionError, match="triangles"):
            read_problem(broken)
    with pytest.raises(upstar.PositionError, match="ignores ko"):
        read_problem(text[:-1] + ";B[cd]KO[])")
    with pytest.raises(upstar.PositionError, match="c2 has a triangle"):
        read_problem(text.replace("TR[ad]", "TR[cc][cc]").replace("AW[ac][bc][cc]", "AW[ac][bc]"))


def test_files_are_positions_on_the_command_line(tmp_path):
    from upstar.cli.common import find_position

    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[3];B[bb])")
    assert str(find_position("go", str(file), None)) == "3x3:moves=b2"
    with pytest.raises(upstar.PositionError, match="cannot be read"):
        find_position("go", str(tmp_path / "none.sgf"), None)
