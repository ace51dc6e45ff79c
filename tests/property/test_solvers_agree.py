"""Every solver on positions that hypothesis makes: the same score, and a certificate of it."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import upstar

GAMES = {info.name: info.examples for info in upstar.games()}
ALGORITHMS = [info.name for info in upstar.algorithms() if info.name != "minimax"]


@st.composite
def positions(draw):
    game = draw(st.sampled_from(sorted(GAMES)))
    side = draw(st.sampled_from(["left", "right"]))
    p = upstar.position(game, draw(st.sampled_from(GAMES[game])), to_move=side)
    for choice in draw(st.lists(st.integers(0, 1000), max_size=6)):
        moves = p.moves()
        if not len(moves):
            break
        p = p.play(moves[choice % len(moves)])
    return p


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from(ALGORITHMS))
def test_scores_and_certificates_agree_with_minimax(p, algorithm):
    right = upstar.solve(p, "minimax", max_nodes=200_000)
    if not right.solved:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.proof"
        found = upstar.solve(p, algorithm, proof=path)
        assert (found.solved, found.score) == (True, right.score)
        assert upstar.verify(path).bounds == (right.score, right.score)
