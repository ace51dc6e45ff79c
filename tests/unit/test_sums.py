"""Search on sums: what `auto` does with positions of several parts."""

import random
import subprocess
import sys
import time

import pytest

import upstar


def random_board(rows, columns, rng):
    cells = ["".join(rng.choices(".xo", [1, 2, 2], k=columns)) for _ in range(rows)]
    return "/".join(cells)


def test_the_note_of_auto_says_that_it_searched_on_sums():
    assert "sums" in upstar.solve(upstar.position("clobber", "3x4")).note


@pytest.mark.parametrize(("rows", "columns"), [(1, 14), (3, 4), (2, 7)])
def test_sums_have_the_outcomes_of_their_boards(rows, columns):
    rng = random.Random(rows)
    for _ in range(60):
        board = random_board(rows, columns, rng)
        for player in ("black", "white"):
            position = upstar.position("clobber", board, to_move=player)
            assert upstar.solve(position).outcome == upstar.solve(position, "alpha-beta").outcome


def test_wide_boards_with_several_large_parts():
    rng = random.Random(7)
    searched = 0
    for gap in (1, 8):
        for threads in (1, 2) * 12:
            blocks = [[random_board(1, 4, rng) for _ in range(3)] for _ in range(2)]
            rows = [("." * gap).join(row) for row in zip(*blocks, strict=True)]
            position = upstar.position("clobber", "/".join(rows))
            on_sums = upstar.solve(position, threads=threads)
            assert "on sums" in on_sums.note
            is_searched = "values" not in on_sums.note
            assert ("one thread" in on_sums.note) == (threads > 1 and not is_searched)
            searched += is_searched
            assert on_sums.outcome == upstar.solve(position, "alpha-beta").outcome
            if on_sums.outcome == "win":
                after = position.play(on_sums.best_move)
                assert after.outcome or upstar.solve(after, "alpha-beta").outcome == "loss"
    assert searched > 5


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("col", "3x4"),
        ("snort", "3x4"),
        ("toads-and-frogs", "TT..F/T.FF"),
        ("amazons", "x..#o./...#.."),
        ("nogo", "..#../.x#.."),
        ("domineering", "...#.../...#.../...#..."),
    ],
)
def test_other_games_with_parts_are_searched_on_sums(game, text):
    position = upstar.position(game, text)
    solution = upstar.solve(position)
    assert "sums of parts" in solution.note
    assert solution.outcome == upstar.solve(position, "minimax").outcome


def test_values_from_a_database(tmp_path):
    upstar.build_database("clobber", "3x4", tmp_path, threads=2)
    rng = random.Random(3)
    for threads in (1, 2) * 8:
        position = upstar.position("clobber", random_board(3, 5, rng))
        known = upstar.solve(position, database=str(tmp_path), threads=threads)
        assert known.outcome == upstar.solve(position, "alpha-beta").outcome
    whole = upstar.position("clobber", "4x5")
    known, plain = upstar.solve(whole, database=str(tmp_path)), upstar.solve(whole)
    assert known.outcome == plain.outcome == "win"
    assert known.stats.nodes < 0.6 * plain.stats.nodes
    with pytest.raises(upstar.UnsuitableError, match="no database here"):
        upstar.solve(whole, database=str(tmp_path / "nowhere"))
    board = upstar.solve(upstar.position("domineering", "4x4"), database=str(tmp_path))
    assert "database is for searches on sums" in board.note


KILLED = """
import sys
import upstar
upstar.solve(upstar.position("clobber", "5x5"), checkpoint=sys.argv[1], checkpoint_every=0.01)
"""


def test_a_killed_search_on_sums_resumes(tmp_path):
    victim = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    table = tmp_path / "table.upstar"
    deadline = time.monotonic() + 60
    while not (table.exists() and table.stat().st_size > 1_000_000):
        assert victim.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    victim.kill()
    victim.wait()
    position = upstar.position("clobber", "5x5")
    resumed = upstar.solve(position, checkpoint=tmp_path, threads=2)
    assert resumed.details["nodes_before"] > 1000
    assert "on sums" in resumed.note
    assert resumed.outcome == "loss"  # published
    again = upstar.solve(position, checkpoint=tmp_path)
    assert again.outcome == "loss"
    assert again.stats.nodes < 1000


def test_every_position_of_the_line_is_won():
    position = upstar.position("clobber", "4x4")
    solution = upstar.solve(position)
    winner = position.to_move if solution.outcome == "win" else None
    assert solution.line[0] == solution.best_move
    for move in solution.line:
        outcome = upstar.solve(position, "alpha-beta").outcome
        assert (outcome == "win") == (position.to_move == winner or winner is None)
        position = position.play(move)
    assert position.outcome is not None


def test_a_certificate_is_about_the_board(tmp_path):
    proof = tmp_path / "proof"
    solution = upstar.solve(upstar.position("clobber", "3x4"), proof=proof)
    assert "sums" not in solution.note
    assert upstar.verify(proof).outcome == solution.outcome


def test_sums_that_need_too_much_memory_fall_back_to_the_board():
    solution = upstar.solve(upstar.position("clobber", "4x5"), max_memory=2)
    assert solution.outcome == "win"
    assert "did not fit" in solution.note


def test_limits_hold_on_sums():
    solution = upstar.solve(upstar.position("clobber", "6x6"), max_nodes=20_000)
    assert solution.outcome == "unknown"
    assert solution.stats.nodes < 21_000
