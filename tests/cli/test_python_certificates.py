"""Certificates of games written in Python: named by their source, checked by running it."""

import json
import shutil
from pathlib import Path

import pytest

import upstar
from toys import Greed, TakeAway
from upstar.game_source import file_hash, literal_arguments, read_rules, rules_of

EXAMPLES = Path(__file__).parents[2] / "examples"

RULES = '''
import upstar

class Row(upstar.PartisanGame):
    """Left removes an x, Right an o; a removed stone takes its right neighbour along."""

    def __init__(self, row="xoxxo", *, extra=0):
        self.row = row + "x" * extra

    def start(self):
        return self.row

    def left_moves(self, row):
        return [i for i, c in enumerate(row) if c == "x"]

    def right_moves(self, row):
        return [i for i, c in enumerate(row) if c == "o"]

    def play(self, row, i):
        return row[:i] + "." + row[i + 1 :].replace(row[i + 1 : i + 2], ".", 1)
'''


@pytest.fixture
def file(tmp_path):
    copied = tmp_path / "tic_tac_toe.py"
    shutil.copy(EXAMPLES / "tic_tac_toe.py", copied)
    return copied


@pytest.fixture
def proof(file, tmp_path, run):
    written = tmp_path / "ttt.proof"
    done = run("solve", f"{file}:TicTacToe", "x...o....", "--proof", str(written), "-q")
    assert (done.status, done.err) == (0, "")
    return written


@pytest.mark.parametrize("algorithm", ["auto", "alpha-beta", "pns", "df-pn", "ppt", "mcts-solver"])
@pytest.mark.parametrize("game", [TakeAway(), TakeAway(12), TakeAway(counters=8), Greed()])
def test_solvers_write_certificates_that_verify(game, algorithm, tmp_path):
    path = tmp_path / "game.proof"
    position = upstar.position(game)
    solution = upstar.solve(position, algorithm, proof=path)
    assert solution.proof is not None
    for named in (game, type(game)):
        found = upstar.verify(path, game=named)
        assert found, str(found)
        assert (found.game, found.position) == (game.name, str(position))
        assert found.bounds == solution.bounds
        assert found.rules == str(rules_of(game))
        assert f"by the Python code toys.py:{game!r} sha256:" in str(found)


def test_positions_after_moves_need_a_parse(tmp_path):
    path = tmp_path / "game.proof"
    later = upstar.position(TakeAway(9)).play("2").play("1")
    assert upstar.solve(later, proof=path).proof
    found = upstar.verify(path, game=TakeAway)
    assert (found.verdict, found.position, found.to_move) == ("right", "6", "left")
    with pytest.raises(upstar.UnsuitableError, match=r"not the start, and Greed has no parse"):
        upstar.solve(upstar.position(Greed()).play("first"), proof=path)


def test_the_command_line_verifies(run, file, proof):
    done = run("verify", str(proof), "--game", f"{file}:TicTacToe")
    assert done.status == 0
    assert done.out.startswith("right: cross, to move in tic-tac-toe x...o....: ")
    assert f"tic_tac_toe.py:TicTacToe() sha256:{file_hash(file)}" in done.out
    document = json.loads(run("verify", str(proof), "--game", str(file), "--json").out)
    assert document["rules"] == f"tic_tac_toe.py:TicTacToe() sha256:{file_hash(file)}"


def test_code_runs_only_if_it_is_named(run, file, proof, monkeypatch):
    monkeypatch.chdir(file.parent)
    with file.open("a") as more:
        more.write("\nraise SystemExit('this code must not run')\n")
    done = run("verify", str(proof))
    assert (done.status, done.out) == (2, "")
    assert "runs this code only if you name it: --game FILE.py:TicTacToe" in done.err
    with pytest.raises(upstar.CertificateError, match="only if you name it"):
        upstar.verify(proof)


def test_changed_code_is_rejected_before_it_runs(run, file, proof):
    with file.open("a") as more:
        more.write("\nraise SystemExit('this code must not run')\n")
    done = run("verify", str(proof), "--game", f"{file}:TicTacToe")
    assert (done.status, done.out) == (2, "")
    assert "the certificate is for other rules: it names TicTacToe() with the source" in done.err
    assert done.err.count("\n") == 1


def test_line_ends_do_not_change_the_source(run, file, proof):
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert run("verify", str(proof), "--game", f"{file}:TicTacToe").status == 0


def test_other_games_are_rejected(run, file, proof, tmp_path):
    for game, reason in (
        (TakeAway, "is for TicTacToe(), not for TakeAway()"),
        ("nowhere.py:TicTacToe", "there is no file 'nowhere.py'"),
        (f"{file}:Chess", "has no game 'Chess'"),
        (f"{file}:TicTacToe(3)", "too many positional arguments"),
        (f"{file}:TicTacToe(print())", "must be literals"),
    ):
        with pytest.raises(upstar.UpstarError) as raised:
            upstar.verify(proof, game=game)
        assert reason in str(raised.value)
        assert "\n" not in str(raised.value)
    nim = tmp_path / "nim.proof"
    upstar.solve(upstar.position("nim", "1,2"), proof=nim)
    with pytest.raises(upstar.CertificateError, match="leave out the game"):
        upstar.verify(nim, game=TakeAway)
    path = tmp_path / "nine.proof"
    upstar.solve(upstar.position(TakeAway(9)), proof=path)
    with pytest.raises(upstar.CertificateError, match=r"is for TakeAway\(9\), not for TakeAway\(8"):
        upstar.verify(path, game=TakeAway(8))


def test_damaged_certificates_are_rejected(tmp_path):
    path = tmp_path / "game.proof"
    upstar.solve(upstar.position(TakeAway(9)), proof=path)
    whole = path.read_bytes()

    def is_right():
        try:
            return bool(upstar.verify(path, game=TakeAway))
        except upstar.UpstarError:
            return False

    assert is_right()
    for cut in range(0, len(whole), 3):
        path.write_bytes(whole[:cut])
        assert not is_right()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert not is_right()


def fnv(data: bytes) -> bytes:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value.to_bytes(8, "little")


def test_forged_certificates_are_wrong(tmp_path):
    """A forger can write any claim with a correct checksum. The rules refute it."""
    path = tmp_path / "game.proof"
    upstar.solve(upstar.position(TakeAway(9)), proof=path)
    whole = path.read_bytes()
    for old, new in (
        (b"claim: left at least 1", b"claim: right at least 1"),
        (b'position: "9"', b'position: "8"'),
        (b'position: "9"', b'position: "nine"'),
        (b'position: "9"', b"position: 9"),
        (b"to_move: left", b"to_move: right"),
        (b"left: left", b"left: lift"),
        (b"claim: left at least 1", b"claim: left at least 2"),
    ):
        assert old in whole
        body = whole.replace(old, new)[:-24]
        path.write_bytes(body + fnv(body) + whole[-16:])
        found = upstar.verify(path, game=TakeAway)
        assert found.verdict in ("wrong", "not a certificate"), (old, new)
        assert found.reason


def test_exceptions_of_the_rules_reach_the_caller(run, file, proof):
    source = file.read_text().replace("return [cell for", "raise KeyError('mine')  # ")
    file.write_text(source)
    forged = proof.read_bytes()
    old = forged.split(b"sha256:")[1][:64]
    body = forged.replace(old, file_hash(file).encode())[:-24]
    proof.write_bytes(body + fnv(body) + forged[-16:])
    done = run("verify", str(proof), "--game", f"{file}:TicTacToe")
    assert done.status == 1
    assert "KeyError: 'mine'" in done.err


def test_games_under_normal_play_and_with_arguments(run, tmp_path):
    file = tmp_path / "row.py"
    file.write_text(RULES)
    path = tmp_path / "row.proof"
    for name in ("Row", "Row('xxo')", "Row('oox', extra=1)"):
        done = run("solve", f"{file}:{name}", "--proof", str(path), "-q")
        assert (done.status, done.err) == (0, "")
        assert run("verify", str(path), "--game", f"{file}:Row").status == 0
        assert run("verify", str(path), "--game", f"{file}:{name}").status == 0
    done = run("verify", str(path), "--game", f"{file}:Row('xo')")
    assert "is for Row('oox', extra=1), not for Row('xo')" in done.err


def test_sums_with_games_in_python(run, tmp_path):
    file, other = tmp_path / "row.py", tmp_path / "other.py"
    file.write_text(RULES)
    other.write_text(RULES.replace("class Row", "class Line"))
    path = str(tmp_path / "sum.proof")
    text = f"{file}:Row + nim:3 - 2.{other}:Line('xxo') + {{1|*}}"
    done = run("solve", "sum", text, "--proof", path, "-q")
    assert (done.status, done.err) == (0, "")
    done = run("verify", path, "--game", f"{file}:Row", "--game", f"{other}:Line")
    assert done.status == 0
    assert "in sum row:xoxxo + nim:3 - line:xxo - line:xxo + {1|*}: " in done.out
    done = run("verify", path, "--game", f"{file}:Row")
    assert done.status == 2
    assert "--game FILE.py:Line" in done.err
    file.write_text(RULES + "# changed")
    done = run("verify", path, "--game", f"{file}:Row", "--game", f"{other}:Line")
    assert done.status == 2
    assert "the certificate is for other rules" in done.err


def test_errors_in_sums_with_games_in_python(run, tmp_path):
    file = tmp_path / "row.py"
    file.write_text(RULES)
    for text, error in (
        (f"nim:1 + {file}:Raw", "has no game 'Raw'; its games: Row"),
        (f"nim:1 + {file}:Row:xxo", "it has no parse"),
        (f"nim:1 + {tmp_path}/no.py:Row", "there is no file"),
        (f"nim:q + {file}:Row", "character 5: "),
    ):
        done = run("solve", "sum", text)
        assert done.status == 2, text
        assert error in done.err
        assert done.err.count("\n") == 1
    done = run("solve", "sum", f"nim:1 + {file}:Row", "--play", "misere")
    assert done.status == 2
    assert "no misère play" in done.err
    assert run("compare", f"{file}:Row", f"{file}:Row", "-q").out.startswith("equal")


def test_games_that_cannot_be_named_have_no_certificate(tmp_path):
    class Local(TakeAway):
        pass

    class Wrong(TakeAway):
        def parse(self, text):
            return int(text) + 1

    with pytest.raises(upstar.UnsuitableError, match="at the top level of a file"):
        upstar.solve(upstar.position(Local()), proof=tmp_path / "p")
    with pytest.raises(upstar.UnsuitableError, match=r"parse does not read its text '9' back"):
        upstar.solve(upstar.position(Wrong()), proof=tmp_path / "p")
    with pytest.raises(upstar.UnsuitableError, match="must be literals"):
        upstar.solve(upstar.position(TakeAway([upstar.games]), "10"), proof=tmp_path / "p")
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_the_rules_reads_back():
    for game in (TakeAway(), TakeAway(7), TakeAway(counters=3)):
        rules = rules_of(game)
        assert read_rules(str(rules)) == rules
        given, named = literal_arguments(rules.arguments)
        assert TakeAway(*given, **named) == game
    assert read_rules("domineering") is None
    for text in ("*[1]", "**{'a': 1}", "f()", ")(", "1)(2"):
        with pytest.raises(upstar.UnknownNameError):
            literal_arguments(text)
