"""`upstar compare`."""

import json

import pytest


@pytest.mark.parametrize(
    ("first", "second", "relation", "words"),
    [
        ("clobber:xxo", "^", "=", "equal:"),
        ("domineering:2x1", "clobber:xo", ">", "greater:"),
        ("-nim:2", "1", "<", "less:"),
        ("-2.clobber:xxo + clobber:xxo", "*", "||", "fuzzy:"),
    ],
)
def test_the_relation_is_printed(run, first, second, relation, words):
    done = run("compare", first, second, "--quiet")
    assert done.status == 0
    assert done.out.startswith(words)
    document = json.loads(run("compare", first, second, "--json").out)
    assert document["relation"] == relation
    assert document["equal"] == (relation == "=")
    assert document["at_least"] == (relation in "=>")
    assert document["at_most"] == (relation in "=<")


def test_two_certificates_are_written(run, tmp_path):
    file = str(tmp_path / "proof")
    assert run("compare", "clobber:3x3", "clobber:3x3", "--proof", file).status == 0
    for mover in ("left", "right"):
        done = run("verify", f"{file}.{mover}")
        assert done.status == 0
        assert "loss" in done.out


def test_a_limit_is_a_result(run):
    done = run("compare", "domineering:6x6", "domineering:7x5", "--max-nodes", "10")
    assert done.status == 3
    assert done.out.startswith("not decided")
    command = ("compare", "domineering:6x6", "domineering:7x5", "--max-nodes", "10", "--json")
    assert json.loads(run(*command).out)["relation"] is None


def test_bad_operands_are_one_line(run):
    for operand, words in [("hex:3x3", "normal play"), ("{1|", "not closed"), ("x", "'x'")]:
        done = run("compare", operand, "0")
        assert done.status == 2
        assert words in done.err
        assert done.err.count("\n") == 1


def test_a_comparison_resumes_from_its_checkpoint(run, tmp_path):
    command = ["compare", "clobber:4x4", "clobber:xxo/oox", "--checkpoint", str(tmp_path), "-q"]
    first = run(*command, "--max-nodes", "20")
    assert first.status == 3
    done = run(*command)
    assert done.status == 0
    assert done.out == run("compare", "clobber:4x4", "clobber:xxo/oox", "-q").out
    assert (tmp_path / "left" / "table.upstar").exists()
    assert (tmp_path / "right" / "table.upstar").exists()
