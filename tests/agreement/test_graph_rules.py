"""Games on graphs against the rules in Python, on random graphs and on every small graph."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import upstar
from upstar.selftest.naive import graphs as naive
from upstar.selftest.naive import values as naive_games

NAMES = sorted(naive.GAMES)
NAMED = ["path(5)", "cycle(5)", "complete(4)", "bipartite(2,3)", "star(4)", "wheel(4)", "petersen"]
LATTICES = ["grid(2,3)", "king(2,3)", "triangular(3,2)", "cylinder(2,3)", "torus(3,3)"]
_SIGNS = {"node-kayles": ".#"}


@st.composite
def graphs(draw, game, most=6):
    """A few vertices, some edges and contents; or a named graph."""
    signs = _SIGNS.get(game, ".xo#")
    if draw(st.booleans()):
        head = draw(st.sampled_from([*NAMED[:-1], *LATTICES[:-1]]))
        vertices = [row.split()[0] for row in upstar.position("col", f"graph:{head}").board()[1]]
        vertices = vertices[:most]
    else:
        vertices = list("abcdef")[: draw(st.integers(2, most))]
        pairs = list(combinations(vertices, 2))
        edges = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
        head = " ".join(["-".join(pair) for pair in edges] + draw(st.just(["zz"])))
        vertices = sorted({end for pair in edges for end in pair})
    contents = [f"{v}={draw(st.sampled_from(signs))}" for v in vertices]
    return " ".join([f"graph:{head}", *contents])


def read(game, text, to_move="left"):
    """Return the position, or None if a group has no liberty."""
    if game == "nogo" and not all(
        naive.has_liberty(edges, dict(contents), vertex)
        for edges, contents in [naive.read(text)]
        for vertex, _ in contents
    ):
        with pytest.raises(upstar.PositionError, match="liberty"):
            upstar.position(game, text)
        return None
    return upstar.position(game, text, to_move=to_move)


cases = st.sampled_from(NAMES).flatmap(lambda game: st.tuples(st.just(game), graphs(game)))


def plain(game, state, known):
    """Return the position as a game: the options of both players, recursively."""
    if state not in known:
        sides = [
            tuple(dict.fromkeys(plain(game, s, known) for _, s in naive.GAMES[game](state, player)))
            for player in (0, 1)
        ]
        known[state] = naive_games.as_game(naive_games.canonical((sides[0], sides[1])))
    return known[state]


@settings(deadline=None, max_examples=300)
@given(cases, st.sampled_from([0, 1]))
def test_moves_lead_where_the_rules_say(case, player):
    game, text = case
    p = read(game, text, ("left", "right")[player])
    if p is None:
        return
    assert upstar.position(game, str(p), to_move=p.to_move) == p
    wanted = dict(naive.GAMES[game](naive.read(str(p)), player))
    assert sorted(p.moves()) == sorted(wanted)
    for name in p.moves():
        assert naive.read(str(p.play(name))) == wanted[name]


@settings(deadline=None, max_examples=150)
@given(cases)
def test_values_are_those_of_the_definition(case):
    game, text = case
    p = read(game, text)
    if p is not None:
        wanted = plain(game, naive.read(str(p)), {})
        assert naive_games.equal(naive_games.of_value(upstar.value(p)), wanted)


@pytest.mark.parametrize("game", NAMES)
def test_every_graph_of_four_vertices(game):
    """Outcomes by search, for both players, equal those by minimax."""
    pairs = list(combinations("abcd", 2))
    known = {}
    for chosen in product([False, True], repeat=len(pairs)):
        edges = ["-".join(pair) for pair, is_chosen in zip(pairs, chosen, strict=True) if is_chosen]
        head = "graph:" + " ".join([*(edges or ["-"]), *"abcd"])
        contents = ["a=x c=o", "a,b=x c=o"] if "clobber" in game else ["", "a=#"]
        for filled in contents:
            check_outcomes(game, f"{head} {filled}", known)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("head", NAMED[:-1] + LATTICES[:-1])
def test_named_graphs(game, head):
    vertices = [row.split()[0] for row in upstar.position("col", f"graph:{head}").board()[1]]
    filled = f"{','.join(vertices[::2])}=x {','.join(vertices[1::2])}=o"
    check_outcomes(game, f"graph:{head} {filled if 'clobber' in game else ''}", {})


def check_outcomes(game, text, known):
    start = read(game, text)
    if start is None:
        return
    wanted = plain(game, naive.read(str(start)), known)
    for player, mover in enumerate(("left", "right")):
        p = upstar.position(game, text, to_move=mover)
        found = upstar.solve(p).outcome == "win"
        assert found == naive_games.wins(wanted, player), (text, mover)
        alone = upstar.solve(p, algorithm="alpha-beta").outcome == "win"
        assert alone == found, (text, mover)


def test_the_edges_of_named_graphs_are_those_of_the_definition():
    for head in NAMED + LATTICES:
        rows = [row.split() for row in upstar.position("col", f"graph:{head}").board()[1]]
        found = {
            frozenset((row[0], rows[int(other)][0])) for row in rows for other in row[4].split(",")
        }
        assert found == naive.read(f"graph:{head}")[0], head
