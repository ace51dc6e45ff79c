"""For any file or protocol input, the answer is a result or one of upstar's own errors."""

import json
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import upstar
from upstar.campaign.spec import read_campaign
from upstar.play.gtp import GtpServer
from upstar.play.sgf import read_problem, read_sgf
from upstar.selftest.cases import Case

ANY = st.binary(max_size=60)


def changed(whole):
    """Return inputs that differ from a right one by a few bytes."""
    return st.builds(
        lambda at, cut, more: (
            whole[: at % (len(whole) + 1)] + more + whole[at % (len(whole) + 1) + cut :]
        ),
        st.integers(0, 500),
        st.integers(0, 5),
        st.binary(max_size=4) | st.sampled_from([b"[", b"]", b";", b"(", b")", b"\\", b'"', b"="]),
    )


SGF = b"(;GM[1]FF[4]SZ[5]KM[6.5]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee];W[](;B[ab])(;B[ba]))"
FIGHT = b"(;SZ[4]AB[aa][ab]AW[ba][bb]TR[aa]SQ[cc][dd]CR[ca])"


@settings(max_examples=200, deadline=None)
@given(ANY | changed(SGF))
@example(b"(;SZ[99999999999])")
@example(b"(;KM[nan]SZ[5])")
def test_any_game_record_is_read_or_rejected(data):
    pytest.importorskip("sgfmill")
    try:
        found = read_sgf(data)
    except upstar.UpstarError:
        return
    assert found.game == "go"


@settings(max_examples=200, deadline=None)
@given(ANY | changed(FIGHT))
def test_any_problem_is_read_or_rejected(data):
    pytest.importorskip("sgfmill")
    try:
        found = read_problem(data)
    except upstar.UpstarError:
        return
    assert found.game == "seki"


WORDS = ["play", "genmove", "boardsize", "komi", "undo", "loadsgf", "time_left", "B", "w", "c3"]
LINES = st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=5).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES | st.text(max_size=30), max_size=6))
def test_any_line_of_gtp_gets_an_answer_or_none(lines):
    server = GtpServer(lambda position, seconds: position.moves()[0])
    for line in lines:
        answer = server.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n"))


CAMPAIGN = b"""name = "small"
seeds = "1-2"
positions = [{ game = "nogo", positions = ["1x5"] }]
algorithms = [{ name = "ppt", parameters = { bounds = false } }]
limits = { max_nodes = 100 }
"""


@settings(max_examples=200, deadline=None)
@given(data=ANY | changed(CAMPAIGN))
def test_any_campaign_file_is_read_or_rejected(data, tmp_path_factory):
    file = tmp_path_factory.getbasetemp() / "campaign.toml"
    file.write_bytes(data)
    with suppress(upstar.UpstarError):
        read_campaign(file)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(JSON | st.dictionaries(st.sampled_from(["game", "text", "check", "options", "moves"]), JSON))
def test_any_case_of_a_hunt_is_read_or_rejected(document):
    with suppress(upstar.ParameterError):
        Case.read(json.dumps(document))
