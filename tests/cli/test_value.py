"""`upstar value`."""

import json

KEYS = {
    *("value", "canonical", "outcome", "is_number", "is_infinitesimal", "temperature", "mean"),
    *("left_stop", "right_stop", "atomic_weight", "birthday", "nodes", "subgames", "seconds"),
}


def test_json_has_the_keys_of_the_contract(run):
    done = run("value", "--expr", "{0|*}", "--json")
    document = json.loads(done.out)
    assert (done.status, done.err) == (0, "")
    assert set(document) == KEYS
    assert document["value"] == "^"
    assert document["canonical"] == "{{|}|{{|}|{|}}}"
    assert (document["outcome"], document["atomic_weight"]) == ("L", "1")


def test_the_text_output_has_all_properties(run):
    done = run("value", "--expr", "{1|-1}", "--unicode")
    assert done.status == 0
    assert done.out.startswith("±1")
    assert "temperature" in done.out


def test_positions_have_values_and_parts(run):
    document = json.loads(run("value", "clobber", "xo.xxo", "--json").out)
    assert set(document) == KEYS
    assert document["value"] == "^*"
    assert [part["value"] for part in document["subgames"]] == ["*", "^"]
    done = run("value", "domineering", "2x2")
    assert (done.status, done.out.splitlines()[0]) == (0, "+-1")


def test_a_form_too_large_to_print_is_omitted(run):
    done = run("value", "--expr", "1000000", "--json")
    assert json.loads(done.out)["canonical"] is None


def test_bad_input_has_status_2(run):
    for arguments in (
        ["--expr", "{0|"],
        ["--expr", "1/3"],
        [],
        ["clobber"],
        ["clobber", "x?"],
        ["hex", "3x3"],
        ["nothing", "3x3"],
        ["clobber", "--expr", "0"],
    ):
        done = run("value", *arguments)
        assert done.status == 2, arguments
        assert len(done.err.splitlines()) == 1


def test_comparisons(run):
    document = json.loads(run("value", "--expr", "^ <> *", "--json").out)
    assert document.pop("seconds") >= 0
    assert document == {
        "expression": "^ <> *",
        "left": "^",
        "operator": "<>",
        "right": "*",
        "holds": True,
        "relation": "||",
        "difference": "^*",
    }
    done = run("value", "--expr", "3.^ < *2")
    assert (done.status, done.out.split()[:5]) == (0, ["false", "relation", "^3", "is", "greater"])
    done = run("value", "--expr", "^ < * < 0")
    assert done.status == 2
    assert "character 7: there are two comparisons" in done.err


def test_options_are_explained(run):
    done = run("value", "--expr", "{^,-1|0}", "--explain")
    assert "Left's option -1 is dominated by ^" in done.out
    assert "Left's option ^ is reversible: Right's reply to * is at most the game." in done.out
    assert "canonical form" in run("value", "--expr", "{0|*}", "--explain").out
    document = json.loads(run("value", "--expr", "{^|0}", "--explain", "--json").out)
    assert document["steps"] == [
        {
            "player": "Left",
            "option": "^",
            "dominated_by": None,
            "reversed_by": "*",
            "replaced_by": ["0"],
        }
    ]
    for wrong in (["--expr", "^", "--explain"], ["domineering", "2x3", "--explain"]):
        done = run("value", *wrong)
        assert (done.status, done.err.count("\n")) == (2, 1)


def test_equal_parts_of_a_sum_are_one_line(run):
    done = run("value", "sum", "12.clobber:xo - 2.nim:1 + {7|-3}")
    assert "  part          clobber:xo  *  (12 times)\n" in done.out
    assert "  part          - nim:1  *  (2 times)\n" in done.out


def test_a_value_that_is_too_long_has_its_facts(run):
    parts = (f"{{{40 + 7 * i}|{20 + 5 * i}||{-i}|{-30 - 11 * i}}}" for i in range(9))
    done = run("value", "sum", " + ".join(parts))
    assert done.status == 0
    assert done.out.startswith("a value with ")
    assert "too long to print\n" in done.out
    assert "  mean          135/2\n" in done.out
    assert "  temperature   141/2\n" in done.out
