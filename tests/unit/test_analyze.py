"""Every move of small random positions of every game equals plain minimax, distance included."""

import random

import pytest

import upstar
from upstar.load import load_position

LIMIT = 3000
"""Positions with larger trees are skipped: the reference is plain Python."""


class TooLarge(Exception):
    """The tree has too many positions for the reference."""


def reference(position, memo):
    """Return (score for the player to move, plies to the end) by plain minimax on the rules."""
    if position.score is not None:
        return position.score, 0
    key = (str(position), position.to_move)
    if key not in memo:
        if len(memo) >= LIMIT:
            raise TooLarge
        results = []
        for move in position.moves():
            after = position.play(move)
            score, plies = reference(after, memo)
            results.append((score if after.to_move == position.to_move else -score, plies + 1))
        # The winner hastens, the loser delays.
        memo[key] = max(results, key=lambda r: (r[0], -r[1] if r[0] > 0 else r[1]))
    return memo[key]


def late_positions(info, rng, count):
    """Yield positions near the end of random games, with their references."""
    found = 0
    for _ in range(6 * count):
        examples = [*info.examples, *STRIPS.get(info.name, ())]
        line = [upstar.position(info.name, rng.choice(examples))]
        while line[-1].moves():
            line.append(line[-1].play(rng.choice(line[-1].moves())))
        memo = {}
        deepest = None
        for position in reversed(line):
            try:
                reference(position, memo)
            except TooLarge:
                break
            deepest = position
        if deepest is not None and deepest.moves():
            yield deepest, memo
            found += 1
            if found == count:
                return


STRIPS = {
    "domineering": ("1x6", "6x1", "2x6"),
    "nogo": ("1x6", "6x1"),
    "clobber": ("1x9", "9x1", "2x4"),
    "konane": ("1x6",),
}
"""Narrow boards beside the examples of the games."""
# In Go a position also has a history, which its text does not show.
GAMES = [info for info in upstar.games() if info.name != "go"]


def check_moves(analysis, memo, with_distance):
    """Compare every move of an analysis with the reference."""
    position = analysis.position
    assert analysis.solved
    assert analysis.stopped is None
    assert sorted(m.move for m in analysis.moves) == sorted(position.moves())
    for found in analysis.moves:
        after = position.play(found.move)
        theirs, more = reference(after, memo)
        mine = theirs if after.to_move == position.to_move else -theirs
        assert found.score == mine, (str(position), found)
        wanted = more + 1 if with_distance and mine else None
        assert found.distance == wanted, (str(position), found)
        assert (found.proved_by == "rules") == (after.outcome is not None), (str(position), found)
    assert analysis.score == reference(position, memo)[0]


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_every_move_equals_minimax(info):
    for position, memo in late_positions(info, random.Random(info.name), 16):
        for threads in (1, 2):
            check_moves(upstar.analyze(position, threads=threads), memo, False)


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_every_move_equals_minimax_with_its_distance(info):
    for position, memo in late_positions(info, random.Random(info.name), 8):
        score, plies = reference(position, memo)
        solution = upstar.solve(position, distance=True)
        assert solution.score == score, str(position)
        assert solution.distance == (plies if score else None), str(position)
        assert score == 0 or len(solution.line) == plies, str(position)
        for threads in (1, 2):
            found = upstar.analyze(position, distance=True, threads=threads)
            check_moves(found, memo, True)


def test_every_move_of_a_game_in_python_equals_minimax():
    rng = random.Random(7)
    position = load_position("examples/tic_tac_toe.py:TicTacToe", None, None)
    for _ in range(3):
        position = position.play(rng.choice(position.moves()))
    for distance in (False, True):
        check_moves(upstar.analyze(position, distance=distance, threads=2), {}, distance)


@pytest.mark.parametrize("text", ["2x2", "1x4", "xo/.."])
def test_every_move_of_go_equals_a_solution(text):
    position = upstar.position("go", text)
    for found in upstar.analyze(position).moves:
        after = position.play(found.move)
        solution = upstar.solve(after, "alpha-beta")
        mine = 1 if after.to_move == position.to_move else -1
        assert found.score == mine * solution.score, found


def test_games_with_margins_have_moves_but_no_distances():
    position = upstar.position("go", "2x2")
    with pytest.raises(upstar.UnsuitableError, match="won, drawn or lost"):
        upstar.analyze(position, distance=True)
    analysis = upstar.analyze(position, max_nodes=20_000)
    assert {m.move for m in analysis.moves} == set(position.moves())


@pytest.mark.parametrize(
    ("game", "text", "proved_by"),
    [
        ("connect-four", "4x4", {"search"}),
        ("mnk", "xx./oo./...:3", {"rules", "static bounds", "search"}),
        ("clobber", "xxoxo.xxo.xo", {"values"}),
        ("nim", "3,4,5", {"values"}),
    ],
)
def test_it_says_how_a_move_was_proved(game, text, proved_by):
    assert {m.proved_by for m in upstar.analyze(game, text).moves} <= proved_by


def test_sums_are_used_where_auto_uses_them():
    """On sums, all moves take fewer nodes than one solution on the board."""
    analysis = upstar.analyze("clobber", "1x18")
    board = upstar.solve("clobber", "1x18", "alpha-beta")
    assert analysis.solved
    assert 10 * analysis.stats.nodes < board.stats.nodes


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("game", "text"), [("domineering", "8x8"), ("clobber", "5x5"), ("go", "3x3"), ("hex", "7x7")]
)
def test_limits_hold_and_leave_bounds_and_open_moves(game, text, threads):
    position = upstar.position(game, text)
    for max_nodes in (1, 1000, 50_000):
        analysis = upstar.analyze(position, max_nodes=max_nodes, threads=threads)
        assert analysis.stopped == "nodes"
        assert not analysis.solved
        # The last position may be expanded beyond the limit.
        assert analysis.stats.nodes <= max_nodes + 128 * threads
        lowest, highest = position.scores[0], position.scores[-1]
        for move in analysis.moves:
            lo, hi = move.bounds
            assert lowest <= lo <= hi <= highest
            assert move.is_settled == (lo == hi)


def test_moves_of_a_limited_analysis_keep_what_is_proved():
    """An analysis with a limit never contradicts one without."""
    position = upstar.position("nogo", "4x4")
    whole = {m.move: m for m in upstar.analyze(position).moves}
    for max_nodes in (100, 10_000, 100_000):
        for move in upstar.analyze(position, max_nodes=max_nodes).moves:
            assert move.bounds[0] <= whole[move.move].score <= move.bounds[1]
            assert move.outcome in ("unknown", whole[move.move].outcome)


def test_progress_has_the_moves_that_are_settled():
    seen = []
    position = upstar.position("domineering", "9x9")
    analysis = upstar.analyze(position, max_seconds=1.0, progress=seen.append)
    assert seen
    settled = [sum(m.is_settled for m in found.moves) for found in seen]
    assert settled == sorted(settled)
    assert {m.move for m in seen[-1].moves} == set(position.moves())
    assert settled[-1] <= sum(m.is_settled for m in analysis.moves)


def test_an_exception_of_the_progress_stops_the_search():
    def fail(_):
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        upstar.analyze("domineering", "10x10", progress=fail)


def test_ctrl_c_returns_what_is_proved():
    def interrupt(_):
        raise KeyboardInterrupt

    analysis = upstar.analyze("domineering", "10x10", progress=interrupt)
    assert analysis.stopped == "interrupted"
    assert not analysis.solved


def test_values_after_the_moves_agree_with_the_outcomes():
    analysis = upstar.analyze("clobber", "xxo.xo/ooxx.o", values=True)
    for move in analysis.moves:
        value = upstar.Value(move.value)
        assert value == upstar.value(analysis.position.play(move.move))
        assert (value >= upstar.Value("0")) == (move.outcome == "win")
    right = upstar.analyze(
        upstar.position("clobber", "xxo.xo/ooxx.o", to_move="right"), values=True
    )
    for move in right.moves:
        assert (upstar.Value(move.value) <= upstar.Value("0")) == (move.outcome == "win")
    with pytest.raises(upstar.UnsuitableError, match="values cannot be found"):
        upstar.analyze("hex", "3x3", values=True)


def test_a_finished_game_has_no_moves():
    analysis = upstar.analyze("domineering", "#")
    assert (analysis.moves, analysis.solved, analysis.outcome) == ((), True, "loss")
    assert analysis.to_json()["bounds"] == [-1, -1]
    assert analysis.rows() == []
    assert "the game is over" in analysis._repr_html_()


@pytest.mark.parametrize(
    ("size", "outcome", "distance"),
    [("4x4", "draw", None), ("5x4", "draw", None), ("4x5", "draw", None), ("5x5", "draw", None)],
)
def test_small_boards_of_connect_four(size, outcome, distance):
    solution = upstar.solve(upstar.position("connect-four", size), distance=True)
    assert (solution.outcome, solution.distance) == (outcome, distance)


def test_the_best_moves_come_first():
    position = upstar.position("connect-four", "......./......./......./...x.../..oxo../..oxo..")
    analysis = upstar.analyze(position, distance=True)
    first = analysis.moves[0]
    assert (first.move, first.outcome, first.distance) == ("d", "win", 1)
    assert analysis.winning_moves[0] == "d"
    keys = [(-m.score, m.distance if m.score > 0 else -(m.distance or 0)) for m in analysis.moves]
    assert keys == sorted(keys)


def test_other_algorithms_goals_and_traces_are_rejected_with_distances():
    position = upstar.position("domineering", "3x3")
    for options in ({"algorithm": "pns"}, {"goal": "win"}, {"trace": True}):
        with pytest.raises(upstar.UnsuitableError):
            upstar.solve(position, distance=True, **options)


def test_arguments_are_those_of_solve():
    assert upstar.analyze("domineering", "2x3").winning_moves == ("b1b2",)
    with pytest.raises(TypeError, match="too many arguments"):
        upstar.analyze("domineering", "2x3", "ppt")
    with pytest.raises(upstar.ParameterError, match="threads"):
        upstar.analyze("domineering", "2x3", threads=0)


def test_the_picture_and_the_table_show_every_move():
    analysis = upstar.analyze("domineering", "3x3")
    page = analysis._repr_html_()
    assert all(f">{move.move}<" in page for move in analysis.moves)
    assert "proved by" in page
    # Six dominoes have six middles, so no label hides another.
    assert len(analysis.labels()) == 6
    plain, labelled = analysis.position.picture(), analysis.picture()
    assert len(labelled.shapes) == len(plain.shapes) + 2 * 6
    assert labelled.tikz()
    for game in upstar.games():
        position = upstar.position(game.name, game.examples[0])
        assert upstar.analyze(position, max_nodes=100).picture().svg()


def test_rows_become_data_frames():
    pandas = pytest.importorskip("pandas")
    analysis = upstar.analyze("mnk", "xo./.x./..o:3", distance=True)
    frame = analysis.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["move"].tolist() == [m.move for m in analysis.moves]
    assert frame["lowest"].tolist() == [m.bounds[0] for m in analysis.moves]
    assert upstar.analyze("domineering", "#").to_frame().shape == (0, 8)


def test_frames_use_the_library_that_is_there(monkeypatch):
    from upstar import tables

    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    monkeypatch.setattr(tables.sys, "modules", {})
    with pytest.raises(upstar.ParameterError, match="need pandas or polars"):
        tables._library()
    monkeypatch.setattr(tables, "find_spec", lambda name: name == "polars" or None)
    assert tables._library() == "polars"
    monkeypatch.setattr(tables.sys, "modules", {"polars": None})
    monkeypatch.setattr(tables, "find_spec", lambda name: True)
    assert tables._library() == "polars"
