"""OpenSpiel's games in upstar, upstar's algorithms in OpenSpiel, and equal rules in both."""

import json
import pickle
import random
import sys

import pytest

import upstar
from upstar.cli import main
from upstar.testing import check_game

GAMES = ["tic_tac_toe", "breakthrough(rows=4,columns=3)", "clobber(rows=2,columns=3)", "nim"]


def _status(*arguments):
    """The exit status of a command that runs in this process."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    return ended.value.code


@pytest.fixture
def spiel():
    return pytest.importorskip("pyspiel")


def test_without_openspiel_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"upstar\[openspiel\]"):
        upstar.from_openspiel("tic_tac_toe")
    with pytest.raises(ImportError, match=r"upstar\[openspiel\]"):
        upstar.integrations.openspiel.Bot  # noqa: B018


@pytest.mark.usefixtures("spiel")
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_wrapped_games_obey_the_laws(text, merged):
    check_game(upstar.from_openspiel(text, merged=merged), plays=10)


@pytest.mark.usefixtures("spiel")
@pytest.mark.parametrize("algorithm", ["auto", "pnt", "ppn"])
def test_known_games_are_solved(algorithm):
    def outcome(text):
        game = upstar.from_openspiel(text, merged=True)
        return upstar.solve(upstar.position(game), algorithm).outcome

    assert outcome("tic_tac_toe") == "draw"
    ours = upstar.solve(upstar.position("clobber", "2x4")).outcome
    assert outcome("clobber(rows=2,columns=4)") == ours


@pytest.mark.usefixtures("spiel")
def test_texts_and_pickles_round_trip():
    game = upstar.from_openspiel("tic_tac_toe")
    p = upstar.position(game).play("x(1,1)").play("o(0,0)")
    assert str(p) == "x(1,1) o(0,0)"
    assert upstar.position(game, str(p)) == p
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(p)) == p
    with pytest.raises(upstar.PositionError, match="not a legal move"):
        upstar.position(game, "x(1,1) x(0,0)")


@pytest.mark.usefixtures("spiel")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kuhn_poker", "chance"),
        ("goofspiel", "same time"),
        ("phantom_ttt", "hidden"),
        ("2048", "players"),
        ("chinese_checkers(players=3)", "players"),
    ],
)
def test_other_games_are_rejected_with_the_reason(text, reason):
    with pytest.raises(upstar.UnsuitableError, match=reason):
        upstar.from_openspiel(text)


@pytest.mark.usefixtures("spiel")
def test_an_unknown_game_is_named_in_the_error():
    with pytest.raises(upstar.UnknownNameError, match="tic_tac_toe"):
        upstar.from_openspiel("tic_tac_to")


@pytest.mark.usefixtures("spiel")
@pytest.mark.parametrize("prefix", ["openspiel", "openspiel-merged"])
def test_the_command_line_takes_games_of_openspiel(prefix, capsys):
    name = f"{prefix}:tic_tac_toe"
    assert _status("solve", name, "x(1,1) o(0,1)", "--json", "--quiet") == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "win"
    assert _status("solve", f"{prefix}:tic_tac_to") == 2
    assert "did you mean 'tic_tac_toe'?" in capsys.readouterr().err


def test_the_command_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert _status("solve", "openspiel:tic_tac_toe") == 2
    assert capsys.readouterr().err.startswith("upstar: OpenSpiel is not installed; run pip install")


@pytest.mark.parametrize("algorithm", ["auto", "ppn"])
def test_bots_play_and_do_not_lose_a_drawn_game(spiel, algorithm):
    game = spiel.load_game("tic_tac_toe")
    wrapped = upstar.from_openspiel("tic_tac_toe", merged=True)
    for seat in (0, 1):
        for seed in range(2):
            bot = upstar.integrations.openspiel.Bot(wrapped, seat, algorithm, max_nodes=10_000)
            assert bot.player_id() == seat
            state = game.new_initial_state()
            chance = random.Random(seed)
            while not state.is_terminal():
                mine = state.current_player() == seat
                state.apply_action(
                    bot.step(state) if mine else chance.choice(state.legal_actions())
                )
            assert state.returns()[seat] >= 0
    with pytest.raises(upstar.ParameterError):
        upstar.integrations.openspiel.Bot("tic_tac_toe", 2)


def test_bots_work_in_openspiels_own_loop(spiel):
    game = spiel.load_game("tic_tac_toe")
    bots = [upstar.integrations.openspiel.Bot("tic_tac_toe", seat) for seat in (0, 1)]
    assert spiel.evaluate_bots(game.new_initial_state(), bots, 1) == [0, 0]


def _square(rows):
    """A cell from row and column, counted from the top left."""
    return lambda row, column: f"{'abcdefgh'[column]}{rows - row}"


def _tic_tac_toe(name):
    return _square(3)(int(name[2]), int(name[4]))


SAME = [
    ("tic_tac_toe", "mnk", "3x3:3", None, _tic_tac_toe),
    ("connect_four", "connect-four", "6x7", None, lambda name: "abcdefg"[int(name[1])]),
    ("clobber(rows=4,columns=5)", "clobber", None, None, lambda name: name),
    ("clobber(rows=3,columns=3)", "clobber", None, None, lambda name: name),
    # OpenSpiel's triangle points down and counts rows from the top, so the names equal ours.
    ("y(board_size=5)", "y", "5", None, lambda name: name),
]


def _clobber_start(state):
    rows = [line[1:].strip() for line in str(state).splitlines() if line[:1].isdigit()]
    return "/".join(rows).replace("o", "L").replace("x", "o").replace("L", "x")


@pytest.mark.parametrize(("theirs", "game", "text", "side", "translate"), SAME)
def test_both_have_the_same_rules(spiel, theirs, game, text, side, translate):
    for seed in range(30):
        state = spiel.load_game(theirs).new_initial_state()
        # In Clobber, OpenSpiel prints the stones of its first player as 'o'.
        p = upstar.position(game, text or _clobber_start(state), to_move=side)
        chance = random.Random(seed)
        while not state.is_terminal():
            actions = state.legal_actions()
            names = [translate(state.action_to_string(action)) for action in actions]
            assert sorted(names) == sorted(p.moves())
            i = chance.randrange(len(actions))
            state.apply_action(actions[i])
            p = p.play(names[i])
        assert not p.moves()
        score = p.score if p.to_move == p.labels[0] else -p.score
        assert score == state.returns()[0]
