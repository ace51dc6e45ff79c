"""Certificates with lemmas: both checkers accept what is written, and only that."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import upstar
from upstar.reference import lemmas, rules, verify

RESULTS = Path(__file__).parents[2] / "docs" / "results"
SMALL = [
    ("domineering", "4x4"),
    ("domineering", "1x7"),
    ("domineering", "5x1"),
    ("domineering", "5x5"),
    ("domineering", "6x6"),
    ("nogo", "3x4"),
    ("nogo", "1x9"),
    ("clobber", "3x4"),
    ("clobber", "(xo)^5"),
    ("clobber", "(xo)^11.oox"),
    ("hex", "4"),
    ("hex", "5x5"),
    ("y", "5"),
    ("mnk", "3x3:3"),
    ("connect-four", "4x4:3"),
    ("connect-four", "4x5"),
]
SLOW = [("nogo", "4x4"), ("clobber", "4x4"), ("connect-four", "5x5")]


def written(path, game, text, *, lemmas=True, **options):
    solution = upstar.solve(upstar.position(game, text), proof=path, lemmas=lemmas, **options)
    assert solution.proof is not None, solution.proof_error
    return solution


@pytest.mark.parametrize(("game", "text"), SMALL)
def test_both_checkers_accept_what_is_written(tmp_path, game, text):
    path = tmp_path / "a.proof"
    solution = written(path, game, text)
    checked = upstar.verify(path)
    assert (checked.verdict, checked.outcome) == ("right", solution.outcome)
    assert checked.format == 2
    report = upstar.reference_verify(path)
    assert report.statements == report.checked == checked.decisions


@pytest.mark.slow
@pytest.mark.parametrize(("game", "text"), SLOW)
def test_both_checkers_accept_larger_ones(tmp_path, game, text):
    test_both_checkers_accept_what_is_written(tmp_path, game, text)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "df-pn", "pn2", "ppt"])
def test_every_kind_of_search_can_write_one(tmp_path, algorithm):
    path = tmp_path / "a.proof"
    written(path, "nogo", "3x4", algorithm=algorithm)
    assert upstar.verify(path).format == 2
    assert upstar.reference_verify(path, sample=5).checked == 5


def test_without_lemmas_there_are_moves_only(tmp_path):
    path = tmp_path / "a.proof"
    written(path, "domineering", "4x4", lemmas=False)
    checked = upstar.verify(path)
    assert (checked.verdict, checked.format, checked.counts) == ("right", 1, ())
    with pytest.raises(upstar.NotProved, match="upstar-proof 2"):
        upstar.reference_verify(path)


def test_other_games_get_certificates_of_moves(tmp_path):
    path = tmp_path / "a.proof"
    written(path, "cram", "3x3")
    assert upstar.verify(path).format == 1


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return total


def signed(data):
    """Return a certificate with the checksum of its contents."""
    return data[:-24] + fnv(data[:-24]).to_bytes(8, "little") + data[-16:]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"claim: left at least 1", b"claim: right at least 1"),
        (b"to_move: left", b"to_move: right"),
        (b"lemmas: packing private-runs symmetry", b"lemmas: packing symmetry"),
        (b"lemmas: packing private-runs symmetry", b"lemmas: private-runs packing symmetry"),
        (b"position: ....../", b"position: #...../"),
    ],
)
def test_a_changed_header_is_rejected_by_both(tmp_path, old, new):
    path = tmp_path / "a.proof"
    written(path, "domineering", "6x6")
    data = path.read_bytes()
    assert old in data
    path.write_bytes(signed(data.replace(old, new, 1)))
    assert upstar.verify(path).verdict in ("wrong", "not a certificate")
    with pytest.raises(upstar.NotProved):
        upstar.reference_verify(path)


def test_the_reference_checker_runs_without_the_core(tmp_path):
    package = tmp_path / "upstar"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "reference").symlink_to(Path(verify.__file__).parent)
    path = tmp_path / "a.proof"
    written(path, "domineering", "5x5")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "upstar.reference", str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "domineering" in done.stdout


def test_the_rules_of_both_checkers_agree():
    for game, text in SMALL:
        start = upstar.position(game, text)
        for path in ([], [0], [1, 0], [0, 1, 1], [2, 1, 0, 0]):
            position = start
            board = rules.rules_for(game, str(start))
            own = board.read(str(start), False)
            for number in path:
                moves = position.moves()
                if number < len(moves):
                    position = position.play(moves[number])
                    own = board.play(own, board.moves(own)[1][number])
            assert len(board.moves(own)[1]) == len(position.moves())
            assert own == board.read(str(position), own.mover)
            assert board.position(board.code(own)) == own


def test_a_wrong_witness_proves_nothing():
    board = rules.rules_for("domineering", "..../..../..../....")
    packing = lemmas.Packing(board)
    start = board.read("..../..../..../....", False)
    for witness in (b"", b"\xff\xff", b"\x00\x80", bytes(3), b"\x01\x01"):
        assert packing.proves(start, 0, witness) is None
    board = rules.rules_for("hex", "../..")
    connection = lemmas.Connection(board)
    start = board.read("../..", False)
    assert connection.proves(start, 0, bytes([1, 1, 0, 2, 2, 1, 3, 0, 0, 1, 2, 0, 0])) is not None
    for witness in (b"", b"\x01", bytes([1, 1, 0, 0]), bytes([1, 9, 0, 0]), bytes([1, 0, 0, 7])):
        assert connection.proves(start, 0, witness) is None


def test_certify_writes_the_certificate_of_a_checkpoint(tmp_path):
    folder = tmp_path / "table"
    position = upstar.position("domineering", "6x6", to_move="horizontal")
    solved = upstar.solve(position, "alpha-beta", checkpoint=folder)
    certified = upstar.certify(folder)
    assert certified.outcome == solved.outcome
    checked = upstar.verify(folder / "certificate.proof")
    assert (checked.verdict, checked.to_move) == ("right", "horizontal")
    with pytest.raises(upstar.ParameterError, match="no checkpoint"):
        upstar.certify(tmp_path)


def test_the_pages_of_results_are_up_to_date():
    command = [sys.executable, str(RESULTS.parents[1] / "tools" / "results.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("record", upstar.known_records(), ids=lambda record: record.id)
def test_certificates_of_records_verify(record):
    if record.certificate in (None, "by recipe"):
        pytest.skip("its certificate is not in the repository")
    path = RESULTS / record.certificate
    assert path.stat().st_size <= 1_000_000
    data = path.read_bytes()
    if record.certificate_bytes is not None:
        assert len(data) == record.certificate_bytes
        assert hashlib.sha256(data).hexdigest() == record.certificate_sha256
    checked = upstar.verify(path)
    assert checked.verdict == "right"
    if checked.nimber is not None:
        assert record.statement.endswith(f"nimber {checked.nimber}")
    assert upstar.reference_verify(path, sample=3).checked <= 3


def test_new_records_say_what_was_known_and_are_measured():
    for record in upstar.known_records():
        if record.is_new:
            assert record.source
            assert record.second_check
            assert None not in (record.seconds, record.nodes, record.megabytes)
            assert None not in (record.certificate_bytes, record.certificate_sha256)
