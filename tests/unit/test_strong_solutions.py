"""Strong solutions and books: what they say is what minimax over the rules says."""

from functools import cache

import pytest

import upstar
from upstar.play import BookEngine, engine


@cache
def solved(position: upstar.Position) -> tuple[int, int]:
    """Return the score for the player to move and the plies to the end, by the rules alone."""
    if position.score is not None:
        return position.score, 0
    best = (-2, 0)
    for move in position.moves():
        score, plies = solved(position.play(move))
        best = max(best, (-score, plies + 1), key=lambda r: (r[0], -r[0] * r[1]))
    return best


def reachable(position: upstar.Position) -> set[upstar.Position]:
    found, open_ = {position}, [position]
    while open_:
        here = open_.pop()
        new = {here.play(move) for move in here.moves()} - found
        found |= new
        open_ += new
    return found


@pytest.fixture(scope="module")
def tic_tac_toe(tmp_path_factory):
    return upstar.strong("mnk", "3x3:3", tmp_path_factory.mktemp("strong") / "mnk")


@pytest.mark.parametrize(
    ("game", "text", "to_move"),
    [
        ("mnk", "3x3:3", "left"),
        ("connect-four", "3x4:3", "right"),
        ("clobber", "2x4", "left"),
        ("nogo", "2x3", "left"),
        ("domineering", "3x4", "right"),
        ("nim", "2,3,4", "left"),
        ("kayles", "6", "left"),
        ("hex", "2x3", "left"),
    ],
)
def test_every_position_has_the_score_distance_and_best_moves_of_minimax(
    game, text, to_move, tmp_path
):
    solution = upstar.strong(game, text, tmp_path / "file", to_move=to_move, threads=2)
    positions = list(reachable(solution.root))
    assert len(positions) == len(solution)
    for position, (score, plies) in zip(positions, solution.probe_many(positions), strict=True):
        expected = solved(position)
        assert (score, plies) == (expected[0], expected[1] if expected[0] else None), position
    for position in positions[:200]:
        found = solution.probe(position)
        score, plies = solved(position)
        best = [
            move
            for move in position.moves()
            if (-solved(position.play(move))[0] == score)
            and (score == 0 or solved(position.play(move))[1] + 1 == plies)
        ]
        assert list(found.best_moves) == best
        assert found.outcome == {1: "win", 0: "draw", -1: "loss"}[score]


def test_counts_are_those_of_the_literature(tic_tac_toe, tmp_path):
    # Tic-Tac-Toe has 5,478 positions. John Tromp's table has the counts of Connect Four, and an
    # enumeration that was written independently found the same.
    assert len(tic_tac_toe) == sum(tic_tac_toe.layers) == 5478
    assert tic_tac_toe.layers == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    for size, count in {"3x4": 12_031, "4x3": 6_000, "4x4": 161_029}.items():
        solution = upstar.strong("connect-four", size, tmp_path / size)
        assert len(solution) == count
        assert sum(solution.outcomes.values()) == count


@pytest.mark.slow
def test_connect_four_5x5_has_as_many_positions_as_in_the_table_of_tromp(tmp_path):
    solution = upstar.strong("connect-four", "5x5", tmp_path / "5x5", max_memory=1000)
    assert len(solution) == sum(solution.layers) == 69_763_700
    assert solution.probe(solution.root).outcome == "draw"


def test_a_position_that_cannot_be_reached_is_not_in_the_file(tic_tac_toe):
    assert tic_tac_toe.probe(upstar.position("mnk", "xx./.../...:3", to_move="right")) is None
    assert tic_tac_toe.probe(upstar.position("mnk", "x../.../...:3", to_move="left")) is None
    assert upstar.position("mnk", "xxx/oo./o..:3") not in tic_tac_toe
    assert tic_tac_toe.root in tic_tac_toe


def test_a_position_of_another_game_or_board_is_rejected(tic_tac_toe):
    for game, text in [("mnk", "3x3:2"), ("mnk", "3x4:3"), ("hex", "3")]:
        with pytest.raises(upstar.UnsuitableError, match="does not suit"):
            tic_tac_toe.probe(upstar.position(game, text))
        assert upstar.position(game, text) not in tic_tac_toe


def test_codes_are_looked_up_in_batches(tic_tac_toe):
    numpy = pytest.importorskip("numpy")
    positions = sorted(reachable(tic_tac_toe.root), key=str)
    codes = numpy.array([tic_tac_toe.code(p) for p in positions] + [2**40], dtype="uint64")
    scores, distances = tic_tac_toe.probe_codes(codes)
    assert scores[-1] == 2
    assert distances[-1] == 65535
    for position, score, plies in zip(positions, scores, distances, strict=False):
        expected, moves = solved(position)
        assert score == (expected if position.to_move == "first" else -expected)
        assert plies == (moves if expected else 65535)


def test_what_cannot_be_stored_is_rejected(tmp_path):
    class Empty(upstar.Game):
        def start(self):
            return 0

        def moves(self, state):
            return []

        def play(self, state, move):
            return state

        def outcome(self, state):
            return "loss"

    for game, text in [("go", "2x2:limit=6"), ("seki", "1,1,1")]:
        with pytest.raises(upstar.UnsuitableError):
            upstar.strong(game, text, tmp_path / "file")
        with pytest.raises(upstar.UnsuitableError):
            upstar.build_book(upstar.position(game, text), tmp_path / "file", depth=1)
    with pytest.raises(upstar.UnsuitableError, match="Python"):
        upstar.strong(upstar.position(Empty()), path=tmp_path / "file")
    with pytest.raises(upstar.ParameterError, match="depth"):
        upstar.build_book(upstar.position("mnk", "3x3:3"), tmp_path / "file", depth=-1)
    assert not list(tmp_path.glob("file*"))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:-4], "damaged"),
        (lambda data: data[:5000] + b"\x07" + data[5001:], "checksum"),
        (lambda data: data[:8] + b"\x63" + data[9:], "version 99"),
        (lambda data: b"something else", "not a database file of upstar"),
        (lambda data: b"", "not a database file of upstar"),
    ],
)
def test_damaged_files_are_rejected_with_the_reason(tic_tac_toe, tmp_path, damage, reason):
    (tmp_path / "file").write_bytes(damage(tic_tac_toe.path.read_bytes()))
    for use in (
        lambda: upstar.StrongSolution(tmp_path / "file"),
        lambda: upstar.solve("mnk", "3x3:3", book=tmp_path / "file"),
        lambda: upstar.strong("mnk", "3x3:3", tmp_path / "file"),
    ):
        with pytest.raises(upstar.DamagedFileError, match=reason) as raised:
            use()
        assert "\n" not in str(raised.value)


def test_a_book_is_not_a_strong_solution(tmp_path):
    start = upstar.position("mnk", "3x3:3")
    upstar.build_book(start, tmp_path / "book", depth=1)
    with pytest.raises(upstar.DamagedFileError, match="has kind 'book', not 'strong'"):
        upstar.StrongSolution(tmp_path / "book")
    with pytest.raises(upstar.DamagedFileError, match="has kind 'book'"):
        upstar.strong("mnk", "3x3:3", tmp_path / "book")


def test_another_root_is_rejected(tic_tac_toe):
    with pytest.raises(upstar.DamagedFileError, match=r"is of mnk .*, first to move"):
        upstar.strong("mnk", "3x3:3", tic_tac_toe.path, to_move="second")


@pytest.mark.parametrize("distance", [False, True])
def test_a_book_has_proved_entries_up_to_its_depth(distance, tmp_path):
    start = upstar.position("connect-four", "4x4")
    report = upstar.build_book(start, tmp_path / "book", depth=3, distance=distance, threads=2)
    assert report.complete
    book = upstar.Book(tmp_path / "book")
    layers = [{start}]
    for _ in range(3):
        layers.append({p.play(move) for p in layers[-1] for move in p.moves()})
    positions = [p for layer in layers for p in layer]
    assert len(book) == report.positions == len(positions)
    strong = upstar.strong("connect-four", "4x4", tmp_path / "strong")
    for found, known in zip(book.probe_many(positions), strong.probe_many(positions), strict=True):
        assert found[0] == known[0]
        assert found[1] == (known[1] if distance else None)


def test_a_book_is_extended_and_a_limited_build_is_resumed(tmp_path):
    start = upstar.position("connect-four", "4x4")
    first = upstar.build_book(start, tmp_path / "book", depth=2, position_nodes=1)
    assert not first.complete
    assert upstar.build_book(start, tmp_path / "book", depth=2).complete
    deeper = upstar.build_book(start, tmp_path / "book", depth=3)
    assert deeper.complete
    assert deeper.positions > first.positions
    assert upstar.build_book(start, tmp_path / "book", depth=3).wanted == 0
    with pytest.raises(upstar.UnsuitableError, match="does not suit"):
        upstar.build_book(upstar.position("connect-four", "4x5"), tmp_path / "book", depth=1)


def test_solve_and_scores_use_a_book(tic_tac_toe, tmp_path):
    start = upstar.position("mnk", "3x3:3")
    upstar.build_book(start, tmp_path / "book", depth=1)
    inside = upstar.solve(start, book=tmp_path / "book")
    assert (inside.outcome, inside.stats.nodes, inside.degree) == ("draw", 0, "weak")
    assert inside.note == f"from the book {tmp_path / 'book'}"
    after = start.play("a1").play("b1")
    outside = upstar.solve(after, book=upstar.Book(tmp_path / "book"))
    assert outside.solved
    assert outside.stats.nodes > 0
    assert "book" not in outside.note
    assert upstar.solve(start, goal="win", book=tmp_path / "book").goal_met is False
    lost = start.play("a1").play("a2")
    assert upstar.solve(lost, distance=True, book=tic_tac_toe).distance == solved(lost)[1]
    with pytest.raises(upstar.UnsuitableError, match="not for hex"):
        upstar.solve("hex", "3", book=tic_tac_toe)
    pytest.importorskip("numpy")
    positions = [start, after, lost, upstar.position("hex", "2")]
    for book in (tmp_path / "book", tic_tac_toe):
        assert upstar.scores(positions, book=book).tolist() == upstar.scores(positions).tolist()
    with pytest.raises(upstar.ParameterError, match="a book has no certificate"):
        upstar.solve(start, book=tic_tac_toe, proof=tmp_path / "proof")


def test_an_engine_plays_the_proved_moves_of_a_book(tic_tac_toe):
    player = BookEngine(tic_tac_toe, engine("random"))
    for seed in range(20):
        position, opponent = tic_tac_toe.root, engine("random")
        player.begin(position)
        while not position.is_over:
            own = position.to_move == "first"
            move = (player if own else opponent).choose(position, seed=seed).move
            player.follow(move)
            position = position.play(move)
        assert position.outcome == "draw" or position.to_move == "second", "it never loses"
    elsewhere = upstar.position("mnk", "4x4:4")
    assert player.choose(elsewhere, seed=1).move in elsewhere.moves()


def test_the_degree_says_how_the_position_is_solved(tic_tac_toe):
    start = tic_tac_toe.root
    assert upstar.solve(start).degree == "weak"
    assert upstar.solve(start, book=tic_tac_toe).degree == "strong"
    assert upstar.solve(start, book=tic_tac_toe).to_json()["degree"] == "strong"
    assert upstar.solve(start, max_nodes=2).degree is None
    assert upstar.solve(start, goal="win").degree is None
    over = upstar.position("mnk", "xxx/oo./...:3", to_move="second")
    assert upstar.solve(over).degree == "weak"
