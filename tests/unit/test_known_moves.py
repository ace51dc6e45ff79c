"""Analyses that resume from a checkpoint, or look moves up in a book."""

import json
import subprocess
import sys
import time

import pytest

import upstar
from upstar.known_moves import _checksum

FILE = "analysis.json"
KILLED = """
import sys, upstar
upstar.analyze("domineering", "6x6", distance=True, checkpoint=sys.argv[1])
"""


def settled(folder):
    """Return the names of the moves with exact bounds in a checkpoint."""
    moves = json.loads((folder / FILE).read_text())["moves"]
    return {name for name, (lo, hi), *_ in moves if lo == hi}


def distances(folder):
    """Return the distances in a checkpoint."""
    moves = json.loads((folder / FILE).read_text())["moves"]
    return {name: plies for name, _, plies, _ in moves if plies is not None}


def results(analysis):
    return {m.move: (m.bounds, m.distance, m.proved_by) for m in analysis.moves}


@pytest.mark.parametrize(
    ("game", "text"),
    [("connect-four", "4x5"), ("domineering", "5x5"), ("clobber", "4x4"), ("mnk", "4x3:3")],
)
@pytest.mark.parametrize("distance", [False, True])
def test_an_analysis_that_was_stopped_resumes(tmp_path, game, text, distance):
    """Each run has few nodes. Together they find what one run finds."""
    whole = upstar.analyze(game, text, distance=distance)
    limit = max(2000, whole.stats.nodes // 2)
    options = {"distance": distance, "checkpoint": tmp_path}
    done = set()
    for _ in range(40):
        part = upstar.analyze(game, text, max_nodes=limit, **options)
        assert done <= settled(tmp_path)
        done = settled(tmp_path)
        if part.solved:
            break
        limit *= 2
    assert part.solved
    scores = {move: found[:2] for move, found in results(part).items()}
    assert scores == {move: found[:2] for move, found in results(whole).items()}
    again = upstar.analyze(game, text, **options)
    assert (results(again), again.stats.nodes, again.stopped) == (results(part), 0, None)


def test_settled_moves_are_not_searched_again(tmp_path):
    position = upstar.position("connect-four", "4x5")
    whole = upstar.analyze(position, checkpoint=tmp_path / "whole")
    data = json.loads((tmp_path / "whole" / FILE).read_text())
    del data["checksum"]
    first = data["moves"][0]
    first[1:] = [[-1, 1], None, None]
    (tmp_path / "part").mkdir()
    text = json.dumps({**data, "checksum": _checksum(data)})
    (tmp_path / "part" / FILE).write_text(text)
    rest = upstar.analyze(position, checkpoint=tmp_path / "part")
    alone = upstar.solve(position.play(first[0]), "alpha-beta")
    assert results(rest) == results(whole)
    assert 0 < rest.stats.nodes <= 2 * alone.stats.nodes < whole.stats.nodes


def test_a_killed_analysis_resumes(tmp_path):
    victim = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    try:
        deadline = time.monotonic() + 60
        while not ((tmp_path / FILE).exists() and distances(tmp_path)):
            assert victim.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        with pytest.raises(upstar.UnsuitableError, match="another search saves"):
            upstar.analyze("domineering", "6x6", distance=True, checkpoint=tmp_path)
    finally:
        victim.kill()
        victim.wait()
    before = distances(tmp_path)
    resumed = upstar.analyze("domineering", "6x6", distance=True, checkpoint=tmp_path, max_nodes=1)
    found = {m.move: m.distance for m in resumed.moves if m.is_settled}
    assert found == before == distances(tmp_path)
    assert None not in {m.score for m in resumed.moves}
    assert resumed.stopped == "nodes"


def test_the_distance_the_game_and_the_player_are_part_of_the_question(tmp_path):
    position = upstar.position("domineering", "3x3")
    upstar.analyze(position, checkpoint=tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    other = upstar.position("domineering", "3x3", to_move="horizontal")
    for reason, call in {
        "distance is 'False', not 'True'": lambda: upstar.analyze(
            position, distance=True, checkpoint=tmp_path
        ),
        "game is 'domineering', not 'cram'": lambda: upstar.analyze(
            "cram", "3x3", checkpoint=tmp_path
        ),
        "position is .*, not": lambda: upstar.analyze("domineering", "2x2", checkpoint=tmp_path),
        "to_move is 'vertical', not 'horizontal'": lambda: upstar.analyze(
            other, checkpoint=tmp_path
        ),
    }.items():
        with pytest.raises(upstar.UnsuitableError, match=reason):
            call()
    assert (tmp_path / FILE).read_bytes() == whole


def test_a_damaged_checkpoint_is_rejected_in_one_line(tmp_path):
    upstar.analyze("domineering", "3x3", checkpoint=tmp_path)
    file = tmp_path / FILE
    whole = file.read_bytes()
    changed = [whole[:length] for length in range(0, len(whole) - 1, 17)]
    changed += [b"[]", b"\xff\xfe", whole.replace(b"[1, 1]", b"[-1, -1]", 1), b"[" * 10**5]
    for text in changed:
        file.write_bytes(text)
        with pytest.raises(upstar.UnsuitableError, match="cannot resume from") as error:
            upstar.analyze("domineering", "3x3", checkpoint=tmp_path)
        assert "\n" not in str(error.value)
    file.unlink()
    file.mkdir()
    with pytest.raises(upstar.UnsuitableError, match="it cannot be read"):
        upstar.analyze("domineering", "3x3", checkpoint=tmp_path)


def test_a_checkpoint_of_other_sources_is_rejected(tmp_path):
    upstar.analyze("domineering", "3x3", checkpoint=tmp_path)
    data = json.loads((tmp_path / FILE).read_text())
    del data["checksum"]
    data["core"] = "0" * 16
    (tmp_path / FILE).write_text(json.dumps({**data, "checksum": _checksum(data)}))
    with pytest.raises(upstar.UnsuitableError, match="its core is '0000"):
        upstar.analyze("domineering", "3x3", checkpoint=tmp_path)


def test_games_without_stable_keys_have_no_checkpoints(tmp_path):
    """The text of a position of Go does not show its history."""
    with pytest.raises(upstar.UnsuitableError, match="have no checkpoints"):
        upstar.analyze("go", "2x2", checkpoint=tmp_path)
    with pytest.raises(upstar.ParameterError, match="checkpoint must be a path"):
        upstar.analyze("domineering", "2x2", checkpoint=3)


def test_a_failed_save_is_reported(tmp_path):
    (tmp_path / "analysis.part").mkdir()  # a folder with the name of the file to write
    found = upstar.analyze("domineering", "3x3", checkpoint=tmp_path)
    assert found.solved
    assert found.note.startswith("the checkpoint is not up to date: cannot write")
    assert found.to_json()["note"] == found.note


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("text", ["4x4:4", "3x4:3", "1x4:2", "4x1:2"])
def test_a_strong_solution_settles_every_move(tmp_path, text, distance):
    solution = upstar.strong("connect-four", text, tmp_path / "c4")
    for position in (solution.root, solution.root.play(solution.root.moves()[0])):
        searched = upstar.analyze(position, distance=distance)
        found = upstar.analyze(position, distance=distance, book=solution)
        assert {m: r[:2] for m, r in results(found).items()} == {
            m: r[:2] for m, r in results(searched).items()
        }
        assert found.stats.nodes == 0
        assert {m.proved_by for m in found.moves} <= {"book", "rules"}


def test_moves_that_a_book_lacks_are_searched(tmp_path):
    start = upstar.position("mnk", "3x3:3")
    upstar.build_book(start.play("b2"), tmp_path / "book", depth=0)
    found = {m.move: m for m in upstar.analyze(start, book=tmp_path / "book").moves}
    assert found["b2"].proved_by == "book"
    assert {m.proved_by for name, m in found.items() if name != "b2"} == {"search"}
    assert {m.outcome for m in found.values()} == {"draw"}
    # The book has no distances.
    won = upstar.position("mnk", "xo./.x./..o:3")
    upstar.build_book(won, tmp_path / "won", depth=1)
    with_distance = upstar.analyze(won, distance=True, book=tmp_path / "won")
    assert [m.distance for m in with_distance.moves] == [
        m.distance for m in upstar.analyze(won, distance=True).moves
    ]
    with pytest.raises(upstar.UnsuitableError, match="not for domineering"):
        upstar.analyze("domineering", "3x3", book=tmp_path / "won")


def test_a_lost_position_in_the_book_settles_all_moves(tmp_path):
    lost = upstar.position("domineering", "4x4", to_move="horizontal").play("b2c2")
    assert upstar.solve(lost).outcome == "loss"
    upstar.build_book(lost, tmp_path / "book", depth=0)
    found = upstar.analyze(lost, book=tmp_path / "book")
    assert (found.stats.nodes, {m.outcome for m in found.moves}) == (0, {"loss"})


def test_a_file_that_is_no_book_is_rejected(tmp_path):
    (tmp_path / "text").write_text("no book")
    with pytest.raises(upstar.UpstarError):
        upstar.analyze("mnk", "3x3:3", book=tmp_path / "text")


def test_a_book_and_a_checkpoint_together(tmp_path):
    start = upstar.position("mnk", "3x3:3")
    upstar.build_book(start, tmp_path / "book", depth=1)
    options = {"book": tmp_path / "book", "checkpoint": tmp_path / "folder"}
    first = upstar.analyze(start, max_nodes=1, **options)
    assert first.solved
    again = upstar.analyze(start, checkpoint=tmp_path / "folder")
    assert results(again) == results(first)
