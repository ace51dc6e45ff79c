"""Each wrong input in Python is one clear line that says what would be right."""

import pytest

import upstar

P = upstar.position("domineering", "2x2")
WRONG = [
    (lambda: upstar.position("dominering", "6x6"), "did you mean 'domineering'"),
    (lambda: upstar.position(5, "6x6"), "game must be a name or an upstar.Game, not 5"),
    (lambda: upstar.position("domineering", 5), "must be a str or a graph, not int 5"),
    (lambda: upstar.position("domineering"), "needs a position, such as"),
    (lambda: upstar.position("domineering", "2x2", to_move=1), "to_move must be a str, not int 1"),
    (lambda: upstar.position("domineering", "2x2", to_move="up"), "there is no player 'up'"),
    (lambda: P.play(5), "a move must be a str, not int 5"),
    (lambda: P.play("z9"), "z9"),
    (lambda: P.pop(), "no move to take back"),
    (lambda: upstar.solve(5), "position must be an upstar.Position, or a game"),
    (lambda: upstar.solve(P, 5), "algorithm must be a name or an upstar.BestFirst"),
    (lambda: upstar.solve(P, "alphabeta"), "did you mean 'alpha-beta'"),
    (lambda: upstar.solve(P, "ppt", "pns"), "too many arguments"),
    (lambda: upstar.solve(P, max_node=5), "did you mean 'max_nodes'"),
    (lambda: upstar.solve(P, max_nodes="5"), "max_nodes must be a whole number.*not str '5'"),
    (lambda: upstar.solve(P, max_nodes=1.5), "max_nodes must be a whole number.*not 1.5"),
    (lambda: upstar.solve(P, max_seconds="1"), "max_seconds must be a number.*not str '1'"),
    (lambda: upstar.solve(P, max_memory=-1), "max_memory must be more than 0, not -1"),
    (lambda: upstar.solve(P, goal=1.5), "the goal must be 'win', 'draw' or a score"),
    (lambda: upstar.solve(P, seed="x"), "seed must be a whole number"),
    (lambda: upstar.solve(P, "alpha-beta", tabel=True), "did you mean 'table'"),
    (lambda: upstar.best_move(P, max_playout=5), "did you mean 'max_playouts'"),
    (lambda: upstar.playouts(P, "ten"), "count must be a whole number.*not str 'ten'"),
    (lambda: upstar.solve_many(["2x2"]), "positions must be upstar.Position, not str '2x2'"),
    (lambda: upstar.verify("nofile"), "there is no file 'nofile'"),
    (lambda: upstar.verify(__file__, max_seconds="1"), "max_seconds must be a number.*str '1'"),
    (lambda: upstar.verify(__file__, game=5), "leave out the game"),
    (lambda: upstar.solve(P, proof=5), "proof must be a path, not int 5"),
    (lambda: upstar.solve(P, progress=5), "progress must be callable, not int 5"),
    (lambda: upstar.solve(P, distance="yes"), "distance must be True or False, not str 'yes'"),
    (lambda: upstar.solve(P, "pns", trace=1), "trace must be True or False, not int 1"),
    (lambda: upstar.solve(P, checkpoint_every="x"), "checkpoint_every must be at least 0, not x"),
    (lambda: upstar.solve(P, threads=0), "threads must be a whole number of at least 1, not 0"),
    (lambda: upstar.solve(P, "pns", tree_depth=1.5), "tree_depth must be a whole number"),
    (lambda: upstar.solve(P, "alpha-beta", table=None), "does not accept table=None; it takes"),
    (lambda: upstar.analyze("domineering"), "domineering needs a position, such as"),
    (lambda: upstar.Player(5), "position must be an upstar.Position, not int 5"),
    (lambda: P.svg(mark=5), "a move must be a str, not int 5"),
    (lambda: P.save("board.gif"), "must end in .svg, .png"),
    (lambda: upstar.value("mnk", "3x3:3"), "positions of 'mnk' have no values"),
    (lambda: upstar.match("clobber", "3x3", a="mcts", b="no", games=1), "no player 'no'"),
    (lambda: upstar.position(upstar.Game), "abstract"),
    (lambda: upstar.Value([1]), "a value is read from text or a finite number, not from list"),
    (lambda: upstar.Value(float("inf")), "finite number"),
]


@pytest.mark.parametrize(("wrong", "words"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_input_is_one_clear_line(wrong, words):
    with pytest.raises((upstar.UpstarError, TypeError, FileNotFoundError), match=words) as caught:
        wrong()
    text = str(caught.value)
    assert "\n" not in text
    assert "encode" not in text
