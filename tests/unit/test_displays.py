"""Displays for notebooks: they are complete, and all text is escaped."""

import upstar
from upstar.render.html import table


def test_text_is_escaped():
    assert "<b>" not in table(["<b>"], [["<b>"]], "<b>")


def test_a_search_tree_shows_every_node_that_was_kept():
    tree = upstar.solve(upstar.position("domineering", "3x3"), "pns", tree_depth=2).tree
    shown = tree._repr_html_()
    assert shown.count("<small>") == len(tree.nodes)
    assert "vertical" in shown


def test_a_best_move_shows_its_candidates():
    found = upstar.best_move(upstar.position("mnk", "3x3:3"), max_playouts=50)
    shown = found._repr_html_()
    assert f"plays {found.move}" in shown
    assert all(f">{c.move}<" in shown for c in found.candidates)


def test_a_dissection_shows_parts_and_moves():
    shown = upstar.dissect("clobber", "xo.xxo", moves=True)._repr_html_()
    assert "xo...." in shown
    assert "↑∗" in shown
    assert "f1e1" in shown


def test_a_match_shows_its_score():
    result = upstar.match("clobber", "2x3", a="random", b="random", games=2, seed=1)
    assert ">random<" in result._repr_html_()
