"""Values against a second implementation by the definitions, and known values."""

import copy
import pickle
import threading
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from upstar import Value, star, up, zero
from upstar.selftest.naive import values as naive

_sides = st.recursive(
    st.just(naive.ZERO),
    lambda games: st.tuples(
        st.lists(games, max_size=2).map(tuple), st.lists(games, max_size=2).map(tuple)
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=150)
@given(_sides, _sides)
def test_values_agree_with_the_definitions(a, b):
    x, y = Value(naive.braces(a)), Value(naive.braces(b))
    assert x.outcome == naive.outcome(a)
    assert (x <= y, x >= y) == (naive.le(a, b), naive.le(b, a))
    assert (x == y) == naive.equal(a, b)
    assert (hash(x) == hash(y)) or x != y
    assert x.is_fuzzy_with(y) == (not naive.le(a, b) and not naive.le(b, a))
    total = naive.of_value(x + y)
    assert naive.equal(total, naive.add(a, b))
    assert naive.equal(naive.of_value(-x), naive.negate(a))
    assert x - y == Value(naive.braces(naive.add(a, naive.negate(b))))


@settings(deadline=None, max_examples=150)
@given(_sides)
def test_forms_are_canonical_and_round_trip(a):
    x = Value(naive.braces(a))
    form = naive.of_value(x)
    assert naive.equal(form, a)
    assert naive.is_canonical(form)
    assert (x.birthday, x.nodes) == (naive.height(form), len(_distinct(form)))
    for notation in ("ascii", "unicode", "braces"):
        assert Value(x.text(notation)) == x
    assert Value.from_options(x.left_options, x.right_options) == x
    assert pickle.loads(pickle.dumps(x)) == x


def _distinct(form):
    found = []
    for game in naive.nodes(form):
        if not any(naive.equal(game, other) for other in found):
            found.append(game)
    return found


@settings(deadline=None)
@given(st.text(alphabet="01/2*^v+-_{}|,() ±⧾↑", max_size=12))
def test_no_text_breaks_it(text):
    try:
        value = Value(text)
    except (upstar.ValueTextError, upstar.ValueLimitError):
        return
    assert Value(str(value)) == value


def test_known_values():
    assert Value("{0|*}") == up
    assert up + up == Value("^2") == Value("{0|^*}")
    assert Value("*2") + Value("*3") == star
    assert up > 0
    assert up.is_fuzzy_with(star)
    assert Value("^2") > star
    assert Value("{1|1}") == 1 + star
    assert Value("{0|1}") == Fraction(1, 2)
    assert Value("{2|}") == 3
    assert 3 * up == Value("^3")
    assert -2 * up == Value("v2")
    assert 1 - up == Value("1v")
    assert zero == 0 == Value(0)
    assert Value("1") != "1"
    assert Value(1) != 10**30
    assert hash(Value("5/8")) == hash(Fraction(5, 8))
    assert copy.deepcopy(up) is not None
    assert Value("{0||0|-2}") == Value("+_2")


def test_heat():
    switch = Value("{1|-1}")
    assert str(switch) == "+-1"
    assert (switch.temperature, switch.mean) == (1, 0)
    assert (switch.left_stop, switch.right_stop) == (1, -1)
    assert switch.thermograph.left == ((-1, 2), (1, 0))
    assert switch.thermograph.right == ((-1, -2), (1, 0))
    assert Value("5/8").temperature == Fraction(-1, 8)
    assert switch.atomic_weight is None
    assert Value("^3*").atomic_weight == 3


def test_positions_have_values():
    assert upstar.value("clobber", "xo/ox") == star
    assert upstar.value("domineering", "3x3") == Value("+-1")
    p = upstar.position("domineering", "2x2", to_move="horizontal")
    assert upstar.value(p) == Value("+-1")
    with pytest.raises(upstar.UnsuitableError, match="domineering, nogo, clobber"):
        upstar.value("hex", "3x3")
    with pytest.raises(upstar.ParameterError):
        upstar.value("clobber")


@pytest.mark.parametrize("text", ["2x3", "3x3", "1x8", "xo./.xo/ox."])
def test_outcomes_of_values_are_those_of_searches(text):
    for game in ("clobber", "domineering"):
        if game == "domineering" and "x3" not in text and text != "1x8":
            continue
        winners = [
            upstar.solve(upstar.position(game, text, to_move=side)).outcome == "win"
            for side in ("left", "right")
        ]
        expected = {"L": [True, False], "R": [False, True], "N": [True] * 2, "P": [False] * 2}
        assert winners == expected[upstar.value(game, text).outcome]


def test_writing():
    assert Value("1/2^2*3").text("unicode") == "1/2⇑∗3"
    assert Value("1/2^*")._repr_latex_() == r"$\frac{1}{2}{\uparrow}{\ast}$"
    assert repr(Value("{2|1||0}")) == "Value('{2|1||0}')"
    with pytest.raises(upstar.ParameterError, match="morse"):
        up.text("morse")


@pytest.mark.parametrize(("text", "place"), [("{0|", 1), ("1/3", 3), ("1+-1", 2), ("x", 1)])
def test_bad_text_is_reported_with_its_position(text, place):
    with pytest.raises(upstar.ValueTextError, match=f"character {place}:"):
        Value(text)


def test_unsupported_values_are_errors():
    with pytest.raises(upstar.ValueLimitError):
        Value(2**62) + Value(2**62)
    with pytest.raises(upstar.ValueLimitError):
        up * 2**70
    with pytest.raises(AttributeError, match="immutable"):
        up.name = 1
    with pytest.raises(TypeError):
        Value([])
    with pytest.raises(TypeError):
        up + "1"


def test_threads_share_the_arena():
    def work(results, seed):
        results.append(sum((Value(f"{{{n + seed}|*}}") for n in range(20)), zero))

    results = []
    threads = [threading.Thread(target=work, args=(results, 0)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1


def test_numbers_beyond_all_values_are_unequal_to_them():
    assert Value(1) != 10**5000
    assert Value(1) != Fraction(10**5000, 2**5000)
    with pytest.raises(upstar.ValueTextError, match="too large"):
        Value(1) + 10**5000
