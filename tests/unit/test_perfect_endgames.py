"""If the sum of the parts is known, the player plays a winning move if there is one."""

import random

import pytest

import upstar

VALUES = {"solved_positions": True, "part_cells": 8}


def part_sizes(position: upstar.Position) -> list[int]:
    """Return the number of stones of each group with both colours."""
    rows = str(position).split("/")
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
    stones = {place for place, cell in cells.items() if cell in "xo"}
    sizes = []
    while stones:
        group, new = set(), {stones.pop()}
        while new:
            group |= new
            beside = {(r + i, c + j) for r, c in new for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            new = beside & stones
            stones -= new
        if len({cells[place] for place in group}) == 2:
            sizes.append(len(group))
    return sizes


def endgames(count: int, size: str, seed: int) -> list[upstar.Position]:
    """Positions of random games that have fallen into parts of at most eight stones, but not
    into nothing, and that the player to move wins."""
    draw = random.Random(seed)
    found = []
    while len(found) < count:
        position = upstar.position("clobber", size)
        while moves := position.moves():
            position = position.play(draw.choice(moves))
            sizes = part_sizes(position)
            if max(sizes, default=0) <= 8:
                value = upstar.value(position)
                wins = {"black": "LN", "white": "RN"}[position.to_move]
                if value.outcome in wins and len(sizes) >= 3 and len(position.moves()) > 6:
                    found.append(position)
                break
    return found


@pytest.mark.parametrize("algorithm", ["mcts", "mila", "mcts-solver"])
def test_a_won_sum_on_ten_by_ten_is_won_against_any_opponent(algorithm):
    draw = random.Random(1)
    for start in endgames(3, "10x10", seed=2):
        player = upstar.Player(start, algorithm, max_nodes=400, seed=3, **VALUES)
        winner = start.to_move
        while moves := player.position.moves():
            mine = player.position.to_move == winner
            player.play(player.think().move if mine else draw.choice(moves))
        assert player.position.to_move != winner, "the player to move has lost"


def test_the_root_is_solved_without_search_and_marks_the_winning_moves():
    for start in endgames(4, "8x8", seed=4):
        found = upstar.best_move(start, "mcts", max_playouts=2000, **VALUES)
        assert found.solution.outcome == "win"
        after = upstar.value(start.play(found.move))
        assert after.outcome in {"black": "LP", "white": "RP"}[start.to_move]


def test_a_kept_tree_still_has_a_move_in_a_lost_sum():
    position = upstar.position("clobber", "xo.xo.xxo.oox")
    player = upstar.Player(position, "mcts", max_playouts=50, simplify="always", **VALUES)
    while player.position.moves():
        move = player.think().move
        assert move in player.position.moves()
        player.play(move)


@pytest.mark.parametrize("simplify", ["none", "root", "always"])
def test_moves_in_parts_that_cancel_are_not_played(simplify):
    # xxo is up and oox is down, so only the star matters.
    position = upstar.position("clobber", "xxo.oox.xo")
    # Without an option that looks up values, part_cells would do nothing and is rejected.
    values = {} if simplify == "none" else {"simplify": simplify, "part_cells": 8}
    found = upstar.best_move(position, max_playouts=100, **values)
    tried = {candidate.move for candidate in found.candidates if candidate.visits}
    assert found.move == "i1j1" or simplify == "none"
    assert (tried == {"i1j1"}) == (simplify != "none")


def test_games_without_values_reject_the_option():
    with pytest.raises(upstar.UnsuitableError, match="solved_positions needs values"):
        upstar.best_move(upstar.position("hex", "3x3"), solved_positions=True)
    with pytest.raises(upstar.ParameterError, match="simplify=often"):
        upstar.best_move(upstar.position("clobber", "2x3"), simplify="often")
