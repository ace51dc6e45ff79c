"""Sums of positions: laws, text, pickling, Python games, and what cannot be a part."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from upstar.render.cells import placed_cells
from upstar.selftest.naive import values as naive

PARTS = [
    *(("clobber", text) for text in ("xo", "xxo", "xo/ox", "xoxo", "x.o", "xxo/oox")),
    *(("domineering", text) for text in ("1x2", "2x1", "2x2", "2x3", "3x1", "..#/...")),
    *(("nogo", text) for text in ("1x1", "1x3", "1x4", "2x2", "x.o.")),
    *(("nim", text) for text in ("1", "2,1", "3")),
    *(("hackenbush", text) for text in ("LR", "GL", "LRRL")),
    *(("toads-and-frogs", text) for text in ("T.F", "TT.F")),
    ("cram", "2x2"),
    ("snort", "1x3"),
]
LITERALS = ["0", "1", "-2", "1/2", "*", "*2", "^", "v*", "{1|*}", "+-1", "+_1", "{2|-1}"]

part = st.tuples(st.sampled_from([*PARTS, *LITERALS]), st.booleans())


def text_of(parts):
    texts = [kind if isinstance(kind, str) else ":".join(kind) for kind, _ in parts]
    signs = [" - " if negated else " + " for _, negated in parts]
    return "".join(sign + text for sign, text in zip(signs, texts, strict=True)).removeprefix(" + ")


def value_of(parts):
    total = upstar.Value(0)
    for kind, negated in parts:
        value = upstar.Value(kind) if isinstance(kind, str) else upstar.value(*kind)
        total += -value if negated else value
    return total


def winner(outcome, mover):
    """Return whether the player to move wins a game of an outcome class."""
    return outcome == "N" or outcome == "LR"[mover]


@settings(max_examples=150, deadline=None)
@given(st.lists(part, min_size=1, max_size=4), st.booleans())
def test_search_agrees_with_canonical_forms(parts, right):
    p = upstar.position("sum", text_of(parts), to_move="right" if right else "left")
    expected = "win" if winner(value_of(parts).outcome, int(right)) else "loss"
    assert upstar.solve(p).outcome == expected
    assert upstar.solve(p, "df-pn").outcome == expected
    assert upstar.value(p) == value_of(parts)


@settings(max_examples=30, deadline=None)
@given(st.lists(part, min_size=1, max_size=2), st.booleans())
def test_search_agrees_with_the_definition(parts, right):
    game = naive.ZERO
    for kind, negated in parts:
        value = upstar.Value(kind) if isinstance(kind, str) else upstar.value(*kind)
        own = naive.of_value(value)
        game = naive.add(game, naive.negate(own) if negated else own)
    p = upstar.position("sum", text_of(parts), to_move="right" if right else "left")
    assert (upstar.solve(p, "minimax").outcome == "win") == naive.wins(game, int(right))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PARTS), st.sampled_from(PARTS), st.sampled_from(PARTS), st.data())
def test_addition_is_commutative_and_associative_and_has_negatives(a, b, c, data):
    p, q, r = (upstar.position(*kind) for kind in (a, b, c))
    outcome = upstar.solve(p + q + r).outcome
    assert upstar.solve(q + r + p).outcome == outcome
    assert upstar.solve(p + (q + r)).outcome == outcome
    assert upstar.solve(p - p).outcome == "loss"
    assert upstar.solve(-(p + q) + q + p).outcome == "loss"
    relation = upstar.compare(p, q).relation
    difference = upstar.value(*a) - upstar.value(*b)
    assert relation == {"P": "=", "L": ">", "R": "<", "N": "||"}[difference.outcome]
    assert (p <= q, p >= q, p < q, p > q, p | q) == (
        relation in "<=",
        relation in ">=",
        relation == "<",
        relation == ">",
        relation == "||",
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(part, min_size=1, max_size=3), st.integers(0, 2**32))
def test_text_pickle_and_moves_of_random_plays(parts, seed):
    rng = random.Random(seed)
    p = upstar.position("sum", text_of(parts))
    while not p.is_over:
        again = upstar.position("sum", str(p), to_move=p.to_move)
        assert again == p
        assert hash(again) == hash(p)
        assert list(again.moves()) == list(p.moves())
        assert pickle.loads(pickle.dumps(p)) == p
        assert eval(repr(p)) == p
        assert len(p.terms) == len(parts)
        p = p.play(rng.choice(p.moves()))


@pytest.mark.parametrize(
    "text", ["clobber:xo/ox + domineering:2x3 - nogo:1x4 + {1|-1}", "2.nogo:1x3 - ^", "0"]
)
def test_certificates_of_sums_are_right(tmp_path, text):
    for mover in ("left", "right"):
        path = tmp_path / "proof"
        p = upstar.position("sum", text, to_move=mover)
        solution = upstar.solve(p, proof=path)
        verification = upstar.verify(path)
        assert (verification.verdict, verification.outcome) == ("right", solution.outcome)


def test_large_parts_need_no_values():
    p = upstar.position("clobber", "5x5")
    assert upstar.solve(p - p).outcome == "loss"
    assert upstar.compare(p, p).relation == "="


@pytest.mark.parametrize("text", ["clobber:2x3", "nogo:2x2", "hackenbush:LRG", "cram:2x3", "{2|*}"])
def test_differences_that_cancel_have_certificates(tmp_path, text):
    """The opponent repeats each move in the other part, so no values are needed."""
    for sum_ in (f"{text} - {text}", f"{text} - nim:1 - {text} + nim:1"):
        solution = upstar.solve("sum", sum_, proof=tmp_path / "proof")
        assert solution.outcome == "loss"
        assert upstar.verify(tmp_path / "proof").outcome == "loss"


@settings(max_examples=80, deadline=None)
@given(st.lists(part, min_size=1, max_size=2), st.lists(part, max_size=1), st.booleans())
def test_a_sum_that_cancels_but_for_some_parts(parts, rest, right):
    both = [*parts, *((kind, not negated) for kind, negated in parts), *rest]
    p = upstar.position("sum", text_of(both), to_move="right" if right else "left")
    expected = "win" if winner(value_of(rest).outcome, int(right)) else "loss"
    assert upstar.solve(p, "alpha-beta").outcome == expected


def test_equality_of_values_is_asked_with_compare(tmp_path):
    p = upstar.position("clobber", "xxo")
    assert p != upstar.Value("^")
    found = upstar.compare(p, upstar.Value("^"), proof=tmp_path / "proof")
    assert found.is_equal
    for mover in ("left", "right"):
        assert upstar.verify(tmp_path / f"proof.{mover}").to_move == mover
    assert upstar.compare(p, upstar.Value("*")).is_equal is False
    large = upstar.position("domineering", "7x7")
    unknown = upstar.compare(large, upstar.position("domineering", "6x8"), max_nodes=5)
    assert unknown.is_equal is None
    assert unknown.to_json()["relation"] is None


class Strip(upstar.PartisanGame):
    """Domineering on a strip: Left takes a cell, Right two adjacent cells."""

    def __init__(self, length=3):
        self.length = length

    def start(self):
        return "." * self.length

    def left_moves(self, row):
        return [i for i, cell in enumerate(row) if cell == "."]

    def right_moves(self, row):
        return [-i - 1 for i in range(len(row) - 1) if row[i : i + 2] == ".."]

    def play(self, row, move):
        at, size = (move, 1) if move >= 0 else (-move - 1, 2)
        return row[:at] + "#" * size + row[at + size :]


def test_games_written_in_python_join_in():
    p = upstar.position(Strip(3))
    s = p + upstar.position("clobber", "xo") - upstar.Value("{1|*}")
    assert upstar.value(s) == upstar.value(p) + upstar.value("clobber", "xo") - upstar.Value(
        "{1|*}"
    )
    for q in (s, s.play(s.moves()[0])):
        right = winner(upstar.value(q).outcome, q.labels.index(q.to_move))
        assert (upstar.solve(q).outcome == "win") == right
        assert upstar.solve(q, "pns").outcome == upstar.solve(q).outcome
        assert pickle.loads(pickle.dumps(q)) == q
    assert upstar.solve(p - p).outcome == "loss"
    assert upstar.best_move(s, max_playouts=50).move in s.moves()


def test_a_raised_exception_in_a_part_reaches_the_caller():
    class Broken(Strip):
        def left_moves(self, row):
            if "#" in row:
                raise LookupError("no moves here")
            return super().left_moves(row)

    with pytest.raises(LookupError, match="no moves here"):
        upstar.solve(upstar.position(Broken(4)) + upstar.position("nim", "2"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("connect-four:4x4 + nim:1", "character 1: .*'connect-four' have no values"),
        ("nim:1 + hex:3x3", "character 9: .*'hex' have no values, because .* normal play"),
        ("nim:1 + clober:xo", "character 9: there is no game 'clober'; did you mean 'clobber'"),
        ("nim:1 + clobber:xq", "character 18: 'q' is neither a cell"),
        ("- 2.clobber:xq", "character 14: 'q' is neither a cell"),
        ("nim:1 + {1|", "character 9: '{1|' is neither GAME:POSITION nor a value"),
        ("nim:1 + 3 - {1|1/3}", "character 18: .* a denominator is a power of two"),
        ("misere:nim:1 + nim:2", "character 1: a sum is under normal play; .*'misere:sum'"),
        (" + ".join(["clobber:xo"] * 9 + ["clobber:xq"]), "'….*clobber:xq.*', character 127: 'q'"),
        ("nim:1 + ", "a term is missing"),
        ("", "a term is missing"),
        ("1000.nim:1", "at most 512 parts"),
        ("5000", "at most 1000 moves"),
    ],
)
def test_bad_sums_are_one_clear_line(text, message):
    with pytest.raises(upstar.PositionError, match=message) as raised:
        upstar.position("sum", text)
    assert "\n" not in str(raised.value)


def test_signs_stand_before_multiples_and_names():
    p = upstar.position("sum", "-2.nim:1 + -nim:2 - -kayles:3 + -2.^ - -3/4")
    assert str(p) == "- nim:1 - nim:1 - nim:2 + kayles:3 + v2 - -3/4"


def test_bad_operands():
    p = upstar.position("nim", "2")
    with pytest.raises(TypeError):
        p + "nim"
    with pytest.raises(TypeError):
        p * 1.5
    with pytest.raises(upstar.UnsuitableError, match="have no values"):
        p + upstar.position("hex", "3x3")
    with pytest.raises(upstar.ParameterError, match="at most 512"):
        1000 * p
    with pytest.raises(TypeError, match="positions and values, not str"):
        _ = p <= "nim"


def test_large_heaps_in_sums():
    p = upstar.position("sum", "nim:100 + nim:3 + octal:4.3:128")
    assert "1:100:3" in p.moves()
    assert "3:128:64,64" in p.moves()
    assert str(p.play("1:100:3")) == "nim:3 + nim:3 + octal:4.3:128"
    assert upstar.solve("sum", "nim:100 + nim:3").best_move == "1:100:3"


@given(st.lists(part, min_size=1, max_size=4), st.sampled_from(["left", "right"]))
def test_the_cells_of_a_sum_are_those_of_its_terms(parts, to_move):
    from upstar.render.cells import placed_cells

    position = upstar.position("sum", text_of(parts), to_move=to_move)
    placed, touched = placed_cells(position), position.cells_of_moves()
    assert list(touched) == list(position.moves())
    drawn = position.picture()
    for cell in placed.values():
        assert 0 < cell.at[0] < drawn.width
        assert 0 < cell.at[1] < drawn.height
    for move, cells in touched.items():
        assert position.cells(move) == cells
        number, _, name = move.partition(":")
        term = position.terms[int(number) - 1][1]
        inside = [] if isinstance(term, str) else placed_cells(term)
        own = [] if isinstance(term, str) else term.cells(name)
        assert [placed[cell].name for cell in cells] == [
            f"{number}:{inside[cell].name}" for cell in own
        ]


def test_the_results_of_moves_are_drawn_on_a_sum():
    position = upstar.position("sum", "clobber:xo + domineering:2x2")
    plain = len(position.picture().shapes)
    assert len(upstar.analyze(position).picture().shapes) > plain


HARD = "clobber:3x4 - domineering:3x4 + {2|{1|*,0}}"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"threads": 2},
        {"algorithm": "alpha-beta"},
        {"algorithm": "df-pn"},
        {"algorithm": "df-pp"},
    ],
)
def test_a_sum_resumes_from_its_checkpoint(tmp_path, options):
    expected = upstar.solve("sum", HARD)
    first = upstar.solve("sum", HARD, max_nodes=2500, checkpoint=tmp_path, **options)
    if not first.solved:
        again = upstar.solve("sum", HARD, checkpoint=tmp_path, **options)
        assert again.details["nodes_before"] >= 1000
        assert again.outcome == expected.outcome
    last = upstar.solve("sum", HARD, checkpoint=tmp_path, **options)
    assert last.outcome == expected.outcome
    assert last.stats.nodes < 500


@settings(max_examples=25, deadline=None)
@given(parts=st.lists(part, min_size=2, max_size=5), right=st.booleans())
def test_a_search_that_resumes_in_small_steps_is_right(tmp_path_factory, parts, right):
    position = upstar.position("sum", text_of(parts), to_move="right" if right else "left")
    expected = upstar.solve(position).outcome
    for algorithm in ("alpha-beta", "df-pn"):
        folder = tmp_path_factory.mktemp("steps")
        for nodes in range(10, 10_000, 40):
            found = upstar.solve(position, algorithm, max_nodes=nodes, checkpoint=folder)
            if found.solved:
                break
        assert found.outcome == expected


def test_a_checkpoint_of_another_sum_is_rejected(tmp_path):
    upstar.solve("sum", "clobber:3x4 + nim:1", checkpoint=tmp_path)
    with pytest.raises(upstar.UnsuitableError, match="its position is"):
        upstar.solve("sum", "clobber:3x4 + nim:2", checkpoint=tmp_path)


def test_equal_values_have_one_checkpoint(tmp_path):
    """However a value is written, its options have one order."""
    texts = ["{2,*|{1|*,0},1}", "{*,2|1,{1|0,*}}", "{2,1,*|{1|0,*,v}}"]
    positions = [upstar.position("sum", f"clobber:3x4 + {text}") for text in texts]
    assert len({str(position) for position in positions[:2]}) == 1
    upstar.solve(positions[0], "alpha-beta", max_nodes=50, checkpoint=tmp_path)
    again = upstar.solve(positions[1], "alpha-beta", checkpoint=tmp_path)
    assert again.outcome == upstar.solve(positions[1]).outcome
    assert [list(p.moves()) for p in positions[:1]] == [list(p.moves()) for p in positions[1:2]]


def test_an_analysis_of_a_sum_has_checkpoints(tmp_path):
    position = upstar.position("sum", "clobber:3x4 + {1|*}")
    first = upstar.analyze(position, checkpoint=tmp_path)
    again = upstar.analyze(position, checkpoint=tmp_path)
    assert again.winning_moves == first.winning_moves
    assert again.stats.nodes < max(first.stats.nodes, 2)


def test_sums_with_games_in_python_have_no_checkpoints(tmp_path):
    position = upstar.position(Strip(4)) + upstar.position("nim", "2")
    with pytest.raises(upstar.UnsuitableError, match="games written in Python"):
        upstar.solve(position, checkpoint=tmp_path)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("7:b1", "there is no part 7; the parts are 1 to 3"),
        ("0:b1", "there is no part 0; the parts are 1 to 3"),
        ("b1", "a move is the number of a part and its move; legal are 1:"),
        ("1:a9", "not a legal move in part 1, clobber:xo/ox; legal are 1:a2b2, "),
        ("3:0", "left has no move in part 3, domineering:."),
    ],
)
def test_moves_of_unknown_parts_are_one_clear_line(move, message):
    position = upstar.position("sum", "clobber:xo/ox + domineering:2x3 - domineering:1x1")
    with pytest.raises(upstar.MoveError) as caught:
        position.play(move)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sum_under_misere_play_is_drawn_like_the_sum():
    normal = upstar.position("sum", "nim:1,2 + clobber:xo/ox - {1|*}")
    misere = upstar.position("sum", str(normal), play="misere")
    move = next(iter(normal.moves()))
    assert misere.ascii(mark=move) == normal.ascii(mark=move)
    assert misere.svg(mark=move) == normal.svg(mark=move)
    assert misere.cells_of_moves() == normal.cells_of_moves()


def test_wide_sums_are_drawn_in_rows():
    wide = 12 * upstar.position("nogo", "1x8")
    assert max(map(len, wide.ascii().splitlines())) <= 100
    assert wide.picture().width <= 1000
    assert "\n\n" in wide.ascii()
    assert upstar.position("sum", "0.nogo:1x8").ascii() == "0"
    cells = placed_cells(wide)
    assert len(cells) == len({cell.at for cell in cells.values()}) == 96


def test_certificates_name_the_options_of_values(tmp_path):
    """The options of a value come in one order, however it is written."""
    for number, text in enumerate(
        ["{2,*|{1|*,0},1}", "{2,1,*|{1|0,*,v}}", "{{1|*},{2|0}|{0|-3},*}"]
    ):
        position = upstar.position("sum", f"{text} + clobber:xxo/oxo + {text} - nim:2")
        path = tmp_path / f"{number}.proof"
        outcome = upstar.solve(position, proof=path).outcome
        found = upstar.verify(path)
        assert (found.verdict, found.outcome) == ("right", outcome)
