"""`upstar value` with moves, limits, ranges of sizes and shares; `upstar thermograph`."""

import json
import signal
import xml.etree.ElementTree as ElementTree

import pytest

import upstar
from upstar.render.picture import COLOURS


def test_moves_are_listed_and_marked(run):
    done = run("value", "domineering", "2x3", "--moves")
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["a1a2", "+-1", "dominated", "by", "b1b2,", "reversed", "by", "b2c2"] in lines
    assert ["b1b2", "2", "wins"] in lines
    document = json.loads(run("value", "domineering", "..#../..#..", "--moves", "--json").out)
    assert {move["player"] for move in document["moves"]} == {"vertical", "horizontal"}
    assert document["hottest"] in [part["position"] for part in document["subgames"]]


def test_a_limit_has_status_3_and_prints_the_results_so_far(run):
    done = run("value", "domineering", "9x9", "--max-seconds", "0.1")
    assert done.status == 3
    assert done.out.startswith("not computed: the limit of seconds was reached")
    text = "/".join([".#" + "." * 7] * 2 + ["##" + "." * 7] * 7)
    done = run("value", "domineering", text, "--max-memory", "1", "--json")
    document = json.loads(done.out)
    assert (done.status, document["stopped"], document["value"]) == (3, "memory", None)
    assert [part["value"] for part in document["subgames"]] == ["1", None]


def test_ctrl_c_prints_the_results_so_far(start, searching):
    process = start("value", "domineering", "9x9", "--json", "--max-seconds", "60")
    searching(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["stopped"] == "interrupted"


def test_ranges_of_sizes_are_tables(run):
    done = run("value", "domineering", "1x1..3x3")
    assert done.status == 0
    assert [line.split()[:2] for line in done.out.splitlines()] == [
        ["position", "value"],
        *(
            [size, str(upstar.value("domineering", size))]
            for size in ("1x1", "1x2", "1x3", "2x1", "2x2", "2x3", "3x1", "3x2", "3x3")
        ),
    ]
    document = json.loads(run("value", "domineering", "2x2..2x3", "--json").out)
    assert [(row["position"], row["value"]) for row in document["rows"]] == [
        ("2x2", "+-1"),
        ("2x3", "{2|-1/2}"),
    ]
    done = run("value", "domineering", "1x2..9x9", "--max-seconds", "0.5", "--json")
    document = json.loads(done.out)
    assert (done.status, document["stopped"]) == (3, "seconds")
    assert document["rows"][0]["value"] == "-1"


def test_shares_of_all_positions(run):
    document = json.loads(run("value", "clobber", "--share", "1x4..1x6", "--json").out)
    assert [round(100 * row["share"], 1) for row in document["rows"]] == [97.5, 95.9, 92.9]
    done = run("value", "clobber", "2x3", "--share", "--set", "method=claessen")
    assert done.status == 0
    assert "82.7 %" in done.out
    assert run("value", "clobber", "4x5", "--share", "--max-seconds", "0.2").status == 3


def test_the_restricted_method(run):
    done = run("value", "clobber", "2x4", "--set", "method=claessen")
    assert done.status == 0
    assert "has no value" in done.out
    document = json.loads(run("value", "clobber", "xxo", "--set", "method=claessen", "--json").out)
    assert (document["value"], document["method"]) == ("^", "claessen")


def test_bad_input_is_one_line(run):
    for arguments in (
        ["value", "clobber", "2x2", "--set", "method=magic"],
        ["value", "clobber", "2x2", "--set", "colour=red"],
        ["value", "clobber", "2x2", "--max-seconds", "-1"],
        ["value", "clobber", "3x3..2x2"],
        ["value", "clobber", "1x1..999x999"],
        ["value", "clobber", "2x2..3x3", "--moves"],
        ["value", "clobber", "2x2", "--moves", "--share"],
        ["value", "--expr", "*", "--moves"],
        ["value", "hex", "3x3", "--share"],
        ["thermograph"],
        ["thermograph", "--expr", "*", "-o", "picture.gif"],
        ["thermograph", "--expr", "*", "-o", "/no/such/folder/x.svg"],
        ["thermograph", "--expr", "{"],
    ):
        done = run(*arguments)
        assert done.status == 2, arguments
        assert len(done.err.splitlines()) == 1, arguments


def test_a_thermograph_as_json(run, tmp_path):
    file = tmp_path / "picture.svg"
    document = json.loads(run("thermograph", "--expr", "{3|1}", "-o", str(file), "--json").out)
    assert document["file"] == str(file)
    assert (document["value"], document["mean"], document["temperature"]) == ("{3|1}", "2", "1")
    assert document["left_wall"] == [["-1", "4"], ["1", "2"]]
    assert document["right_wall"] == [["-1", "0"], ["1", "2"]]
    assert file.exists()


@pytest.mark.parametrize("expr", ["{7|5||4|1}", "3/4", "5", "*", "+_2", "{1000|-1000}", "-3"])
def test_thermographs_are_drawn_with_left_on_the_left(run, tmp_path, expr):
    file = tmp_path / "picture.svg"
    done = run("thermograph", "--expr", expr, "-o", str(file))
    assert done.status == 0
    assert f"mean {upstar.Value(expr).mean}, temperature" in done.out
    root = ElementTree.parse(file).getroot()
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    drawn = {
        name: [
            [tuple(map(float, p.split(","))) for p in line.get("points").split()]
            for line in lines
            if line.get("stroke") == COLOURS[name] and line.get("stroke-width") == "3"
        ]
        for name in ("blue", "orange", "mast")
    }
    (left,), (right,), (mast, _arrow) = drawn.values()
    assert all(a[0] <= b[0] for a, b in zip(left, right, strict=False))
    assert left[-1] == right[-1] == mast[0]
    assert mast[0][0] == mast[1][0]
    assert mast[1][1] < mast[0][1]


def test_thermographs_of_positions_and_as_png(run, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "picture.png"
    assert run("thermograph", "domineering", "2x3", "-o", str(file)).status == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    assert upstar.Value("+-1").thermograph._repr_svg_().startswith("<svg")
    assert run("thermograph", "domineering", "9x9", "--max-seconds", "0.1").status == 3
