"""Playing in the terminal: input and output."""

import pytest

import upstar
from upstar.cli.play import TerminalGame
from upstar.play import Budget, engine
from upstar.play.session import GameSession


def play(lines, game="clobber", text="2x3", people=("black",), **options):
    """Type lines, and return the session afterwards."""
    waiting = iter(lines)

    def read(prompt):
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    session = GameSession(upstar.position(game, text, **options))
    terminal = TerminalGame(session, "alpha-beta", Budget(max_nodes=1000), set(people), 0, read)
    terminal.run()
    assert next(waiting, None) is None, "the game ended before all was typed"
    return terminal.session


def test_the_engine_answers_each_move():
    session = play(["a1a2"])
    assert len(session.moves) == 2
    assert session.position.to_move == "black"


def test_undo_takes_back_the_answer_too_and_redo_plays_both_again(capsys):
    session = play(["a1a2", "undo"])
    assert session.moves == []
    assert len(play(["a1a2", "undo", "redo"]).moves) == 2


def test_a_wrong_move_is_reported_and_changes_nothing(capsys):
    session = play(["z9", "a1a2"])
    assert session.moves[0] == "a1a2"
    assert "not a legal move" in capsys.readouterr().out


def test_a_resignation_ends_the_game_and_can_be_taken_back(capsys):
    assert play(["resign"]).winner == "white"
    assert "white wins (black resigned)" in capsys.readouterr().out
    assert play(["resign", "undo", "a1a2"]).resigned is None


def test_a_hint_names_the_engines_move_and_what_is_proved(capsys):
    play(["?"])
    assert "the engine would play" in capsys.readouterr().out


def test_a_hint_for_all_moves_has_the_result_of_each(capsys):
    session = play(["hint all"])
    out = capsys.readouterr().out
    assert "proved by" in out
    for move in session.position.moves():
        assert f"\n{move} " in out
    play(["resign", "hint all"])


def test_saved_games_resume(tmp_path, capsys):
    file = tmp_path / "game.json"
    first = play(["a1a2", f"save {file}"])
    second = play([f"load {file}"])
    assert second.to_json() == first.to_json()
    file.write_text("{}")
    play([f"load {file}", "a1a2"])
    assert "not a saved game" in capsys.readouterr().out


def test_the_user_keeps_their_side_in_a_saved_game_of_another_game(tmp_path):
    file = tmp_path / "game.json"
    GameSession(upstar.position("domineering", "3x3")).save(file)
    session = play([f"load {file}", "a1a2"])
    assert (session.start.game, len(session.moves)) == ("domineering", 2)
    assert session.position.to_move == "vertical"


def test_impossible_commands_are_reported(capsys):
    play(["undo", "redo", "save", "load", "load nowhere.json"])
    output = capsys.readouterr().out
    for words in ("no move to take back", "no move to play again", "save FILE", "load FILE"):
        assert words in output
    assert "No such file" in output
    assert "Errno" not in output


def test_the_result_is_shown_once(capsys):
    play(["resign", "moves", "board", "undo", "resign"])
    assert capsys.readouterr().out.count("white wins") == 2


def test_swapping_lets_the_engine_move():
    session = play(["swap"])
    assert len(session.moves) == 1


def test_the_engine_plays_itself_without_a_human(capsys):
    session = play([], people=())
    assert session.is_over
    assert "wins after" in capsys.readouterr().out


def test_the_user_can_play_both_sides_and_list_the_moves(capsys):
    session = play(["moves", "a1a2", "help", "board"], people=("black", "white"))
    assert len(session.moves) == 1
    assert "a1a2 a1b1" in capsys.readouterr().out


@pytest.mark.parametrize("change", [{"moves": ["z9"]}, {"game": "chess"}, {"resigned": "nobody"}])
def test_a_damaged_game_is_rejected(change):
    good = GameSession(upstar.position("clobber", "2x3"), ["a1a2"]).to_json()
    assert GameSession.from_json(good).moves == ["a1a2"]
    with pytest.raises(upstar.ParameterError, match="not a saved game"):
        GameSession.from_json({**good, **change})


def visits(candidate):
    return int(candidate.split()[1].replace(",", ""))


@pytest.mark.parametrize("keep_tree", [False, True])
def test_an_engine_keeps_its_tree_if_asked_to(keep_tree):
    player = engine("mcts:max_playouts=300", keep_tree=keep_tree)
    position = upstar.position("connect-four", "6x7")
    player.begin(position)
    for _ in range(2):
        choice = player.choose(position, seed=1)
        position = position.play(choice.move)
        player.follow(choice.move)
    counted = sum(visits(line) for line in choice.candidates if "visits" in line)
    assert (counted > 310) is keep_tree
