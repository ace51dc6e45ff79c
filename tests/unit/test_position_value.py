"""Values of positions: limits, methods, moves, whole boards, games written in Python."""

from fractions import Fraction
from pathlib import Path

import pytest

import upstar
from upstar import Value
from upstar.load import load_game
from upstar.testing import check_game

COL = f"{Path(__file__).parents[2] / 'examples' / 'col.py'}:Col"
LARGE = "9x9"


class Nosy(upstar.PartisanGame):
    """A heap whose moves ask for its value."""

    def start(self):
        return 3

    def left_moves(self, state):
        upstar.Value("1/2") + 1
        return [1] if state else []

    right_moves = left_moves

    def play(self, state, move):
        return state - 1


def test_values_are_not_asked_for_while_one_is_worked_out():
    with pytest.raises(upstar.UnsuitableError, match="while a value is being computed"):
        upstar.value(Nosy())
    assert upstar.value("nim", "3") == Value("*3")


class Kayles(upstar.PartisanGame):
    """Knock down one or two neighbouring pins, either player."""

    def start(self):
        return (5,)

    def left_moves(self, rows):
        return [(r, a, n) for r in sorted(set(rows)) for n in (1, 2) for a in range(r - n + 1)]

    right_moves = left_moves

    def play(self, rows, move):
        row, before, gone = move
        rest = list(rows)
        rest.remove(row)
        return tuple(sorted(r for r in (*rest, before, row - before - gone) if r))

    def parts(self, rows):
        return [(row,) for row in rows]

    def parse(self, text):
        return tuple(sorted(int(word) for word in text.split()))

    def print(self, rows):
        return " ".join(map(str, rows))

    def print_move(self, rows, move):
        return ",".join(map(str, move))


class Unsplit(Kayles):
    def parts(self, rows):
        return [rows]


def test_a_limit_is_a_result():
    found = upstar.dissect("domineering", LARGE, max_seconds=0.05)
    assert (found.value, found.stopped) == (None, "seconds")
    found = upstar.dissect("domineering", LARGE, max_memory=1)
    assert (found.value, found.stopped) == (None, "memory")
    with pytest.raises(upstar.ValueLimitError, match="memory"):
        upstar.value("domineering", LARGE, max_memory=1)
    # The limits are those of one call.
    assert upstar.value("domineering", "4x4").outcome == "N"


def test_progress_is_reported_and_may_raise():
    reports = []
    upstar.dissect("domineering", LARGE, max_seconds=0.5, progress=reports.append)
    assert reports
    assert reports[-1].positions > 0
    assert reports[-1].bytes > 0

    def stop(progress):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        upstar.dissect("domineering", LARGE, max_seconds=20, progress=stop)


def test_the_restricted_method_gives_the_same_values_or_none():
    for text in ("xo", "xxo", "xo/ox", "3x3", "2x4", "xox/oxo"):
        found = upstar.dissect("clobber", text, method="claessen")
        exact = upstar.value("clobber", text)
        assert found.value in (None, exact)
        assert found.stopped is None
    with pytest.raises(upstar.UnsuitableError, match="claessen"):
        upstar.value("clobber", "2x4", method="claessen")
    with pytest.raises(upstar.ParameterError, match="exact, claessen"):
        upstar.value("clobber", "2x2", method="guess")


def test_moves_are_classified_by_their_values():
    found = upstar.dissect("domineering", "2x3", moves=True)
    left = [move for move in found.moves if move.player == "vertical"]
    assert [(m.move, str(m.value), m.wins) for m in left] == [
        ("a1a2", "+-1", False),
        ("b1b2", "2", True),
        ("c1c2", "+-1", False),
    ]
    assert [m.dominated_by for m in left] == ["b1b2", None, "b1b2"]
    for move in found.moves:
        side = found.value.left_options if move.player == "vertical" else found.value.right_options
        if move.dominated_by is None and not move.reversible:
            assert move.value in side


@pytest.mark.parametrize(
    ("game", "text"), [("clobber", "3x3"), ("domineering", "3x4"), ("nogo", "2x3")]
)
def test_winning_moves_are_those_that_searches_find(game, text):
    found = upstar.dissect(game, text, moves=True)
    labels = upstar.position(game, text).labels
    for move in found.moves:
        after = upstar.position(game, text, to_move=move.player).play(move.move)
        assert move.wins == (upstar.solve(after).winner == move.player)
        assert after.labels == labels


def test_the_hottest_part_is_named():
    found = upstar.dissect("domineering", "..#../..#../###../..#..")
    assert found.hottest is not None
    assert found.hottest.value.temperature == max(p.value.temperature for p in found.parts)


@pytest.mark.parametrize(
    ("text", "restricted", "exact"),
    [("1x4", 97.5, 97.5), ("1x6", 91.5, 92.9), ("2x3", 82.7, 86.3), ("3x3", 53.1, 70.2)],
)
def test_shares_of_all_positions_of_clobber(text, restricted, exact):
    assert round(100 * upstar.census("clobber", text, method="claessen").share, 1) == restricted
    found = upstar.census("clobber", text)
    assert round(100 * found.share, 1) == exact
    assert (
        found.valued
        == found.positions
        == 3 ** len(str(upstar.position("clobber", text)).replace("/", ""))
    )


def test_a_census_stops_at_limits_and_needs_a_game_that_lists_positions():
    found = upstar.census("clobber", "4x4", max_seconds=0.05)
    assert found.stopped == "seconds"
    assert 0 < found.positions < 3**16
    with pytest.raises(upstar.UnsuitableError, match="list"):
        upstar.census(upstar.position(Kayles))
    with pytest.raises(upstar.UnsuitableError, match="no values"):
        upstar.census("hex", "3x3")


def test_games_in_python_have_values():
    # Kayles: Winning Ways, chapter 4.
    for pins, nimber in enumerate([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]):
        assert upstar.value(Kayles, str(pins)) == Value(f"*{nimber}")
    assert upstar.value(Kayles, "3 4 5") == Value("*6")
    assert upstar.value(Unsplit, "3 4") == upstar.value(Kayles, "3 4")
    for text in ("4 5", "2 2"):
        solved = upstar.solve(upstar.position(Kayles, text)).outcome == "win"
        assert solved == (upstar.value(Kayles, text).outcome == "N")
    check_game(Kayles, plays=20)


def test_the_example_in_python_has_values():
    col = load_game(COL)
    check_game(col, plays=20)
    # Paths of one to four vertices: Winning Ways, chapter 2.
    assert upstar.value(col, "a") == Value("*")
    assert upstar.value(col, "a:L") == 1
    found = upstar.dissect(col, "a-b b-c d", moves=True)
    assert found.value == upstar.value(col, "a-b b-c") + Value("*")
    for algorithm in ("alpha-beta", "pnt", "df-pn", "minimax"):
        solution = upstar.solve(upstar.position(col, "a-b b-c d"), algorithm)
        assert (solution.outcome == "win") == (found.value.outcome in "NL")


def test_exceptions_of_a_python_game_are_not_changed():
    class Failing(Kayles):
        def right_moves(self, rows):
            raise LookupError("no pins")

    with pytest.raises(LookupError, match="no pins"):
        upstar.value(Failing, "3")

    class Endless(Kayles):
        def play(self, rows, move):
            return rows

    with pytest.raises(upstar.ValueLimitError, match="1000 moves"):
        upstar.value(Endless, "3")

    class Plain(upstar.Game):
        def start(self):
            return 1

        def moves(self, state):
            return []

        def play(self, state, move):
            return state

        def outcome(self, state):
            return None

    with pytest.raises(upstar.UnsuitableError, match="no values"):
        upstar.value(upstar.position(Plain))


def test_scores_need_a_temperature_of_at_least_minus_one():
    graph = Value("{3|1}").thermograph
    assert graph.scores(-1) == (4, 0)
    assert graph.scores(Fraction(7, 8)) == (Fraction(17, 8), Fraction(15, 8))
    with pytest.raises(upstar.ParameterError, match="at least -1"):
        graph.scores(-2)
    with pytest.raises(upstar.ParameterError, match="at least 0"):
        Value("*").cooled(-1)
    with pytest.raises(upstar.ParameterError, match="dyadic"):
        Value("*").cooled(Fraction(1, 3))
    with pytest.raises(upstar.ParameterError, match="positive"):
        Value("1").norton("*")
