"""Endgame databases: every value is that of the engine, and damaged files are rejected."""

import random
from functools import cache

import pytest

import upstar


@pytest.fixture(scope="module")
def clobber(tmp_path_factory):
    """A database of Clobber to 3x3 (and 1x3, 2x3, …)."""
    directory = tmp_path_factory.mktemp("clobber")
    upstar.build_database("clobber", "3x3", directory, threads=2)
    return directory


def fillings(rows: int, columns: int, cells: str, count: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    line = lambda: "".join(draw.choice(cells) for _ in range(columns))  # noqa: E731
    return ["/".join(line() for _ in range(rows)) for _ in range(count)]


@cache
def first_wins(position: upstar.Position) -> bool:
    """Return the outcome, found by the rules alone."""
    return any(not first_wins(position.play(move)) for move in position.moves())


def test_values_equal_those_computed_without_a_database(clobber):
    database = upstar.Database(clobber)
    assert database.game == "clobber"
    for rows, columns in [(1, 3), (2, 2), (2, 3), (3, 3), (3, 2)]:
        for text in fillings(rows, columns, ".xo", 40, seed=rows):
            assert database.probe(text).value == upstar.value("clobber", text), text


def test_outcomes_are_those_of_brute_force(clobber):
    for text in fillings(3, 3, ".xo", 60, seed=5):
        outcome = upstar.probe(clobber, text).value.outcome
        for mover, loses in (("left", "RP"), ("right", "LP")):
            position = upstar.position("clobber", text, to_move=mover)
            assert first_wins(position) == (outcome not in loses), text


def test_parts_of_larger_boards_are_found_anywhere_on_the_board(clobber):
    for text in fillings(6, 7, "....xo", 30, seed=7):
        found = upstar.probe(clobber, text)
        expected = upstar.dissect("clobber", text)
        assert len(found.parts) == len(expected.parts)
        for (shown, value), part in zip(found.parts, expected.parts, strict=True):
            assert shown == part.position
            assert value is None or value == part.value


@pytest.mark.parametrize(
    ("game", "size", "cells", "boards"),
    [
        ("domineering", "3x4", ".#", [(3, 4), (4, 3), (2, 3), (3, 3)]),
        ("nogo", "2x3", "...xo", [(2, 3), (1, 3), (2, 2)]),
        ("cram", "3x3", ".#", [(3, 3), (2, 3)]),
        ("snort", "2x3", ".xo", [(2, 3)]),
        ("col", "2x3", ".xo", [(2, 3)]),
        ("konane", "2x4", ".xo", [(2, 4), (1, 4)]),
    ],
)
def test_other_games_have_databases_too(tmp_path, game, size, cells, boards):
    upstar.build_database(game, size, tmp_path, threads=1)
    known = 0
    for rows, columns in boards:
        for text in fillings(rows, columns, cells, 40, seed=3):
            try:
                expected = upstar.value(game, text)
            except upstar.PositionError:
                continue  # NoGo: a group without a liberty
            assert upstar.probe(tmp_path, text).value == expected, text
            known += 1
    assert known > 20


def test_counts_are_those_of_a_census(clobber):
    found = {board.board: board for board in upstar.database_stat(clobber)}
    assert list(found) == ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"]
    for size in ("1x3", "2x3", "3x3"):
        share = found[size].all
        exact = upstar.census("clobber", size)
        restricted = upstar.census("clobber", size, method="claessen")
        assert share.positions == exact.positions
        assert share.ups_and_nimbers == exact.ups_and_nimbers
        assert share.values == exact.distinct
        assert share.restricted == restricted.valued


def test_non_decomposable_positions_fill_the_board_with_one_part(clobber):
    board = upstar.database_stat(clobber / "2x3.ids")[0]
    expected = 0
    for number in range(3**6):
        cells = [".xo"[number // 3**i % 3] for i in range(6)]
        text = "".join(cells[:3]) + "/" + "".join(cells[3:])
        parts = upstar.dissect("clobber", text).parts
        stones = sum(cell != "." for cell in cells)
        alone = len(parts) == 1 and stones == sum(c in "xo" for c in parts[0].position)
        borders = (cells[:3], cells[3:], cells[::3], cells[2::3])
        expected += alone and all(any(c != "." for c in border) for border in borders)
    assert board.non_decomposable.positions == expected


def test_threads_change_nothing_if_images_have_images(tmp_path):
    """In Domineering the image that an entry is copied from may itself be copied."""
    upstar.build_database("domineering", "4x4", tmp_path / "one", threads=1)
    wanted = {file.name: file.read_bytes() for file in (tmp_path / "one").glob("*.ids")}
    for number in range(3):
        where = tmp_path / str(number)
        upstar.build_database("domineering", "4x4", where, threads=8)
        assert {file.name: file.read_bytes() for file in where.glob("*.ids")} == wanted


def test_threads_and_resuming_change_nothing(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    upstar.build_database("clobber", "2x4", one, threads=1)
    assert upstar.build_database("clobber", "1x4", two, threads=3) == ["1x1", "1x2", "1x3", "1x4"]
    assert upstar.build_database("clobber", "2x4", two, threads=3) == ["2x2", "2x3", "2x4"]
    assert upstar.build_database("clobber", "2x4", two, threads=3) == []
    stats = [upstar.database_stat(where) for where in (one, two)]
    assert stats[0] == stats[1]
    for text in fillings(2, 4, ".xo", 50, seed=9):
        assert upstar.probe(one, text).value == upstar.probe(two, text).value


def test_equal_builds_are_equal_files(tmp_path):
    for name, threads in (("one", 1), ("two", 2)):
        upstar.build_database("clobber", "2x3", tmp_path / name, threads=threads)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


@pytest.mark.parametrize("name", ["2x3.ids", "values.table"])
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:-4], "damaged"),
        (lambda data: data[:5000] + b"\x07" + data[5001:], "checksum"),
        (lambda data: data[:40] + b"#" + data[41:], "header"),
        (lambda data: data[:8] + b"\x63" + data[9:], "version 99"),
        (lambda data: b"something else", "not a database file of upstar"),
        (lambda data: b"", "not a database file of upstar"),
    ],
)
def test_damaged_files_are_rejected_with_the_reason(clobber, tmp_path, name, damage, reason):
    for file in clobber.iterdir():
        data = file.read_bytes()
        (tmp_path / file.name).write_bytes(damage(data) if file.name == name else data)
    for use in (
        lambda: upstar.database_stat(tmp_path),
        lambda: upstar.probe(tmp_path, "xo."),
        lambda: upstar.build_database("clobber", "3x3", tmp_path),
        lambda: upstar.solve(
            upstar.position("clobber", "2x3"), solved_positions=True, database=tmp_path
        ),
    ):
        with pytest.raises((upstar.DamagedFileError, upstar.UnsuitableError), match=reason):
            use()


def test_a_file_of_another_database_is_rejected(clobber, tmp_path):
    upstar.build_database("domineering", "2x2", tmp_path)
    (tmp_path / "2x3.ids").write_bytes((clobber / "2x3.ids").read_bytes())
    with pytest.raises(upstar.DamagedFileError, match="has game 'clobber', not 'domineering'"):
        upstar.database_stat(tmp_path)
    other = tmp_path / "other"
    upstar.build_database("clobber", "1x3", other)
    (other / "2x3.ids").write_bytes((clobber / "2x3.ids").read_bytes())
    with pytest.raises(upstar.DamagedFileError, match="does not belong to"):
        upstar.database_stat(other)


def test_a_position_of_another_game_is_rejected(clobber):
    with pytest.raises(upstar.UnsuitableError, match="for clobber, but the position is of nogo"):
        upstar.Database(clobber).probe(upstar.position("nogo", "2x2"))


def test_impossible_builds_are_rejected(tmp_path):
    with pytest.raises(upstar.UnsuitableError, match="have no values"):
        upstar.build_database("hex", "3x3", tmp_path)
    with pytest.raises(upstar.UnsuitableError, match="cells with two or three states"):
        upstar.build_database("amazons", "10x10", tmp_path)
    with pytest.raises(upstar.UnsuitableError, match=r"2\^32"):
        upstar.build_database("clobber", "5x5", tmp_path)
    with pytest.raises(MemoryError, match="at least"):
        upstar.build_database("clobber", "4x4", tmp_path, max_memory=100)
    with pytest.raises(upstar.ParameterError, match="not a size"):
        upstar.build_database("clobber", "xo", tmp_path)


@pytest.mark.parametrize("algorithm", ["alpha-beta", "mcts", "df-pn"])
def test_searches_look_parts_up(clobber, algorithm):
    text = "xox.oxo/oxo.xox/......./xoxoxo."
    plain = upstar.solve(upstar.position("clobber", text), "alpha-beta", max_seconds=60)
    position = upstar.position("clobber", text)
    found = upstar.solve(
        position, algorithm, solved_positions=True, part_cells=0, database=clobber, max_seconds=60
    )
    assert found.outcome == plain.outcome


@pytest.mark.slow
def test_samples_of_four_by_four_agree_with_the_engine_and_with_brute_force(tmp_path):
    """43 million positions; this takes minutes."""
    upstar.build_database("clobber", "4x4", tmp_path)
    database = upstar.Database(tmp_path)
    for text in fillings(4, 4, ".xo", 300, seed=11):
        value = database.probe(text).value
        assert value == upstar.value("clobber", text), text
        for mover, loses in (("left", "RP"), ("right", "LP")):
            position = upstar.position("clobber", text, to_move=mover)
            outcome = upstar.solve(position, "minimax").outcome
            assert (outcome == "win") == (value.outcome not in loses), text
