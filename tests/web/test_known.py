"""What the live analysis shows while estimates and proofs arrive."""

from upstar.web.views.analysis import Known


def test_a_line_that_is_proved_not_to_be_best_disappears():
    known = Known(estimates={"a": 0.7, "b": 0.6}, line=["a", "c"])
    known.drop_a_worse_line()
    assert known.line == ["a", "c"]
    known.moves = {"b": ("+3", "win"), "a": ("-4", "loss")}
    known.outcome = "win"
    known.drop_a_worse_line()
    assert known.line == []


def test_moves_of_which_nothing_is_known_are_not_shown():
    known = Known(moves={"a": ("?", "unknown"), "b": ("=", "draw")}, estimates={"c": 0.4})
    assert [move for move in known.ranked() if known.has(move)] == ["b", "c"]
