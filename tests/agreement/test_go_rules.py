"""The rules of Go against other implementations: definitions in Python, GNU Go, OpenSpiel.

Random games with few passes on small boards, so that captures, kos and attempted suicides are
frequent.
"""

import random
import shutil
import subprocess

import pytest

import upstar
from upstar.selftest.naive.go import PASS, NaiveGo

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")


def choose(rng, moves):
    """Return a random move; a pass is rare."""
    return rng.choice(moves[:-1]) if len(moves) > 1 and rng.random() > 0.03 else rng.choice(moves)


@pytest.mark.parametrize("ko", ["superko", "simple"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (5, 5)])
def test_games_follow_the_definitions(rows, columns, ko):
    rng = random.Random(f"{rows}x{columns} {ko}")
    for _ in range(25):
        ours = upstar.position("go", f"{rows}x{columns}:ko={ko},limit=80")
        naive = NaiveGo.start(rows, columns, superko=ko == "superko")
        for _ in range(80):
            moves = naive.moves()
            if not moves:
                break
            assert list(ours.moves()) == moves, str(ours)
            move = choose(rng, moves)
            ours, naive = ours.play(move), naive.play(move)
        if ours.score is not None:
            area = ours.score if ours.to_move == "black" else -ours.score
            assert area == naive.area()


@pytest.mark.parametrize("size", [4, 5, 7])
def test_games_follow_open_spiel(size):
    """OpenSpiel forbids only simple ko and suicide, and ends a game when a board repeats."""
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(f"go(board_size={size},komi=0.5)")
    rng = random.Random(size)
    for _ in range(100):
        ours = upstar.position("go", f"{size}x{size}:komi=0.5,score=win,ko=simple")
        theirs = game.new_initial_state()
        while not theirs.is_terminal():
            actions = theirs.legal_actions()
            names = {theirs.action_to_string(a).split()[-1].lower(): a for a in actions}
            assert set(names) == {m.lower() for m in ours.moves()}, str(ours)
            move = choose(rng, list(ours.moves()))
            ours = ours.play(move)
            theirs.apply_action(names[move.lower()])
        if ours.score is not None:  # OpenSpiel also ends games after some length
            black = ours.score if ours.to_move == "black" else -ours.score
            assert black == theirs.returns()[0]


class GnuGo:
    """A running GNU Go."""

    def __init__(self):
        self.process = subprocess.Popen(
            [GNUGO, "--mode", "gtp", "--chinese-rules", "--level", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *lines):
        """Send several commands at once, and return the answers."""
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        answers = []
        for _ in lines:
            answer = []
            while line := self.process.stdout.readline().rstrip("\n"):
                answer.append(line)
            assert answer[0].startswith("="), answer
            answers.append(answer[0][1:].strip())
        return answers

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def gnugo():
    if GNUGO is None:
        pytest.skip("GNU Go is not installed")
    program = GnuGo()
    yield program
    program.close()


@pytest.mark.parametrize("size", [5, 7, 9])
def test_legal_moves_are_those_of_gnu_go(size, gnugo):
    """GNU Go has simple ko and no suicide, no limit of moves, and continues after passes."""
    rng = random.Random(size)
    for _ in range(70):
        ours = upstar.position("go", f"{size}x{size}:ko=simple")
        gnugo.ask(f"boardsize {size}", "clear_board")
        for _ in range(int(1.3 * size * size)):
            if ours.outcome is not None:
                break
            [legal] = gnugo.ask(f"all_legal {ours.to_move}")
            # GNU Go does not list the pass.
            assert {*legal.lower().split(), PASS} == set(ours.moves()), str(ours)
            move = choose(rng, list(ours.moves()))
            gnugo.ask(f"play {ours.to_move} {move}")
            ours = ours.play(move)


def is_eye(position, move):
    """Return whether the player to move surrounds a point, with its corners."""
    rows = position._core.board()[1]
    row, column = len(rows) - int(move[1:]), "abcdefghjklmnopqrst".index(move[0])
    own = "xo"[position.labels.index(position.to_move)]

    def at(r, c):
        return rows[r][c] if 0 <= r < len(rows) and 0 <= c < len(rows[0]) else "#"

    sides = [at(row - 1, column), at(row + 1, column), at(row, column - 1), at(row, column + 1)]
    corners = [at(row + r, column + c) for r in (-1, 1) for c in (-1, 1)]
    lost = sum(c not in (own, "#", ".") for c in corners) + any(c == "#" for c in corners)
    return all(side in (own, "#") for side in sides) and lost < 2


def test_final_scores_are_those_of_gnu_go(gnugo):
    """Games in which no player fills an eye, played until no other move is left."""
    rng = random.Random(1)
    compared = 0
    for _ in range(60):
        ours = upstar.position("go", "7x7:ko=simple")
        gnugo.ask("boardsize 7", "clear_board", "komi 0")
        while ours.outcome is None:
            moves = [m for m in ours.moves() if m != PASS and not is_eye(ours, m)]
            move = rng.choice(moves) if moves else PASS
            gnugo.ask(f"play {ours.to_move} {move}")
            ours = ours.play(move)
        if len(str(ours).split("-")) > 400:
            continue
        score = ours.score if ours.to_move == "black" else -ours.score
        dead, theirs = gnugo.ask("final_status_list dead", "final_score")
        if dead:
            continue  # GNU Go removes stones that our rules count
        compared += 1
        sign = f"{'B' if score > 0 else 'W'}+{abs(score)}.0" if score else "0"
        assert theirs == sign
    assert compared > 30
