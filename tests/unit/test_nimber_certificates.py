"""Certificates of nimbers: both checkers accept what is written, and only that."""

import pytest

import upstar
from upstar.reference.nimbers import impartial_game

SMALL = [
    ("cram", "3x3"),
    ("cram", "4x5"),
    ("cram", "1x9"),
    ("cram", "..#/.../#.."),
    ("impartial:clobber", "3x4"),
    ("impartial:clobber", "(xo)^7"),
    ("impartial:clobber", "x.o/oxx/.ox"),
    ("impartial:nogo", "1x12"),
    ("impartial:nogo", "9x1"),
    ("impartial:nogo", "2x5"),
    ("impartial:nogo", "3x3"),
    ("impartial:nogo", "x..o/.#../...."),
]


@pytest.mark.parametrize(("game", "text"), SMALL)
def test_both_checkers_accept_what_is_written(tmp_path, game, text):
    path = tmp_path / "a.proof"
    found = upstar.nimber(game, text, proof=path)
    checked = upstar.verify(path)
    assert (checked.verdict, checked.nimber, checked.format) == ("right", found.nimber, 3)
    report = upstar.reference_verify(path)
    assert report.nimber == found.nimber
    assert report.statements == report.checked == checked.decisions == found.proof.decisions
    assert f"has the nimber {found.nimber}" in str(checked)
    assert found.to_json()["proof"]["bytes"] == path.stat().st_size


@pytest.mark.parametrize(("game", "text"), SMALL)
def test_the_reference_gives_the_nimber_by_itself(game, text):
    if (game, text) in (("cram", "4x5"), ("impartial:nogo", "1x12"), ("impartial:nogo", "2x5")):
        pytest.skip("this takes too long in plain Python")
    position = upstar.position(game, text)
    rules = impartial_game(game, str(position))
    known: dict[int, int] = {}

    def nimber(parts):
        total = 0
        for part in parts:
            if part not in known:
                options = {nimber(option) for option in rules.options(part)}
                known[part] = next(n for n in range(99) if n not in options)
            total ^= known[part]
        return total

    assert nimber(rules.parts(rules.read(str(position)))) == upstar.nimber(position).nimber


def test_threads_and_small_tables_write_certificates_too(tmp_path):
    for options in ({"threads": 2}, {"checkpoint": tmp_path / "table"}, {"max_memory": 1}):
        path = tmp_path / "a.proof"
        found = upstar.nimber("impartial:nogo", "1x14", proof=path, **options)
        assert found.proof_error is None
        assert upstar.verify(path).nimber == found.nimber == 3


def test_certify_writes_the_certificate_of_a_checkpoint(tmp_path):
    folder = tmp_path / "table"
    found = upstar.nimber("impartial:nogo", "2x5", checkpoint=folder)
    certified = upstar.certify(folder)
    assert certified.nodes_before == found.nodes
    assert upstar.verify(folder / "certificate.proof").nimber == certified.nimber == found.nimber


def test_there_is_none_for_other_games_and_for_sums(tmp_path):
    path = tmp_path / "a.proof"
    other = upstar.nimber("nim", "3", proof=path)
    assert "impartial:nogo" in other.proof_error
    assert other.nimber == 3
    sum_ = upstar.position("cram", "2x2") + upstar.position("cram", "3x3")
    assert "their parts" in upstar.nimber(sum_, proof=path).proof_error
    assert not path.exists()


def test_a_false_nimber_is_rejected_by_both(tmp_path):
    path = tmp_path / "a.proof"
    upstar.nimber("impartial:nogo", "2x5", proof=path)
    data = path.read_bytes()
    assert b"nimber: 0" in data
    for old, new in (
        (b"nimber: 0", b"nimber: 1"),
        (b"...../.....", b"x..../....."),
        (b"nogo", b"go"),
    ):
        path.write_bytes(signed(data.replace(old, new, 1)))
        assert upstar.verify(path).verdict in ("wrong", "not a certificate")
        with pytest.raises(upstar.NotProved):
            upstar.reference_verify(path)


def signed(data):
    """Return a certificate with the checksum of its contents."""
    total = 0xCBF29CE484222325
    for byte in data[:-24]:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return data[:-24] + total.to_bytes(8, "little") + data[-16:]
