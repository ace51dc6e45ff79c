"""Published distances of Connect Four.

Sources: John Tromp, John's Connect Four Playground: the results on small boards, and 6x7, which
the first player wins on the 41st ply by starting in the middle column (Allen 1988; Allis 1988).
Pascal Pons, Solving Connect 4: how to build a perfect AI: a win with the n-th last of one's own
stones has the score n, and the first moves of 6x7 have the scores -2 -1 0 1 0 -1 -2.
"""

import pytest

import upstar

SECOND_WINS = {"4x6": 24, "6x6": 36}
"""On these boards the second player wins with the last stone."""
DRAWS = ["4x4", "4x5", "5x4", "5x5", "5x6", "6x5"]
FIRST_MOVES = dict(zip("abcdefg", (-2, -1, 0, 1, 0, -1, -2), strict=True))


def solve(size, *moves):
    position = upstar.position("connect-four", size)
    for move in moves:
        position = position.play(move)
    return upstar.solve(position, distance=True)


@pytest.mark.parametrize("size", DRAWS)
def test_drawn_boards_have_no_distance(size):
    solution = solve(size)
    assert (solution.outcome, solution.distance) == ("draw", None)


@pytest.mark.parametrize("size", SECOND_WINS)
def test_the_second_player_wins_with_the_last_stone(size):
    solution = solve(size)
    assert (solution.outcome, solution.distance) == ("loss", SECOND_WINS[size])
    assert len(solution.line) == SECOND_WINS[size]


@pytest.mark.slow
def test_the_first_player_wins_on_ply_41():
    solution = solve("6x7")
    assert (solution.outcome, solution.best_move, solution.distance) == ("win", "d", 41)


@pytest.mark.slow
@pytest.mark.parametrize("move", FIRST_MOVES)
def test_the_first_moves_have_the_published_scores(move):
    solution = solve("6x7", move)
    # Seen by the player who made the move. Ply k places stone (k + 1) // 2 of a player's 21.
    score = 0
    if solution.distance is not None:
        last = solution.distance + 1
        score = 22 - (last + 1) // 2
    sign = {"win": -1, "draw": 0, "loss": 1}[solution.outcome]
    assert sign * score == FIRST_MOVES[move]
