"""Every solver's certificate is accepted and agrees with the solver; damaged ones are rejected."""

import pytest

import upstar

CASES = [(info.name, text) for info in upstar.games() for text in info.examples]


@pytest.mark.parametrize(("game", "text"), CASES)
@pytest.mark.parametrize("algorithm", [info.name for info in upstar.algorithms()])
def test_each_solver_writes_a_certificate_that_verifies(algorithm, game, text, tmp_path):
    for side in ("left", "right"):
        p = upstar.position(game, text, to_move=side)
        path = tmp_path / f"{side}.proof"
        solution = upstar.solve(p, algorithm, proof=path)
        assert solution.proof_error is None
        assert solution.proof.bytes == path.stat().st_size
        found = upstar.verify(path)
        assert found, str(found)
        assert (found.game, found.position) == (game, str(p))
        has_words = set(p.scores) <= {-1, 0, 1}
        expected = solution.outcome if has_words else f"{solution.score:+}"
        assert (found.to_move, found.outcome) == (p.to_move, expected)


def test_a_goal_is_certified_too(tmp_path):
    p = upstar.position("connect-four", "4x4")
    for goal, outcome in (("win", "at most draw"), ("draw", "at least draw")):
        for algorithm in ("alpha-beta", "df-pn", "ppt", "pn2"):
            path = tmp_path / "goal.proof"
            assert upstar.solve(p, algorithm, goal=goal, proof=path).proof
            assert upstar.verify(path).outcome == outcome


def test_damaged_certificates_are_rejected(tmp_path):
    path = tmp_path / "p.proof"
    upstar.solve(upstar.position("nogo", "2x3"), proof=path)
    whole = path.read_bytes()
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        assert upstar.verify(path).verdict == "not a certificate"
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert not upstar.verify(path)


def test_an_unsolved_position_leaves_no_file(tmp_path):
    path = tmp_path / "p.proof"
    solution = upstar.solve(upstar.position("domineering", "8x8"), max_nodes=1000, proof=path)
    assert not solution.solved
    assert solution.proof is None
    assert list(tmp_path.iterdir()) == []
