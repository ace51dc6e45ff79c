"""Best moves: candidates, budgets, players that keep their trees."""

import pytest

import upstar
from toys import Greed, TakeAway

THREAT = "......./......./......./...x.../..oxo../..oxo.."
ALGORITHMS = [info.name for info in upstar.algorithms()]


class Sum(upstar.Game):
    """A puzzle for one player: take numbers from either end, every second one counts."""

    scores = tuple(range(0, 30))
    row = (3, 1, 4, 1, 5, 9, 2, 6)

    def start(self):
        return self.row, 0

    def to_move(self, state):
        return 0

    def moves(self, state):
        return ["first", "last"] if state[0] else []

    def play(self, state, move):
        row, total = state
        taken = row[0] if move == "first" else row[-1]
        counts = len(row) % 2 == 0
        return (row[1:] if move == "first" else row[:-1]), total + taken * counts

    def outcome(self, state):
        return None if state[0] else state[1]


def test_a_proved_win_is_played():
    m = upstar.best_move(upstar.position("connect-four", THREAT), max_playouts=500)
    assert m.move == "d"
    assert m.candidates[0].move == "d"
    assert m.candidates[0].proven == "win"
    assert m.candidates[0].bounds == (1, 1)
    assert m.solution.solved


def test_a_threat_is_answered():
    p = upstar.position("connect-four", THREAT, to_move="second")
    assert upstar.best_move(p, max_playouts=2000, seed=2).move == "d"


def test_candidates_are_all_moves_with_their_share_of_playouts():
    p = upstar.position("connect-four", "6x7")
    m = upstar.best_move(p, max_playouts=1500, seed=4)
    assert sorted(c.move for c in m.candidates) == sorted(p.moves())
    assert sum(c.visits for c in m.candidates) == 1500 == m.stats.playouts
    assert m.move == m.candidates[0].move
    assert all(0 <= c.value <= 1 and c.proven is None for c in m.candidates)
    again = upstar.best_move(p, max_playouts=1500, seed=4)
    assert again.candidates == m.candidates


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_returns_a_move(algorithm):
    for game, text in (("domineering", "6x6"), ("y", "5"), ("connect-four", "5x5")):
        p = upstar.position(game, text)
        m = upstar.best_move(p, algorithm, max_nodes=300)
        assert m.move in p.moves()
        assert len(m.candidates) == len(p.moves())


def test_limits_that_cannot_be_reached_are_rejected():
    p = upstar.position("domineering", "4x4")
    with pytest.raises(upstar.ParameterError, match="does not use playouts"):
        upstar.best_move(p, "alpha-beta", max_playouts=10)
    with pytest.raises(upstar.ParameterError, match="max_playouts"):
        upstar.best_move(p, max_playouts=0)
    with pytest.raises(upstar.ParameterError, match="needs a limit"):
        upstar.solve(p, "mcts", depth=1)
    with pytest.raises(upstar.ParameterError, match="playouts must be"):
        upstar.best_move(p, max_playouts=10, playouts=0)


def test_a_finished_game_has_no_move():
    p = upstar.position("mnk", "xxx/oo./...:3", to_move="second")
    m = upstar.best_move(p, max_playouts=10)
    assert m.move is None
    assert m.candidates == ()


@pytest.mark.parametrize("algorithm", ["mcts", "sb-mcts", "mcts-solver", "uct-solver"])
def test_games_written_in_python(algorithm):
    assert upstar.solve(upstar.position(TakeAway(7)), algorithm).best_move == "3"
    p = upstar.position(Greed())
    exact = upstar.solve(p, "minimax").score
    assert upstar.solve(p, algorithm, threads=2).score == exact


@pytest.mark.parametrize("algorithm", ["mcts", "sb-mcts", "mcts-solver", "pure-mcts-solver"])
def test_puzzles_for_one_player(algorithm):
    p = upstar.position(Sum())
    solution = upstar.solve(p, algorithm, seed=3)
    assert solution.score == upstar.solve(p, "minimax").score
    assert solution.bounds == (solution.score, solution.score)


def test_players_keep_their_trees():
    p = upstar.position("connect-four", "6x7")
    player = upstar.Player(p, max_playouts=2000, seed=1)
    first = player.think()
    kept = first.candidates[0].visits
    player.play(first.move)
    second = player.think()
    assert sum(c.visits for c in second.candidates) >= kept + 2000 - 1
    assert second.stats.playouts == 2000
    with pytest.raises(upstar.MoveError):
        player.play("z")
    assert player.position == p.play(first.move)


def test_players_of_solvers_search_again_for_each_move():
    player = upstar.Player(upstar.position("mnk", "3x3:3"), "alpha-beta")
    while player.position.outcome is None:
        player.play(player.think().move)
    assert player.position.outcome == "draw"


def test_players_of_python_games():
    player = upstar.Player(upstar.position(TakeAway(10)), max_playouts=300, seed=1)
    assert player.think().move == "2"
    player.play("2")
    player.play("1")
    assert player.think().move == "3"


class Faulty(TakeAway):
    """A game that raises when a search first plays a move."""

    faults = 0

    def play(self, state, move):
        if self.faults:
            self.faults -= 1
            raise TimeoutError("not now")
        return super().play(state, move)


@pytest.mark.parametrize("mover", ["left", "right"])
def test_a_tree_is_discarded_after_its_game_has_raised(mover):
    game = Faulty()
    position = upstar.position(game, "21", to_move=mover)  # the player to move wins
    player = upstar.Player(position, max_playouts=5)
    game.faults = 1
    with pytest.raises(TimeoutError):
        player.think()
    thought = player.think()
    assert not thought.solution.solved  # five playouts prove nothing here
    game.faults = 1
    with pytest.raises(TimeoutError):
        player.play(thought.move)
    player.play(thought.move)
    assert player.position == position.play(thought.move)
    assert upstar.solve(position).outcome == "win"


def test_exported_trees_are_finite():
    p = upstar.position("domineering", "8x8")
    found = upstar.best_move(p, "mcts", max_playouts=80_000, tree_depth=50, seed=1)
    assert found.solution.stats.nodes > 60_000
    assert 10_000 < len(found.solution.tree.nodes) <= 50_000


def test_limits_hold_for_all_questions_of_separate_trees():
    p = upstar.position("mnk", "3x3:3")
    options = {"parallel": "root", "threads": 2, "seed": 1}
    whole = upstar.solve(p, "mcts-solver", **options).stats.playouts
    for playouts in (whole // 2, whole * 9 // 10):
        found = upstar.solve(p, "mcts-solver", max_playouts=playouts, **options)
        assert found.stats.playouts <= playouts + 2


def test_memory_is_recycled():
    p = upstar.position("connect-four", "6x7")
    m = upstar.best_move(p, max_playouts=30_000, max_memory=0.5)
    assert m.stats.playouts == 30_000
    assert m.stats.peak_bytes <= 500_000
    assert m.solution.details["recycled_nodes"] > 0


def test_traces_and_trees():
    p = upstar.position("mnk", "3x3:3")
    solution = upstar.solve(p, "sb-mcts", trace=True, tree_depth=1)
    assert solution.trace[-1]["root"]["pess"] == 0 == solution.trace[-1]["root"]["opti"]
    assert len(solution.tree.nodes) == 10


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", [info.name for info in upstar.algorithms() if info.playouts])
def test_draws_on_larger_boards_are_proved(algorithm, tmp_path):
    p = upstar.position("connect-four", "5x4")
    path = tmp_path / "draw.proof"
    solution = upstar.solve(p, algorithm, proof=path)
    assert solution.outcome == "draw"
    assert upstar.verify(path).outcome == "draw"


@pytest.mark.parametrize("algorithm", ["ppn", "mcpn", "sb-mcts", "uct-solver"])
def test_playouts_can_be_limited(algorithm):
    p = upstar.position("connect-four", "5x5")
    solution = upstar.solve(p, algorithm, max_playouts=300, playouts=2)
    assert not solution.solved
    assert solution.stopped == "playouts"
    assert 300 <= solution.stats.playouts < 300 + 2 * 5  # a position has at most five moves


def test_the_bias_of_bounds_can_fade():
    p = upstar.position("connect-four", "3x4")
    found = [
        upstar.solve(p, "sb-mcts", seed=3, delta=delta, bias_decay=decay)
        for delta, decay in ((0, 0), (10, 0), (10, 5))
    ]
    assert {solution.outcome for solution in found} == {"draw"}
    assert len({solution.stats.playouts for solution in found}) == 3


def test_counts_are_the_playouts_of_a_move():
    found = upstar.best_move("mnk", "3x3:3", seed=1, max_playouts=3000, bounds=False)
    for c in found.candidates:
        won, drawn, lost = c.counts
        assert won + drawn + lost == c.visits
        if c.proven is None:
            assert c.value == pytest.approx((won + drawn / 2) / c.visits)
    assert sum(sum(c.counts) for c in found.candidates) == 3000
    assert all(c.counts[1] > 0 for c in found.candidates if c.visits > 50)
    assert upstar.best_move("go", "3x3", max_playouts=50).candidates[0].counts is None


def test_nodes_of_a_search_tree_have_counts():
    position = upstar.position("connect-four", "4x4")
    found = upstar.solve(position, "mcts", seed=2, max_playouts=500, tree_depth=2)
    nodes = [node for node in found.tree.nodes if node.numbers["visits"]]
    assert len(nodes) > 5
    for node in nodes:
        assert (
            sum(node.numbers[name] for name in ("wins", "draws", "losses"))
            == (node.numbers["visits"])
        )


def test_pruned_moves_are_marked():
    found = upstar.best_move(
        "go", "4x4", seed=1, max_playouts=3000, preset="bouzy_pp", pruning_least=20, sigma_e=0
    )
    assert any(c.pruned for c in found.candidates)
    assert not next(c for c in found.candidates if c.move == found.move).pruned


def test_a_prior_directs_the_first_visits_and_changes_no_result():
    position = upstar.position("clobber", "3x4")
    exact = upstar.solve(position, "minimax").outcome
    visits = []
    for prior in (0, 50):
        found = upstar.solve(position, "sb-mcts", prior=prior, seed=1, bounds=False)
        assert found.outcome == exact
        first = upstar.best_move(position, prior=prior, seed=1, max_playouts=60, bounds=False)
        visits.append([c.visits for c in first.candidates])
    assert visits[0] != visits[1]
    with pytest.raises(upstar.ParameterError, match="prior needs backup=mean"):
        upstar.best_move(position, prior=1, trust=5, max_playouts=10)


def test_an_engine_may_play_from_a_book(tmp_path):
    from upstar.play import engine

    solution = upstar.strong("connect-four", "3x4:3", tmp_path / "c4")
    player = engine(f"mcts:book={tmp_path / 'c4'},max_playouts=1")
    assert player.choose(solution.root, seed=1).proven == "win"
    player.close()
