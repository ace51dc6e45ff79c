"""Search on sums: what `auto` does with positions of Clobber."""

import random

import pytest

import upstar


def random_board(rows, columns, rng):
    cells = ["".join(rng.choices(".xo", [1, 2, 2], k=columns)) for _ in range(rows)]
    return "/".join(cells)


def test_auto_says_that_it_searched_on_sums():
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
    for gap in (1, 8):
        for threads in (1, 2) * 12:
            blocks = [[random_board(1, 3, rng) for _ in range(3)] for _ in range(3)]
            rows = [("." * gap).join(row) for row in zip(*blocks, strict=True)]
            position = upstar.position("clobber", "/".join(rows))
            on_sums = upstar.solve(position, threads=threads)
            assert "on sums" in on_sums.note
            assert ("one thread" in on_sums.note) == (threads > 1)
            assert on_sums.outcome == upstar.solve(position, "alpha-beta").outcome
            if on_sums.outcome == "win":
                after = position.play(on_sums.best_move)
                assert after.outcome or upstar.solve(after, "alpha-beta").outcome == "loss"


def test_the_line_is_won_move_by_move():
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


def test_sums_that_need_too_much_memory_are_left_for_the_board():
    solution = upstar.solve(upstar.position("clobber", "4x5"), max_memory=2)
    assert solution.outcome == "win"
    assert "did not fit" in solution.note


def test_limits_hold_on_sums():
    solution = upstar.solve(upstar.position("clobber", "6x6"), max_nodes=20_000)
    assert solution.outcome == "unknown"
    assert solution.stats.nodes < 21_000
