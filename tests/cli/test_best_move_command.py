"""``upstar best-move``."""

import json

THREAT = "......./......./......./...x.../..oxo../..oxo.."


def test_all_candidates_are_listed(run):
    done = run("best-move", "connect-four", "6x7", "--max-playouts", "700", "--seed", "1", "--json")
    assert done.status == 0
    answer = json.loads(done.out)
    assert answer["move"] in "abcdefg"
    assert answer["playouts"] == 700 == sum(c["visits"] for c in answer["candidates"])
    keys = {"move", "visits", "value", "bounds", "proven", "pruned", "counts"}
    assert keys == set(answer["candidates"][0])


def test_the_candidates_are_shown_as_a_table(run):
    done = run("best-move", "connect-four", THREAT, "--max-playouts", "500")
    assert done.status == 0
    assert "wins with d" in done.out
    assert "visits" in done.out


def test_a_solver_has_a_best_move(run):
    done = run("best-move", "domineering", "8x8", "-a", "alpha-beta", "--max-nodes", "500")
    assert done.status == 0
    assert "should play" in done.out


def test_bad_input_is_one_line(run):
    for words in (
        ("connect-four", "6x7", "--max-playouts", "0"),
        ("connect-four", "6x7", "-a", "alpha-beta", "--max-playouts", "9"),
        ("connect-four", "6x7", "--set", "c=-1"),
        ("connect-four", "6x7", "--set", "final=best"),
    ):
        done = run("best-move", *words)
        assert done.status == 2
        assert len(done.err.splitlines()) == 1
