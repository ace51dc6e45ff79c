"""Playing in the terminal: what is typed and what is shown."""

import pytest

import upstar
from upstar.cli.play import Table
from upstar.play import Budget
from upstar.play.session import Sitting


def sit(lines, game="clobber", text="2x3", people=("black",), **options):
    """Type lines; what there is afterwards."""
    waiting = iter(lines)

    def read(prompt):
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    sitting = Sitting(upstar.position(game, text, **options))
    table = Table(sitting, "alpha-beta", Budget(max_nodes=1000), set(people), 0, read)
    table.sit()
    assert next(waiting, None) is None, "the game ended before all was typed"
    return table.sitting


def test_the_engine_answers_each_move():
    sitting = sit(["a1a2"])
    assert len(sitting.moves) == 2
    assert sitting.position.to_move == "black"


def test_undo_takes_back_the_answer_too_and_redo_plays_both_again(capsys):
    sitting = sit(["a1a2", "undo"])
    assert sitting.moves == []
    assert len(sit(["a1a2", "undo", "redo"]).moves) == 2


def test_a_wrong_move_is_told_and_nothing_is_lost(capsys):
    sitting = sit(["z9", "a1a2"])
    assert sitting.moves[0] == "a1a2"
    assert "not a legal move" in capsys.readouterr().out


def test_a_resignation_ends_the_game_and_can_be_taken_back(capsys):
    assert sit(["resign"]).winner == "white"
    assert "white wins (black resigned)" in capsys.readouterr().out
    assert sit(["resign", "undo", "a1a2"]).resigned is None


def test_a_hint_names_the_engines_move_and_what_is_proved(capsys):
    sit(["?"])
    assert "the engine would play" in capsys.readouterr().out


def test_saved_games_go_on(tmp_path, capsys):
    file = tmp_path / "game.json"
    first = sit(["a1a2", f"save {file}"])
    second = sit([f"load {file}"])
    assert second.to_json() == first.to_json()
    file.write_text("{}")
    sit([f"load {file}", "a1a2"])
    assert "not a saved game" in capsys.readouterr().out


def test_people_keep_their_side_in_a_saved_game_of_another_game(tmp_path):
    file = tmp_path / "game.json"
    Sitting(upstar.position("domineering", "3x3")).save(file)
    sitting = sit([f"load {file}", "a1a2"])
    assert (sitting.start.game, len(sitting.moves)) == ("domineering", 2)
    assert sitting.position.to_move == "vertical"


def test_what_cannot_be_done_is_told(capsys):
    sit(["undo", "redo", "save", "load", "load nowhere.json"])
    said = capsys.readouterr().out
    for words in ("no move to take back", "no move was taken back", "save FILE", "load FILE"):
        assert words in said
    assert "No such file" in said
    assert "Errno" not in said


def test_the_end_is_told_once(capsys):
    sit(["resign", "moves", "board", "undo", "resign"])
    assert capsys.readouterr().out.count("white wins") == 2


def test_swapping_lets_the_engine_move():
    sitting = sit(["swap"])
    assert len(sitting.moves) == 1


def test_the_engine_plays_itself_when_nobody_sits_there(capsys):
    sitting = sit([], people=())
    assert sitting.is_over
    assert "wins after" in capsys.readouterr().out


def test_one_can_play_both_sides_and_list_the_moves(capsys):
    sitting = sit(["moves", "a1a2", "help", "board"], people=("black", "white"))
    assert len(sitting.moves) == 1
    assert "a1a2 a1b1" in capsys.readouterr().out


@pytest.mark.parametrize("change", [{"moves": ["z9"]}, {"game": "chess"}, {"resigned": "nobody"}])
def test_a_damaged_game_is_refused(change):
    good = Sitting(upstar.position("clobber", "2x3"), ["a1a2"]).to_json()
    assert Sitting.from_json(good).moves == ["a1a2"]
    with pytest.raises(upstar.ParameterError, match="not a saved game"):
        Sitting.from_json({**good, **change})
