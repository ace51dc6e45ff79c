"""Impartial versions of games and nimbers by search, against mex by naive rules."""

import itertools
import json
import pickle
import random

import pytest

import naive_impartial as naive
import upstar

SMALL_BOARDS = {
    "clobber": ["1x2", "1x5", "5x1", "2x2", "2x3", "3x2", "3x3", "xxo/o.x", "xo.ox", "x.o"],
    "domineering": ["1x1", "1x6", "6x1", "2x2", "2x3", "3x3", "3x4", "4x3", "..#/.../#.."],
    "nogo": ["1x1", "1x2", "1x7", "6x1", "2x2", "2x3", "3x2", "x.o/...", ".x..#.o."],
    "col": ["1x1", "1x5", "2x2", "2x3", "3x2", "x.#/..o/#.."],
    "snort": ["1x1", "1x5", "2x2", "2x3", "3x2", "x.#/..o/#.."],
    "hackenbush": ["LRG", "LaRa", "LG,RG,G", "LaRL,aRR", "GGG,LLR"],
    "toads-and-frogs": ["T.F", "TT.FF", "T..F/TF.", "TTT..FF", "T.T.F.F", "F.T"],
    "amazons": ["x..o", "x../..o", "x.o/..."],
    "konane": ["1x5", "3x3", "x.o/oxo/x.x", "4x3"],
}


def rows_of(text: str) -> str:
    """A size of Clobber is the checkerboard."""
    if not text[0].isdigit():
        return text
    rows, columns = map(int, text.split("x"))
    cell = lambda r, c: "xo"[(rows - 1 - r + c) % 2]  # noqa: E731
    return "/".join("".join(cell(r, c) for c in range(columns)) for r in range(rows))


@pytest.mark.parametrize("game", SMALL_BOARDS)
def test_nimbers_are_those_of_mex(game):
    for text in SMALL_BOARDS[game]:
        naive_text = rows_of(text) if game == "clobber" else text
        expected = naive.nimber(game, naive.read(game, naive_text))
        found = upstar.nimber(f"impartial:{game}", text)
        assert found.nimber == expected, text
        assert found.solved
        assert found.lower == found.upper
        assert found.stopped is None
        if game != "amazons":
            assert upstar.value(f"impartial:{game}", text) == upstar.Value(f"*{expected}")
        solution = upstar.solve(f"impartial:{game}", text)
        assert solution.outcome == ("win" if expected else "loss")


@pytest.mark.parametrize(("game", "alphabet"), [("clobber", ".xo"), ("domineering", ".#")])
@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (5, 1), (2, 3), (3, 2)])
def test_every_position_of_a_small_board(game, alphabet, rows, columns):
    for cells in itertools.product(alphabet, repeat=rows * columns):
        board = tuple("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))
        found = upstar.nimber(f"impartial:{game}", "/".join(board))
        assert found.nimber == naive.nimber(game, board), board


@pytest.mark.parametrize(("rows", "columns"), [(1, 6), (6, 1), (2, 3)])
def test_every_position_of_nogo_on_a_small_board(rows, columns):
    for cells in itertools.product(".xo", repeat=rows * columns):
        board = tuple("".join(cells[r * columns : (r + 1) * columns]) for r in range(rows))
        if naive.every_group_lives(board):
            found = upstar.nimber("impartial:nogo", "/".join(board))
            assert found.nimber == naive.nimber("nogo", board), board


def random_board(chooser, rows, columns, weights):
    letters = list(weights)
    pick = lambda: chooser.choices(letters, list(weights.values()))[0]  # noqa: E731
    return "/".join("".join(pick() for _ in range(columns)) for _ in range(rows))


@pytest.mark.parametrize(("game", "weights"), [("col", ".xo#"), ("snort", ".xo#"), ("nogo", ".xo")])
def test_random_positions(game, weights):
    chooser = random.Random(game)
    share = {".": 6, "x": 1, "o": 1, "#": 1}
    for _ in range(40):
        text = random_board(chooser, 2, 4, {letter: share[letter] for letter in weights})
        if game == "nogo" and not naive.every_group_lives(tuple(text.split("/"))):
            continue
        expected = naive.nimber(game, naive.read(game, text))
        assert upstar.nimber(f"impartial:{game}", text).nimber == expected, text


def test_cram_is_impartial_domineering():
    sizes = [f"{r}x{c}" for r in range(1, 5) for c in range(1, 6)]
    chooser = random.Random(3)
    size = lambda: chooser.randint(2, 6)  # noqa: E731
    walls = [random_board(chooser, size(), size(), {".": 3, "#": 1}) for _ in range(300)]
    for text in sizes + walls:
        by_cram = upstar.nimber("cram", text).nimber
        assert by_cram == upstar.nimber("impartial:domineering", text).nimber, text
        if text.count(".") <= 12 and "/" in text:
            assert by_cram == naive.nimber("domineering", naive.read("domineering", text)), text


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)])
def test_nimstring_is_that_of_winning_ways(rows, columns):
    """With the full rules, in which whoever completes a box moves again."""
    lines = range(2 * rows * columns + rows + columns)
    chooser = random.Random(5)
    sets = [
        frozenset(s) for size in range(len(lines) + 1) for s in itertools.combinations(lines, size)
    ]
    for drawn in chooser.sample(sets, min(len(sets), 600)):
        text = naive.nimstring_text(rows, columns, drawn)
        expected = naive.nimstring_nimber(rows, columns, drawn)
        if expected is None:
            with pytest.raises(upstar.PositionError, match="loony"):
                upstar.position("nimstring", text)
            continue
        position = upstar.position("nimstring", text)
        assert upstar.nimber(position).nimber == expected, text
        assert upstar.solve(position).outcome == ("win" if expected else "loss")
        assert upstar.position("nimstring", str(position)) == position


def test_moves_with_one_name_carry_the_players_label():
    p = upstar.position("impartial:nogo", "1x3")
    assert list(p.moves())[:3] == ["black:a1", "black:b1", "black:c1"]
    q = p.play("white:b1")
    assert str(q) == ".o."
    assert list(upstar.position("impartial:clobber", "xo").moves()) == ["a1b1", "b1a1"]
    # A green edge is cut by either player, so it is one move.
    assert list(upstar.position("impartial:hackenbush", "LG").moves()) == ["1", "2"]


@pytest.mark.parametrize("text", ["xoxo", "xo/ox"])
def test_an_impartial_position_is_a_position_like_any_other(text, tmp_path):
    p = upstar.position("impartial:clobber", text, to_move="right")
    assert pickle.loads(pickle.dumps(p)) == p
    assert eval(repr(p)) == p
    assert p.ascii() == upstar.position("clobber", text).ascii()
    assert p.svg().startswith("<svg")
    assert upstar.impartial(upstar.position("clobber", text, to_move="white")) == p
    nimber = upstar.nimber(p).nimber
    wins = {m.move for m in upstar.analyze(p).moves if m.outcome == "win"}
    assert wins == {m for m in p.moves() if upstar.nimber(p.play(m)).nimber == 0}
    assert bool(wins) == (nimber != 0)
    if wins:
        assert upstar.best_move(p).move in wins
    proof = tmp_path / "proof.upstar"
    assert upstar.solve(p, proof=proof).solved
    assert upstar.verify(proof)
    sum_ = p + upstar.Value(f"*{nimber}")
    assert upstar.solve(sum_).outcome == "loss"
    assert upstar.nimber(sum_).nimber == 0
    assert str(sum_) == f"impartial:clobber:{text} + *{nimber}".replace("*1", "*").replace(
        "*0", "0"
    )
    assert upstar.position("sum", str(sum_), to_move="right") == sum_


def test_the_nimber_of_a_sum_is_the_exclusive_or():
    parts = ["nim:3,4", "impartial:nogo:1x4", "cram:2x3", "*5", "kayles:7"]
    alone = [7, upstar.nimber("impartial:nogo", "1x4").nimber, 1, 5, 2]
    expected = 0
    for nimber in alone:
        expected ^= nimber
    assert upstar.nimber("sum", " + ".join(parts)).nimber == expected
    assert upstar.nimber("sum", "0").nimber == 0


class Strip(upstar.PartisanGame):
    """Domineering on two rows: Left takes a column, Right two cells of one row."""

    def start(self) -> tuple[str, str]:
        return ("....", "....")

    def left_moves(self, state):
        return [("v", c) for c in range(len(state[0])) if state[0][c] == state[1][c] == "."]

    def right_moves(self, state):
        return [
            (r, c) for r in (0, 1) for c in range(len(state[0]) - 1) if state[r][c : c + 2] == ".."
        ]

    def play(self, state, move):
        row, c = move
        rows = [list(line) for line in state]
        for r, k in [(0, c), (1, c)] if row == "v" else [(row, c), (row, c + 1)]:
            rows[r][k] = "#"
        return tuple("".join(line) for line in rows)


def test_impartial_versions_of_games_in_python():
    p = upstar.impartial(upstar.position(Strip))
    assert upstar.nimber(p).nimber == upstar.nimber("cram", "2x4").nimber
    assert pickle.loads(pickle.dumps(p)).moves() == p.moves()
    assert upstar.solve(p).outcome == "loss"
    assert upstar.nimber(p + upstar.position("nim", "3")).nimber == 3


def test_known_sequences():
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]
    assert [upstar.nimber("kayles", str(n)).nimber for n in range(20)] == kayles
    assert upstar.nimber("nim", "100").nimber == 100


def test_long_rows_of_clobber_agree_with_bitboards():
    chooser = random.Random(7)
    for _ in range(20):
        row = "".join(chooser.choice("xo") for _ in range(14)) + "." + "xo" * 3
        long = row + "." * (140 - len(row))
        assert (
            upstar.nimber("impartial:clobber", row).nimber
            == upstar.nimber("impartial:clobber", long).nimber
        ), row
    p = upstar.position("clobber", "(xo)^70")
    assert len(str(p)) == 140
    assert str(p.play("a1b1")).startswith(".xxo")
    assert upstar.value("clobber", "xxo" + "." * 130) == upstar.Value("^")


def test_repetitions_in_texts():
    assert str(upstar.position("clobber", "(xo)^3.o")) == "xoxoxo.o"
    assert str(upstar.position("nogo", "(.)^4/x(.)^3")) == "..../x..."
    for text in ["(xo", "(xo)", "(xo)^", "()^3", "((x)^2)^3", "xo)^2", "(x)^99999"]:
        with pytest.raises(upstar.PositionError):
            upstar.position("clobber", text)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_the_same_nimbers(threads):
    for game, text in [("cram", "4x6"), ("impartial:nogo", "1x13"), ("cram", "3x7")]:
        assert upstar.nimber(game, text, threads=threads).nimber == upstar.nimber(game, text).nimber


def test_limits_hold_and_bounds_are_proved():
    exact = upstar.nimber("cram", "4x7").nimber
    for limit in (1, 10, 100, 1000, 10_000):
        found = upstar.nimber("cram", "4x7", max_nodes=limit)
        assert found.nodes <= limit
        assert found.lower <= exact
        assert found.upper is None or exact <= found.upper
        assert found.solved or found.stopped == "nodes"
    found = upstar.nimber("cram", "7x8", max_seconds=0.2)
    assert found.stopped == "seconds"
    assert found.nimber is None
    assert upstar.nimber("cram", "4x7", max_memory=1).nimber == exact


def test_a_search_resumes_from_its_checkpoint(tmp_path):
    first = upstar.nimber("cram", "4x7", max_nodes=5000, checkpoint=tmp_path)
    assert not first.solved
    again = upstar.nimber("cram", "4x7", checkpoint=tmp_path)
    alone = upstar.nimber("cram", "4x7")
    assert again.nimber == alone.nimber
    assert again.nodes < alone.nodes
    assert again.nodes_before == first.nodes
    with pytest.raises(upstar.UnsuitableError, match="position"):
        upstar.nimber("cram", "4x6", checkpoint=tmp_path)
    with pytest.raises(upstar.UnsuitableError, match="checkpoints"):
        upstar.nimber("impartial:clobber", "(xo)^70", checkpoint=tmp_path / "row")


def test_progress_is_reported():
    seen = []
    upstar.nimber("cram", "7x8", max_seconds=0.6, progress=seen.append)
    assert seen
    assert seen[-1].nodes > 0
    assert seen[-1].bytes > 0
    assert any(state.estimate for state in seen)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        ("clobber", "xo", "not impartial.*'impartial:clobber' 'xo'"),
        ("connect-four", "4x4", "have no values"),
        ("sum", "cram:2x2 + clobber:xo", "'clobber' in the sum is not impartial"),
        ("sum", "cram:2x2 + {1|0}", "the value {1|0} of the sum is not a nimber"),
    ],
)
def test_positions_without_nimbers(game, text, message):
    with pytest.raises(upstar.UnsuitableError, match=message):
        upstar.nimber(game, text)


@pytest.mark.parametrize("game", ["connect-four", "hex", "go", "y", "mnk", "seki"])
def test_games_without_normal_play_have_no_impartial_version(game):
    with pytest.raises(upstar.UnsuitableError, match="normal play"):
        upstar.position(f"impartial:{game}", "3x3")


def test_wrong_names_and_texts():
    with pytest.raises(upstar.UnsuitableError, match="'cram' is impartial already"):
        upstar.position("impartial:cram", "2x2")
    with pytest.raises(upstar.UnsuitableError, match="write 'impartial:' before the games"):
        upstar.position("impartial:sum", "0")
    with pytest.raises(upstar.UnknownNameError, match="did you mean 'clobber'"):
        upstar.position("impartial:clober", "xo")
    with pytest.raises(upstar.UnsuitableError, match="impartial already"):
        upstar.impartial(upstar.position("impartial:clobber", "xo"))
    with pytest.raises(upstar.PositionError, match="'z' is neither a cell"):
        upstar.position("impartial:clobber", "xz")
    for text in ["../.|.", "../.=./==", "../.|/==", "20x20", "x", ".", "/../"]:
        with pytest.raises(upstar.PositionError):
            upstar.position("nimstring", text)
    with pytest.raises(TypeError):
        upstar.nimber("cram", "2x2", "3x3")


def test_results_are_plain_data():
    found = upstar.nimber("cram", "3x3")
    document = json.loads(json.dumps(found.to_json()))
    assert document["nimber"] == found.nimber == 0
    assert document["game"] == "cram"
    assert document["solved"] is True
    assert found.wins is False
    assert upstar.nimber("nim", "1").wins is True
