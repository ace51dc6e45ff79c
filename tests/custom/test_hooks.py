"""The hooks of games in Python, and algorithms and engines that are Python code."""

import importlib.util
from pathlib import Path

import pytest

import upstar
from toys import TakeAway
from upstar.campaign import Job, Store, executor, run_jobs
from upstar.load import load_algorithm
from upstar.play import engine
from upstar.testing import LawError, check_game

ROOT = Path(__file__).parents[2]
SEARCHES = ("auto", "alpha-beta", "pns", "pnt", "df-pn", "df-pp", "ppt", "minimax", "mcts-solver")


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("b", ROOT / "benches/python_games.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Heap(upstar.Game):
    """Take one or two counters; who cannot move loses."""

    scores = (-1, 1)

    def start(self):
        return 11

    def moves(self, n):
        return [k for k in (1, 2) if k <= n]

    def play(self, n, k):
        return n - k

    def outcome(self, n):
        return None

    def parse(self, text):
        return int(text)


class GoodBounds(Heap):
    def bounds(self, n):
        return ((1, 1) if n % 3 else (-1, -1)) if n > 4 else None

    def symmetric_key(self, n):
        return n % 3


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_hooks_never_change_an_answer(algorithm):
    for n in range(14):
        plain, hooked = (
            upstar.solve(upstar.position(g, str(n)), algorithm, max_nodes=100_000)
            for g in (Heap, GoodBounds)
        )
        assert plain.outcome == hooked.outcome == ("win" if n % 3 else "loss")


@pytest.mark.parametrize("algorithm", ["alpha-beta", "df-pn", "ppt"])
def test_hooks_save_nodes_on_a_board(bench, algorithm):
    runs = [
        upstar.solve(upstar.position(g), algorithm, goal="win")
        for g in (bench.Plain, bench.WithHooks)
    ]
    assert runs[0].goal_met is runs[1].goal_met is True
    assert runs[1].stats.nodes < runs[0].stats.nodes


def test_check_game_accepts_right_hooks(bench):
    check_game(GoodBounds, plays=3)
    check_game(bench.WithHooks, plays=3)


def test_check_game_rejects_wrong_hooks():
    class WrongBounds(Heap):
        def bounds(self, n):
            return (1, 1)

    class WrongKey(Heap):
        def symmetric_key(self, n):
            return n % 2

    with pytest.raises(LawError, match="true score"):
        check_game(WrongBounds, plays=2)
    with pytest.raises(LawError, match="another value"):
        check_game(WrongKey, plays=2)


def test_bad_bounds_are_errors_and_errors_reach_the_caller():
    class Reversed(Heap):
        def bounds(self, n):
            return (1, -1)

    class Text(Heap):
        def bounds(self, n):
            return "win"

    class Fails(Heap):
        def symmetric_key(self, n):
            raise ZeroDivisionError

    with pytest.raises(ValueError, match="least"):
        upstar.solve(upstar.position(Reversed))
    with pytest.raises(TypeError, match="two scores"):
        upstar.solve(upstar.position(Text))
    with pytest.raises(ZeroDivisionError):
        upstar.solve(upstar.position(Fails), "alpha-beta")


CODE = """
import upstar

def first(position):
    return position.moves()[0]

class Products(upstar.BestFirst):
    def info_term(self, max_wins):
        return 1.0 if max_wins else 0.0
    def init_leaf(self, node):
        return 0.5
    def select_child(self, node, children):
        return children.index(max(children) if node.is_max else min(children))
    def update(self, node, children):
        product = 1.0
        for p in children:
            product *= 1 - p if node.is_max else p
        return 1 - product if node.is_max else product
"""


@pytest.fixture
def code(tmp_path):
    path = tmp_path / "own_code.py"
    path.write_text(CODE)
    return path


def test_a_search_in_a_file_solves_chooses_and_plays(code):
    name = f"{code}:Products"
    p = upstar.position("domineering", "3x3")
    solution = upstar.solve(p, load_algorithm(name))
    assert (solution.outcome, solution.algorithm) == ("win", name)
    assert upstar.best_move(p, load_algorithm(name), max_nodes=500).move in p.moves()
    choice = engine(f"{name}:shape=graph,max_nodes=500").choose(p, seed=0)
    assert choice.proven == "win"
    with pytest.raises(upstar.UnknownNameError, match="has no 'Absent'"):
        load_algorithm(f"{code}:Absent")
    with pytest.raises(upstar.UnknownNameError, match="is not an upstar"):
        load_algorithm(f"{code}:first")


@pytest.mark.parametrize("memory_cap", [None, 500])
def test_a_search_in_a_file_is_a_job_and_a_changed_file_another_engine(code, memory_cap):
    def job():
        return Job(game="domineering", position="3x3", algorithm=f"{code}:Products")

    pool = executor("local", workers=1, memory_cap=memory_cap)
    try:
        [record] = run_jobs([job()], Store(":memory:"), pool)
    finally:
        pool.close()
    assert record.get("outcome") == "win"
    before = job().key
    code.write_text(CODE + "# changed\n")
    assert job().key != before


def test_functions_are_engines(code):
    def last(position, seed):
        return position.moves()[-1]

    result = upstar.match("clobber", "2x3", a=last, b=f"{code}:first", games=2)
    assert [game.reason for game in result.games] == ["played"] * 2
    assert result.players[0].endswith("last")
    assert result.players[1] == f"{code}:first"
    illegal = upstar.match("clobber", "2x3", a=lambda p: "zz", b="random", games=2)
    assert {game.reason for game in illegal.games} == {"illegal"}
    with pytest.raises(TypeError, match="a move as text"):
        upstar.match("clobber", "2x3", a=lambda p: None, b="random", games=2)


class Drawn(TakeAway):
    """The counters in two rows; a move touches the last counters."""

    rows: list[str] | None = None

    def draw(self, state):
        return self.rows or ["x" * 3, f"{state}##"]

    def move_cells(self, state, move):
        return [(1, column) for column in range(move)]


def test_drawn_boards_have_every_kind_of_picture():
    p = upstar.position(Drawn())
    assert p.board() == ("square", ["xxx", "9##"])
    assert p.cells("2") == [(1, 0), (1, 1)]
    assert p.ascii(mark="1").splitlines() == ["2 x x x", "1[9]# #", "  a b c"]
    assert p.svg(mark="3") != p.svg()
    assert ">9<" in p.svg()
    assert p._repr_svg_().startswith("<svg")
    assert "tikzpicture" in p.tikz()


@pytest.mark.parametrize("layout", ["square", "points", "hexagons", "triangle"])
def test_layouts_are_those_of_built_in_games(layout):
    game = Drawn()
    game.layout, game.rows = layout, [".", "xo"] if layout == "triangle" else ["..", "xo"]
    p = upstar.position(game)
    assert p.board() == (layout, game.rows)
    assert p.svg().startswith("<svg")


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"layout": "round"}, ValueError, "layout must be 'square'"),
        ({"rows": ["..", "."]}, ValueError, "the same number of cells"),
        ({"rows": [""]}, ValueError, "at least one"),
        ({"rows": "no"}, TypeError, "a list of rows"),
        ({"rows": [1]}, TypeError, "a list of rows"),
        ({"rows": ["..", ".."], "layout": "triangle"}, ValueError, "row N of a triangle"),
        ({"move_cells": lambda *_: [(2, 0)]}, ValueError, r"not \(2, 0\)"),
        ({"move_cells": lambda *_: [(0, 3)]}, ValueError, r"not \(0, 3\)"),
        ({"move_cells": lambda *_: 7}, ValueError, "pairs of row and column"),
    ],
)
def test_wrong_boards_are_rejected(change, error, text):
    kind = type("Wrong", (Drawn,), change)
    with pytest.raises(error, match=text):
        upstar.position(kind()).svg(mark="1")


def test_a_state_without_a_board_is_shown_as_text():
    kind = type("Plain", (Drawn,), {"draw": lambda self, state: None})
    assert upstar.position(kind()).board() == ("text", ["9"])
    assert upstar.position(kind()).cells("1") == []
