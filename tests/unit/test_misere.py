"""Misère play: outcomes against brute force, certificates, text, genera and quotients."""

import pickle
from functools import cache

import pytest

import upstar

BOARDS = ["1x1", "1x2", "1x5", "2x1", "5x1", "2x2", "2x3", "3x2", "3x3"]
POSITIONS = [
    *((game, text) for game in ("domineering", "nogo", "clobber", "cram") for text in BOARDS),
    *((game, text) for game in ("col", "snort") for text in BOARDS[:-1]),
    *((game, text) for game in ("konane", "amazons") for text in ("1x4", "4x1", "2x2", "2x3")),
    *(("nim", text) for text in ("0", "1", "1,1", "1,1,1", "2,2", "1,2,3", "2,3,4")),
    *(("kayles", text) for text in ("1", "5", "3,4", "1,1,2", "5,9")),
    *(("octal", text) for text in ("0.75:5,3,1", "0.07:9", "4.3:5", "0.137:3,5")),
    *(("hackenbush", text) for text in ("LR", "GL", "LRRL", "GGG")),
    *(("elephants-and-rhinos", text) for text in ("E.R", "E..R", "R.E", "E...R/.R", "EE..RR")),
    *(("toppling-dominoes", text) for text in ("LR", "LRG", "LLR/RG", "RLGRL")),
    *(("node-kayles", text) for text in ("1x5", "3x3", "..#/...", "graph:petersen")),
    *(("peg-duotaire", text) for text in ("3x3", "xx.xx.", "x.x/xx#/.xx", "1x7")),
    *(("fission", text) for text in ("3x3", "1x5", ".x./...", "4x3")),
    *(("cannibal-clobber", text) for text in ("2x2", "1x5", "xxo/o.x", "3x2")),
    *(("sheep", text) for text in ("x3./.o3", "x2..o2", "x3/./o2")),
    *(("king-dirt", text) for text in ("x../..o", "2x2:x=1,o=1", "x#./.o.:x=2,o=1,must")),
    *(("nimstring", text) for text in ("../.../..", "-../...|/...")),
    *(("col", text) for text in ("graph:cycle(5)", "graph:a-b-c-a d a=x")),
    *(("toads-and-frogs", text) for text in ("T.F", "TT.F", "T..FF", "TT..FF")),
    *(("sum", text) for text in ("nim:1 + clobber:xo", "kayles:3 - domineering:2x2 + {1|*}")),
    ("sum", "nim:1 + nim:1 + *"),
]
ALGORITHMS = ["auto", "alpha-beta", "df-pn", "pns", "pp", "mcts-solver", "minimax"]


@cache
def wins(position):
    """Return whether the player to move wins under misère play, from moves under normal play."""
    moves = position.moves()
    return not moves or any(not wins(position.play(move)) for move in moves)


def usable(game, text):
    try:
        return upstar.position(game, text)
    except upstar.PositionError:
        return None


@pytest.mark.parametrize(("game", "text"), POSITIONS)
@pytest.mark.parametrize("to_move", ["left", "right"])
def test_outcomes_are_those_of_brute_force(game, text, to_move):
    if usable(game, text) is None:
        pytest.skip("the game has no such board")
    normal = upstar.position(game, text, to_move=to_move)
    expected = "win" if wins(normal) else "loss"
    p = upstar.position(game, text, to_move=to_move, play="misere")
    assert p.outcome == ("win" if normal.is_over else None)
    for algorithm in ALGORITHMS:
        assert upstar.solve(p, algorithm).outcome == expected, algorithm
    assert upstar.solve(p, distance=True).outcome == expected


@pytest.mark.parametrize(("game", "text"), POSITIONS)
def test_all_winning_moves_are_those_of_brute_force(game, text):
    normal = usable(game, text)
    if normal is None or normal.is_over:
        pytest.skip("no such board, or the game is over")
    analysis = upstar.analyze(upstar.position(game, text, play="misere"))
    for move in analysis.moves:
        expected = "loss" if wins(normal.play(move.move)) else "win"
        assert move.outcome == expected, move.move


def test_every_example_of_every_game_under_normal_play():
    games = {game for game, _ in POSITIONS}
    for info in upstar.games():
        for text in info.examples[:4]:
            normal = upstar.position(info.name, text)
            try:
                upstar.value(normal, max_seconds=0.001)
            except upstar.UnsuitableError:
                with pytest.raises(upstar.UnsuitableError, match="no misère play"):
                    upstar.position(info.name, text, play="misere")
                continue
            except upstar.ValueLimitError:
                pass
            assert info.name in games, f"add positions of {info.name} to this test"
            p = upstar.position(info.name, text, play="misere")
            assert list(p.moves()) == list(normal.moves())
            assert p.board() == normal.board()


def test_a_certificate_verifies(tmp_path):
    for game, text in [("domineering", "3x4"), ("nim", "2,3,4"), ("clobber", "2x4")]:
        p = upstar.position(game, text, play="misere")
        found = upstar.solve(p, proof=tmp_path / "proof")
        report = upstar.verify(tmp_path / "proof")
        assert report
        assert found.outcome == ("win" if wins(upstar.position(game, text)) else "loss")


def test_text_pickles_equality_and_moves():
    p = upstar.position("nim", "1,2", play="misere", to_move="right")
    assert p.game == "misere:nim"
    assert p == upstar.position("Misere:Nim", "1,2", to_move="right")
    assert p != upstar.position("nim", "1,2", to_move="right")
    assert eval(repr(p)) == pickle.loads(pickle.dumps(p)) == p
    assert p.play("2:1").game == "misere:nim"


def test_checkpoints_resume(tmp_path):
    p = upstar.position("domineering", "4x4", play="misere")
    first = upstar.solve(p, "alpha-beta", checkpoint=tmp_path / "c")
    assert upstar.solve(p, "alpha-beta", checkpoint=tmp_path / "c").outcome == first.outcome
    with pytest.raises(upstar.UpstarError):
        upstar.solve(upstar.position("domineering", "4x4"), "alpha-beta", checkpoint=tmp_path / "c")


def test_what_has_no_misere_play_is_rejected():
    with pytest.raises(upstar.UnsuitableError, match="'hex' does not end when a player cannot"):
        upstar.position("hex", "3x3", play="misere")
    with pytest.raises(upstar.ParameterError, match="under misère play already"):
        upstar.position("misere:nim", "3", play="misere")
    with pytest.raises(upstar.UnsuitableError, match="because values are for normal play"):
        upstar.value("misere:nim", "3")
    with pytest.raises(upstar.UnsuitableError, match="because values are for normal play"):
        upstar.position("misere:nim", "3") + upstar.position("nim", "3")
    with pytest.raises(upstar.UnknownNameError, match="did you mean 'kayles'"):
        upstar.position("kales", "3", play="misere")
    with pytest.raises(upstar.ParameterError, match="'normal' or 'misere'"):
        upstar.position("nim", "3", play="reverse")


def test_quotients_predict_outcomes_of_positions():
    found = upstar.misere_quotient("octal:0.75", 6)
    for heaps in ([1], [1, 1], [5, 3, 1], [5, 5], [2, 4, 6], [6, 5, 4, 3]):
        text = "0.75:" + ",".join(map(str, heaps))
        expected = "N" if wins(upstar.position("octal", text)) else "P"
        assert found.outcome(heaps) == expected, heaps


def test_a_complete_quotient_knows_larger_heaps():
    found = upstar.misere_quotient("octal:0.75", 22)
    larger = upstar.misere_quotient("octal:0.75", 60)
    assert found.is_complete
    for heaps in ([55, 3], [60, 59], [33, 44, 5, 1]):
        assert found.outcome(heaps) == larger.outcome(heaps)
    with pytest.raises(upstar.ParameterError, match="heaps 0 to 4, not of 5"):
        upstar.misere_quotient("octal:0.75", 4).outcome([5])


def test_genera_and_limits():
    found = upstar.genus("kayles", 1, 6)
    assert str(found[5]) == "4^146"
    assert found.first_wild == 5
    assert len(found) == 6
    assert upstar.genus("nim", 0, 20).first_wild is None
    limited = upstar.misere_quotient("octal:0.137", 40, max_order=10)
    assert (limited.stopped, limited.order, limited.heaps) == ("order", 6, 8)
    assert upstar.genus("octal:0.07", 0, 200, max_seconds=0.2).stopped == "seconds"
    for wrong in (lambda: upstar.genus("nim", 0, 5000), lambda: upstar.misere_quotient("nim", -1)):
        with pytest.raises(upstar.ParameterError, match="must ascend from at least 0"):
            wrong()
