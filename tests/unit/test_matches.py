"""Matches: pairs, resuming, faults, scores."""

import json
import shutil
import time
from concurrent.futures import wait
from contextlib import closing

import pytest

import upstar
from upstar.play import Choice, Engine, EngineError, engine
from upstar.play.matches import record, run
from upstar.play.matches.game import play_game
from upstar.play.matches.record import GameRecord, read_match
from upstar.play.matches.score import Score
from upstar.statistics import Sprt

QUICK = {"a": "alpha-beta:max_nodes=200", "b": "random", "opening_plies": 2}


def moves_of(result):
    return {(g.pair, g.first): (g.opening, g.moves) for g in result.games}


def test_the_games_of_a_pair_share_the_opening_and_swap_the_players():
    games = upstar.match("clobber", "3x4", games=8, **QUICK).games
    assert len(games) == 8
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert (one.first, one.second) == (two.second, two.first)
        assert one.opening == two.opening
    assert len({tuple(g.opening) for g in games}) > 1


def test_equal_seeds_play_equal_games_with_any_parallelism():
    one = upstar.match("clobber", "3x4", games=8, seed=5, **QUICK)
    two = upstar.match("clobber", "3x4", games=8, seed=5, parallel=3, **QUICK)
    assert moves_of(one) == moves_of(two)
    assert moves_of(one) != moves_of(upstar.match("clobber", "3x4", games=8, seed=6, **QUICK))


def test_the_points_are_those_of_the_board():
    result = upstar.match("connect-four", "3x3:3", games=6, **QUICK)
    for number, game in enumerate(result.games):
        *_, before, last = result.replay(number)
        assert last.outcome is not None
        loser_to_move = last.outcome == "loss"
        mover_is_first = (len(game.moves) - 1) % 2 == 0
        expected = 0.5 if last.outcome == "draw" else float(loser_to_move == mover_is_first)
        assert game.points == expected, before


def test_a_match_resumes_where_its_file_ends(tmp_path):
    file = tmp_path / "games.jsonl"
    whole = upstar.match("clobber", "3x4", games=6, **QUICK)
    upstar.match("clobber", "3x4", games=2, record=file, **QUICK)
    with file.open("ab") as out:
        out.write(b'{"kind": "game", "pair": 1, "fi')  # killed while writing
    resumed = upstar.match("clobber", "3x4", games=6, record=file, **QUICK)
    assert moves_of(resumed) == moves_of(whole)
    header, games = read_match(file)
    assert header["players"] == [QUICK["a"], QUICK["b"]]
    assert len(games) == 6


def test_the_file_of_another_match_is_rejected(tmp_path):
    file = tmp_path / "games.jsonl"
    upstar.match("clobber", "2x3", games=2, record=file, **QUICK)
    with pytest.raises(upstar.ParameterError, match="differs in seed"):
        upstar.match("clobber", "2x3", games=2, record=file, seed=1, **QUICK)
    file.write_text("something else\n")
    with pytest.raises(upstar.ParameterError, match="not the record"):
        upstar.match("clobber", "2x3", games=2, record=file, **QUICK)
    with pytest.raises(upstar.ParameterError, match="not the record"):
        read_match(file)


@pytest.mark.parametrize("place", ["", "no-such-folder/games.jsonl"])
def test_a_record_that_cannot_be_written_is_rejected(tmp_path, place):
    with pytest.raises(upstar.ParameterError, match="cannot be recorded"):
        upstar.match("clobber", "2x3", games=2, record=tmp_path / place, **QUICK)


def test_a_match_killed_at_its_start_starts_again(tmp_path):
    file = tmp_path / "games.jsonl"
    upstar.match("clobber", "2x3", games=2, record=file, **QUICK)
    header = file.read_bytes().split(b"\n")[0]
    file.write_bytes(header[:20])
    assert len(upstar.match("clobber", "2x3", games=2, record=file, **QUICK).games) == 2
    file.write_text("[1]\n")
    with pytest.raises(upstar.ParameterError, match="not the record"):
        upstar.match("clobber", "2x3", games=2, record=file, **QUICK)


def test_a_rejected_match_leaves_no_record(tmp_path):
    file = tmp_path / "games.jsonl"
    wrong = {"a": "alpha-beta", "b": "random", "max_playouts": 10}
    with pytest.raises(upstar.UpstarError, match="does not use playouts"):
        upstar.match("clobber", "2x3", games=2, record=file, **wrong)
    assert len(upstar.match("clobber", "2x3", games=2, record=file, **QUICK).games) == 2
    assert len(read_match(str(file))[1]) == 2


def test_a_game_record_round_trips():
    game = GameRecord(3, 0, 1, ["a1a2"], ["b1b2"], 0.5, "played", effort=[(None, 0.5)])
    assert GameRecord.from_json(json.loads(json.dumps(game.to_json()))) == game
    assert record.FORMAT == 1


class Broken(Engine):
    spec = "broken"

    def __init__(self, fault):
        self.fault = fault

    def choose(self, position, *, seed):
        if self.fault == "illegal":
            return Choice("z9z9")
        raise EngineError("gone", late=self.fault == "time")


@pytest.mark.parametrize("fault", ["crash", "time", "illegal"])
def test_a_player_that_fails_loses_the_game(fault):
    start = upstar.position("clobber", "2x3")
    engines = [Broken(fault), engine("random")]
    games = [play_game(start, [], engines, players, pair=0, seed=1) for players in ((0, 1), (1, 0))]
    assert [game.points for game in games] == [0, 1]
    assert {game.reason for game in games} == {fault}
    score = Score(1, 0, games)
    assert score.wins == 2
    named = {"crash": "crashes", "time": "timeouts", "illegal": "illegal"}[fault]
    assert score.faults(0)[named] == 2
    assert not any(score.faults(1).values())


def test_repeated_games_are_counted():
    both = {"a": "alpha-beta:max_nodes=50", "b": "df-pn:max_nodes=50"}
    score = upstar.match("clobber", "2x3", games=10, **both).score()
    assert score.repeated == 8


def test_a_round_robin_plays_all_against_all():
    result = upstar.match("clobber", "2x3", games=2, others=["df-pn:max_nodes=50"], **QUICK)
    assert [len(score.games) for score in result.pairings()] == [2, 2, 2]
    assert result.score(0, 1).wins == result.score(1, 0).losses


def test_a_sequential_test_ends_a_clear_match():
    test = Sprt(0, 100)
    result = upstar.match(
        "clobber",
        "3x3",
        games=400,
        sprt=test,
        opening_plies=1,
        a="alpha-beta:max_nodes=500",
        b="random",
    )
    assert result.sprt == "elo1"
    assert len(result.games) < 400


CLEAR = {"sprt": Sprt(0, 100), "games": 400, "opening_plies": 1}
"""A test that is decided long before its games are played."""


def test_a_decided_test_plays_no_more_games_when_resumed(tmp_path):
    players = {"a": "alpha-beta:max_nodes=500", "b": "random", "record": tmp_path / "games.jsonl"}
    first = upstar.match("clobber", "3x3", **players, **CLEAR)
    assert first.sprt == "elo1"
    assert upstar.match("clobber", "3x3", **players, **CLEAR).games == first.games


def test_games_that_end_with_the_deciding_one_are_kept(monkeypatch):
    monkeypatch.setattr(run, "wait", lambda running, **_: wait(running))  # all end together
    players = {"a": "alpha-beta:max_nodes=500", "b": "random"}
    result = upstar.match("clobber", "3x3", **players, **CLEAR, parallel=6)
    assert result.sprt == "elo1"
    assert len(result.games) % 6 == 0


def test_listed_openings_are_taken_in_turn():
    openings = ["a1a2", "# a comment", "", "b1b2  # with a remark"]
    games = upstar.match(
        "domineering", "3x3", a="random", b="random", games=8, openings=openings
    ).games
    assert [g.opening for g in games[::2]] == [["a1a2"], ["b1b2"]] * 2


def test_a_wrong_opening_is_reported_with_its_line():
    with pytest.raises(upstar.MoveError, match=r"line 3 of the openings: bad move 'd1d2'"):
        upstar.match(
            "domineering", "3x3", a="random", b="random", openings=["a1a2", "# none", "d1d2"]
        )


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mtcs", "no player 'mtcs'"),
        ("alpha-beta:depth", "no value"),
        ("alpha-beta:max_nodes=many", "above 0"),
        ("random:luck=1", "no parameters"),
        ("uci:no-such-program-here", "no program"),
        ("uci:", "there is no command"),
        ('uci:"', "not a command"),
        ("alpha-beta:seed=3", "not a parameter of an engine"),
        ("alpha-beta:threads=some", "whole number"),
    ],
)
def test_an_unknown_player_is_rejected(spec, message):
    with pytest.raises(upstar.UpstarError, match=message):
        engine(spec)


def test_a_game_too_short_for_its_openings_is_rejected():
    with pytest.raises(upstar.ParameterError, match="too short"):
        upstar.match("clobber", "1x2", a="random", b="random", opening_plies=3)


def installed(program):
    return shutil.which(program) or shutil.which(f"/usr/games/{program}")


@pytest.mark.skipif(not installed("fairy-stockfish"), reason="fairy-stockfish is not installed")
def test_a_program_that_speaks_uci_plays_clobber():
    result = upstar.match(
        "clobber", "4x5", a="uci:fairy-stockfish", b="random", games=4, max_nodes=500
    )
    score = result.score()
    assert not any(score.faults(0).values())
    assert score.wins >= 2  # it is much stronger than a random player; the games are not repeatable


@pytest.mark.skipif(not installed("fairy-stockfish"), reason="fairy-stockfish is not installed")
@pytest.mark.parametrize("size", ["5x6", "8x8"])
def test_our_players_play_clobber_against_another_program(size):
    """Both programs agree that every game is legal and on its result."""
    ours = "mcts:solved_positions=true,max_playouts=200"
    result = upstar.match(
        "clobber", size, a=ours, b="uci:fairy-stockfish", games=2, max_nodes=300, opening_plies=4
    )
    score = result.score()
    assert score.wins + score.losses == 2
    assert not any([*score.faults(0).values(), *score.faults(1).values()])
    for number, game in enumerate(result.games):
        *_, last = result.replay(number)
        assert (game.reason, last.outcome) == ("played", "loss")


def test_a_program_that_does_not_speak_uci_is_given_up(monkeypatch):
    monkeypatch.setattr("upstar.play.uci_engine._GRACE_SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises(EngineError, match="did not answer"):
        engine("uci:sleep 60")
    with pytest.raises(EngineError, match=r"has ended|ended before"):
        engine("uci:true")
    assert time.monotonic() - began < 30


def test_players_of_go_may_have_their_own_playouts():
    budget = "max_playouts=60"
    plain, other = f"mcts:{budget}", f"mcts:eyes=string,length=12,{budget}"
    with closing(engine(other)) as one, closing(engine(plain)) as two:
        start = upstar.position("go", "3x3:eyes=string,length=12").play("b2")
        same = upstar.position("go", "3x3").play("b2")
        assert one.choose(same, seed=1) == two.choose(start, seed=1)
    played = upstar.match("go", "3x3", a=other, b=plain, games=2)
    assert all(game.reason == "played" for game in played.games)
    with pytest.raises(upstar.ParameterError, match="for players of Go only"):
        engine("mcts:mercy=3").choose(upstar.position("mnk", "3x3:3"), seed=1)


def test_a_player_may_use_values_after_some_moves_only():
    start = upstar.position("clobber", "3x4")
    late = engine("mcts-solver:bounds=false,solved_positions=true,values_after=3,max_playouts=40")
    plain = engine("mcts-solver:bounds=false,max_playouts=40")
    valued = engine("mcts-solver:bounds=false,solved_positions=true,max_playouts=40")
    position = start
    for number, move in enumerate(["a3b3", "d3d2", "b2c2", "b1c1"]):
        like = valued if number >= 3 else plain
        assert late.choose(position, seed=5) == like.choose(position, seed=5)
        for player in (late, plain, valued):
            player.follow(move)
        position = position.play(move)
    with pytest.raises(upstar.ParameterError, match=r"values_after in .* must be a whole number"):
        engine("mcts:values_after=-1")
