"""For any text, the answer is a value or one of upstar's own errors."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import upstar
from upstar.cli import main
from upstar.registry import ALIASES

GAMES = upstar.games()
NAMES = [info.name for info in GAMES]
TEXTS = [text for info in GAMES for text in info.examples]
games = st.sampled_from(NAMES)
sizes = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda size: f"{size[0]}x{size[1]}")
rows = st.lists(st.text(".xo#", max_size=5), max_size=5).map("/".join)
near = st.builds(
    lambda text, at, more: text[: at % (len(text) + 1)] + more + text[at % (len(text) + 1) :],
    st.sampled_from(TEXTS),
    st.integers(0, 50),
    st.text(".xo#/:,0123456789x-", max_size=3),
)
suffixed = st.builds(lambda text, k: f"{text}:{k}", sizes | rows, st.integers(-1, 9))
texts = st.one_of(st.text(), sizes, rows, near, suffixed, st.text("0123456789x:,/.-", max_size=8))


@given(game=games, text=texts, to_move=st.sampled_from(["left", "right"]) | st.text(max_size=5))
@settings(max_examples=400, deadline=None)
def test_positions_parse_or_raise_a_clear_error(game, text, to_move):
    try:
        p = upstar.position(game, text, to_move=to_move)
    except (upstar.PositionError, upstar.UnknownNameError):
        return
    assert upstar.position(game, str(p), to_move=p.to_move) == p
    assert eval(repr(p)) == p
    assert (p.outcome is None) == (len(p.moves()) > 0)
    p.svg()
    p.ascii()


def denotes_a_game(text):
    """Check whether a text ends with a name or an alias, in any spelling that is accepted."""
    plain = text.strip().lower().replace(" ", "-").replace("_", "-")
    return any(plain.endswith(name) for name in (*NAMES, *ALIASES))


@given(game=st.text())
@example("connect 5")
def test_unknown_games_are_rejected(game):
    if not denotes_a_game(game):
        with pytest.raises(upstar.UnknownNameError):
            upstar.position(game, "3x3")


@given(data=st.data(), text=st.text(max_size=8) | st.text("abc123 ", max_size=5))
@settings(max_examples=300, deadline=None)
def test_moves_are_legal_or_rejected(data, text):
    info = data.draw(st.sampled_from(GAMES))
    p = upstar.position(info.name, data.draw(st.sampled_from(info.examples)))
    try:
        q = p.play(text)
    except upstar.MoveError:
        assert text not in p.moves()
    else:
        assert q != p


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_positions_of_random_games_round_trip(data):
    info = data.draw(st.sampled_from(GAMES))
    p = upstar.position(info.name, data.draw(st.sampled_from(info.examples)))
    while p.outcome is None:
        p = p.play(data.draw(st.sampled_from(list(p.moves()))))
        again = upstar.position(info.name, str(p), to_move=p.to_move)
        assert again == p
        assert list(again.moves()) == list(p.moves())
        assert again.score == p.score


@given(
    game=games | st.text(max_size=10),
    text=texts,
    options=st.lists(
        st.tuples(
            st.sampled_from(
                ["--set", "--to-move", "--goal", "--algorithm", "--max-memory", "--threads"]
            ),
            st.text(max_size=6)
            | st.sampled_from(["state=false", "window=full", "win", "draw", "alpha-beta", "1"]),
        ),
        max_size=3,
    ),
)
@settings(max_examples=200, deadline=None)
def test_command_lines_never_show_a_traceback(game, text, options):
    out, err = io.StringIO(), io.StringIO()
    given_options = [word for pair in options for word in pair]
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(["solve", "--max-nodes", "2000", "--max-seconds", "1", *given_options, game, text])
    assert (ended.value.code or 0) in (0, 2, 3), err.getvalue()
    assert "Traceback" not in err.getvalue()
    if ended.value.code == 2:
        assert err.getvalue().count("\n") == 1
        assert out.getvalue() == ""
