"""Results that MCGS publishes with its tests, for games that only it had.

Source: Folkersen, Müller and Du, MCGS, https://github.com/ualberta-mueller-group/MCGS, folders
``input/autotests`` and ``cgt_tests``. The values there come from CGSuite. A sample of each game.
"""

import pytest

import upstar

ANIMALS = str.maketrans("XO", "ER")
TOADS = str.maketrans("XO", "TF")
DOMINOES = str.maketrans("XO#", "LRG")

ELEPHANTS = {
    "....OOO.XX...X....XOX.": "7",
    "O...XOX.....X.O.O....X": "{5|3}",
    ".......OOXX.......O.X.": "{-9|-10}",
    "....X.O.X.X..O.X......": "8*",
    "XXXO.........XX..OO...": "0",
    "....X.X.OOOO.......X.O": "{2*|-2*}",
    "X....X...O..XX...OO...": "{7|6||5|4}",
    "X...OX.O...O...X....O.": "{-3*|-4*}",
}
TOADS_BY_OPTIONS = {
    ":slide=1..2,jump=1,friendly": {
        ".OOX........X......X": "18",
        "...XO.....X....O..OX": "-19/2",
        "X....OO..O....X.O...": "{-10v2,-10v*|-10}",
        "..X..O.........X.XO.": "{7|0}",
    },
    ":slide=2..3,jump=2": {
        "....X..OX...O.O..O..": "{-2|-7}",
        "X..X.....XX...OO....": "{8|4,{7|||11/2|4||2|1}}",
        "..X..X......OXO..O.X": "*",
        ".X..X....X..OX....O.": "{7|3v}",
        "O.X.O.X............O": "-1/2",
    },
}
CANNIBALS = {
    ".OOXOX/X.OOXX": "{2v|1||0|-2^|||0|-2||-3^}",
    "OOXOO./.OXXXX": "0",
    "O.O.XX/XXOOXO": "{1*||-1,{0|-1}|-1}",
    "OX.X.X/XOXOOO": "{2*|^*||v|-1v}",
    "XXXOO./.OOXOX": "{2|1v||{1*|1/2},{1v|0}|v|||-1}",
    "XX.X.O/OOXXOO": "{0||||0,{1*|-1^*}|||-1*||-1*|-3}",
    "OOOXOX/.OX.XX": "{2|0||{^*|0}|-3^}",
}
# Who wins when Left starts, and when Right starts.
KINGS = {
    "x=2,o=2": {
        "#.O/O../.#X": "RL",
        ".../#../..X": "LR",
        "O#./O../#..": "LR",
        "..X/..#/.X.": "RL",
        "X#O/X.#/.O.": "LR",
        ".O./.../...": "RL",
    },
    "x=1,o=1,must": {
        ".X./.O./OX.": "LR",
        ".../.O./.O.": "RR",
        ".#X/..O/.#O": "RL",
        "..#/XX./...": "LL",
        "OO./.../.X.": "LL",
        ".../.../...": "LR",
        "X.O/.../..#": "RL",
    },
}
DOMINO_ROWS = {
    "XXO##XXO#X": "LL",
    "#O###OO#XX": "LR",
    "OOXXOXXXOO": "RR",
    "XX#O#O#OXX": "LL",
    "OOO#O#XXXO": "RR",
    "XXX#OOXXOO": "LR",
}
FISSIONS = {".../..x/...": "LL", ".x./.../...": "RR"}
HERDS = {
    "-4 0 8 0|0 0 -1 0|0 0 0 -2|0 0 0 0": "LL",
    "0 0 -2 2|0 0 -1 0|1 -1 -1 0|0 0 0 0": "RL",
    "0 0 0 0|0 0 1 4|2 1 -5 0|1 0 0 0": "LL",
    "0 0 0 0 0 2|0 -4 0 0 1 0|0 0 3 0 0 0|0 0 0 -4 1 1": "RR",
    "0 0 0 0|0 0 0 0|0 0 -1 0|0 0 1 0|-4 0 1 0|0 0 7 0": "LL",
    "0 0 0 0 -6|0 4 0 0 0|-1 0 0 0 5|0 0 0 0 0": "LL",
    "1 -1 0 0|-4 0 0 0|0 0 0 0|0 0 0 0": "RR",
    "0 0 0 0 0 0|0 0 0 0 0 0|0 0 2 0 0 0|4 0 0 1 1 0|-7 0 0 1 0 -1": "LR",
}


def herds(rows):
    """Return the text of herds that are given as numbers, Right's negative."""

    def cell(number):
        size = int(number)
        return "." if size == 0 else f"x{size}" if size > 0 else f"o{-size}"

    return "/".join("".join(map(cell, row.split())) for row in rows.split("|"))


VALUES = [
    *[("elephants-and-rhinos", t.translate(ANIMALS), v) for t, v in ELEPHANTS.items()],
    *[
        ("toads-and-frogs", t.translate(TOADS) + options, v)
        for options, table in TOADS_BY_OPTIONS.items()
        for t, v in table.items()
    ],
    *[("cannibal-clobber", t.lower(), v) for t, v in CANNIBALS.items()],
]
WINNERS = [
    *[
        ("king-dirt", f"{t.lower()}:{options}", w)
        for options, table in KINGS.items()
        for t, w in table.items()
    ],
    *[("toppling-dominoes", t.translate(DOMINOES), w) for t, w in DOMINO_ROWS.items()],
    *[("fission", t, w) for t, w in FISSIONS.items()],
    *[("sheep", herds(t), w) for t, w in HERDS.items()],
]


@pytest.mark.parametrize(("game", "text", "value"), VALUES)
def test_values(game, text, value):
    assert upstar.value(game, text) == upstar.Value(value)


@pytest.mark.parametrize(("game", "text", "winners"), WINNERS)
def test_outcomes(game, text, winners):
    found = ""
    for mover, other in (("left", "right"), ("right", "left")):
        outcome = upstar.solve(upstar.position(game, text, to_move=mover)).outcome
        found += (mover if outcome == "win" else other)[0].upper()
    assert found == winners
