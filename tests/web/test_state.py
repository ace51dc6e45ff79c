"""Links, records and variations of the page."""

import pytest

import upstar
from upstar.web.game_tree import GameTree, read_tree
from upstar.web.state import State, from_link, read_record

WALLS = "..#./#..."


def restored(state: State) -> State:
    """Open the link of a state as a browser and the server do."""
    from urllib.parse import parse_qsl, urlsplit

    return from_link(dict(parse_qsl(urlsplit("http://x" + state.link()).query)))


def same(one: State, other: State) -> bool:
    return (one.start, one.position, one.tree.text, one.tree.number, one.resigned) == (
        *(other.start, other.position, other.tree.text, other.tree.number),
        other.resigned,
    )


def test_a_link_keeps_walls():
    state = from_link({"game": "domineering", "position": WALLS})
    assert "#" not in state.link()
    assert str(restored(state).position) == WALLS


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_links_and_records_restore_every_game(game):
    for example in (game.usual, *game.examples):
        state = from_link({"game": game.name, "position": example})
        for _ in range(3):
            if not state.is_over:
                state.play(state.position.moves()[0])
        assert same(restored(state), state)
        assert read_record(state.record()).tree.text == state.tree.text


def tic_tac_toe(text: str = "") -> State:
    return State(read_tree(upstar.position("mnk", "3x3:3"), text))


def test_variations_comments_and_the_place_in_the_game_are_in_the_link_and_the_record():
    state = tic_tac_toe("b2 a1 ( c3 { better, or not? } a2 ( b1 ) b1 ) c1")
    for number in range(7):
        state.tree.go_to_number(number)
        assert same(restored(state), state)
    assert read_record(state.record()).tree.text == state.tree.text


def test_stepping_back_keeps_the_moves_and_another_move_begins_a_variation():
    state = tic_tac_toe("b2 a1 c1")
    state.undo(2)
    state.play("c3")
    assert state.tree.text == "b2 a1 ( c3 ) c1"
    state.undo()
    state.redo()
    assert state.position.to_move == "first"
    assert state.tree.current.moves == ["b2", "c3"]
    state.promote()
    assert state.tree.text == "b2 c3 ( a1 c1 )"
    state.delete()
    assert state.tree.text == "b2 a1 c1"


def test_the_same_position_keeps_its_game():
    state = tic_tac_toe("b2 a1")
    state.begin("mnk", str(state.position), state.position.to_move)
    assert state.tree.text == "b2 a1"


def test_a_resignation_is_in_the_link_and_is_taken_back():
    state = tic_tac_toe("b2")
    state.resign()
    assert restored(state).verdict == "second has resigned: first wins"
    state.undo()
    assert not state.is_over
    assert state.tree.text == "b2"


@pytest.mark.parametrize(
    "text", ["( b2 )", "b2 ( a1", "b2 )", "b2 { why", "b2 b2", "b2 } a1"], ids=str
)
def test_a_wrong_game_is_one_line(text):
    with pytest.raises(upstar.UpstarError) as error:
        tic_tac_toe(text)
    assert "\n" not in str(error.value)


def test_a_long_game_is_written_and_read():
    tree = GameTree(upstar.position("go", "7x7"))
    for _ in range(60):
        if tree.current.position.outcome is None:
            tree.play(tree.current.position.moves()[0])
    assert read_tree(tree.root.position, tree.text).text == tree.text


def test_a_link_without_a_position_begins_the_usual_game():
    for info in upstar.games():
        assert from_link({"game": info.name}).start == upstar.position(info.name, info.usual)
