"""Graphs: texts, edge lists and networkx graphs; values that boards and theorems give too."""

import pickle
import subprocess
import sys
from itertools import product

import networkx
import pytest

import upstar
from upstar.render import vertices

GAMES = ["col", "snort", "node-kayles", "clobber", "cannibal-clobber", "nogo"]


def text_of(game, head, filled):
    return f"graph:{head} {filled}" if "clobber" in game else f"graph:{head}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3)])
def test_a_grid_has_the_value_of_the_board(game, rows, columns):
    head = f"grid({rows},{columns})"
    names = [row.split()[0] for row in upstar.position("col", f"graph:{head}").board()[1]]
    stones = {"x": [], "o": []}
    for name in names:
        stones["xo"[(ord(name[0]) - ord("a") + int(name[1:]) - 1) % 2]].append(name)
    filled = " ".join(f"{','.join(own)}={sign}" for sign, own in stones.items() if own)
    on_graph = upstar.value(game, text_of(game, head, filled))
    assert on_graph == upstar.value(game, f"{rows}x{columns}")


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("nogo", "graph:path(6)", "1x6"),
        ("snort", "graph:hexagonal(1,1)", "graph:cycle(6)"),
        ("col", "graph:cylinder(1,5)", "graph:cycle(5)"),
        ("col", "graph:cube(2)", "2x2"),
        ("snort", "graph:bipartite(1,4)", "graph:star(4)"),
        ("node-kayles", "graph:complete(4)", "graph:wheel(3)"),
        ("col", "graph:a-b b-c c-d", "1x4"),
        ("snort", "graph:torus(3,3)", "graph:a-b-c-a d-e-f-d g-h-i-g a-d-g-a b-e-h-b c-f-i-c"),
        ("hackenbush", "graph:0-a=L a-b=R a-c=L", "LaR,aL"),
        ("hackenbush", "graph:star(3) 0-1=L 0-2=R", "L,R,G"),
        ("hackenbush", "graph:0-a=L 0-a=R a-a=G", "La,Ra,aGa"),
    ],
)
def test_equal_graphs_have_equal_values(game, one, other):
    assert upstar.value(game, one) == upstar.value(game, other)


def test_node_kayles_on_paths_is_dawsons_kayles():
    """Berlekamp, Conway and Guy, Winning Ways, chapter 4: 0.137 is 0.07 with one more counter."""
    for n in range(1, 51):
        path = upstar.value("node-kayles", f"graph:path({n})")
        assert path == upstar.value("octal", f"0.137:{n}") == upstar.value("octal", f"0.07:{n + 1}")
        assert path == upstar.value("node-kayles", f"1x{n}")


def test_node_kayles_on_cycles_follows_from_paths():
    """A move on a cycle leaves a path with three vertices less."""
    for n in range(4, 21):
        path = upstar.value("node-kayles", f"graph:path({n - 3})")
        assert (upstar.value("node-kayles", f"graph:cycle({n})") == 0) == (path != 0)


def test_col_values_are_numbers_or_numbers_and_star():
    """Conway, On Numbers and Games, chapter 8."""
    for head in ("petersen", "cube(3)", "wheel(5)", "tree(2,2)", "triangular(2,4)", "king(2,3)"):
        value = upstar.value("col", f"graph:{head} {'1=x' if '1' in head else ''}".strip())
        assert value.is_number or (value + upstar.star).is_number, head


def test_a_row_of_one_colour_topples_to_its_length():
    """Albert, Nowakowski and Wolfe, Lessons in Play."""
    for n in range(1, 9):
        assert upstar.value("toppling-dominoes", "L" * n) == upstar.Value(n)
        assert upstar.value("toppling-dominoes", "R" * n) == upstar.Value(-n)
        assert upstar.value("toppling-dominoes", "G" * n) == upstar.Value(f"*{n}")


def test_reversed_rows_of_dominoes_are_equal_and_exchanged_rows_are_negatives():
    for letters in product("LRG", repeat=4):
        row = "".join(letters)
        value = upstar.value("toppling-dominoes", row)
        assert value == upstar.value("toppling-dominoes", row[::-1])
        exchanged = row.translate(str.maketrans("LR", "RL"))
        assert -value == upstar.value("toppling-dominoes", exchanged)


def test_fission_on_the_turned_board_is_the_negative():
    for rows in (
        "...x./.x.../.....",
        "x..../.x.../..x..",
        "...../..x../.....",
        ".x./.../x..",
        "x.x.x",
    ):
        board = rows.split("/")
        turned = "/".join("".join(row[c] for row in board) for c in range(len(board[0])))
        assert upstar.value("fission", turned) == -upstar.value("fission", rows)


def test_a_networkx_graph_is_a_position():
    p = upstar.position("col", networkx.cycle_graph(5))
    assert str(p) == "graph:0-1 0-4 1-2-3-4"
    assert upstar.value(p) == upstar.value("col", "graph:cycle(5)")


def test_networkx_attributes_are_contents_and_colours():
    graph = networkx.Graph()
    graph.add_node("a", contents="x")
    graph.add_node("z", contents="#")
    graph.add_edge("a", "b")
    assert upstar.graph_text(graph) == "graph:a-b z a=x z=#"
    stalk = networkx.MultiGraph()
    stalk.add_edge(0, 1, color="blue")
    stalk.add_edge(0, 1, colour="R")
    assert upstar.value("hackenbush", stalk) == upstar.value("hackenbush", "La,Ra")
    with pytest.raises(upstar.PositionError, match="must be blue, red or green, not 'pink'"):
        upstar.graph_text(networkx.Graph([(0, 1, {"colour": "pink"})]))


def test_names_that_do_not_suit_are_replaced_by_numbers():
    assert upstar.graph_text([((0, 0), (0, 1))]) == "graph:1-2"
    assert upstar.graph_text([("a", "A")]) == "graph:1-2"
    assert upstar.graph_text({"a": ["b"], "b": ["a"], "c": []}) == "graph:a-b c"
    assert upstar.graph_text({"a": []}) == "graph:- a"


@pytest.mark.parametrize(
    ("graph", "contents", "error", "words"),
    [
        (5, None, TypeError, "a networkx graph, a mapping"),
        (["ab", "abc"], None, TypeError, "iterable of pairs"),
        ([("a", "b")], {"c": "x"}, upstar.PositionError, "no vertex 'c'"),
        ([("a", "b")], {"a": "y"}, upstar.PositionError, "not 'y'"),
    ],
)
def test_wrong_graphs_are_one_clear_line(graph, contents, error, words):
    with pytest.raises(error, match=words) as caught:
        upstar.graph_text(graph, contents=contents)
    assert "\n" not in str(caught.value)


def test_positions_on_graphs_are_values_of_python():
    p = upstar.position("col", "graph:Petersen 1=x")
    assert str(p) == "graph:petersen 1=x"
    assert pickle.loads(pickle.dumps(p)) == p
    assert len({p, upstar.position("col", "graph:petersen  1=X")}) == 1
    after = p.play("3")
    assert upstar.position("col", str(after), to_move="right") == after


def test_a_graph_is_a_part_of_a_sum():
    total = upstar.position("sum", "col:graph:a-b b-c - nim:2 + snort:graph:cycle(4) 1=x")
    parts = upstar.value("col", "1x3") + upstar.Value("*2")
    assert upstar.value(total) == parts + upstar.value("snort", "graph:cycle(4) 1=x")


@pytest.mark.parametrize("game", GAMES)
def test_certificates_on_graphs_verify(game, tmp_path):
    text = text_of(game, "cycle(6)", "1,2,4=x 3,5,6=o")
    for mover in ("left", "right"):
        p = upstar.position(game, text, to_move=mover)
        outcome = upstar.solve(p, proof=tmp_path / f"{mover}.upc").outcome
        report = upstar.verify(tmp_path / f"{mover}.upc")
        assert report
        assert (report.position, report.outcome) == (str(p), outcome)


def test_drawings_show_every_vertex_and_do_not_change():
    for text in (
        "graph:torus(3,4)",
        "graph:a-b-c-d-a a-c e f-g",
        "graph:1-2-3-4-5-6-1 1-4",
        "graph:-",
    ):
        p = upstar.position("col", text)
        again = upstar.position("col", text)
        assert p.svg() == again.svg()
        places = vertices.centres(p.board()[1])
        assert len(set(places)) == len(places)
        for vertex in vertices.read(p.board()[1]):
            assert f">{vertex.name}<" in p.svg()


def test_marks_and_lists_name_vertices():
    p = upstar.position("clobber", "graph:a-b a=x b=o")
    assert p.ascii(mark="a-b") == "[a] x - b\n[b] o - a"
    assert p.cells("a-b") == [(0, 0), (1, 0)]
    with pytest.raises(upstar.UnsuitableError, match="no board of cells"):
        p.array()


def test_the_command_line_takes_graphs():
    run = [sys.executable, "-m", "upstar", "solve", "col", "graph:petersen", "--json"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert '"outcome": "loss"' in done.stdout
