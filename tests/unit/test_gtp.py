"""The Go Text Protocol: all commands of the server, and no input makes it fail."""

import random

import pytest

import upstar
from upstar.play.gtp import GtpServer
from upstar.play.gtp.clock import Clock


def first(position, seconds):
    return position.moves()[0]


def script(server, text):
    """Return the answer to each line, without the empty line at the end."""
    answers = []
    for line in text.strip().splitlines():
        answer = server.answer(line.strip())
        assert answer is not None
        assert answer.endswith("\n\n")
        answers.append(answer[:-2])
    return answers


def test_a_scripted_session():
    server = GtpServer(first)
    assert script(
        server,
        """
        1 protocol_version
        2 name
        3 known_command genmove
        4 known_command dance
        5 boardsize 5
        6 komi 2.5
        7 clear_board
        8 play black C3
        9 play white c3
        10 play white pass
        11 genmove b
        12 reg_genmove w
        13 undo
        14 final_score
        15 final_status_list alive
        16 final_status_list dead
        """,
    ) == [
        "=1 2",
        "=2 upstar",
        "=3 true",
        "=4 false",
        "=5",
        "=6",
        "=7",
        "=8",
        "?9 illegal move",
        "=10",
        "=11 A5",
        "=12 B5",
        "=13",
        "=14 B+22.5",
        "=15 C3",
        "=16",
    ]
    assert server.answer("showboard") == (
        "=\n5 . . . . .\n4 . . . . .\n3 . . x . .\n2 . . . . .\n1 . . . . .\n  a b c d e\n\n"
    )
    assert server.answer("quit") == "=\n\n"
    assert server.is_over


def test_every_listed_command_is_known_and_the_protocol_is_complete():
    server = GtpServer(first)
    names = server.answer("list_commands")[2:-2].split("\n")
    required = """protocol_version name version known_command list_commands quit boardsize
        clear_board komi fixed_handicap place_free_handicap set_free_handicap play genmove undo
        time_settings time_left final_score final_status_list loadsgf reg_genmove showboard"""
    assert set(required.split()) <= set(names)
    assert all(server.answer(f"known_command {name}") == "= true\n\n" for name in names)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "? unknown command"),
        ("7", "?7 unknown command"),
        ("boardsize", "? syntax error: too few or too many arguments"),
        ("boardsize nine", "? syntax error: not a whole number"),
        ("boardsize 20", "? unacceptable size"),
        ("komi nan", "? syntax error: not a number"),
        ("play green c3", "? syntax error: there is no such colour"),
        ("play b i3", "? illegal move"),
        ("play b resign", "? illegal move"),
        ("undo", "? cannot undo"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("set_free_handicap c3 c3", "? bad vertex list"),
        ("final_status_list sleepy", "? syntax error: the status must be alive, seki or dead"),
        ("loadsgf no/such/file.sgf", "? cannot load file"),
        ("time_settings -1 0 0", "? syntax error: a time must not be negative"),
    ],
)
def test_errors_are_those_of_the_protocol(line, answer):
    assert GtpServer(first).answer(line) == answer + "\n\n"


def test_comments_and_control_characters_are_ignored():
    server = GtpServer(first)
    assert server.answer("# only a comment") is None
    assert server.answer("  \t ") is None
    assert server.answer("3\tboardsize\x07 9 # small") == "=3\n\n"


def test_a_colour_can_move_twice_and_play_continues_after_two_passes():
    server = GtpServer(first)
    lines = ["boardsize 5", "play b c3", "play b d3", "play w pass", "play b pass", "play w b2"]
    assert all(server.answer(line) == "=\n\n" for line in lines)
    assert server.state.rows == [".....", ".....", "..xx.", ".o...", "....."]
    assert server.answer("genmove w") == "= A5\n\n"


def test_ko_is_kept_when_moves_alternate():
    server = GtpServer(first)
    moves = ["b4", "c4", "a3", "d3", "b2", "c2", "c3", "b3"]  # the last move captures c3
    script(server, "boardsize 4")
    for number, move in enumerate(moves):
        assert server.answer(f"play {'bw'[number % 2]} {move}") == "=\n\n"
    assert server.answer("play b c3") == "? illegal move\n\n"
    assert server.answer("is_legal b c3") == "= 0\n\n"
    script(server, "play b d1\nplay w a1")
    assert server.answer("play b c3") == "=\n\n"


def test_handicaps():
    server = GtpServer(first)
    assert server.answer("fixed_handicap 2") == "= D4 Q16\n\n"
    assert server.answer("fixed_handicap 2") == "? board not empty\n\n"
    server.answer("clear_board")
    assert server.answer("set_free_handicap A1 B2 C3") == "=\n\n"
    assert server.state.position.to_move == "white"
    server.answer("boardsize 5")
    assert server.answer("place_free_handicap 3").startswith("= C3")
    assert server.answer("undo") == "=\n\n"


def test_changing_komi_keeps_the_game():
    server = GtpServer(first)
    script(server, "boardsize 5\nplay b c3\nplay w b2\nkomi 6.5\nundo")
    assert str(server.state.position) == "5x5:komi=6.5,score=win,moves=c3"
    assert server.answer("final_score") == "= B+18.5\n\n"


def test_files_are_loaded_up_to_a_move(tmp_path):
    pytest.importorskip("sgfmill")
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[5]KM[3.5]AB[aa];W[bb];B[cc];W[dd])")
    server = GtpServer(first)
    assert server.answer(f"loadsgf {file}") == "=\n\n"
    assert server.state.rows == ["x....", ".o...", "..x..", "...o.", "....."]
    assert server.answer(f"loadsgf {file} 2") == "=\n\n"
    assert server.state.rows == ["x....", ".o...", ".....", ".....", "....."]
    assert server.state.position.to_move == "black"
    assert server.state.options()["komi"] == "3.5"


def test_other_games_have_the_protocol_too():
    server = GtpServer(first, upstar.position("domineering", "4x4"))
    assert script(server, "boardsize 2\nplay b a1a2\ngenmove w\nfinal_score\nplay w a1b1") == [
        "=",
        "=",
        "? the game is over",
        "= B+1",
        "? the game is over",
    ]
    assert server.answer("known_command fixed_handicap") == "= false\n\n"
    hexes = GtpServer(first, upstar.position("hex", "3"))
    assert script(hexes, "boardsize 4\nplay white a1\nplay black a1\ngenmove white") == [
        "=",
        "? illegal move: it is black's turn",
        "=",
        "= a4",
    ]


def test_time_settings_reach_the_player():
    asked = []

    def slow(position, seconds):
        asked.append(seconds)
        return "pass"

    server = GtpServer(slow)
    script(server, "boardsize 9\ngenmove b\ntime_settings 90 0 0\ngenmove b\ngenmove b")
    assert asked[0] is None
    assert asked[1] == pytest.approx(0.9 * 90 / 40, rel=0.1)
    script(server, "time_left b 10 5\ngenmove b\ntime_settings 0 30 0\ngenmove b")
    assert asked[-2] == pytest.approx(0.9 * 10 / 5)
    assert asked[-1] is None


def test_a_clock_never_plans_more_than_the_remaining_time():
    clock = Clock()
    clock.set(20, 0, 0)
    for _ in range(400):
        seconds = clock.seconds("white", 10)
        clock.spend("white", seconds)
    assert clock._state("white")[0] > -5
    clock.set(10, 6, 3)
    left = 10.0
    for _ in range(60):
        seconds = clock.seconds("black", 40)
        assert seconds <= max(left, 6)
        clock.spend("black", seconds)
        left = clock._state("black")[0]


WORDS = [
    *(
        [
            "play",
            "genmove",
            "b",
            "w",
            "black",
            "white",
            "pass",
            "A1",
            "c3",
            "T19",
            "i5",
            "boardsize",
            "0",
            "1",
            "3",
            "9",
            "19",
            "-1",
            "25",
        ]
    ),
    *(
        [
            "undo",
            "clear_board",
            "final_score",
            "final_status_list",
            "dead",
            "showboard",
            "komi",
            "7.5",
            "1e999",
        ]
    ),
    *(["fixed_handicap", "place_free_handicap", "set_free_handicap", "loadsgf", "time_left"]),
    *(["time_settings", "reg_genmove", "is_legal", "all_legal", "known_command", "list_commands"]),
    *(["#", "\x00", "é", "99999999999", "12", "version"]),
]


@pytest.mark.parametrize("start", ["go 4x4", "go 3x3:ko=simple,limit=20", "clobber 3x3", "y 3"])
def test_no_input_breaks_a_session(start):
    game, text = start.split()
    rng = random.Random(start)

    def chance(position, seconds):
        return rng.choice(list(position.moves()))

    server = GtpServer(chance, upstar.position(game, text))
    for _ in range(1500):
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(5)))
        if rng.random() < 0.4:
            line = f"{rng.choice(['play', 'genmove'])} {rng.choice('bw')} {rng.choice(WORDS)}"
        if rng.random() < 0.3:
            line = f"genmove {rng.choice('bw')}"
        answer = server.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n\n"))
        assert answer is None or "\n\n" not in answer[:-2]
