"""The Python side of the widgets, without a browser."""

import subprocess
import sys

import pytest

pytest.importorskip("anywidget", reason="widgets need upstar[notebook]")

import upstar
from upstar.notebook import board, proof_tree, search_tree
from upstar.strategy import Strategy


def click(widget, **message):
    """Do what the script does when the user clicks."""
    widget._receive(widget, message, [])


@pytest.mark.parametrize("game", upstar.games(), ids=lambda game: game.name)
def test_every_game_can_be_played_by_clicks_to_its_end(game):
    widget = board(game.name, game.usual)
    for _ in range(1000):
        view = widget._view
        if widget.position.is_over:
            break
        moves = [*(move for move, _ in view["board"]["moves"]), *view["others"]]
        assert set(moves) == set(widget.position.moves()) or view["more"]
        click(widget, action="play", move=moves[0])
        assert widget._view["error"] == ""
    assert "over" in widget._view["verdict"]
    assert widget.moves == widget.position.history


def test_the_position_can_be_observed():
    widget = board("clobber", "2x3")
    seen = []
    widget.observe(lambda change: seen.append(change["new"]), "position")
    click(widget, action="play", move="a1a2")
    click(widget, action="undo")
    click(widget, action="redo")
    start = upstar.position("clobber", "2x3")
    assert seen == [start.play("a1a2"), start, start.play("a1a2")]


def test_an_assigned_position_starts_a_new_game():
    widget = board("clobber", "2x3")
    widget.play("a1a2")
    widget.position = upstar.position("domineering", "2x2")
    assert widget.moves == ()
    assert not widget._view["can_undo"]
    widget.play("a1a2")
    assert str(widget.position) == "#./#."


def test_the_opponent_replies_and_undo_takes_both_moves_back():
    widget = board("clobber", "3x4", opponent="random", seed=3)
    widget.play("a1a2")
    assert len(widget.moves) == 2
    assert widget.position.to_move == "black"
    after = widget.position
    widget.undo()
    assert widget.moves == ()
    assert not widget._view["can_undo"]
    widget.redo()
    assert widget.position == after


def test_the_opponent_moves_first_if_you_play_the_other_side():
    widget = board("clobber", "3x4", opponent="random", side="white")
    assert len(widget.moves) == 1
    assert widget.position.to_move == "white"
    # You have no move to take back.
    widget.undo()
    assert len(widget.moves) == 1
    widget.reply()
    assert len(widget.moves) == 2


def test_the_board_shows_that_the_opponent_is_thinking():
    views = []

    def engine(position):
        views.append(widget._view)
        return position.moves()[0]

    widget = board("mnk", "3x3:3", opponent=engine)
    widget.play("b2")
    [view] = views
    assert "is thinking" in view["verdict"]
    assert view["board"]["moves"] == []
    assert not view["can_undo"]
    assert view["board"]["last"] == [4]


@pytest.mark.parametrize(
    ("raised", "words"),
    [(KeyboardInterrupt(), "interrupted"), (upstar.UpstarError("no move today"), "no move today")],
)
def test_an_opponent_that_fails_leaves_the_board_usable(raised, words):
    def engine(position):
        raise raised

    widget = board("mnk", "3x3:3", opponent=engine)
    click(widget, action="play", move="b2")
    assert words in widget._view["error"]
    assert widget.moves == ("b2",)
    click(widget, action="undo")
    assert widget.moves == ()
    assert widget._view["error"] == ""


def test_an_illegal_move_is_an_error_below_the_board():
    widget = board("mnk", "3x3:3")
    click(widget, action="play", move="z9")
    assert "z9" in widget._view["error"]
    with pytest.raises(upstar.MoveError, match="z9"):
        widget.play("z9")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"side": "black"}, "side needs an opponent"),
        ({"side": "red", "opponent": "mcts"}, "there is no player 'red'; there are black, white"),
        ({"opponent": "mtcs"}, "there is no player 'mtcs'"),
    ],
)
def test_wrong_options_are_one_clear_line(options, words):
    with pytest.raises(upstar.UpstarError, match=words) as caught:
        board("clobber", "2x2", **options)
    assert "\n" not in str(caught.value)


def test_a_board_without_an_opponent_has_no_reply():
    with pytest.raises(upstar.ParameterError, match="opponent=ENGINE"):
        board("clobber", "2x2").reply()


@pytest.mark.parametrize(
    ("game", "text", "labels"),
    [
        ("domineering", "3x3", ["vertical wins"]),
        ("mnk", "3x3:3", ["first draws or wins", "second draws or wins"]),
        ("clobber", "3x3", None),
    ],
)
def test_every_line_of_a_proof_tree_keeps_its_claim(game, text, labels, tmp_path):
    """Opening everything finds a strategy: each leaf is a finished game that the claimant has won
    or drawn."""
    start = upstar.position(game, text)
    tree = proof_tree(upstar.solve(start, proof=tmp_path / "proof"))
    if labels is not None:
        assert [root["label"] for root in tree.roots] == labels
    strategy = Strategy(tmp_path / "proof")
    for root, claim in zip(tree.roots, strategy.claims, strict=True):
        waiting, seen = [(root["id"], start)], set()
        while waiting:
            number, here = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            children = tree.children(number)
            if here.is_over:
                assert children == []
                assert (here.score if here.to_move == claim.player else -here.score) >= claim.least
                continue
            moves = [child["line"].split()[-1] for child in children]
            if here.to_move == claim.player:
                assert len(moves) == 1
                assert children[0]["is_claimed"]
            else:
                assert moves == list(here.moves())
            waiting += [(c["id"], here.play(m)) for c, m in zip(children, moves, strict=True)]


def test_a_proof_is_read_only_as_far_as_it_is_opened(tmp_path):
    solution = upstar.solve("domineering", "4x4", proof=tmp_path / "proof")
    strategy = Strategy(tmp_path / "proof", max_positions=1)
    [claim] = strategy.claims
    assert strategy.move(claim, strategy.position) == solution.best_move
    tree = proof_tree(solution, max_positions=1)
    [first] = tree.children(0)
    *_, last = tree.children(first["id"])
    sent = []
    tree.send = sent.append
    click(tree, open=last["id"])
    [message] = sent
    assert "not among the first 1" in message["error"]
    click(tree, select=last["id"])
    assert sent[-1]["facts"].splitlines()[-1] == last["line"]


def test_an_interrupted_reading_can_be_repeated(tmp_path, monkeypatch):
    upstar.solve("domineering", "4x4", proof=tmp_path / "proof")
    strategy = Strategy(tmp_path / "proof")
    [claim] = strategy.claims
    here = strategy.position.play(strategy.move(claim, strategy.position))
    last = here.play(here.moves()[-1])

    def interrupted():
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(strategy, "_left", interrupted())
    with pytest.raises(KeyboardInterrupt):
        strategy.move(claim, last)
    assert strategy.move(claim, last) in last.moves()


def test_a_search_tree_has_the_nodes_of_the_search():
    solution = upstar.solve("domineering", "3x3", "pns", tree_depth=2, bounds=False)
    tree = search_tree(solution)
    count, waiting = 0, [tree.roots[0]["id"]]
    while waiting:
        count += 1
        waiting += [child["id"] for child in tree.children(waiting.pop())]
    assert count == len(solution.tree.nodes)


def test_a_solution_without_a_tree_or_a_proof_is_rejected(tmp_path):
    solution = upstar.solve("domineering", "3x3")
    with pytest.raises(upstar.ParameterError, match="solve with proof=FILE"):
        proof_tree(solution)
    with pytest.raises(upstar.ParameterError, match="solve with tree_depth=DEPTH"):
        search_tree(solution)
    (tmp_path / "text").write_text("no certificate")
    with pytest.raises(upstar.CertificateError):
        proof_tree(tmp_path / "text")


@pytest.mark.parametrize("call", ["board('mnk', '3x3:3')", "proof_tree('x')", "search_tree(None)"])
def test_a_missing_package_is_named_with_its_extra(call):
    code = f"""
import sys
sys.modules["anywidget"] = None
from upstar.notebook import *
try:
    {call}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    words = "widgets need anywidget, which is not installed: pip install 'upstar[notebook]'"
    assert done.stdout.strip() == words
