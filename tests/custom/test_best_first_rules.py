"""Best-first searches whose four functions are written in Python."""

import pytest

import upstar
from toys import TakeAway

INF = float("inf")


class ProofNumbers(upstar.BestFirst):
    """Proof and disproof numbers, initialized by mobility."""

    def info_term(self, max_wins):
        return (0, INF) if max_wins else (INF, 0)

    def init_leaf(self, node):
        return (1, node.mobility) if node.is_max else (node.mobility, 1)

    def select_child(self, node, children):
        return min(range(len(children)), key=lambda i: children[i][0 if node.is_max else 1])

    def update(self, node, children):
        pns, dns = zip(*children, strict=True)
        return (min(pns), sum(dns)) if node.is_max else (sum(pns), min(dns))


class Products(upstar.BestFirst):
    """The probability that Max wins, initialized by mobility."""

    def info_term(self, max_wins):
        return 1.0 if max_wins else 0.0

    def init_leaf(self, node):
        return 1 - 0.5**node.mobility if node.is_max else 0.5**node.mobility

    def select_child(self, node, children):
        best = max(children) if node.is_max else min(children)
        indices = [i for i, p in enumerate(children) if p == best]
        return indices[0] if node.is_max else indices[-1]

    def update(self, node, children):
        product = 1.0
        for p in children:
            product *= (1 - p) if node.is_max else p
        return 1 - product if node.is_max else product


JOBS = [
    ("domineering", "4x4"),
    ("domineering", "4x5"),
    ("nogo", "1x8"),
    ("clobber", "3x3"),
    ("connect-four", "3x3:3"),
    ("y", "3"),
]


@pytest.mark.parametrize(("game", "text"), JOBS)
@pytest.mark.parametrize(
    ("rules", "native"), [(ProofNumbers, ("pns", "pnt")), (Products, ("pp", "ppt"))]
)
def test_python_rules_expand_the_same_nodes_as_the_core(rules, native, game, text):
    p = upstar.position(game, text)
    ties = "first" if rules is ProofNumbers else "max-first-min-last"
    for shape, name in zip(("tree", "graph"), native, strict=True):
        core = upstar.solve(p, name, ties=ties, tree_depth=3, goal="win")
        own = upstar.solve(p, rules(), shape=shape, tree_depth=3, goal="win")
        assert own.outcome == core.outcome
        assert (own.stats.nodes, own.stats.expansions) == (core.stats.nodes, core.stats.expansions)
        moves = [(node.parent, node.move, node.winner) for node in core.tree.nodes]
        assert [(node.parent, node.move, node.winner) for node in own.tree.nodes] == moves


def test_python_rules_solve_python_games():
    game = upstar.position(TakeAway())
    for rules in (ProofNumbers(), Products()):
        assert upstar.solve(game, rules).outcome == upstar.solve(game, "minimax").outcome


def test_what_a_rule_raises_is_raised_unchanged():
    raised = RuntimeError("mine")

    class Broken(Products):
        def update(self, node, children):
            raise raised

    with pytest.raises(RuntimeError) as caught:
        upstar.solve(upstar.position("domineering", "4x4"), Broken())
    assert caught.value is raised


def test_a_choice_out_of_range_is_an_error():
    class Wild(Products):
        def select_child(self, node, children):
            return 99

    with pytest.raises(IndexError, match="chose child 99"):
        upstar.solve(upstar.position("domineering", "4x4"), Wild())


def test_rules_without_the_four_functions_cannot_be_made():
    with pytest.raises(TypeError, match="abstract"):
        upstar.BestFirst()


def test_wrong_numbers_cannot_make_a_wrong_proof():
    class Liar(Products):
        def info_term(self, max_wins):
            return 0.5

        def update(self, node, children):
            return 1.0

    for text in ("3x3", "2x3", "4x4", "2x4"):
        p = upstar.position("domineering", text)
        assert upstar.solve(p, Liar()).outcome == upstar.solve(p, "minimax").outcome
