"""Laws of the files that can be downloaded and read: pictures, games, results, certificates."""

import csv
import io
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import upstar
from upstar.errors import UpstarError
from upstar.web.downloads import any_game
from upstar.web.game_tree import GameTree
from upstar.web.hexworld import read_hexworld, write_hexworld
from upstar.web.sgf_tree import read_sgf, write_sgf
from web.test_api import talk


def random_tree(game, text, seed, to_move=None, moves=12):
    """Return a game with random moves, variations and comments."""
    chance = random.Random(seed)
    tree = GameTree(upstar.position(game, text, to_move=to_move))
    tree.root.comment = "a start [with] \\ signs"
    for number in range(moves):
        here = tree.current
        if here.position.outcome is not None:
            tree.back(3)
            continue
        tree.play(chance.choice(list(here.position.moves())))
        tree.current.comment = f"move {number}]" if number % 3 == 0 else ""
        tree.back(chance.choice([0, 0, 1, 2]))
    return tree


GAMES = [
    ("go", "5x5", None),
    ("go", "5x5:komi=7.5,moves=c3-b4", None),
    ("go", "..x../..o../...../...../.....:komi=0.5", "white"),
    ("go", "4x6", None),
    ("hex", "4x4", None),
    ("hex", "3x5", "white"),
    ("hex", "x.o/.../..x", "white"),
    ("mnk", "3x3:3", None),
    ("mnk", "x../.../..o:3", None),
    ("mnk", "7x6:4", "second"),
]


@pytest.mark.parametrize(("game", "text", "to_move"), GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_sgf_keeps_moves_variations_and_comments(game, text, to_move, seed):
    tree = random_tree(game, text, seed, to_move)
    again = read_sgf(write_sgf(tree))
    assert write_sgf(again) == write_sgf(tree)
    if "moves=" not in text:
        assert again.root.position == tree.root.position
        assert again.text == tree.text
    ends = {str(node.position) for node in tree.nodes()}
    assert ends <= {str(node.position) for node in again.nodes()}


def test_sgf_of_other_programs_is_read():
    hexgui = "(;FF[4]AP[HexGui:0.2]GM[11]SZ[5];B[c3];W[a1];B[b4])"
    assert read_sgf(hexgui).current.moves == ["c3", "a5", "b2"]
    letters = "(;FF[4]GM[11]SZ[5];B[cc];W[aa])"
    assert read_sgf(letters).current.moves == ["c3", "a5"]
    go = "(;GameName[x]SiZe[5]GM[1]KM[6.5]HA[2]AB[bb][dd];W[cc]C[tengen];B[];W[tt])"
    tree = read_sgf(go.replace("GameName", "GN").replace("SiZe", "SZ"))
    assert tree.root.position.to_move == "white"
    assert tree.current.moves == ["c3", "pass", "pass"]
    assert read_sgf("(;GM[4]SZ[11];B[ff])").root.position == upstar.position("mnk", "11x11:5")


def test_sgf_and_the_module_for_go_agree():
    from upstar.play.sgf import read_sgf as read_go

    tree = random_tree("go", "5x5:komi=7.5", 3, moves=30)
    main = tree.root
    while main.children:
        main = main.children[0]
    assert read_go(write_sgf(tree)) == main.position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(", "missing"),
        ("(;GM[2]SZ[8])", r"GM\[2\]"),
        ("(;GM[11]SZ[3];B[z9])", "not a legal move"),
        ("(;GM[11]SZ[3];B[a1];B[a2])", "white is to move"),
        ("(;GM[11]SZ[99])", "too large"),
        ("(;GM[11]SZ[x])", "size"),
        ("(;GM[11]SZ[3]AB[q7])", "point"),
        ("(GM[11])", "before"),
        (";GM[11]", "begin"),
        ("(;GM[11]SZ[3];B[a1]", "missing"),
        ("(;GM[11]SZ[3]\x00)", "not expected"),
    ],
)
def test_wrong_sgf_is_one_clear_line(text, words):
    with pytest.raises(UpstarError, match=words) as caught:
        read_sgf(text)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="();BWABCGMSZ[]\\:019abct \n", max_size=60))
def test_no_text_breaks_the_readers(text):
    for source in (text, f"(;GM[11]SZ[3]{text})", f"https://hexworld.org/board/#3{text}"):
        with suppress(UpstarError):
            any_game(source)


@pytest.mark.parametrize("size", ["4x4", "3x5", "5x3"])
def test_links_to_hexworld_keep_the_game(size):
    tree = random_tree("hex", size, 1, moves=6)
    again = read_hexworld(write_hexworld(tree))
    assert again.current.position == tree.current.position
    assert again.current.moves == tree.current.moves


def test_links_of_hexworld_are_read():
    tree = read_hexworld("https://hexworld.org/board/#11r9c1,b4h4g8,i8:rb")
    assert tree.root.position == upstar.position("hex", "11x11")
    assert tree.current.moves == ["b8", "h8", "g4"]  # the rows count from the other side
    assert tree.forward()
    assert tree.current.move == "i4"
    assert not tree.forward()
    swapped = read_hexworld("https://hexworld.org/board/#3c1,a3:sb2")
    assert str(swapped.root.position) == "..o/.../..."  # a3 mirrored is c1
    assert swapped.current.moves == ["b2"]
    with pytest.raises(UpstarError, match="HexWorld"):
        read_hexworld("https://hexworld.org/board/#what")
    with pytest.raises(UpstarError, match="swap"):
        read_hexworld("https://hexworld.org/board/#3c1,a1b1:s")
    with pytest.raises(UpstarError, match="empty board"):
        write_hexworld(GameTree(upstar.position("hex", "x../.../...")))


HEX = {"game": "hex", "position": "3x3", "moves": "b2 a1"}


@pytest.mark.parametrize(
    ("path", "begins", "words"),
    [
        ("picture.svg", b"<svg", b"circle"),
        ("picture.png", b"\x89PNG", b"IEND"),
        ("picture.tikz", b"\\begin{tikzpicture}", b"\\end{tikzpicture}"),
        ("picture.tex", b"\\documentclass", b"\\end{document}"),
        ("game.txt", b"hex", b"b2 a1"),
        ("game.json", b"{", b"b2 a1"),
        ("game.sgf", b"(;FF[4]", b";B[b2];W[a3]"),
    ],
)
def test_positions_and_games_are_files(path, begins, words):
    async def scene(client):
        return await client.get(f"/api/{path}", params=HEX, timeout=60)

    answer = talk(scene)
    assert answer.status_code == 200, answer.text
    assert answer.content.startswith(begins)
    assert words in answer.content
    assert path.rpartition(".")[2] in answer.headers["content-disposition"]


def test_games_are_read_back():
    async def scene(client):
        found = []
        for kind in ("txt", "sgf", "hexworld"):
            text = (await client.get(f"/api/game.{kind}", params=HEX)).text
            found.append((await client.post("/api/game", json={"text": text})).json())
        wrong = await client.post("/api/game", json={"text": "(;GM[9])"})
        return found, wrong

    found, wrong = talk(scene)
    assert {game["moves"] for game in found} == {"b2 a1"}
    assert found[0]["link"].startswith("/?game=hex&")
    assert wrong.status_code == 400


def test_results_are_files():
    async def scene(client):
        async def job(task, **body):
            return (await client.post(f"/api/{task}?wait=30", json=body)).json()["id"]

        solve = await job("solve", game="domineering", position="4x4", proof=True, algorithm="pns")
        analyze = await job("analyze", game="domineering", position="2x3")
        value = await job("value", game="clobber", position="xo.xxo")
        move = await job("best-move", game="clobber", position="3x3", max_playouts=20)
        endless = (
            await client.post("/api/solve", json={"game": "domineering", "position": "10x10"})
        ).json()["id"]

        async def file(id, name):
            return await client.get(f"/api/jobs/{id}/{name}")

        tables = [await file(id, "result.csv") for id in (solve, analyze, value, move)]
        whole = await file(solve, "result.json")
        certificate = await file(solve, "certificate")
        missing = [await file(analyze, "certificate"), await file(endless, "result.json")]
        return tables, whole, certificate, missing

    tables, whole, certificate, missing = talk(scene)
    rows = [list(csv.DictReader(io.StringIO(answer.text))) for answer in tables]
    assert {"nodes", "seconds", "pn", "dn"} <= set(rows[0][0])
    assert [row["move"] for row in rows[1]] == ["a1a2", "b1b2", "c1c2"] or len(rows[1]) == 3
    assert {"outcome", "lowest", "highest"} <= set(rows[1][0])
    assert {"player", "value", "temperature"} <= set(rows[2][0])
    assert {"visits", "lowest"} <= set(rows[3][0])
    assert json.loads(whole.text)["result"]["winner"] == "vertical"
    assert "upstar-jobs" not in whole.text  # no name of a file of the server
    assert [answer.status_code for answer in missing] == [404, 404]
    assert certificate.status_code == 200


def test_the_certificate_is_right(tmp_path):
    async def scene(client):
        body = {"game": "domineering", "position": "4x4", "proof": True}
        id = (await client.post("/api/solve?wait=30", json=body)).json()["id"]
        return (await client.get(f"/api/jobs/{id}/certificate")).content

    path = tmp_path / "downloaded.proof"
    path.write_bytes(talk(scene))
    assert upstar.verify(path).verdict == "right"
