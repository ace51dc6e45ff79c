"""Games written in Python."""

import pickle
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import upstar
from oracle import value, value_after
from toys import Failing, Greed, Slow, TakeAway
from upstar.load import load_game
from upstar.testing import LawError, check_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "tic_tac_toe.py"
ALGORITHMS = [info.name for info in upstar.algorithms()]


def tic_tac_toe():
    return load_game(f"{EXAMPLE}:TicTacToe")


STARTS = {
    "take-away": lambda: upstar.position(TakeAway(7)),
    "take-away lost": lambda: upstar.position(TakeAway(8), to_move="right"),
    "tic-tac-toe": lambda: upstar.position(tic_tac_toe(), "x.o.x...."),
    "greed": lambda: upstar.position(Greed),
}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_solves_what_minimax_finds(algorithm, start):
    p = STARTS[start]()
    try:
        solution = upstar.solve(p, algorithm, max_seconds=20)
    except upstar.UnsuitableError as error:
        pytest.skip(str(error))
    assert solution.solved
    assert solution.score == value(p)
    assert value_after(p, solution.best_move) == solution.score


def test_tic_tac_toe_is_a_draw():
    solution = upstar.solve(upstar.position(tic_tac_toe()))
    assert (solution.outcome, solution.winner, solution.score) == ("draw", None, 0)
    unmet = upstar.solve(upstar.position(tic_tac_toe()), goal="win")
    assert (unmet.outcome, unmet.goal_met, unmet.winner) == ("draw", False, None)


def test_the_example_runs_as_a_script():
    done = subprocess.run(
        [sys.executable, EXAMPLE],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[0] == "draw"


def test_no_move_is_a_loss():
    p = upstar.position(TakeAway(0))
    assert (p.outcome, p.score, list(p.moves())) == ("loss", -1, [])


@pytest.mark.parametrize("game", [TakeAway(), TakeAway(4), TakeAway(counters=4), Greed()])
def test_the_repr_of_a_position_makes_it_again(game):
    names = {"upstar": upstar, "TakeAway": TakeAway, "Greed": Greed}
    position = upstar.position(game)
    while True:
        again = eval(repr(position), names)
        assert again == position
        assert (again.to_move, again.moves()) == (position.to_move, position.moves())
        if position.is_over:
            break
        position = position.play(position.moves()[-1])


def test_games_take_only_the_arguments_that_they_have():
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        Greed(3)
    assert TakeAway(4) == TakeAway(counters=4) != TakeAway(5)
    assert repr(TakeAway([print])) == "TakeAway(...)"
    assert pickle.loads(pickle.dumps(TakeAway(4))).moves(4) == TakeAway(4).moves(4)
    assert repr(pickle.loads(pickle.dumps(TakeAway(4)))) == "TakeAway(4)"


def test_texts_and_drawings_of_a_position():
    p = upstar.position(TakeAway(5), to_move="right")
    assert (str(p), p.game, p.to_move) == ("5", "take-away", "right")
    assert repr(p) == "upstar.position(TakeAway(5), '5', to_move='right')"
    assert eval(repr(p), {"upstar": upstar, "TakeAway": TakeAway}) == p
    q = p.play("2")
    assert (str(q), q.to_move) == ("3", "left")
    assert p.ascii() == "5"
    assert "<svg" in p.svg()
    with pytest.raises(upstar.MoveError):
        q.play("4")


def test_positions_pickle():
    for start in (upstar.position(TakeAway(5)).play("1"), upstar.position(Greed).play("last")):
        again = pickle.loads(pickle.dumps(start))
        assert again == start
        assert hash(again) == hash(start)
        assert list(again.moves()) == list(start.moves())


def test_a_game_can_define_the_player_to_move():
    p = upstar.position(Greed).play("first").play("first")
    assert p.to_move == "Bob"
    with pytest.raises(upstar.ParameterError):
        upstar.position(Greed, to_move="Bob")


def test_names_follow_the_class():
    assert TakeAway.name == "take-away"
    assert type("HTTPGame2Go", (TakeAway,), {}).name == "http-game2-go"


def test_text_needs_parse():
    with pytest.raises(upstar.PositionError, match="has no parse"):
        upstar.position(Greed, "3 2 1")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("kind", [KeyError, KeyboardInterrupt, upstar.PositionError, SystemExit])
def test_an_exception_is_raised_unchanged(algorithm, kind):
    error = kind("mine")
    p = upstar.position(Failing(error))
    with pytest.raises((kind, upstar.UnsuitableError)) as caught:
        upstar.solve(p, algorithm)
    if isinstance(caught.value, upstar.UnsuitableError):
        pytest.skip(str(caught.value))
    assert caught.value is error
    assert "raise self.error" in "".join(traceback.format_exception(caught.value))


def test_exceptions_of_play_and_moves_are_raised():
    error = KeyError("mine")
    p = upstar.position(Failing(error, at=6))
    with pytest.raises(KeyError) as caught:
        p.play("2").moves()[0]
    assert caught.value is error


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_limits_hold(algorithm):
    try:
        solution = upstar.solve(upstar.position(Slow), algorithm, max_seconds=0.3)
    except upstar.UnsuitableError:
        pytest.skip("unsuitable")
    assert not solution.solved
    assert solution.stats.seconds < 3


@pytest.mark.parametrize("game", [TakeAway, Greed, tic_tac_toe])
def test_laws_hold(game):
    check_game(game() if game is tic_tac_toe else game, plays=20)


@pytest.mark.parametrize("game", [info.name for info in upstar.games()])
def test_laws_hold_for_registered_games(game):
    check_game(game, plays=20)


def broken(**methods):
    return type("Broken", (TakeAway,), methods)


@pytest.mark.parametrize(
    ("law", "game"),
    [
        ("hashable", broken(start=lambda self: [3])),
        ("must end", broken(play=lambda self, state, move: state + 1)),
        ("same name", broken(print_move=lambda self, state, move: "x")),
        ("among the game's scores", broken(outcome=lambda self, state: "draw")),
        ("'win', 'loss', 'draw'", broken(outcome=lambda self, state: "won")),
        ("parse must read", broken(parse=lambda self, text: int(text) + 1)),
        ("to_move must be", broken(to_move=lambda self, state: 2)),
    ],
)
def test_broken_laws_are_named(law, game):
    with pytest.raises(LawError, match=law):
        check_game(game, plays=3, max_length=50)


def test_nondeterminism_is_found():
    import random

    def moves(self, state):
        return random.sample([1, 2, 3], 3)

    with pytest.raises(LawError, match="same order"):
        check_game(broken(moves=moves, play=lambda self, state, move: state), plays=3)


def test_errors_of_loading_name_what_is_missing(tmp_path):
    for name in (
        "nowhere.py:Game",
        "no.module.here:Game",
        f"{EXAMPLE}:Chess",
        "a b:C",
    ):
        with pytest.raises(upstar.UnknownNameError):
            load_game(name)
    file = tmp_path / "broken_game.py"
    file.write_text("1 / 0\n")
    with pytest.raises(ZeroDivisionError):
        load_game(f"{file}:Game")
    assert load_game("toys:TakeAway") == TakeAway()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_exception_deep_in_a_graph_ends_every_search(algorithm):
    class Deep(upstar.Game):
        def start(self):
            return 0

        def moves(self, state):
            return [1, 2]

        def play(self, state, move):
            return state + move

        def outcome(self, state):
            if state >= 3:
                raise LookupError(f"state {state}")
            return None

    with pytest.raises(LookupError, match="state"):
        upstar.solve(upstar.position(Deep()), algorithm)


# A tree search of such a game continues until a limit ends it.
TREE_SEARCHES = ("pns", "pn2", "pp", "pp2", "mopns", "mopp", "mcts-e")


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name not in TREE_SEARCHES])
def test_a_game_without_end_is_an_error_not_a_crash(algorithm):
    class Cycle(upstar.Game):
        def start(self):
            return 0

        def moves(self, state):
            return [1, 2]

        def play(self, state, move):
            return (state + move) % 5

        def outcome(self, state):
            return None

    with pytest.raises(ValueError, match=r"must end|occurs twice"):
        upstar.solve(upstar.position(Cycle()), algorithm)


def test_too_many_moves_are_an_error():
    class Wide(upstar.Game):
        def start(self):
            return 0

        def moves(self, state):
            return range(70_000)

        def play(self, state, move):
            return move + 1

        def outcome(self, state):
            return "loss" if state == 66_001 else "win" if state else None

    with pytest.raises(ValueError, match="70000 moves"):
        upstar.solve(upstar.position(Wide()))
