"""Expressions on values: multiples, switches with several options, comparisons, simplification."""

import itertools

import pytest

import upstar
from upstar import Value

TEXTS = ("0", "*", "*2", "^", "v*", "1", "-1/2", "+-1", "{1|*}", "+_2", "{2|0||-1}")


def test_multiples():
    assert Value("3.^") == 3 * upstar.up
    assert Value("-2.{2|*}") == -2 * Value("{2|*}")
    assert Value("2.3.*2 + 0.^") == Value("0")
    assert Value("2.{1|0} - 5.^*") == 2 * Value("{1|0}") - 5 * Value("^*")
    for wrong, place in (("1/2.^", 1), ("3.", 3), ("^.3", 2)):
        with pytest.raises(upstar.ValueTextError, match=f"character {place}:"):
            Value(wrong)


def test_switches_with_several_options():
    for a, b in itertools.product(TEXTS, TEXTS):
        assert Value(f"+-({a},{b})") == Value(f"{{{a},{b}|-({a}),-({b})}}")
    assert Value("+-(1)") == Value("+-1")
    assert Value("±(∗,↑)") == Value("+-(*,^)")
    for wrong in ("+-()", "+-(1,", "+-(1,)", "(1,2)"):
        with pytest.raises(upstar.ValueTextError):
            Value(wrong)


def test_comparisons_agree_with_the_order():
    for a, b in itertools.product(TEXTS, TEXTS):
        left, right = Value(a), Value(b)
        truth = {
            "=": left == right,
            "==": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
            "<>": left.is_fuzzy_with(right),
        }
        for operator, holds in truth.items():
            found = upstar.evaluate(f"{a} {operator} {b}")
            assert isinstance(found, upstar.ValueComparison)
            assert (bool(found), found.holds) == (holds, holds)
            assert found.difference == left - right
            assert {"=": "P", "<": "R", ">": "L", "||": "N"}[found.relation] == (
                found.difference.outcome
            )
    assert upstar.evaluate("1 + ^") == Value("1^")


@pytest.mark.parametrize(
    ("text", "place"), [("1 <> {", 7), ("1 >", 4), ("> 1", 1), ("1 < 2 < 3", 7), ("^ = 1,2", 5)]
)
def test_errors_name_the_place_in_the_whole_text(text, place):
    with pytest.raises(upstar.ValueTextError, match=f"character {place}:"):
        upstar.evaluate(text)


def test_steps_of_a_simplification_lead_to_the_canonical_options():
    values = [Value(text) for text in TEXTS]
    for left in itertools.combinations(values, 2):
        for right in itertools.combinations(values[::2], 2):
            found = upstar.simplify((left, right))
            assert found.value == Value.from_options(left, right)
            options = {"Left": list(left), "Right": list(right)}
            for step in found.steps:
                assert (step.dominated_by is None) != (step.reversed_by is None)
                options[step.player].remove(step.option)
                options[step.player] += step.replaced_by
            assert set(options["Left"]) == set(found.value.left_options)
            assert set(options["Right"]) == set(found.value.right_options)


def test_text_that_does_not_state_options():
    for text in ("^", "{0|1} + ^", "1/2"):
        with pytest.raises(upstar.ValueTextError, match="written by its options"):
            upstar.simplify(text)
    assert upstar.simplify("0,*|1||2").left == (Value("{0,*|1}"),)
    assert str(upstar.simplify("{0,0|}").steps[0]) == "Left's option 0 is listed twice."


@pytest.mark.parametrize("board", ["2x3", "3x3", "..#./..#./.##.", "2x4"])
def test_the_reply_that_reverses_a_move(board):
    found = upstar.dissect("domineering", board, moves=True)
    assert any(move.reversible for move in found.moves)
    for move in found.moves:
        assert move.reversible == (move.reversed_to is not None)
        if move.reversed_by is None:
            continue
        first = move.player == "vertical"
        start = upstar.position("domineering", board, to_move=move.player)
        after = upstar.value(start.play(move.move).play(move.reversed_by))
        assert after == move.reversed_to
        assert after <= found.value if first else after >= found.value
